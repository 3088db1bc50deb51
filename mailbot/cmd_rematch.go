package mailbot

import (
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/views"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// rematch challenges the opponent of a finished game to another one under the same
// terms, with the seats swapped. Who was asked for one and asks for one accepts.
func rematch(e *errand, c parser.Command) (result, error) {
	g, r, err := e.finishedGame(c)
	if g == nil || err != nil {
		return r, err
	}
	seat := g.SeatOf(e.sender.ID)
	opponent, err := e.u.Seated(g, seat.Other())
	if err != nil {
		return result{}, err
	}
	if !opponent.Forgotten.IsZero() {
		return refuse(g, templates.Notice{Code: templates.NoticeNoRematch, Name: names.Of(opponent)}), nil
	}
	who := invitee{player: opponent}
	if who.suppressed, err = e.u.Tx.Suppressed(opponent.Address); err != nil {
		return result{}, err
	}
	pending, wrong, err := e.refuseInvitation(who)
	switch {
	case err != nil:
		return result{}, err
	case pending != nil && pending.After == g.Number && club.CanAccept(pending, pending.SeatOf(e.sender.ID)):
		return e.take(pending)
	case wrong.Code != "":
		return refuse(pending, wrong), nil
	}
	next := club.TermsOf(g, seat.Other()).NewGame()
	if notice, err := e.mayOpen(gamesOf(next)); notice.Code != "" || err != nil {
		return refuse(nil, notice), err
	}
	next.After, next.Title = g.Number, e.sender.Name+" - "+names.Of(opponent)
	if err := e.offerGame(next, e.sender.ID, opponent.ID, ""); err != nil {
		return result{}, err
	}
	return result{kind: templates.Challenged, game: next, decision: Challenged, done: c.String(), passes: true}, e.tellOpponent(next, templates.Invite)
}

// finishedGame finds the game that is over and that a command is about: the one
// that it names, or that the mail replies to, else the sender's last one.
func (e *errand) finishedGame(c parser.Command) (*store.Game, result, error) {
	if e.numberIn(c) == 0 {
		last, err := views.LastFinished(e.u, e.sender)
		switch {
		case err != nil:
			return nil, result{}, err
		case len(last) == 0:
			return nil, refuse(nil, templates.Notice{Code: templates.NoticeNoGame}), nil
		}
		return last[len(last)-1], result{}, nil
	}
	g, r, err := e.findGame(c, club.IsFinished)
	if g == nil || err != nil {
		return nil, r, err
	}
	switch {
	case g.State == store.Playing:
		return nil, refuse(g, templates.Notice{Code: templates.NoticeNotOver, Number: int(g.Number)}), nil
	case g.State != store.Finished:
		return nil, notBegun(g), nil
	}
	return g, result{}, nil
}
