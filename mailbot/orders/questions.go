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

// What a sentence that says one of these verbs in other words, "OK", "I accept!", "No puc", is
// taken for, by what the mail asks that it answers. To "Did you mean decline?" it does not
// accept, and "OK" resigns no game.
var (
	toInvitation = map[string]string{Accept: Accept, Yes: Accept, Decline: Decline, No: Decline}
	toDecline    = map[string]string{Decline: Decline, No: Decline}
	toGrave      = map[string]string{Yes: Yes, Decline: No, No: No} // a "yes" can't be taken back
	toQuestion   = map[string]string{Accept: Yes, Yes: Yes, Decline: No, No: No}
)

// takeOwnWords takes a sentence for the answer to what the mail asks that it answers.
func (r *reader) takeOwnWords(invited bool) {
	if len(r.Commands) > 0 {
		return
	}
	o, ok := r.mail.InOtherWords()
	if !ok {
		return
	}
	if verb, ok := r.ownWords(invited)[o.Commands[0].Verb]; ok {
		o.Commands[0].Verb = verb
		r.Orders = o
	}
}

// ownWords gives what sentences are taken for here. Below mails that ask nothing they may mean
// anything.
func (r *reader) ownWords(invited bool) map[string]string {
	asked := r.claim.Asked()
	_, isQuestion := MeantBy(asked)
	switch {
	case r.claim.Request() != nil:
		return toQuestion
	case invited && asked == token.AskAccept:
		return toInvitation
	case invited && asked == token.AskDecline:
		return toDecline
	case !isQuestion:
		return nil
	case slices.Contains([]token.Question{token.AskResign, token.AskForget, token.AskStop, token.AskNever}, asked):
		return toGrave
	}
	return toQuestion
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
		switch c.Verb {
		case Yes:
			r.Commands[i] = r.meantByYes(c, invited)
		case No:
			r.Commands[i].Verb = r.meantByNo(invited)
		}
	}
	return nil
}

func (r *reader) meantByYes(c parser.Command, invited bool) parser.Command {
	asked := r.claim.Asked()
	if offered, ok := MeantBy(asked); ok && !r.claim.TooLateToForget() {
		r.Settles = r.Settles || asked == token.AskForget
		offered.Line = c.Line
		return offered
	}
	if invited && asked == 0 {
		c.Verb = Accept
	}
	return c
}

func (r *reader) meantByNo(invited bool) (verb string) {
	asked := r.claim.Asked()
	switch {
	case invited && (asked == 0 || asked == token.AskAccept):
		return Decline
	case asked == token.AskUndo:
		return Deny
	}
	return No
}
