package door

import (
	"errors"
	"fmt"
	"time"

	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/shares"
	"unlurbot/mailbot/token"
	"unlurbot/store"
	"unlurbot/store/fold"
	"unlurbot/store/mailkey"
)

// Whoever answers a mail of ours is answered, whatever others have used up:
//
//	the mail brings a token of                  gets an answer
//	the sender, and it is good                  always; over mails_in_per_hour it says that
//	                                            the mail was not read, see limit
//	the sender, and it is spent                 beyond mails_in_per_hour, once for each token
//	a player, from an address that is nobody's  beyond all limits, once for each token; it
//	                                            goes to the player
//	a stranger, from that stranger's address    beyond all limits
//	a question that is forgotten, from an       beyond all limits, once for each token
//	address that is nobody's
//	anybody else                                as if there were no token
//
// But programs answer too: nothing is owed to more than Patience mails in a day that ask
// for the same. So whoever has a token of somebody's can have the bot write there once
// more, and nowhere else.

// owe finds out whether the mail is owed an answer though limits say otherwise.
func (d *Door) owe() (decision.Decision, error) {
	v, whom := &d.visit, fold.Address(d.mail.From.Addr)
	c, sender := v.Claim, v.Claim.Sender()
	switch {
	case c.Spent(), c.Foreign(), sender == nil && c.AnswersGone():
		if sender != nil {
			whom = shares.Player(sender.ID)
		}
		t := c.Sealed()
		text := fmt.Sprintf("%d.%d.%d.%d.%d", t.Purpose, t.Number, t.Seat, t.Ply, t.Asks)
		if t.Purpose == token.ForPlayer { // it names a month and stands in many mails of ours: it is one for each day
			text += fmt.Sprintf(" %d", token.Day(d.u.Now))
		}
		key := mailkey.Token(text)
		if _, err := d.u.Tx.WasSeen(key); !errors.Is(err, store.ErrNotFound) {
			return "", err
		}
		v.Pays = key
	case sender == nil && (c.AnswersHelp() || c.Request() != nil):
	default:
		return "", nil
	}
	var err error
	if v.Owed, err = d.isPatient("owed", whom, store.LongestWindow); !v.Owed {
		v.Pays = ""
	}
	d.desk.Occasion.Owed = v.Owed
	return "", err
}

// isPatient counts a mail that asks somebody's question, and says whether Patience
// is left for one more of these.
func (d *Door) isPatient(what, whom string, window time.Duration) (bool, error) {
	n, err := d.u.Tx.Count(store.Counter{Kind: what, Whom: whom + " " + d.visit.Asked.Wish, Window: window}, d.u.Now)
	return n <= d.limits.Patience, err
}
