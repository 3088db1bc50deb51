package mailbot

import (
	"errors"

	"unlurbot/game"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// An offer is what a mail of ours asks about: "Answer yes to play C4." It stands in
// the token of that mail, so that a "yes" can mean nothing but this move at this
// ply, and nothing need be stored. Zero is no offer.
type offer uint16

// Offers beside the stones, which are offerStone with the row and the column
// in five bits each.
const (
	offerBlack  offer = 1
	offerResign offer = 2
	offerForget offer = 3
	offerUndo   offer = 4
	offerWatch  offer = 5 // no offer: the mail shows a game that its reader only watches
	// What somebody may have meant who was invited, and the invitation itself.
	offerAccept  offer = 6
	offerDecline offer = 7
	offerStop    offer = 8
	offerNever   offer = 9
	offerNothing offer = 10 // no offer: the mail asks what was meant, and a yes does not tell
	offerStone   offer = 1 << 15
)

func offerOf(m game.Move) offer {
	switch m.Kind {
	case game.SayBlack:
		return offerBlack
	case game.Resign:
		return offerResign
	}
	return offerStone | offer(m.Cell.Row)<<5 | offer(m.Cell.Col)
}

// command gives the command that an offer stands for; ok is false for none.
func (o offer) command() (c parser.Command, ok bool) {
	c = parser.Command{Args: []string{}}
	switch {
	case o == offerBlack:
		c.Verb = blackCommand.verb
	case o == offerResign:
		c.Verb = resignCommand.verb
	case o == offerForget:
		c.Verb, c.Args = forgetCommand.verb, forgetForGood
	case o == offerUndo:
		c.Verb = allowCommand.verb
	case o == offerAccept:
		c.Verb = acceptCommand.verb
	case o == offerDecline:
		c.Verb = declineCommand.verb
	case o == offerStop:
		c.Verb = stopCommand.verb
	case o == offerNever:
		c.Verb = neverCommand.verb
	case o&offerStone != 0:
		cell := game.Cell{Row: int16(o >> 5 & 31), Col: int16(o & 31)}
		c.Verb, c.Args = verbMove, []string{cell.String()}
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
	verb, asked := &o.Commands[0].Verb, e.token.offer
	agrees := *verb == acceptCommand.verb || *verb == yes
	refuses := *verb == declineCommand.verb || *verb == no
	_, isQuestion := asked.command()
	switch {
	case e.confirms == nil && invited && (asked == offerAccept || asked == offerDecline):
		switch {
		case refuses:
			*verb = declineCommand.verb
		case agrees && asked == offerAccept:
			*verb = acceptCommand.verb
		default:
			return
		}
	case e.confirms == nil && !isQuestion, !agrees && !refuses:
		return
	case e.confirms == nil && asked.isGrave() && *verb == acceptCommand.verb:
		return
	case agrees:
		*verb = yes
	default:
		*verb = no
	}
	e.orders = o
}

// isGrave says whether what an offer stands for can't be taken back.
func (o offer) isGrave() bool {
	switch o {
	case offerResign, offerForget, offerStop, offerNever:
		return true
	}
	return false
}

// The answers to a question in a mail of ours.
const (
	yes = "yes"
	no  = "no"
)

// answerQuestions puts into the place of "yes" and "no" what they mean as an
// answer to the mail that they answer: to play the move that it offers, or to
// accept or decline the invitation. What a request asks is settled later.
func (e *errand) answerQuestions() error {
	if e.confirms != nil {
		return nil
	}
	g, err := e.replyGame()
	if err != nil {
		return err
	}
	invited := e.isInvited(g)
	for i, c := range e.orders.Commands {
		offered, ok := e.token.offer.command()
		ok = ok && !e.forgetTooLate()
		switch {
		case c.Verb == yes && ok:
			offered.Line = c.Line
			e.orders.Commands[i] = offered
			e.settled = e.settled || e.token.offer == offerForget
		case c.Verb == yes && invited && e.token.offer == 0:
			e.orders.Commands[i].Verb = acceptCommand.verb
		case c.Verb == no && invited && (e.token.offer == 0 || e.token.offer == offerAccept):
			e.orders.Commands[i].Verb = declineCommand.verb
		case c.Verb == no && e.token.offer == offerUndo:
			e.orders.Commands[i].Verb = denyCommand.verb
		}
	}
	return nil
}

// unasked is the result of a "yes" or "no" to a mail that asks nothing. To a
// question about what was meant, "no" is an answer, and there is nothing to do.
func (e *errand) unasked(c parser.Command) (result, error) {
	g, err := e.club().AtHand()
	if e.token.offer != 0 && e.token.offer != offerWatch && c.Verb == no {
		kind := templates.Problem
		if g == nil {
			kind = templates.Noted
		}
		return result{kind: kind, game: g, decision: Answered, notice: templates.Notice{Code: templates.NoticeNotTaken}}, err
	}
	if e.late {
		return result{kind: templates.Problem, game: g, decision: Answered, notice: templates.Notice{Code: templates.NoticeSettled}}, err
	}
	if e.token.offer == offerNothing {
		return result{kind: templates.Problem, game: g, decision: NotUnderstood, offer: offerNothing, notice: templates.Notice{Code: templates.NoticeNotByYes}}, err
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
	if !e.proven || e.sender == nil || len(meant) != 1 || !isMove(meant[0]) {
		return r, nil
	}
	move, err := moveOf(meant[0])
	if err != nil {
		return r, nil // a cell of no board
	}
	g, _, err := e.findGame(meant[0], fitsMove(meant[0]))
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
	r.game, r.offer, r.notice.Offered = g, offerOf(move), err == nil
	return r, err
}
