package dispatch

import (
	"slices"

	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/views"
	"unlurbot/parser"
	"unlurbot/templates"
)

// clocks tells how much time is left in the sender's games, whoever is to move, the nearest end
// first.
func clocks(d *Dispatch, _ parser.Command) (telling.Line, error) {
	const most = 50 // that are listed
	n := templates.Notice{Code: templates.NoticeClocks}
	open, err := d.Unit.OpenGames(d.reader)
	if err != nil {
		return telling.Line{}, err
	}
	for _, g := range open {
		line, err := views.GameLine(d.Unit, g, d.reader)
		if err != nil {
			return telling.Line{}, err
		}
		if line.Time != nil {
			n.Games = append(n.Games, line)
		}
	}
	slices.SortStableFunc(n.Games, func(a, b templates.GameLine) int { return a.Time.Until.Compare(b.Time.Until) })
	n.Number = max(0, len(n.Games)-most)
	n.Games = n.Games[:len(n.Games)-n.Number]
	return telling.Line{Kind: templates.Noted, Decision: decision.Answered, Notice: n}, nil
}
