package mailbot

import (
	"errors"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/token"
	"unlurbot/store"
)

// noteOutOfOffice remembers that a player's program has answered a mail of ours that
// nobody is there. That costs and plays nothing; the next reminder speaks of it, see
// remind. Such answers go to Reply-To or to the envelope sender. If one names only
// the player, it counts for all games in which that player is to move.
func (e *errand) noteOutOfOffice() error {
	keys, err := e.desk().Ring()
	if err != nil {
		return err
	}
	tokens := []token.Token{e.claim.Sealed()}
	for _, id := range append(append([]string{}, e.mail.InReplyTo...), e.mail.References...) {
		if t, ok := keys.Unseal(token.InID(id)); ok {
			tokens = append(tokens, t)
		}
	}
	for _, t := range tokens {
		if t.Purpose == token.ForGame {
			return e.markOut(store.GameNumber(t.Number), t.Seat)
		}
	}
	if e.claim.Sealed().Purpose == token.ForBounce {
		return e.markOutEverywhere(store.PlayerID(e.claim.Sealed().Number))
	}
	return nil
}

// markOut notes it for one game. A token of a game that does not exist, which a
// restored backup can bring about, is no token.
func (e *errand) markOut(n store.GameNumber, seat game.Seat) error {
	g, err := e.u.Game(n)
	if errors.Is(err, store.ErrNotFound) || seat == game.NoSeat {
		return nil
	}
	if err != nil {
		return err
	}
	if out := &g.OutOfOffice[seat-game.First]; *out == store.NotOut {
		*out = store.Out
		e.u.ChangeGame(g)
	}
	return nil
}

// markOutEverywhere notes it for all games in which a player is to move.
func (e *errand) markOutEverywhere(id store.PlayerID) error {
	p, err := e.u.Player(id)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	games, err := e.u.OpenGames(p)
	if err != nil {
		return err
	}
	for _, g := range games {
		if seat := g.SeatOf(id); club.OnTurn(g, seat) {
			if err := e.markOut(g.Number, seat); err != nil {
				return err
			}
		}
	}
	return nil
}
