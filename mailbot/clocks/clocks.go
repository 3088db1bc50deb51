// Package clocks keeps the clocks of running games. Package game defines what they are;
// this one starts and charges them, and gives each running game one wake-up, for the next
// event: a reminder or the end of the time. A player is charged up to the arrival of
// the mail, however late it is read.
//
// It tells nobody and ends no game.
package clocks

import (
	"errors"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/unit"
	"unlurbot/mailbot/zones"
	"unlurbot/store"
)

// Calendar says when a player's clock stands still: when the player said so, and
// while the bot could not read its mails. A robot's always does.
func Calendar(u *unit.Unit, p *store.Player) (game.Calendar, error) {
	outages, err := u.Outages()
	if err != nil {
		return game.Calendar{}, err
	}
	if p.Robot > 0 {
		return game.Calendar{Free: []game.Span{game.Always}}, nil
	}
	free := append(append([]game.Span{}, p.Away...), outages...)
	return game.Calendar{Zone: zones.Of(p.Zone), Weekends: p.FreeWeekends, Free: free}, nil
}

// CalendarToMove gives the calendar of the player to move.
func CalendarToMove(u *unit.Unit, g *store.Game) (game.Calendar, error) {
	p, err := u.Seated(g, g.Course.ToMove)
	if err != nil {
		return game.Calendar{}, err
	}
	return Calendar(u, p)
}

// Start starts the time of a game that begins.
func Start(u *unit.Unit, g *store.Game) error {
	g.Clock = game.StartClock(g.Pace, u.TurnBegins)
	return NewTurn(u, g)
}

// Reopen starts the time of a game that goes on after it was over; stone says that the last
// stone was taken back for that.
func Reopen(u *unit.Unit, g *store.Game, stone bool) error {
	g.Clock = g.Clock.Reopened(g.Pace, g.Course.ToMove, stone, u.TurnBegins)
	return NewTurn(u, g)
}

// Charge gives the clock of a game after an event that is about to be recorded. The other
// player hears of a move when that much grace to take it back is over.
func Charge(u *unit.Unit, g *store.Game, last game.Event, grace time.Duration) error {
	cal, err := CalendarToMove(u, g)
	if err != nil || g.Pace.None() {
		return err
	}
	switch last.Move.Kind {
	case game.PutStone, game.SayBlack:
		g.Clock = g.Clock.Moved(g.Pace, last.Seat, cal, u.Arrived)
		if told := u.TurnBegins.Add(grace); told.After(g.Clock.Since) {
			g.Clock.Since = told
		}
	case game.TakeBack:
		if g.UndoAsked == game.NoSeat { // nobody had to allow it, see recall
			g.Clock = g.Clock.Recalled(g.Pace, last.Seat, LastMoved(g))
			break
		}
		g.Clock = g.Clock.Returned(g.Pace, last.Seat, g.Course.ToMove, cal, u.Arrived)
		g.Clock.Since = u.TurnBegins // perhaps before the other one's time had begun
	case game.RunOutOfTime:
		g.Clock = g.Clock.Settled(g.Pace, g.Course.ToMove, cal, last.At)
	default:
		g.Clock = g.Clock.Settled(g.Pace, g.Course.ToMove, cal, u.Arrived)
	}
	return nil
}

// NewTurn notes what the clock of a game does next, once a turn has begun or the
// game is over. A reminder of the last turn that waits to be sent is not needed.
func NewTurn(u *unit.Unit, g *store.Game) error {
	g.Reminded, g.Graced = 0, false
	return errors.Join(DropReminder(u, g), SetWake(u, g))
}

// SetWake notes the wake-up for what the clock does next, in the place of the one
// before.
func SetWake(u *unit.Unit, g *store.Game) error {
	u.ChangeGame(g)
	if !g.Rings.IsZero() {
		for _, kind := range []store.WakeKind{store.WakeClock, store.WakeRobot} { // the other player may be to move by now
			if _, err := u.Tx.Woken(store.WakeUp{At: g.Rings, Kind: kind, Number: uint32(g.Number)}); err != nil {
				return err
			}
		}
		g.Rings = time.Time{}
	}
	if g.RobotToMove() {
		g.Rings = u.TurnBegins
		return u.Tx.WakeAt(g.Ring())
	}
	if g.State != store.Playing || g.Pace.None() {
		return nil
	}
	cal, err := CalendarToMove(u, g)
	if err != nil {
		return err
	}
	if end := g.Clock.Deadline(g.Pace, g.Course.ToMove, cal); g.Reminded == remindedLast && u.Now.Before(end.Add(-lastDay)) {
		g.Reminded = remindedHalf // the end was put off: its last day comes again
	}
	g.Rings, _ = NextRing(g, cal)
	return u.Tx.WakeAt(g.Ring())
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

// NextRing gives the next time at which the clock of a game has to be looked at,
// and which reminder is due then, 0 for the end of the time. The one of the last
// day is left out if it would come soon after the other.
func NextRing(g *store.Game, cal game.Calendar) (at time.Time, reminder int) {
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

// Rest is what a player has left whose time was up and who is away since then: with nothing
// left the time would be up at once, and not when the absence is over.
const Rest = time.Second

// ChangeCalendar changes when a player's clocks stand still, from a time on, such as the
// arrival of the mail: what has passed then is charged as it was.
func ChangeCalendar(u *unit.Unit, p *store.Player, from time.Time, change func()) error {
	old, err := Calendar(u, p)
	if err != nil {
		return err
	}
	games, err := u.OpenGames(p)
	if err != nil {
		return err
	}
	change()
	u.ChangePlayer(p)
	for _, g := range games {
		if g.State != store.Playing || g.Course.ToMove != g.SeatOf(p.ID) {
			continue
		}
		g.Clock = g.Clock.Settled(g.Pace, g.Course.ToMove, old, from)
		if err := SetWake(u, g); err != nil {
			return err
		}
	}
	return nil
}

// DropReminder takes the reminder of a game out of the outbox if it waits there:
// two never come at once, and none after the move.
func DropReminder(u *unit.Unit, g *store.Game) error {
	id := g.Reminder
	if g.Reminder = 0; id == 0 {
		return nil
	}
	return u.Tx.Sent(id)
}

// LastMoved is when the last move of a game was made.
func LastMoved(g *store.Game) time.Time { return g.Events[len(g.Events)-1].At }
