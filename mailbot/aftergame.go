package mailbot

import (
	"unlurbot/game"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/token"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// offerWords asks whether words that are no command, in an answer to a mail about a game
// that goes on, are for the opponent. Nil if they can't be.
func (e *errand) offerWords(p parser.Problem, g *store.Game) *telling.Line {
	asksElse := e.claim.Asked() != 0 && e.claim.Asked() != token.AskNothing
	if p.Code != parser.CodeUnknown || !e.claim.Proven() || e.claim.Spent() || asksElse || !e.teller().IsEmpty() || len(e.asked.Problems) != 1 {
		return nil
	}
	if g == nil || g.State != store.Playing || e.numberIn(parser.Command{}) != g.Number || g.SeatOf(e.sender.ID) == game.NoSeat {
		return nil
	}
	text, _ := orders.Talk(e.mail.Reply)
	if text == "" {
		return nil
	}
	e.request = &store.Request{Player: e.sender.ID, Made: e.u.TermBegins, Commands: []store.Requested{
		{Verb: orders.Say, Args: []string{text}, Game: g.Number, Ply: g.Turn()},
	}}
	return &telling.Line{Kind: templates.Confirm, Game: g, Decision: Held, Request: e.request, Says: &templates.Question{Wish: orders.Say}}
}
