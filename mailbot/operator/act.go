package operator

import (
	"errors"
	"fmt"
	"time"

	"unlurbot/mailbot/admin"
	"unlurbot/mailbot/decision"
	"unlurbot/store"
	"unlurbot/store/acts"
	"unlurbot/templates"
)

// freshFor is how old an order may be that does something. The store knows which mails it has dealt with; but of
// one that was restored from a backup mails may come again that lie where they always lay, since some mailboxes
// let none be moved, and what they wanted then is over. Their authors are at the machine and can write again.
const freshFor = 24 * time.Hour

var errOld = errors.New("that mail was written more than a day ago, so nothing was done: write again if you still want it")

// Do carries an order out in the transaction that deals with its mail. What Unseen.Look has found is given,
// nil for nothing yet; without it the error may be *Unseen. An order that can't be carried out is refused by the Answer.
func (o Order) Do(tx *store.Tx, found *templates.Output, now time.Time, act func(*store.Tx, *acts.Act) error) (Answer, error) {
	switch {
	case o.row == nil:
		return Answer{Decision: decision.NotUnderstood, Says: help()}, nil
	case o.row.act == "" && found == nil:
		return Answer{}, &Unseen{o}
	case o.row.act == "":
		return answered(found), nil
	}
	before, err := tx.Paused()
	if err != nil {
		return Answer{}, err
	}
	a := acts.Act{At: now, Kind: o.row.act, Reason: o.words, Mailed: true}
	refusal := admin.MayHalt(a, *before)
	if refusal == nil && now.Sub(o.written) > freshFor {
		refusal = errOld
	}
	if refusal != nil {
		return Answer{Decision: decision.Refused, Says: &templates.Output{Subject: "nothing was done", Title: sentence(refusal)}}, nil
	}
	if err := act(tx, &a); err != nil {
		return Answer{}, err
	}
	says := &templates.Output{
		Subject: "paused", Title: "Paused since " + moment(a.At) + ".", Quote: a.Reason,
		Words: "Emails stay in the mailbox, and no clock runs, until you write: operator resume. Anyone who writes is told:",
	}
	if a.Kind == acts.Resume {
		says = &templates.Output{
			Subject: "running again", Title: "The bot goes on.",
			Words: fmt.Sprintf("It was paused for %v; no clock ran. The mails that came meanwhile are read now.", a.At.Sub(before.At).Round(time.Second)),
		}
	}
	return Answer{Decision: decision.Operated, Says: says, Act: a}, nil
}
