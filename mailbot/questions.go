package mailbot

import (
	"errors"

	"unlurbot/game"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/token"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// unasked is the result of a "yes" or "no" to a mail that asks nothing. To a
// question about what was meant, "no" is an answer, and there is nothing to do.
func (e *errand) unasked(c parser.Command) (telling.Line, error) {
	g, err := e.club().AtHand()
	if e.claim.Asked() != 0 && e.claim.Asked() != token.AskWatch && c.Verb == orders.No {
		kind := templates.Problem
		if g == nil {
			kind = templates.Noted
		}
		return telling.Line{Kind: kind, Game: g, Decision: Answered, Notice: templates.Notice{Code: templates.NoticeNotTaken}}, err
	}
	if e.claim.AnswersGone() {
		return telling.Line{Kind: templates.Problem, Game: g, Decision: Answered, Notice: templates.Notice{Code: templates.NoticeSettled}}, err
	}
	if e.claim.Asked() == token.AskNothing {
		return telling.Line{Kind: templates.Problem, Game: g, Decision: NotUnderstood, Asks: token.AskNothing, Notice: templates.Notice{Code: templates.NoticeNotByYes}}, err
	}
	return telling.Line{Kind: templates.Problem, Game: g, Decision: NotUnderstood, Notice: templates.Notice{
		Code: templates.NoticeNothingAsked, Text: c.Verb,
	}}, err
}

// offerMove looks whether what the sender probably meant is a move that could
// be played now. Then the telling.Line, which says what was not understood, offers
// it; a move that the rules forbid is refused instead.
func (e *errand) offerMove(suggest string, r telling.Line) (telling.Line, error) {
	meant := parser.ReadOrders(suggest, "").Commands
	if !e.claim.Proven() || e.sender == nil || len(meant) != 1 || !orders.IsMove(meant[0]) {
		return r, nil
	}
	move, err := orders.MoveOf(meant[0])
	if err != nil {
		return r, nil // a cell of no board
	}
	g, _, err := e.findGame(meant[0], orders.FitsMove(meant[0]))
	switch {
	case g == nil || err != nil:
		return r, err
	case g.State == store.Waiting:
		return telling.NotBegun(g), nil
	case g.State != store.Playing || e.club().IsStale(g):
		return r, nil
	}
	played, err := g.Replay()
	if err != nil {
		return r, err
	}
	_, err = played.Decide(g.SeatOf(e.sender.ID), move, e.u.Now)
	if illegal := (*game.Error)(nil); errors.As(err, &illegal) {
		return telling.Refuse(g, telling.Illegal(illegal)), nil
	}
	r.Game, r.Asks, r.Notice.Offered = g, token.AskMove(move), err == nil
	return r, err
}
