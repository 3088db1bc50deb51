package mailbot

import (
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/zones"
	"unlurbot/store"
	"unlurbot/templates"
)

// record takes over what was played last in a game, by whoever.
func (e *errand) record(g *store.Game, played *game.Game) error {
	e.noteWatched(g)
	return e.tell(e.club().Record(g, played))
}

// timeLeft says how much time the player to move has, in the reader's zone; nil if
// there is no clock.
func (e *errand) timeLeft(g *store.Game, reader *store.Player) (*templates.Time, error) {
	if g.State != store.Playing || g.Pace.None() {
		return nil, nil
	}
	p, err := e.u.Seated(g, g.Course.ToMove)
	if err != nil {
		return nil, err
	}
	cal, err := clocks.Calendar(e.u, p)
	if err != nil {
		return nil, err
	}
	in := zones.Of(reader.Zone)
	t := &templates.Time{
		Left:  templates.DurationOf(g.Clock.LeftAt(g.Pace, g.Course.ToMove, g.Course.ToMove, cal, e.u.Now)),
		Until: g.Clock.Deadline(g.Pace, g.Course.ToMove, cal).In(in), Zone: zones.Shown(reader.Zone),
	}
	if until := stillUntil(p, e.u.Now); !until.IsZero() {
		t.Still = until.In(in)
	}
	return t, nil
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
