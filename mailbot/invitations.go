package mailbot

import (
	"slices"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/token"
	"unlurbot/parser"
	"unlurbot/store"
)

// lapse ends a challenge that nobody has answered.
func lapse(e *errand, number uint32) error {
	g, err := e.u.Game(store.GameNumber(number))
	if err != nil || g.State != store.Waiting {
		return err
	}
	return e.tell(e.club().EndOffer(g, store.Lapsed, facts.Unanswered))
}

// forgetStranger erases somebody who was invited and has not written, once no
// challenge waits.
func forgetStranger(e *errand, number uint32) error {
	p, err := e.u.Player(store.PlayerID(number))
	if err != nil || p.Active || !p.Forgotten.IsZero() {
		return err
	}
	open, err := e.u.OpenGames(p)
	if err != nil {
		return err
	}
	if len(open) > 0 {
		return e.u.Tx.WakeAt(store.WakeUp{At: e.u.Now.Add(club.StrangerRest), Kind: store.WakeStranger, Number: number})
	}
	e.u.Forget(p)
	return nil
}

// refuseForEver declines all challenges to a player, tells who made them, and takes no
// further ones. Of somebody who never played nothing is kept.
func (e *errand) refuseForEver(p *store.Player) error {
	open, err := e.u.OpenGames(p)
	if err != nil {
		return err
	}
	for _, g := range open {
		if !club.CanAccept(g, g.SeatOf(p.ID)) {
			continue
		}
		if err := e.tell(e.club().EndOffer(g, store.Declined, facts.WantsNone)); err != nil {
			return err
		}
	}
	if err := e.u.Tx.Suppress(p.Address, e.u.Now); err != nil {
		return err
	}
	if !p.Active {
		e.u.Forget(p)
	}
	return nil
}

// refuseFromElsewhere carries out "decline" or "never" of somebody who never
// wrote before and answers an invitation from another address, to which it was
// forwarded: such an answer needs no proof but the token, since nothing is lost
// with it.
func (e *errand) refuseFromElsewhere() (done bool, err error) {
	if !e.claim.Foreign() || e.sender.Active {
		return false, nil
	}
	owner, commands := e.sender, orders.HeedRefusal(e.mail).Commands
	if len(commands) == 0 || !orders.Refuses(commands) || e.claim.Game() == 0 {
		return false, nil
	}
	asksElse := e.claim.Asked() != 0 && e.claim.Asked() != token.AskAccept
	if asksElse && slices.ContainsFunc(commands, func(c parser.Command) bool { return c.Verb == orders.No }) {
		return false, nil
	}
	forEver := func(c parser.Command) bool { return c.Verb != orders.Decline && c.Verb != orders.No }
	if slices.ContainsFunc(commands, forEver) {
		return true, e.refuseForEver(owner)
	}
	g, err := e.u.Game(e.claim.Game())
	if err != nil || !club.CanAccept(g, g.SeatOf(owner.ID)) {
		return true, err
	}
	return true, e.tell(e.club().EndOffer(g, store.Declined, facts.WantsNone))
}
