package reports

import (
	"errors"
	"slices"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
)

// outOfOffice remembers that a player's program has answered a mail of ours that
// nobody is there. That costs and plays nothing; the next reminder speaks of it, see
// facts.ReminderDue. Such answers go to Reply-To or to the envelope sender. If one names only
// the player, it counts for all games in which that player is to move. A token of what does
// not exist, which a restored backup can bring about, is no token.
func (r Report) outOfOffice(u *unit.Unit) error {
	markOut := func(g *store.Game, seat game.Seat) {
		if seat == game.NoSeat {
			return
		}
		if out := &g.OutOfOffice[seat-game.First]; *out == store.NotOut {
			*out = store.Out
			u.ChangeGame(g)
		}
	}
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
			markOut(g, tokens[i].Seat)
		}
		return err
	}
	if r.Sealed.Purpose != token.ForBounce {
		return nil
	}
	p, err := knownPlayer(u, r.Sealed.Number)
	if p == nil || err != nil {
		return err
	}
	games, err := u.OpenGames(p)
	for _, g := range games {
		if seat := g.SeatOf(p.ID); club.OnTurn(g, seat) {
			markOut(g, seat)
		}
	}
	return err
}
