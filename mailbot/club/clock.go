package club

import (
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/facts"
	"unlurbot/store"
)

// Grace is what a player has more, once in a turn, whose time is up while mails
// come back. Until then the clock of somebody out of reach runs on: otherwise a
// mailbox that is full would be a way never to lose.
const Grace = 24 * time.Hour

// Ring does what the clock of a game was to be looked at for; nobody orders it. Since then the
// calendar may have changed, with an outage for example; then it looks again later.
// A turn begins anew if the mail that tells the player of it still waits to leave:
// the relay may be out of reach, or the day's mails are used up. When mails are read
// again, one that waits is most probably the same as has left.
type Ring struct {
	About
	Due  time.Time
	UpTo time.Time // up to when all that is due happens now
	// Replaying says that it rang before, and not for the store that was restored.
	Replaying bool
}

func (o Ring) do(s *Session) error {
	g, err := s.Game(o.Game)
	if err != nil || g.State != store.Playing || !g.Rings.Equal(o.Due) {
		return err
	}
	p, err := s.Seated(g, g.Course.ToMove)
	if err != nil {
		return err
	}
	cal, err := clocks.Calendar(s.Unit, p)
	if err != nil {
		return err
	}
	return o.ring(s.book, g, p, cal)
}

func (o Ring) ring(b *book, g *store.Game, p *store.Player, cal game.Calendar) error {
	before := g.Reminded
	for {
		at, reminder := clocks.NextRing(g, cal)
		switch {
		case at.After(o.UpTo):
			if err := clocks.SetWake(b.u, g); g.Reminded == before || err != nil {
				return err
			}
			return o.remind(b, g, p)
		case o.isUntold(b, g, p):
			return o.renew(b, g)
		case reminder == 0 && at.After(o.Due): // when the bot is late, others may have ended before
			return clocks.SetWake(b.u, g)
		case reminder == 0:
			return o.timeIsUp(b, g, p, cal, at)
		}
		g.Reminded = reminder // and not two mails at once, when the bot is late
	}
}

// isUntold says whether the player to move can't know of the turn.
func (o Ring) isUntold(b *book, g *store.Game, p *store.Player) bool {
	return !o.Replaying && p.Unreachable.IsZero() && b.u.Tx.Waits(g.TurnMail)
}

// renew begins the turn anew.
func (o Ring) renew(b *book, g *store.Game) error {
	g.Clock = g.Clock.Renewed(g.Pace, g.Course.ToMove, o.UpTo)
	return clocks.NewTurn(b.u, g)
}

// remind has the player to move reminded, unless the player wants no reminders or can't
// be reached. Who has sent an out-of-office reply in this game hears once of "away".
func (Ring) remind(b *book, g *store.Game, p *store.Player) error {
	if p.NoReminders || !p.Unreachable.IsZero() {
		return nil
	}
	out := &g.OutOfOffice[g.Course.ToMove-game.First]
	f := facts.ReminderDue{Game: g.Number, Seat: g.Course.ToMove, SayAway: *out == store.Out}
	if f.SayAway {
		*out = store.OutAndSaid
	}
	b.note(f)
	return clocks.DropReminder(b.u, g)
}

// timeIsUp deals with a player to move who has no time left: more of it for one whose mails
// come back, once in a turn; then an absence, for one whom a net can catch; else the game is over.
func (o Ring) timeIsUp(b *book, g *store.Game, p *store.Player, cal game.Calendar, end time.Time) error {
	if !p.Unreachable.IsZero() && !g.Graced {
		g.Graced = true
		g.Clock = g.Clock.Extended(g.Course.ToMove, Grace)
		return clocks.SetWake(b.u, g)
	}
	if caught, err := o.spread(b, g, p, cal, end); caught || err != nil {
		return err
	}
	return o.lose(b, g, p, end)
}

// lose ends a game whose player to move has no time left. Who has not moved at
// all has not begun to play, and does not lose. Somebody who vanishes loses rating
// once, however many games there were: clocks ring in the order of their ends.
func (Ring) lose(b *book, g *store.Game, p *store.Player, end time.Time) error {
	seat := g.Course.ToMove
	switch {
	case !g.Course.BothMoved():
		b.note(facts.GameCancelled{Game: g.Number})
		return b.cancel(g, game.NoSeat, end)
	case g.Rated && p.TimedOut.IsZero():
		p.TimedOut = end
		b.u.ChangePlayer(p)
	case g.Rated:
		g.Spared = true
	}
	return b.move(facts.TimeRanOut{Game: g.Number, Seat: seat, Spared: g.Spared}, g, seat, game.Move{Kind: game.RunOutOfTime}, end)
}
