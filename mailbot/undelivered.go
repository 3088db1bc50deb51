package mailbot

import (
	"errors"
	"slices"
	"time"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/discreet"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/token"
	"unlurbot/store"
	"unlurbot/templates"
)

// A player whose mails come back is unreachable: the bot sends nothing more to
// that address, since servers think ill of those who go on, and the opponents
// are told. The mails are held back meanwhile. It ends by itself, with the first
// mail that is certainly the player's. Clocks run on, but see grace.

// bounced deals with a report on a mail of ours. It is believed only if it
// brings back the token for bounces. As a rule that is the one of the envelope
// sender, which nobody but the servers on the way has seen. Where the address can
// have none it stands in the Message-ID, which others may see too: in the
// header of an answer of which somebody is sent a copy. So it is worth nothing
// from the day on of which the player's latest mail is.
func (e *errand) bounced() (Decision, error) {
	if e.mail.Complaint != nil {
		return e.complained()
	}
	keys, err := e.desk().Ring()
	if err != nil {
		return "", err
	}
	failure := e.mail.Failure
	t, latest := e.returnedToken(keys)
	if t.Purpose != token.ForBounce || failure == nil || !failure.Permanent {
		return IgnoredBounce, nil
	}
	player, err := e.u.Player(store.PlayerID(t.Number))
	if errors.Is(err, store.ErrNotFound) {
		return IgnoredBounce, nil
	}
	if err != nil {
		return "", err
	}
	if token.Day(player.Heard) > latest || !player.Forgotten.IsZero() {
		return IgnoredBounce, nil // a mail from before the player wrote, or left
	}
	if about, ok := keys.Unseal(token.InID(failure.OriginalID)); ok && about.Purpose == token.ForGame {
		e.noteMissed(player, store.GameNumber(about.Number))
	}
	if !player.Unreachable.IsZero() {
		return IgnoredBounce, nil // known
	}
	return Bounced, e.loseTouch(player, failure.Status)
}

// returnedToken gives the token for bounces that a report brings back, and the
// latest day on which the player may have written for it to be believed.
func (e *errand) returnedToken(keys token.Ring) (t token.Token, latest int) {
	failure := e.mail.Failure
	if e.claim.Sealed().Purpose == token.ForBounce || failure == nil {
		return e.claim.Sealed(), e.claim.Sealed().Ply
	}
	if t, ok := keys.Unseal(failure.Token); ok && t.Purpose == token.ForBounce {
		return t, t.Ply
	}
	t, _ = keys.Unseal(token.BounceInID(failure.OriginalID))
	return t, t.Ply - 1
}

// lostTouch deals with the player for whom a mail was that is given up: nobody
// can be reached there.
func (b *Bot) lostTouch(tx *store.Tx, m *store.Outgoing, reason string) error {
	if m.Player == 0 {
		return nil
	}
	e := newChore(b, tx, "given up "+m.MessageID)
	p, err := e.u.Player(m.Player)
	if err != nil || !p.Forgotten.IsZero() {
		return err
	}
	e.noteMissed(p, m.Game)
	if p.Unreachable.IsZero() {
		err = e.loseTouch(p, reason)
	}
	return errors.Join(err, e.writeBack())
}

// noteMissed notes that a mail about a game did not arrive, 0 for no game.
func (e *errand) noteMissed(p *store.Player, n store.GameNumber) {
	if n != 0 && !slices.Contains(p.Missed, n) {
		p.Missed = append(p.Missed, n)
		e.u.ChangePlayer(p)
	}
}

// lossRest is the time between two times that it is told of one player: somebody
// may go on writing whose own mails come back each time.
const lossRest = 24 * time.Hour

// loseTouch holds back the mails to a player, those that wait included, and
// tells whom it concerns; the reason is what a server said. Games that the player
// only watches need not wait to be seen.
func (e *errand) loseTouch(p *store.Player, reason string) error {
	p.Unreachable = e.u.Now
	e.u.ChangePlayer(p)
	if err := club.StopWatching(e.u, p); err != nil {
		return err
	}
	held, err := e.u.Tx.Hold(p.Address)
	if err != nil {
		return err
	}
	e.bot.process.Log.Warn("unreachable", "player", discreet.Address(p.Address), "reason", safe.Line(reason, 200), "held", held)
	if e.u.Now.Sub(p.UnreachableTold) < lossRest {
		return nil
	}
	p.UnreachableTold = e.u.Now
	return e.tellOfLoss(p, reason)
}

// tellOfLoss writes to the opponents of a player who is out of reach, and to the
// operator.
func (e *errand) tellOfLoss(p *store.Player, reason string) error {
	games, err := e.u.OpenGames(p)
	if err != nil {
		return err
	}
	for _, g := range games {
		seat := g.SeatOf(p.ID)
		if g.State == store.Waiting && g.Challenger == seat || club.IsVeiled(g, seat.Other()) {
			continue // whom the challenge is for has only to answer it; who made it must not learn of this
		}
		opponent, err := e.u.Seated(g, seat.Other())
		if err != nil {
			return err
		}
		if !opponent.Unreachable.IsZero() {
			continue // and learns it from catchUp, if it is still so
		}
		if err := e.desk().Send(letters.Letter{To: opponent, Kind: templates.Unreachable, Game: g}); err != nil {
			return err
		}
	}
	return e.desk().TellOperator(templates.Notice{
		Code: templates.OperatorUnreachable, Name: names.Of(p), Text: safe.Line(p.Address+": "+reason, 300),
	})
}

// hearFrom notes that the sender certainly wrote. If mails did not reach this
// player, they do now, and catchUp sends what was missed.
//
// Somebody who was invited becomes a player by any command but a refusal.
func (e *errand) hearFrom(p *store.Player) error {
	e.missed, e.silent, e.newcomer, e.heard = !p.Unreachable.IsZero(), p.Silent, !p.Active, p.Heard
	if p.Silent {
		if err := e.desk().AwaitOldNews(p); err != nil {
			return err
		}
	}
	p.Silent, p.Unreachable, p.Heard = false, time.Time{}, e.u.Now
	e.u.ChangePlayer(p)
	if p.Active || orders.Refuses(e.asked.Commands) && e.asked.Proposed == nil {
		return nil
	}
	p.Active = true
	if p.Name != "" {
		return nil
	}
	return e.giveName(p)
}

// catchUp sends the sender, who was out of reach, the mails that were held back.
// Those that came back are not among them: so every game is shown that goes on,
// has ended since the sender last wrote, or was the matter of a mail that came
// back, unless a mail that was held back or an answer to this mail does. Who is to be
// forgotten has missed nothing.
func (e *errand) catchUp() error {
	if !e.missed || e.u.Forgets(e.sender) {
		return nil
	}
	released, err := e.u.Tx.Release(e.sender.Address, e.u.Now)
	if err != nil {
		return err
	}
	games, err := e.u.AllGames(e.sender)
	if err != nil {
		return err
	}
	missed := e.sender.Missed
	e.sender.Missed = nil
	for _, g := range games {
		if !g.Ended.IsZero() && g.Ended.Before(e.heard) && !slices.Contains(missed, g.Number) {
			continue
		}
		if i := slices.IndexFunc(released, func(m *store.Outgoing) bool { return m.Game == g.Number }); i >= 0 {
			if !e.u.Tx.Waits(g.TurnMail) { // it came back: this one tells of the turn
				e.desk().NoteTurnMail(g, e.sender, released[i].ID)
			}
			continue
		}
		if e.teller().Shows(g) {
			continue
		}
		if err := e.showAgain(g); err != nil {
			return err
		}
	}
	return nil
}

// showAgain sends the sender a game, with the word that it waits for an opponent
// who is out of reach as well.
func (e *errand) showAgain(g *store.Game) error {
	seat := g.SeatOf(e.sender.ID)
	opponent, err := e.u.Seated(g, seat.Other())
	if err != nil {
		return err
	}
	l := letters.Letter{To: e.sender, Kind: letters.Showing(g, seat), Game: g}
	if g.State == store.Playing && g.Course.ToMove != seat && !opponent.Unreachable.IsZero() {
		l.Notices = []templates.Notice{{Code: templates.NoticeOpponentUnreachable, Name: names.Of(opponent), On: !g.Pace.None()}}
	}
	return e.desk().Send(l)
}
