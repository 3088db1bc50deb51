package telling

import (
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/safe"
	"unlurbot/store"
	"unlurbot/templates"
)

// tellOutOfReach tells the opponents of a player to whom no mail comes, and the operator.
func tellOutOfReach(t *Teller, f facts.OutOfReach) error {
	if f.Again {
		return nil
	}
	p, err := t.u.Player(f.Player)
	if err != nil {
		return err
	}
	games, err := t.u.OpenGames(p)
	if err != nil {
		return err
	}
	for _, g := range games {
		seat := g.SeatOf(p.ID)
		if g.State == store.Waiting && g.Challenger == seat || club.IsVeiled(g, seat.Other()) {
			continue // whom the challenge is for has only to answer it; who made it must not learn of this
		}
		opponent, err := t.u.Seated(g, seat.Other())
		if err != nil {
			return err
		}
		if !opponent.Unreachable.IsZero() {
			continue // and learns it on coming back, if it is still so
		}
		if err := t.desk.Send(letters.Letter{To: opponent, Kind: templates.Unreachable, Game: g}); err != nil {
			return err
		}
	}
	return t.desk.TellOperator(templates.Notice{
		Code: templates.OperatorUnreachable, Name: names.Of(p), Text: safe.Line(p.Address+": "+f.Reason, 300),
	})
}
