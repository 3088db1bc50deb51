package dispatch

import (
	"slices"

	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/views"
	"unlurbot/parser"
	"unlurbot/templates"
)

// clocks tells how much time is left in the sender's games, whoever is to move, the nearest end
// first. It is a mail of its own, as all lists are.
func clocks(d *Dispatch, c parser.Command) (telling.Line, error) {
	const most = 50 // that are listed
	look := func(l *letters.Letter) error {
		n := templates.Notice{Code: templates.NoticeClocks}
		open, err := d.Unit.OpenGames(d.reader)
		if err != nil {
			return err
		}
		for _, g := range open {
			line, err := views.GameLine(d.Unit, g, d.reader)
			if err != nil {
				return err
			}
			if line.Time != nil {
				n.Games = append(n.Games, line)
			}
		}
		slices.SortStableFunc(n.Games, func(a, b templates.GameLine) int { return a.Time.Until.Compare(b.Time.Until) })
		n.Number = max(0, len(n.Games)-most)
		n.Games = n.Games[:len(n.Games)-n.Number]
		l.Notices = append(l.Notices, n)
		return nil
	}
	return telling.Line{Kind: templates.Noted, Decision: decision.Answered, Args: []string{c.Verb}, Look: look}, nil
}
