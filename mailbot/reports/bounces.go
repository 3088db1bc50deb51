package reports

import (
	"slices"
	"time"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
)

// A player whose mails come back is unreachable: the bot sends nothing more to
// that address, since servers think ill of those who go on, and the opponents
// are told. The mails are held back meanwhile. It ends by itself, with the first
// mail that is certainly the player's. Clocks run on, but see club's grace.

// bounced deals with a report on a mail of ours. It is believed only if it
// brings back the token for bounces. As a rule that is the one of the envelope
// sender, which nobody but the servers on the way has seen. Where the address can
// have none it stands in the Message-ID, which others may see too: in the
// header of an answer of which somebody is sent a copy. So that one is worth nothing
// from the day on of which the player's latest mail is.
func (r Report) bounced(u *unit.Unit) (Outcome, error) {
	ignored, failure := Outcome{Decision: decision.IgnoredBounce}, r.Mail.Failure
	t, late := r.Sealed, 0 // by how many days the player must have written before the token
	if t.Purpose != token.ForBounce && failure != nil {
		var ok bool
		if t, ok = r.Keys.Unseal(failure.Token); !ok || t.Purpose != token.ForBounce {
			t, _ = r.Keys.Unseal(token.BounceInID(failure.OriginalID))
			late = 1
		}
	}
	if t.Purpose != token.ForBounce || failure == nil || !failure.Permanent {
		return ignored, nil
	}
	p, err := knownPlayer(u, t.Number)
	if p == nil || err != nil || token.Day(p.Heard) > t.Ply-late { // it is from before the player wrote
		return ignored, err
	}
	about := store.GameNumber(0)
	if t, ok := r.Keys.Unseal(token.InID(failure.OriginalID)); ok && t.Purpose == token.ForGame {
		about = store.GameNumber(t.Number)
	}
	log, err := lose(u, p, about, failure.Status)
	if log == nil { // known
		return ignored, err
	}
	return Outcome{Decision: decision.Bounced, Log: log}, err
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
