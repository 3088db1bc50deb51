package dispatch

import (
	"errors"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/views"
	"unlurbot/mailbot/zones"
	"unlurbot/parser"
	"unlurbot/store"
	tournaments "unlurbot/store/tournament"
	"unlurbot/templates"
)

// tournament shows the table of a tournament, or lists those that there are.
func tournament(d *Dispatch, c parser.Command) (telling.Line, error) {
	cups := d.Teller.Terms.Cups
	if len(c.Args) == 0 {
		look := func(l *letters.Letter) (err error) {
			l.Says, err = views.Tournaments(d.Unit, d.reader, cups)
			if until := club.LateUntil(d.reader); cups && until.After(d.Unit.Now) {
				n := templates.Notice{Code: templates.NoticeLateBefore, Span: templates.Span{To: until.In(zones.Of(d.reader.Zone))}}
				l.Notices = append(l.Notices, n)
			}
			return err
		}
		return telling.Line{Kind: templates.Tournaments, Decision: decision.Answered, Look: look}, nil
	}
	number := orders.TournamentIn(c)
	switch t, err := d.Unit.Tx.Tournament(number); {
	case errors.Is(err, store.ErrNotFound):
		return telling.Refuse(nil, templates.Notice{Code: templates.NoticeNoSuchTournament, Number: int(number)}), nil
	case err != nil:
		return telling.Line{}, err
	case t.State == tournaments.Joining && !cups && !t.Opened:
		return telling.Refuse(nil, templates.Notice{Code: templates.NoticeNoTournaments}), nil
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
