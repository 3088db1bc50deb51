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

// meantBy gives the command for which "yes" stands below a mail that asks something; ok is
// false for none.
func meantBy(asked token.Question) (c parser.Command, ok bool) {
	c = parser.Command{Args: []string{}}
	switch asked {
	case token.AskBlack:
		c.Verb = orders.Black
	case token.AskResign:
		c.Verb = orders.Resign
	case token.AskForget:
		c.Verb, c.Args = orders.Forget, forgetForGood
	case token.AskUndo:
		c.Verb = orders.Allow
	case token.AskAccept:
		c.Verb = orders.Accept
	case token.AskDecline:
		c.Verb = orders.Decline
	case token.AskStop:
		c.Verb = orders.Stop
	case token.AskNever:
		c.Verb = orders.Never
	default:
		if cell, ok := asked.Stone(); ok {
			c.Verb, c.Args = orders.Move, []string{cell.String()}
		}
	}
	return c, c.Verb != ""
}

// takeOwnWords takes a sentence that says so for the answer to an invitation, "OK", "I
// accept!", "No puc", or to another question. Below mails that ask nothing "OK" may mean
// anything; to "Did you mean decline?" it does not accept, and it resigns no game.
func (e *errand) takeOwnWords(invited bool) {
	if len(e.orders.Commands) > 0 {
		return
	}
	o, ok := e.mail.InOtherWords()
	if !ok {
		return
	}
	verb, asked := &o.Commands[0].Verb, e.claim.Asked()
	agrees := *verb == orders.Accept || *verb == orders.Yes
	refuses := *verb == orders.Decline || *verb == orders.No
	_, isQuestion := meantBy(asked)
	switch {
	case e.claim.Request() == nil && invited && (asked == token.AskAccept || asked == token.AskDecline):
		switch {
		case refuses:
			*verb = orders.Decline
		case agrees && asked == token.AskAccept:
			*verb = orders.Accept
		default:
			return
		}
	case e.claim.Request() == nil && !isQuestion, !agrees && !refuses:
		return
	case e.claim.Request() == nil && isGrave(asked) && *verb == orders.Accept:
		return
	case agrees:
		*verb = orders.Yes
	default:
		*verb = orders.No
	}
	e.orders = o
}

// isGrave says whether what a "yes" stands for can't be taken back.
func isGrave(asked token.Question) bool {
	switch asked {
	case token.AskResign, token.AskForget, token.AskStop, token.AskNever:
		return true
	}
	return false
}

// answerQuestions puts into the place of "yes" and "no" what they mean as an
// answer to the mail that they answer: to play the move that it offers, or to
// accept or decline the invitation. What a request asks is settled later.
func (e *errand) answerQuestions() error {
	if e.claim.Request() != nil {
		return nil
	}
	g, err := e.replyGame()
	if err != nil {
		return err
	}
	invited := e.isInvited(g)
	for i, c := range e.orders.Commands {
		offered, ok := meantBy(e.claim.Asked())
		ok = ok && !e.claim.TooLateToForget()
		switch {
		case c.Verb == orders.Yes && ok:
			offered.Line = c.Line
			e.orders.Commands[i] = offered
			e.settled = e.settled || e.claim.Asked() == token.AskForget
		case c.Verb == orders.Yes && invited && e.claim.Asked() == 0:
			e.orders.Commands[i].Verb = orders.Accept
		case c.Verb == orders.No && invited && (e.claim.Asked() == 0 || e.claim.Asked() == token.AskAccept):
			e.orders.Commands[i].Verb = orders.Decline
		case c.Verb == orders.No && e.claim.Asked() == token.AskUndo:
			e.orders.Commands[i].Verb = orders.Deny
		}
	}
	return nil
}

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
