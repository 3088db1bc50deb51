package views

import (
	"math"

	"unlurbot/game"
	"unlurbot/game/engine"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
	"unlurbot/templates"
)

// Analysis shows where a game turned: by the chances of Black, or of First where nobody took Black.
func Analysis(u *unit.Unit, g *store.Game, a engine.Analysis) (*templates.Analysis, error) {
	played, err := g.Replay()
	if err != nil {
		return nil, err
	}
	of := game.First
	if black := g.Course.Black; black != game.NoSeat {
		of = black
	}
	percent := func(chance float64) int { return int(math.Round(100 * chance)) }
	v := &templates.Analysis{}
	line, moves := played.Line(), played.Moves()[:g.Course.Ply] // without what has ended it otherwise
	for i, move := range moves {
		chance := a.Chances[i+1]
		if of != game.First {
			chance = 1 - chance
		}
		v.Chances = append(v.Chances, templates.Chance{Ply: i + 1, Move: move, Percent: percent(chance)})
	}
	for _, t := range a.Turns {
		who, err := u.Seated(g, line[t.Ply-1].Seat)
		if err != nil {
			return nil, err
		}
		v.Chances[t.Ply-1].Turned = true
		v.Turns = append(v.Turns, templates.TurningMove{
			Ply: t.Ply, Move: t.Played.String(), Best: t.Best.String(), Name: InProse(who), Had: percent(t.Had), Left: percent(t.Left),
		})
	}
	if a.Proven < len(moves) { // before the end, which is
		v.Proven = max(a.Proven, 1)
	}
	who, err := u.Seated(g, of)
	if err == nil {
		v.Of = InProse(who)
	}
	return v, err
}
