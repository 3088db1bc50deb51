package mailbot

import (
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/zones"
	"unlurbot/store"
	"unlurbot/templates"
)

// record takes over a move and charges the player who has made it. It must be the
// only way in which a move gets into a game, so that no clock is forgotten.
func (e *errand) record(g *store.Game, played *game.Game) error {
	last := played.Events()[len(played.Events())-1]
	if err := clocks.Charge(e.u, g, last, e.bot.cfg.UndoGrace); err != nil {
		return err
	}
	g.TurnMail = 0
	g.Record(played, ended(last, e.u.Now))
	e.noteWatched(g)
	e.u.ChangeGame(g)
	if g.State == store.Finished {
		if err := e.logResult(g); err != nil {
			return err
		}
	}
	return clocks.NewTurn(e.u, g)
}

// ended is when a game is over of which this is the last event: when the time was
// up, or else now.
func ended(last game.Event, now time.Time) time.Time {
	if last.Move.Kind == game.RunOutOfTime {
		return last.At
	}
	return now
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
