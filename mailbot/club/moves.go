package club

import (
	"errors"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/facts"
	"unlurbot/store"
)

// Play puts a stone, says black or resigns.
type Play struct {
	About
	Move game.Move
}

// Fits says for which games a move can be meant that names none.
func (o Play) Fits() Fits {
	if o.Move.Kind == game.Resign {
		return WhilePlaying
	}
	return OnTurn
}

func (o Play) do(s *Session) error {
	g, why, err := s.FindPlayed(o.Game, o.Fits())
	switch {
	case err != nil:
		return err
	case g == nil:
		return refuse(nil, why)
	case !HasBegun(g):
		return refuse(g, notBegun(g))
	case g.State == store.Cancelled: // of which the rules know nothing
		return refuse(g, over)
	case s.IsStale(g):
		return s.stale(g, o.Move.String())
	case o.Move.Kind == game.Resign && CanAbort(g, g.SeatOf(s.me.ID)): // nobody can lose yet
		return s.callOff(g)
	}
	return s.play(g, o.Move)
}

// play decides on a move and makes it. What plans answer to it is played in the end.
func (s *Session) play(g *store.Game, m game.Move) error {
	f := facts.MovePlayed{Game: g.Number, Seat: g.SeatOf(s.me.ID), Move: m, Before: len(g.Events), Asked: g.UndoAsked}
	if err := s.move(f, g, f.Seat, m, s.Now); err != nil {
		return orIllegal(g, err)
	}
	s.moves = append(s.moves, g)
	if m.Kind != game.Resign && !s.me.TimedOut.IsZero() { // is back
		s.me.TimedOut = time.Time{}
		s.ChangePlayer(s.me)
	}
	if _, known := s.Answered(g.Number); known { // what the mail says below is about the position now
		s.MeanTurn(g.Number, g.Turn())
	}
	return nil
}

// orIllegal refuses an order that a rule of the game forbids; other errors stay what they are.
func orIllegal(g *store.Game, err error) error {
	if illegal, ok := errors.AsType[*game.Error](err); ok {
		return refuse(g, facts.Illegal{Error: illegal})
	}
	return err
}

// Abort calls a game off that has hardly begun.
type Abort struct{ About }

func (o Abort) do(s *Session) error {
	g, err := s.goingOn(o.Game, CanAbort, facts.NoAbort)
	switch {
	case err != nil:
		return err
	case g.Course.BothMoved():
		return refuse(g, facts.BothMoved)
	case g.Tournament != 0:
		return refuse(g, facts.AbortInTournament)
	case g.Ladder != nil:
		return refuse(g, facts.AbortOnLadder)
	case s.IsStale(g):
		return s.stale(g, o.Verb)
	}
	return s.callOff(g)
}

// callOff cancels a game for the player, by whatever order.
func (s *Session) callOff(g *store.Game) error {
	seat := g.SeatOf(s.me.ID)
	s.note(facts.GameCalledOff{Game: g.Number, Seat: seat})
	return s.cancel(g, seat, s.Now)
}
