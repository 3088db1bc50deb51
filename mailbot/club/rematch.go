package club

import (
	"cmp"

	"unlurbot/mailbot/facts"
	"unlurbot/store"
)

// Rematch challenges the opponent of a finished game to another one under the same terms,
// with the seats swapped: of the game that it names, or that the mail answers, else of the
// player's last one. Who was asked for one and asks for one accepts. A robot takes it at once, and one of another
// level can take its place.
type Rematch struct {
	About
	Level int // of the robot; 0 for that of the game
}

func (o Rematch) do(s *Session) error {
	g, err := o.finished(s)
	if err != nil {
		return err
	}
	seat := g.SeatOf(s.me.ID)
	switch next := TermsOf(g, seat.Other()).NewGame(); {
	case g.Robot != nil:
		next.After = g.Number
		return playRobot(s, cmp.Or(o.Level, g.Robot.Level), next)
	case o.Level != 0:
		return refuse(g, facts.LevelOfPeople)
	}
	opponent, err := s.Seated(g, seat.Other())
	if err != nil {
		return err
	}
	if !opponent.Forgotten.IsZero() {
		return refuse(g, facts.NoInvitation{Why: facts.HasBeenForgotten, Name: s.rules.NameOf(opponent)})
	}
	who := invitee{Unit: s.Unit, rules: s.rules, me: s.me, player: opponent, name: opponent.Name}
	if who.suppressed, err = takesNone(s, opponent.Address); err != nil {
		return err
	}
	pending, err := who.refusal()
	switch {
	case pending != nil && pending.After == g.Number && CanAccept(pending, pending.SeatOf(s.me.ID)):
		return s.take(pending)
	case err != nil:
		return err
	}
	next := TermsOf(g, seat.Other()).NewGame()
	if err := s.hasRoom(nil, gamesOf(next)); err != nil {
		return err
	}
	next.After, next.Title = g.Number, s.me.Name+" - "+s.rules.NameOf(opponent)
	if err := s.offer(next, opponent.ID, ""); err != nil {
		return err
	}
	s.note(facts.Offered{Game: next.Number, Mailed: true})
	return nil
}

// finished finds the game that is over and that is to be followed by another one.
func (o Rematch) finished(s *Session) (*store.Game, error) {
	if o.Game == 0 && s.answer.Game == 0 {
		last, err := LastFinished(s.Unit, s.me, 1)
		switch {
		case err != nil:
			return nil, err
		case len(last) == 0:
			return nil, refuse(nil, facts.NoGame)
		}
		return last[0], nil
	}
	g, why, err := s.Find(o.Game, IsFinished)
	switch {
	case err != nil:
		return nil, err
	case g == nil:
		return nil, refuse(nil, why)
	case g.State == store.Playing:
		return nil, refuse(g, facts.NotOver)
	case g.State == store.Cancelled:
		return nil, refuse(g, facts.Cancelled)
	case g.State != store.Finished:
		return nil, refuse(g, notBegun(g))
	}
	return g, nil
}
