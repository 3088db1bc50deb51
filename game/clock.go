package game

import "time"

// A Clock is what is stored of the time of a running game. It is a value, like
// a position: what happens to it gives another one. The zero value is the clock
// of a game without one.
//
// Only the player to move is charged, and the calendar in a call is always that
// player's. Nothing is charged before a call says so: Left is as of Since, and
// so a free time that becomes known later, such as an outage, still counts as
// free. A calendar that is about to change for the future is another matter;
// see Settled. No time is ever below zero.
type Clock struct {
	Left  [2]time.Duration `json:"left,omitzero"`  // of First and Second
	Since time.Time        `json:"since,omitzero"` // from when the player to move is charged: a whole second, in UTC

	// For moves that are taken back:
	Turn time.Duration    `json:"turn,omitzero"` // what the player to move had when the turn began
	Kept [2]time.Duration `json:"kept,omitzero"` // what First and Second had left at their last moves, before anything was added
}

// AfterUndo is what both players have at least after a move was taken back: the
// one to move sees that only when the mail arrives.
const AfterUndo = 24 * time.Hour

// StartClock gives the clock of a game that begins.
func StartClock(p Pace, at time.Time) Clock {
	if p.None() {
		return Clock{}
	}
	begin := p.PerMove + p.Bank // which of the two there is
	return Clock{
		Left:  [2]time.Duration{begin, begin},
		Since: wholeSecond(at),
		Turn:  begin,
		Kept:  [2]time.Duration{begin, begin},
	}
}

// LeftAt gives the time that a seat has left. It is zero for no clock.
func (c Clock) LeftAt(p Pace, s, toMove Seat, cal Calendar, now time.Time) time.Duration {
	if p.None() || s == NoSeat {
		return 0
	}
	left := c.Left[s-1]
	if s == toMove {
		left -= cal.Spent(c.Since, wholeSecond(now))
	}
	return max(left, 0)
}

// Deadline gives the moment at which the time of the player to move is up; a
// move must come before it. It is the zero time for no clock, and the last
// second of the year 9999 if it never comes.
func (c Clock) Deadline(p Pace, toMove Seat, cal Calendar) time.Time {
	if p.None() || toMove == NoSeat {
		return time.Time{}
	}
	return cal.Until(c.Since, c.Left[toMove-1])
}

// Settled charges the player to move up to now, without a move, because the
// calendar is about to change: what has passed counts by the old calendar, what
// comes by the new one. With an unchanged calendar it changes no deadline that
// is still to come.
func (c Clock) Settled(p Pace, toMove Seat, cal Calendar, now time.Time) Clock {
	if p.None() || toMove == NoSeat {
		return c
	}
	c.Left[toMove-1] = c.LeftAt(p, toMove, toMove, cal, now)
	c.Since = later(c.Since, wholeSecond(now))
	return c
}

// Moved charges the seat that has moved, gives it its time for the next move,
// and starts the other's time. An increment is added up to the cap; what is
// above the cap already, because of Extended or Returned, is not taken away.
func (c Clock) Moved(p Pace, by Seat, cal Calendar, now time.Time) Clock {
	if p.None() || by == NoSeat {
		return c
	}
	c = c.Settled(p, by, cal, now)
	left := c.Left[by-1]
	c.Kept[by-1] = left
	c.Left[by-1] = p.next(left)
	c.Turn = c.Left[by.Other()-1]
	return c
}

// next gives what a player has for the next move.
func (p Pace) next(left time.Duration) time.Duration {
	if p.PerMove > 0 {
		return p.PerMove
	}
	return max(left, min(left+p.Increment, p.Cap))
}

// Renewed gives the clock of a turn that begins anew, because its player can't have
// heard of it before.
func (c Clock) Renewed(p Pace, toMove Seat, now time.Time) Clock {
	if p.None() || toMove == NoSeat {
		return c
	}
	c.Left[toMove-1] = c.Turn
	c.Since = later(c.Since, wholeSecond(now))
	return c
}

// Extended gives a seat more time, whatever the cap: a mail has bounced.
func (c Clock) Extended(s Seat, d time.Duration) Clock {
	if s != NoSeat {
		c.Left[s-1] = max(c.Left[s-1]+d, 0)
	}
	return c
}

// Returned gives the clock after a seat's last move was taken back, and the
// opponent's answer to it if there was one, so that it is this seat's turn
// again. Nobody gains by it, and nobody suffers from what the other one does:
//
//   - The seat that moves again has what it had left when it made that move,
//     before anything was added for it. If there was an answer, so that its
//     clock was running again, it has no more than what is left now.
//   - The opponent isn't charged for having thought about a move that doesn't
//     stand, and keeps all that was added for an answer.
//   - Both have AfterUndo at least, at any pace.
//
// The calendar is that of the player to move before the move is taken back.
func (c Clock) Returned(p Pace, to, toMove Seat, cal Calendar, now time.Time) Clock {
	if p.None() || to == NoSeat {
		return c
	}
	opponent := to.Other()
	kept := c.Left[opponent-1]
	if toMove == opponent {
		kept = max(kept, c.Turn)
	}
	c = c.Settled(p, toMove, cal, now)
	c.Left[to-1] = max(min(c.Left[to-1], c.Kept[to-1]), AfterUndo)
	c.Left[opponent-1] = max(kept, AfterUndo)
	c.Turn = c.Left[to-1]
	return c
}

// Recalled gives the clock after a seat's last move was taken back of which the
// opponent has not heard: that of a seat that has never made this move. It is
// charged from the time of the move on. There is no AfterUndo: to move and take it
// back, again and again, would never end.
func (c Clock) Recalled(p Pace, to Seat, moved time.Time) Clock {
	if p.None() || to == NoSeat {
		return c
	}
	c.Left[to-1] = min(c.Left[to-1], c.Kept[to-1])
	c.Turn = c.Left[to-1]
	c.Since = wholeSecond(moved)
	return c
}

// AfterReopening is what both players have at least in a game that goes on after it was over, or
// what it began with, if that is less: they learn of it by mail, and may have to think themselves
// in again.
const AfterReopening = 3 * 24 * time.Hour

// Reopened gives the clock of a game that goes on after it was over. Nobody is charged for the
// time in between. Who moves again since their last stone was taken back has what they had
// before that move, as in Returned.
func (c Clock) Reopened(p Pace, toMove Seat, stone bool, now time.Time) Clock {
	if p.None() || toMove == NoSeat {
		return c
	}
	if stone {
		c.Left[toMove-1] = min(c.Left[toMove-1], c.Kept[toMove-1])
	}
	least := min(p.PerMove+p.Bank, AfterReopening)
	for i := range c.Left {
		c.Left[i] = max(c.Left[i], least)
	}
	c.Turn, c.Since = c.Left[toMove-1], wholeSecond(now)
	return c
}

func wholeSecond(t time.Time) time.Time { return t.UTC().Truncate(time.Second) }
