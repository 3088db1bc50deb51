package club

import (
	"cmp"
	"errors"

	"unlurbot/game"
	"unlurbot/mailbot/facts"
	"unlurbot/store"
)

// Accept takes what is offered: to the player, or to everybody.
type Accept struct{ About }

func (o Accept) do(s *Session) error {
	if number := cmp.Or(o.Game, s.answer.Game); number != 0 && number != facts.NoSuchGame {
		offer, err := s.Game(number)
		switch {
		case errors.Is(err, store.ErrNotFound):
			return refuse(nil, facts.NotOffered{Number: number})
		case err != nil:
			return err
		case offer.SeatOf(s.me.ID) == game.NoSeat: // so it is one to everybody, if any
			taken, err := s.takenFrom(offer)
			switch {
			case err != nil:
				return err
			case taken != nil:
				return refuse(taken, facts.TakenAlready)
			case offer.FreeSeat() == game.NoSeat || offer.State != store.Waiting:
				return refuse(nil, facts.NotOffered{Number: number})
			}
			return s.take(offer)
		}
	}
	g, err := s.waiting(o.Game, CanAccept, facts.NoChallenge, facts.OwnChallenge)
	if err != nil {
		return err
	}
	return s.take(g)
}

// take begins the game that somebody offers the player.
func (s *Session) take(g *store.Game) error {
	if g.FreeSeat() != game.NoSeat {
		if open, err := StillOffers(s.Unit, g); err != nil {
			return err
		} else if !open {
			return refuse(nil, facts.NotOffered{Number: g.Number})
		}
	}
	if err := s.hasRoom(g, gamesOf(g)); err != nil {
		return err
	}
	return s.begin(g, true)
}

// Decline turns a challenge down.
type Decline struct{ About }

func (o Decline) do(s *Session) error {
	g, err := s.waiting(o.Game, CanAccept, facts.NoChallenge, facts.OwnChallenge)
	if err != nil {
		return err
	}
	return s.end(g, store.Declined, facts.Ordered)
}

// Withdraw takes an own challenge back, or an offer to everybody.
type Withdraw struct{ About }

func (o Withdraw) do(s *Session) error {
	g, err := s.waiting(o.Game, CanWithdraw, facts.NothingOffered, facts.NotChallenger)
	if err != nil {
		return err
	}
	return s.end(g, store.Withdrawn, facts.Ordered)
}

// waiting finds the challenge that an order answers. Missing is the reason if there is
// none, and others if it is not the player's to answer so.
func (m Games) waiting(named store.GameNumber, mine Fits, missing, others facts.Plain) (*store.Game, error) {
	g, err := m.found(named, mine, missing)
	switch {
	case err != nil:
		return nil, err
	case g.State != store.Waiting:
		return nil, refuse(g, facts.Answered)
	case !mine(g, g.SeatOf(m.me.ID)):
		return nil, refuse(g, others)
	}
	return g, nil
}

// TurnDown declines a challenge in the name of somebody who has never written here, and who
// answers from wherever. If no challenge waits, there is nothing to do.
type TurnDown struct{ About }

func (o TurnDown) do(s *Session) error {
	g, err := s.Game(o.Game)
	if err != nil || !CanAccept(g, g.SeatOf(s.me.ID)) {
		return err
	}
	return s.end(g, store.Declined, facts.WantsNone)
}

// Lapse ends a challenge that nobody has answered in time; nobody orders it.
type Lapse struct{ About }

func (o Lapse) do(s *Session) error {
	g, err := s.Game(o.Game)
	if err != nil || g.State != store.Waiting {
		return err
	}
	return s.end(g, store.Lapsed, facts.Unanswered)
}
