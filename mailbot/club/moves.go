package club

import (
	"errors"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/clocks"
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
	s.moves = append(s.moves, made{game: g, before: f.Before})
	if m.Kind != game.Resign && !s.me.TimedOut.IsZero() { // is back
		s.me.TimedOut = time.Time{}
		s.ChangePlayer(s.me)
	}
	if _, known := s.answer.Turns[g.Number]; known { // what the mail says below is about the position now
		s.answer.Turns[g.Number] = g.Turn()
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

// move decides on a move, whoever has ordered it and when, and makes it, which is told by a fact.
// If a rule forbids it, nothing is changed, and the error is a *game.Error.
func (s *Session) move(f facts.Fact, g *store.Game, seat game.Seat, m game.Move, at time.Time) error {
	played, err := g.Replay()
	if err != nil {
		return err
	}
	return s.moveIn(played, f, g, seat, m, at)
}

// moveIn is move for who has replayed the game.
func (s *Session) moveIn(played *game.Game, f facts.Fact, g *store.Game, seat game.Seat, m game.Move, at time.Time) error {
	event, err := played.Decide(seat, m, at)
	if err != nil {
		return err
	}
	if err := played.Apply(event); err != nil {
		return err
	}
	s.note(f)
	return s.record(g, played)
}

// Abort calls a game off that has hardly begun.
type Abort struct{ About }

func (o Abort) do(s *Session) error {
	g, err := s.goingOn(CanAbort, facts.NoAbort)
	switch {
	case err != nil:
		return err
	case g.Course.BothMoved():
		return refuse(g, facts.BothMoved)
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

// cancel ends a game in which one player has not moved: nobody wins it. By is who called it
// off, NoSeat if a time was up.
func (s *Session) cancel(g *store.Game, by game.Seat, end time.Time) error {
	if err := g.Cancel(by, end); err != nil {
		return err
	}
	s.ChangeGame(g)
	return errors.Join(s.ended(g), clocks.NewTurn(s.Unit, g))
}

// record takes over what was played last in a game, and charges the player who has made
// it. It is the only way in which a move gets into a game, so that no clock is forgotten.
func (s *Session) record(g *store.Game, played *game.Game) error {
	last := played.Events()[len(played.Events())-1]
	if err := clocks.Charge(s.Unit, g, last, s.rules.UndoGrace); err != nil {
		return err
	}
	end := s.Now
	if last.Move.Kind == game.RunOutOfTime { // then it is over since the time was up
		end = last.At
	}
	g.TurnMail = 0
	if err := g.Record(played, end); err != nil {
		return err
	}
	s.ChangeGame(g)
	if g.State == store.Finished {
		if err := s.ended(g); err != nil {
			return err
		}
	}
	return clocks.NewTurn(s.Unit, g)
}

// ended logs how a game has ended, in whatever way, and rates its players.
func (s *Session) ended(g *store.Game) error {
	changes, err := s.Tx.AddResult(g, Rate)
	if err == nil {
		s.note(facts.GameOver{Game: g.Number, Changes: changes})
	}
	return err
}
