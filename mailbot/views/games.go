package views

import (
	"slices"
	"strings"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/unit"
	"unlurbot/mailbot/zones"
	"unlurbot/store"
	"unlurbot/templates"
)

// InProse gives what a player is called within a sentence, near a place where a robot is marked.
func InProse(p *store.Player) string { return strings.TrimSuffix(names.Of(p), templates.RobotMark) }

// Opponent gives what a player reads for the opponent's name.
func Opponent(u *unit.Unit, g *store.Game, reader game.Seat) (string, error) {
	if club.IsVeiled(g, reader) {
		return g.Called, nil
	}
	opponent, err := u.Seated(g, reader.Other())
	if err != nil {
		return "", err
	}
	return InProse(opponent), nil
}

// TimeLeft says how much time the player to move has, in the reader's zone; nil if
// there is no clock.
func TimeLeft(u *unit.Unit, g *store.Game, reader *store.Player) (*templates.Time, error) {
	if g.State != store.Playing || g.Pace.None() {
		return nil, nil
	}
	p, err := u.Seated(g, g.Course.ToMove)
	if err != nil {
		return nil, err
	}
	cal, err := clocks.Calendar(u, p)
	if err != nil {
		return nil, err
	}
	in := zones.Of(reader.Zone)
	left := g.Clock.LeftAt(g.Pace, g.Course.ToMove, g.Course.ToMove, cal, u.Now)
	t := &templates.Time{
		Left:  templates.DurationOf(left),
		Until: g.Clock.Deadline(g.Pace, g.Course.ToMove, cal).In(in), Zone: zones.Shown(reader.Zone),
		Other: templates.DurationOf(g.Clock.LeftAt(g.Pace, g.Course.ToMove.Other(), g.Course.ToMove, cal, u.Now)),
	}
	// Who has nothing left has until the absence is over, which is one time and not two.
	if until := clocks.StillUntil(p, u.Now); !until.IsZero() && left > clocks.Rest {
		t.Still = until.In(in)
	}
	return t, nil
}

// PlayedFrom lists for one of the players what was played after some events. Moves
// have their numbers in the record, where a take-back has none.
func PlayedFrom(u *unit.Unit, g *store.Game, before int, reader *store.Player) (moves []templates.PlayedMove, err error) {
	played, err := game.New(g.Size)
	if err != nil {
		return nil, err
	}
	var line, places []int // those of the events that stand, and of the moves
	for i, event := range g.Events {
		if err := played.Apply(event); err != nil {
			return nil, err
		}
		position := played.Position()
		number := position.Ply()
		if event.Move.Kind == game.Reopen { // then what it takes back is as if it had never been
			line = line[:len(played.Line())]
			if n := len(places); n > 0 {
				moves, places = moves[:n-1], places[:n-1]
			}
			continue
		}
		if event.Move.Kind == game.TakeBack {
			line, number = line[:len(played.Line())], 0
		} else {
			line = append(line, i)
		}
		if i < before {
			continue
		}
		by, err := u.Seated(g, event.Seat)
		if err != nil {
			return nil, err
		}
		places = append(places, i)
		moves = append(moves, templates.PlayedMove{
			Ply: number, Move: event.Move.String(), ByYou: by.ID == reader.ID, Name: InProse(by),
		})
	}
	for i := range moves {
		moves[i].Undone = moves[i].Ply > 0 && !slices.Contains(line, places[i])
	}
	return moves, nil
}

// Record gives what a file says of a game.
func Record(u *unit.Unit, g *store.Game) (*game.Record, error) {
	played, err := g.Replay()
	if err != nil {
		return nil, err
	}
	r := &game.Record{
		Number: int(g.Number), Size: g.Size, Started: g.Started, Pace: g.Pace.String(), Rated: g.Rated, Events: played.Line(),
	}
	for i, id := range g.Players {
		p, err := u.Player(id)
		if err != nil {
			return nil, err
		}
		r.Players[i] = names.Of(p)
	}
	return r, nil
}

// Span tells a time in the zone of a reader.
func Span(u *unit.Unit, reader *store.Player, s game.Span) templates.Span {
	in := zones.Of(reader.Zone)
	return templates.Span{From: s.From.In(in), To: s.To.In(in), Zone: zones.Shown(reader.Zone), Begun: !s.From.After(u.Now)}
}

// Drawing gives a game as pictures show it: who plays, and not when.
func Drawing(u *unit.Unit, g *store.Game) (*game.Record, error) {
	r, err := Record(u, g)
	if err != nil {
		return nil, err
	}
	drawn := &game.Record{Number: r.Number, Size: r.Size, Players: r.Players, Events: slices.Clone(r.Events)}
	for i := range drawn.Events {
		drawn.Events[i].At = time.Time{}
	}
	return drawn, nil
}
