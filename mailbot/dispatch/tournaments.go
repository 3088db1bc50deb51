package dispatch

import (
	"errors"

	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/views"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// tournament shows the table of a tournament, or lists those that there are.
func tournament(d *Dispatch, c parser.Command) (telling.Line, error) {
	cups := d.Teller.Terms.Cups
	if len(c.Args) == 0 {
		look := func(l *letters.Letter) (err error) {
			l.Says, err = views.Tournaments(d.Unit, d.reader, cups)
			return err
		}
		return telling.Line{Kind: templates.Tournaments, Decision: decision.Answered, Look: look}, nil
	}
	number := orders.TournamentIn(c)
	if _, err := d.Unit.Tx.Tournament(number); errors.Is(err, store.ErrNotFound) {
		return telling.Refuse(nil, templates.Notice{Code: templates.NoticeNoSuchTournament, Number: int(number)}), nil
	} else if err != nil {
		return telling.Line{}, err
	}
	look := func(l *letters.Letter) error { // once all orders are done
		t, err := d.Unit.Tx.Tournament(number)
		if err != nil {
			return err
		}
		l.Says, err = views.Tournament(d.Unit, d.reader, t, cups)
		return err
	}
	return telling.Line{Kind: templates.ATournament, Decision: decision.Answered, Args: c.Args, Look: look}, nil
}
