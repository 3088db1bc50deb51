package club

import (
	"errors"
	"fmt"

	"unlurbot/game"
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/facts"
	"unlurbot/store"
)

// Undo asks the opponent to let the player take the last move back. If the mail about that
// move has not left yet, it is taken back at once.
type Undo struct{ About }

func (o Undo) do(s *Session) error {
	g, err := s.standing(CanUndo, facts.NoGame)
	if g == nil || err != nil {
		return err
	}
	seat := g.SeatOf(s.me.ID)
	played, err := g.Replay()
	if err != nil {
		return err
	}
	_, err = played.Decide(seat, game.Move{Kind: game.TakeBack}, s.Now)
	illegal := (*game.Error)(nil)
	switch {
	case errors.As(err, &illegal):
		return s.refuse(g, facts.Illegal{Error: illegal})
	case err != nil:
		return err
	case g.UndoAsked == seat:
		return s.refuse(g, facts.NoUndoNow{Why: facts.UndoAskedAlready, Moves: ToTakeBack(played, seat)})
	case g.UndoAsked != game.NoSeat:
		return s.refuse(g, facts.NoUndoNow{Why: facts.UndoAskedByOther, Moves: ToTakeBack(played, g.UndoAsked)})
	}
	moves := ToTakeBack(played, seat)
	if untold, err := s.recall(g, seat); err != nil {
		return err
	} else if untold {
		return s.takeBack(g, seat, facts.MoveTakenBack{Game: g.Number, Seat: seat, Untold: true, Moves: moves})
	}
	if often, err := s.askedOften(g, seat); often != 0 || err != nil {
		if err != nil {
			return err
		}
		return s.refuse(g, facts.NoUndoNow{Why: often, Moves: moves})
	}
	if err := g.AskUndo(seat); err != nil {
		return err
	}
	s.ChangeGame(g)
	s.note(facts.UndoAsked{Game: g.Number, Seat: seat, Moves: moves})
	return nil
}

// undoAsks is how often in a day a player can ask for the same move back. Each time the
// opponent is told, and two programs may ask and refuse for ever.
const undoAsks = 6

// askedOften counts a request for a move back, and says whether there were enough.
func (s *Session) askedOften(g *store.Game, seat game.Seat) (facts.UndoRefusal, error) {
	n, err := s.Tx.Count(store.Counter{
		Kind: "undo_asks", Whom: fmt.Sprintf("%d %v %d", g.Number, seat, g.Turn()), Window: store.LongestWindow,
	}, s.Now)
	switch {
	case err != nil || n <= undoAsks:
		return 0, err
	case n == undoAsks+1:
		return facts.UndoAskedEnough, nil
	}
	return facts.UndoAskedTooOften, nil
}

// recall takes the opponent's mail about the last move of a seat back, and tells whether it
// could. It does not if there is no time left for another move: then it is better to ask.
func (s *Session) recall(g *store.Game, seat game.Seat) (untold bool, err error) {
	if g.Course.ToMove != seat.Other() {
		return false, nil
	}
	cal, err := clocks.Calendar(s.Unit, s.me)
	if err != nil {
		return false, err
	}
	clock := g.Clock.Recalled(g.Pace, seat, clocks.LastMoved(g))
	if !g.Pace.None() && clock.LeftAt(g.Pace, seat, seat, cal, s.Now) == 0 {
		return false, nil
	}
	return s.Tx.Recall(g.TurnMail, s.Now)
}

// Allow takes the opponent's last move back.
type Allow struct{ About }

func (o Allow) do(s *Session) error {
	g, err := s.askedBack()
	if g == nil || err != nil {
		return err
	}
	return s.takeBack(g, g.UndoAsked, facts.MoveTakenBack{Game: g.Number, Seat: g.SeatOf(s.me.ID)})
}

// Deny lets it stand.
type Deny struct{ About }

func (o Deny) do(s *Session) error {
	g, err := s.askedBack()
	if g == nil || err != nil {
		return err
	}
	played, err := g.Replay()
	if err != nil {
		return err
	}
	s.note(facts.UndoDenied{Game: g.Number, Seat: g.SeatOf(s.me.ID), Moves: ToTakeBack(played, g.UndoAsked)})
	s.ChangeGame(g)
	return g.AnswerUndo()
}

// askedBack finds the game in which the opponent asks for a move back.
func (s *Session) askedBack() (*store.Game, error) {
	g, err := s.standing(AskedToUndo, facts.NoUndo)
	if g != nil && !AskedToUndo(g, g.SeatOf(s.me.ID)) {
		return nil, s.refuse(g, facts.NoUndo)
	}
	return g, err
}

// takeBack takes the last move of a seat back, and what was answered to it.
func (s *Session) takeBack(g *store.Game, seat game.Seat, f facts.Fact) error {
	played, err := g.Replay()
	if err != nil {
		return err
	}
	event, err := played.Decide(seat, game.Move{Kind: game.TakeBack}, s.Now)
	if err != nil {
		return err
	}
	if err := played.Apply(event); err != nil {
		return err
	}
	g.Plans = [2]game.Plan{} // which were made for another position
	s.note(f)
	return s.record(g, played)
}

// ToTakeBack gives the last move of a seat, and the answer to it if there is one.
func ToTakeBack(played *game.Game, seat game.Seat) []string {
	line, moves := played.Line(), played.Moves()
	for i := len(moves) - 1; i >= 0; i-- {
		if line[i].Seat == seat {
			return moves[i:]
		}
	}
	return nil
}
