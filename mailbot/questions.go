package mailbot

import (
	"errors"

	"unlurbot/game"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/token"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// unasked is the result of a "yes" or "no" to a mail that asks nothing. To a
// question about what was meant, "no" is an answer, and there is nothing to do.
func (e *errand) unasked(c parser.Command) (result, error) {
	g, err := e.club().AtHand()
	if e.claim.Asked() != 0 && e.claim.Asked() != token.AskWatch && c.Verb == orders.No {
		kind := templates.Problem
		if g == nil {
			kind = templates.Noted
		}
		return result{kind: kind, game: g, decision: Answered, notice: templates.Notice{Code: templates.NoticeNotTaken}}, err
	}
	if e.claim.AnswersGone() {
		return result{kind: templates.Problem, game: g, decision: Answered, notice: templates.Notice{Code: templates.NoticeSettled}}, err
	}
	if e.claim.Asked() == token.AskNothing {
		return result{kind: templates.Problem, game: g, decision: NotUnderstood, asks: token.AskNothing, notice: templates.Notice{Code: templates.NoticeNotByYes}}, err
	}
	return result{kind: templates.Problem, game: g, decision: NotUnderstood, notice: templates.Notice{
		Code: templates.NoticeNothingAsked, Text: c.Verb,
	}}, err
}

// offerMove looks whether what the sender probably meant is a move that could
// be played now. Then the result, which says what was not understood, offers
// it; a move that the rules forbid is refused instead.
func (e *errand) offerMove(suggest string, r result) (result, error) {
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
		return notBegun(g), nil
	case g.State != store.Playing || e.club().IsStale(g):
		return r, nil
	}
	played, err := g.Replay()
	if err != nil {
		return r, err
	}
	_, err = played.Decide(g.SeatOf(e.sender.ID), move, e.u.Now)
	if illegal := (*game.Error)(nil); errors.As(err, &illegal) {
		return refuse(g, illegalNotice(illegal)), nil
	}
	r.game, r.asks, r.notice.Offered = g, token.AskMove(move), err == nil
	return r, err
}
