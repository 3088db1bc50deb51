package mailbot

import (
	"slices"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/token"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// forgetMe asks, since it can't be undone, or erases the sender: running games are resigned, challenges
// are taken back or declined, and nothing is kept but moves, and the hash by
// which no invitation goes to that address.
func forgetMe(e *errand, c parser.Command) (telling.Line, error) {
	if !slices.Equal(c.Args, orders.ForgetForGood) {
		return telling.Line{Kind: templates.Forget, Decision: Answered, Asks: token.AskForget}, nil
	}
	open, err := e.u.OpenGames(e.sender)
	if err != nil {
		return telling.Line{}, err
	}
	for _, g := range open {
		if err := e.leave(g); err != nil {
			return telling.Line{}, err
		}
	}
	for _, address := range e.sender.Addresses() {
		if err := e.u.Tx.Suppress(address, e.u.Now); err != nil {
			return telling.Line{}, err
		}
	}
	e.u.Forget(e.sender)
	return telling.Line{Kind: templates.Forgotten, Decision: Forgotten}, nil
}

// leave ends a game or a challenge of the sender, who is to be forgotten.
func (e *errand) leave(g *store.Game) error {
	switch {
	case g.State == store.Playing:
		return e.tell(e.club().Do(club.Leave{About: club.About{Game: g.Number}}))
	case g.SeatOf(e.sender.ID) == g.Challenger:
		return e.tell(e.club().EndOffer(g, store.Withdrawn, facts.LeavesClub))
	}
	return e.tell(e.club().EndOffer(g, store.Declined, facts.LeavesClub))
}

// eraseForgotten erases the players of whom it was noted. It comes after
// everything else was written back, which it undoes in part.
func (e *errand) eraseForgotten() error {
	for _, p := range e.u.Forgotten() {
		if err := e.u.Tx.Forget(p.ID, templates.FormerPlayer, e.u.Now); err != nil {
			return err
		}
	}
	return nil
}
