package mailbot

import (
	"errors"
	"time"

	"unlurbot/game"
	"unlurbot/store"
	"unlurbot/templates"
)

// The clocks of running games. What they are is said in package game; here they are
// started and charged, and each running game has one wake-up, for what comes next:
// a reminder or the end of the time. A player is charged up to the arrival of the
// mail, however late it is read.

// calendar says when a player's clock stands still: when the player said so, and
// while the bot could not read its mails.
func (e *errand) calendar(p *store.Player) (game.Calendar, error) {
	outages, err := e.u.Outages()
	if err != nil {
		return game.Calendar{}, err
	}
	free := append(append([]game.Span{}, p.Away...), outages...)
	return game.Calendar{Zone: zone(p.Zone), Weekends: p.FreeWeekends, Free: free}, nil
}

// calendarToMove gives the calendar of the player to move.
func (e *errand) calendarToMove(g *store.Game) (game.Calendar, error) {
	p, err := e.u.Seated(g, g.Course.ToMove)
	if err != nil {
		return game.Calendar{}, err
	}
	return e.calendar(p)
}

// startClock starts the time of a game that begins.
func (e *errand) startClock(g *store.Game) error {
	g.Clock = game.StartClock(g.Pace, e.u.TurnBegins)
	return e.newTurn(g)
}

// record takes over a move and charges the player who has made it. It must be the
// only way in which a move gets into a game, so that no clock is forgotten.
func (e *errand) record(g *store.Game, played *game.Game) error {
	last := played.Events()[len(played.Events())-1]
	if err := e.charge(g, last); err != nil {
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
	return e.newTurn(g)
}

// charge gives the clock of a game after an event that is about to be recorded.
func (e *errand) charge(g *store.Game, last game.Event) error {
	cal, err := e.calendarToMove(g)
	if err != nil || g.Pace.None() {
		return err
	}
	switch last.Move.Kind {
	case game.PutStone, game.SayBlack:
		g.Clock = g.Clock.Moved(g.Pace, last.Seat, cal, e.u.Arrived)
		// The other one hears of it when the mail leaves.
		g.Clock.Since = later(g.Clock.Since, e.u.TurnBegins.Add(e.bot.cfg.UndoGrace))
	case game.TakeBack:
		if g.UndoAsked == game.NoSeat { // nobody had to allow it, see recall
			g.Clock = g.Clock.Recalled(g.Pace, last.Seat, lastMoved(g))
			break
		}
		g.Clock = g.Clock.Returned(g.Pace, last.Seat, g.Course.ToMove, cal, e.u.Arrived)
		g.Clock.Since = e.u.TurnBegins // perhaps before the other one's time had begun
	case game.RunOutOfTime:
		g.Clock = g.Clock.Settled(g.Pace, g.Course.ToMove, cal, last.At)
	default:
		g.Clock = g.Clock.Settled(g.Pace, g.Course.ToMove, cal, e.u.Arrived)
	}
	return nil
}

// lastMoved is when the last move of a game was made.
func lastMoved(g *store.Game) time.Time { return g.Events[len(g.Events)-1].At }

// ended is when a game is over of which this is the last event: when the time was
// up, or else now.
func ended(last game.Event, now time.Time) time.Time {
	if last.Move.Kind == game.RunOutOfTime {
		return last.At
	}
	return now
}

// newTurn notes what the clock of a game does next, once a turn has begun or the
// game is over. A reminder of the last turn that waits to be sent is not needed.
func (e *errand) newTurn(g *store.Game) error {
	g.Reminded, g.Graced = 0, false
	return errors.Join(e.dropReminder(g), e.setWake(g))
}

// setWake notes the wake-up for what the clock does next, in the place of the one
// before.
func (e *errand) setWake(g *store.Game) error {
	e.u.ChangeGame(g)
	if !g.Rings.IsZero() {
		if _, err := e.u.Tx.Woken(ringOf(g)); err != nil {
			return err
		}
		g.Rings = time.Time{}
	}
	if g.State != store.Playing || g.Pace.None() {
		return nil
	}
	cal, err := e.calendarToMove(g)
	if err != nil {
		return err
	}
	if end := g.Clock.Deadline(g.Pace, g.Course.ToMove, cal); g.Reminded == remindedLast && e.u.Now.Before(end.Add(-lastDay)) {
		g.Reminded = remindedHalf // the end was put off: its last day comes again
	}
	g.Rings, _ = nextRing(g, cal)
	return e.u.Tx.WakeAt(ringOf(g))
}

func ringOf(g *store.Game) store.WakeUp {
	return store.WakeUp{At: g.Rings, Kind: store.WakeClock, Number: uint32(g.Number)}
}

const (
	// lastDay is how long before the end the last reminder comes.
	lastDay = 24 * time.Hour
	// betweenReminders is how long after the other it must come at least.
	betweenReminders = 12 * time.Hour
)

// The reminders of a turn, as store.Game.Reminded counts them.
const (
	remindedHalf = 1 + iota // when half of the time is left
	remindedLast            // one day before the end
)

// nextRing gives the next time at which the clock of a game has to be looked at,
// and which reminder is due then, 0 for the end of the time. The one of the last
// day is left out if it would come soon after the other.
func nextRing(g *store.Game, cal game.Calendar) (at time.Time, reminder int) {
	clock := g.Clock
	end := clock.Deadline(g.Pace, g.Course.ToMove, cal)
	left := clock.Left[g.Course.ToMove-game.First]
	half := cal.Until(clock.Since, left-(clock.Turn/2).Truncate(time.Second))
	if g.Reminded < remindedHalf {
		return half, remindedHalf
	}
	if last := end.Add(-lastDay); g.Reminded < remindedLast && last.Sub(half) >= betweenReminders {
		return last, remindedLast
	}
	return end, 0
}

// changeCalendar changes when a player's clocks stand still, from the arrival of the
// mail on: what has passed then is charged as it was.
func (e *errand) changeCalendar(p *store.Player, change func()) error {
	old, err := e.calendar(p)
	if err != nil {
		return err
	}
	games, err := e.u.OpenGames(p)
	if err != nil {
		return err
	}
	change()
	e.u.ChangePlayer(p)
	for _, g := range games {
		if g.State != store.Playing || g.Course.ToMove != g.SeatOf(p.ID) {
			continue
		}
		g.Clock = g.Clock.Settled(g.Pace, g.Course.ToMove, old, e.u.Arrived)
		if err := e.setWake(g); err != nil {
			return err
		}
	}
	return nil
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
	cal, err := e.calendar(p)
	if err != nil {
		return nil, err
	}
	in := zone(reader.Zone)
	t := &templates.Time{
		Left:  templates.DurationOf(g.Clock.LeftAt(g.Pace, g.Course.ToMove, g.Course.ToMove, cal, e.u.Now)),
		Until: g.Clock.Deadline(g.Pace, g.Course.ToMove, cal).In(in), Zone: zoneName(reader.Zone),
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
