package mailbot

import (
	"errors"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/names"
	"unlurbot/store"
	"unlurbot/templates"
)

// grace is what a player has more, once in a turn, whose time is up while mails
// come back. Until then the clock of somebody out of reach runs on: otherwise a
// mailbox that is full would be a way never to lose.
const grace = 24 * time.Hour

// ring does what the clock of a game was to be looked at for. Since then the
// calendar may have changed, with an outage for example; then it looks again later.
// A turn begins anew if the mail that tells the player of it still waits to leave:
// the relay may be out of reach, or the day's mails are used up. When mails are read
// again, one that waits is most probably the same as has left.
func ring(e *errand, number uint32) error {
	g, err := e.u.Game(store.GameNumber(number))
	if err != nil || g.State != store.Playing || !g.Rings.Equal(e.due) {
		return err
	}
	p, err := e.u.Seated(g, g.Course.ToMove)
	if err != nil {
		return err
	}
	cal, err := clocks.Calendar(e.u, p)
	if err != nil {
		return err
	}
	untold := !e.again && p.Unreachable.IsZero() && e.u.Tx.Waits(g.TurnMail)
	before := g.Reminded
	for {
		at, reminder := clocks.NextRing(g, cal)
		switch {
		case at.After(e.upTo) && g.Reminded == before:
			return clocks.SetWake(e.u, g)
		case at.After(e.upTo):
			return errors.Join(clocks.SetWake(e.u, g), e.remind(g, p))
		case untold:
			g.Clock = g.Clock.Renewed(g.Pace, g.Course.ToMove, e.upTo)
			return clocks.NewTurn(e.u, g)
		case reminder == 0 && at.After(e.due): // when the bot is late, others may have ended before
			return clocks.SetWake(e.u, g)
		case reminder == 0:
			return e.timeIsUp(g, p, at)
		}
		g.Reminded = reminder // and not two mails at once, when the bot is late
	}
}

// remind writes to the player to move, unless the player wants no reminders or can't
// be reached. Who has sent an out-of-office reply in this game hears once of "away".
// If this happens as of then, while filed mails are read again, nobody is written to:
// the reminder has left, and mostly the move was made. But the next mail of the game
// comes behind it, as it did.
func (e *errand) remind(g *store.Game, p *store.Player) error {
	if p.NoReminders || !p.Unreachable.IsZero() {
		return nil
	}
	if err := clocks.DropReminder(e.u, g); err != nil {
		return err
	}
	l := letters.Letter{To: p, Kind: templates.Reminder, Game: g}
	if out := &g.OutOfOffice[g.Course.ToMove-game.First]; *out == store.Out {
		*out = store.OutAndSaid
		l.Notices = append(l.Notices, templates.Notice{Code: templates.NoticeAwayHelps})
	}
	if err := e.desk().Send(l); err != nil || !e.again {
		return err
	}
	return clocks.DropReminder(e.u, g)
}

// timeIsUp ends a game whose player to move has no time left. Who has not moved at
// all has not begun to play, and does not lose. Somebody who vanishes loses rating
// once, however many games there were: clocks ring in the order of their ends.
func (e *errand) timeIsUp(g *store.Game, p *store.Player, end time.Time) error {
	seat := g.Course.ToMove
	switch {
	case !p.Unreachable.IsZero() && !g.Graced:
		g.Graced = true
		g.Clock = g.Clock.Extended(seat, grace)
		return clocks.SetWake(e.u, g)
	case !g.Course.BothMoved():
		return errors.Join(e.cancel(g, game.NoSeat, end), e.tellBoth(g, templates.Cancelled))
	case g.Rated && p.TimedOut.IsZero():
		p.TimedOut = end
		e.u.ChangePlayer(p)
	case g.Rated:
		g.Spared = true
	}
	played, err := g.Replay()
	if err != nil {
		return err
	}
	event, err := played.Decide(seat, game.Move{Kind: game.RunOutOfTime}, end)
	if err != nil {
		return err
	}
	if err := played.Apply(event); err != nil {
		return err
	}
	if err := e.record(g, played); err != nil {
		return err
	}
	return e.tellBoth(g, templates.Over)
}

// cancel ends a game in which one player has not moved, see club.Session.Cancel.
func (e *errand) cancel(g *store.Game, by game.Seat, end time.Time) error {
	return e.tell(e.club().Cancel(g, by, end))
}

// tellBoth writes to both players of a game.
func (e *errand) tellBoth(g *store.Game, k templates.Kind) error {
	for _, seat := range []game.Seat{game.First, game.Second} {
		p, err := e.u.Seated(g, seat)
		if err != nil {
			return err
		}
		l := letters.Letter{To: p, Kind: k, Game: g}
		if g.Spared {
			loser, err := e.u.Seated(g, g.Course.Winner.Other())
			if err != nil {
				return err
			}
			l.Notices = append(l.Notices, templates.Notice{Code: templates.NoticeSpared, Name: names.Of(loser), On: loser == p})
		}
		if err := e.desk().Send(l); err != nil {
			return err
		}
	}
	return nil
}
