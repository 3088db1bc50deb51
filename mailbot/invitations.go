package mailbot

import (
	"slices"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/token"
	"unlurbot/parser"
)

// refuseFromElsewhere carries out "decline" or "never" of somebody who never
// wrote before and answers an invitation from another address, to which it was
// forwarded: such an answer needs no proof but the token, since nothing is lost
// with it.
func (e *errand) refuseFromElsewhere() (done bool, err error) {
	if !e.claim.Foreign() || e.claim.Sender().Active {
		return false, nil
	}
	commands := orders.HeedRefusal(e.mail).Commands
	if len(commands) == 0 || !orders.Refuses(commands) || e.claim.Game() == 0 {
		return false, nil
	}
	asksElse := e.claim.Asked() != 0 && e.claim.Asked() != token.AskAccept
	if asksElse && slices.ContainsFunc(commands, func(c parser.Command) bool { return c.Verb == orders.No }) {
		return false, nil
	}
	forEver := func(c parser.Command) bool { return c.Verb != orders.Decline && c.Verb != orders.No }
	if slices.ContainsFunc(commands, forEver) {
		return true, e.tell(e.club().Do(club.Never{}))
	}
	return true, e.tell(e.club().Do(club.TurnDown{About: club.About{Game: e.claim.Game()}}))
}
