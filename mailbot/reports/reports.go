// Package reports deals with what programs say of mails of ours: that one came back, or that
// nobody is there to read it. It says whether that is believed, changes what follows from it,
// and gives as facts what others are to hear. A mail of a program is never answered.
//
// Package mailbot asks it on the way of each mail that no person has written, and when a mail
// is given up that the relay did not take.
package reports

import (
	"errors"
	"slices"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/unit"
	"unlurbot/parser"
	"unlurbot/store"
)

// A Report is a mail of a program, with what it brings back of ours.
type Report struct {
	Mail   *parser.Mail
	Sealed token.Token // purpose 0 for none, see author.ReadToken
	Keys   token.Ring  // for what else there is in it
}

// A player whose mails come back is unreachable: the bot sends nothing more to
// that address, since servers think ill of those who go on, and the opponents
// are told. The mails are held back meanwhile. It ends by itself, with the first
// mail that is certainly the player's. Clocks run on, but see club's grace.

// Bounced deals with a report on a mail of ours. It is believed only if it
// brings back the token for bounces. As a rule that is the one of the envelope
// sender, which nobody but the servers on the way has seen. Where the address can
// have none it stands in the Message-ID, which others may see too: in the
// header of an answer of which somebody is sent a copy. So it is worth nothing
// from the day on of which the player's latest mail is.
func (r Report) Bounced(u *unit.Unit) (decision.Decision, []facts.Entry, error) {
	t, latest := r.returned()
	failure := r.Mail.Failure
	if t.Purpose != token.ForBounce || failure == nil || !failure.Permanent {
		return decision.IgnoredBounce, nil, nil
	}
	p, err := u.Player(store.PlayerID(t.Number))
	if errors.Is(err, store.ErrNotFound) {
		return decision.IgnoredBounce, nil, nil
	}
	if err != nil {
		return "", nil, err
	}
	if token.Day(p.Heard) > latest || !p.Forgotten.IsZero() {
		return decision.IgnoredBounce, nil, nil // a mail from before the player wrote, or left
	}
	about := store.GameNumber(0)
	if t, ok := r.Keys.Unseal(token.InID(failure.OriginalID)); ok && t.Purpose == token.ForGame {
		about = store.GameNumber(t.Number)
	}
	log, err := lose(u, p, about, failure.Status)
	if log == nil {
		return decision.IgnoredBounce, nil, err // known
	}
	return decision.Bounced, log, err
}

// returned gives the token for bounces that a report brings back, and the
// latest day on which the player may have written for it to be believed.
func (r Report) returned() (t token.Token, latest int) {
	failure := r.Mail.Failure
	if r.Sealed.Purpose == token.ForBounce || failure == nil {
		return r.Sealed, r.Sealed.Ply
	}
	if t, ok := r.Keys.Unseal(failure.Token); ok && t.Purpose == token.ForBounce {
		return t, t.Ply
	}
	t, _ = r.Keys.Unseal(token.BounceInID(failure.OriginalID))
	return t, t.Ply - 1
}

// GivenUp deals with the player for whom a mail was that is given up, for a reason that a
// server has given: nobody can be reached there.
func GivenUp(u *unit.Unit, m *store.Outgoing, reason string) ([]facts.Entry, error) {
	if m.Player == 0 {
		return nil, nil
	}
	p, err := u.Player(m.Player)
	if err != nil || !p.Forgotten.IsZero() {
		return nil, err
	}
	return lose(u, p, m.Game, reason)
}

// lossRest is the time between two times that it is told of one player: somebody
// may go on writing whose own mails come back each time.
const lossRest = 24 * time.Hour

// lose notes that a mail to a player did not arrive, about a game or about none, and holds
// back the others, those that wait included. Games that the player only watches need not
// wait to be seen. It gives nothing if the player is known to be out of reach.
func lose(u *unit.Unit, p *store.Player, about store.GameNumber, reason string) ([]facts.Entry, error) {
	if about != 0 && !slices.Contains(p.Missed, about) {
		p.Missed = append(p.Missed, about)
		u.ChangePlayer(p)
	}
	if !p.Unreachable.IsZero() {
		return nil, nil
	}
	p.Unreachable = u.Now
	u.ChangePlayer(p)
	if err := club.StopWatching(u, p); err != nil {
		return nil, err
	}
	held, err := u.Tx.Hold(p.Address)
	lost := facts.OutOfReach{Player: p.ID, Reason: reason, Held: held, Again: u.Now.Sub(p.UnreachableTold) < lossRest}
	if !lost.Again {
		p.UnreachableTold = u.Now
	}
	return []facts.Entry{{Fact: lost}}, err
}

// OutOfOffice remembers that a player's program has answered a mail of ours that
// nobody is there. That costs and plays nothing; the next reminder speaks of it, see
// facts.ReminderDue. Such answers go to Reply-To or to the envelope sender. If one names only
// the player, it counts for all games in which that player is to move. A token of what does
// not exist, which a restored backup can bring about, is no token.
func (r Report) OutOfOffice(u *unit.Unit) error {
	tokens := []token.Token{r.Sealed}
	for _, id := range slices.Concat(r.Mail.InReplyTo, r.Mail.References) {
		if t, ok := r.Keys.Unseal(token.InID(id)); ok {
			tokens = append(tokens, t)
		}
	}
	i := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Purpose == token.ForGame })
	if i >= 0 {
		g, err := u.Game(store.GameNumber(tokens[i].Number))
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		if err == nil {
			markOut(u, g, tokens[i].Seat)
		}
		return err
	}
	if r.Sealed.Purpose != token.ForBounce {
		return nil
	}
	p, err := u.Player(store.PlayerID(r.Sealed.Number))
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	games, err := u.OpenGames(p)
	for _, g := range games {
		if seat := g.SeatOf(p.ID); club.OnTurn(g, seat) {
			markOut(u, g, seat)
		}
	}
	return err
}

// markOut notes it for one game.
func markOut(u *unit.Unit, g *store.Game, seat game.Seat) {
	if seat == game.NoSeat {
		return
	}
	if out := &g.OutOfOffice[seat-game.First]; *out == store.NotOut {
		*out = store.Out
		u.ChangeGame(g)
	}
}
