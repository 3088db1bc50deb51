package orders

import (
	"slices"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/token"
	"unlurbot/parser"
)

// ForgetForGood are the arguments of the command as the answer to the question
// gives it. Nobody can write them: a player writes "forget me".
var ForgetForGood = []string{"me", Yes}

// MeantBy gives the command for which "yes" stands below a mail that asks something; ok is
// false for none.
func MeantBy(asked token.Question) (c parser.Command, ok bool) {
	c = parser.Command{Args: []string{}}
	switch asked {
	case token.AskBlack:
		c.Verb = Black
	case token.AskResign:
		c.Verb = Resign
	case token.AskForget:
		c.Verb, c.Args = Forget, ForgetForGood
	case token.AskUndo:
		c.Verb = Allow
	case token.AskAccept:
		c.Verb = Accept
	case token.AskDecline:
		c.Verb = Decline
	case token.AskStop:
		c.Verb = Stop
	case token.AskNever:
		c.Verb = Never
	default:
		if cell, ok := asked.Stone(); ok {
			c.Verb, c.Args = Move, []string{cell.String()}
		}
	}
	return c, c.Verb != ""
}

// takeOwnWords takes a sentence that says so for the answer to an invitation, "OK", "I
// accept!", "No puc", or to another question. Below mails that ask nothing "OK" may mean
// anything; to "Did you mean decline?" it does not accept, and it resigns no game.
func (r *reader) takeOwnWords(invited bool) {
	if len(r.Commands) > 0 {
		return
	}
	o, ok := r.mail.InOtherWords()
	if !ok {
		return
	}
	verb, asked := &o.Commands[0].Verb, r.claim.Asked()
	agrees := *verb == Accept || *verb == Yes
	refuses := *verb == Decline || *verb == No
	_, isQuestion := MeantBy(asked)
	grave := []token.Question{token.AskResign, token.AskForget, token.AskStop, token.AskNever} // a "yes" can't be taken back
	switch {
	case r.claim.Request() == nil && invited && (asked == token.AskAccept || asked == token.AskDecline):
		switch {
		case refuses:
			*verb = Decline
		case agrees && asked == token.AskAccept:
			*verb = Accept
		default:
			return
		}
	case r.claim.Request() == nil && !isQuestion, !agrees && !refuses:
		return
	case r.claim.Request() == nil && slices.Contains(grave, asked) && *verb == Accept:
		return
	case agrees:
		*verb = Yes
	default:
		*verb = No
	}
	r.Orders = o
}

// answerQuestions puts into the place of "yes" and "no" what they mean as an
// answer to the mail that they answer: to play the move that it offers, or to
// accept or decline the invitation. What a request asks is settled later.
func (r *reader) answerQuestions() error {
	if r.claim.Request() != nil {
		return nil
	}
	g, err := r.claim.Answers(r.u)
	if err != nil {
		return err
	}
	invited := club.IsInvited(g, r.claim.Sender())
	for i, c := range r.Commands {
		offered, ok := MeantBy(r.claim.Asked())
		ok = ok && !r.claim.TooLateToForget()
		switch {
		case c.Verb == Yes && ok:
			offered.Line = c.Line
			r.Commands[i] = offered
			r.Settles = r.Settles || r.claim.Asked() == token.AskForget
		case c.Verb == Yes && invited && r.claim.Asked() == 0:
			r.Commands[i].Verb = Accept
		case c.Verb == No && invited && (r.claim.Asked() == 0 || r.claim.Asked() == token.AskAccept):
			r.Commands[i].Verb = Decline
		case c.Verb == No && r.claim.Asked() == token.AskUndo:
			r.Commands[i].Verb = Deny
		}
	}
	return nil
}
