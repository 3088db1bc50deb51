package dispatch

import (
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/views"
	"unlurbot/parser"
	"unlurbot/templates"
)

// ladder shows the ladder, and where the sender stands; a place behind it asks the same. Where there
// is none any more it is shown as long as anybody is on it.
func ladder(d *Dispatch, _ parser.Command) (telling.Line, error) {
	on := d.Teller.Terms.Ladder
	l, err := d.Unit.Tx.Ladder()
	if err != nil {
		return telling.Line{}, err
	}
	if !on && len(l.Players()) == 0 {
		return telling.Refuse(nil, templates.Notice{Code: templates.NoticeNoLadder}), nil
	}
	look := func(l *letters.Letter) (err error) { // once all orders are done
		l.Says, err = views.Ladder(d.Unit, d.reader, on)
		return err
	}
	return telling.Line{Kind: templates.Ladder, Decision: decision.Answered, Look: look}, nil
}
