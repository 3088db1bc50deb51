package club

import (
	"fmt"

	"unlurbot/game"
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
)

// Undo asks the opponent to let the player take the last move back. If the mail about that
// move has not left yet, it is taken back at once.
type Undo struct{ About }

func (o Undo) do(s *Session) error {
	g, err := s.standing(o.About, CanUndo, facts.NoGame)
	if err != nil {
		return err
	}
	seat := g.SeatOf(s.me.ID)
	played, err := g.Replay()
	if err != nil {
		return err
	}
	_, err = played.Decide(seat, game.Move{Kind: game.TakeBack}, s.Now)
	switch {
	case err != nil:
		return orIllegal(g, err)
	case g.UndoAsked == seat:
		return refuse(g, facts.NoUndoNow{Why: facts.UndoAskedAlready, Moves: ToTakeBack(played, seat)})
	case g.UndoAsked != game.NoSeat:
		return refuse(g, facts.NoUndoNow{Why: facts.UndoAskedByOther, Moves: ToTakeBack(played, g.UndoAsked)})
	}
	moves := ToTakeBack(played, seat)
	if g.Robot != nil { // which never minds
		g.Robot.Low = 0
		if err := g.AskUndo(seat); err != nil {
			return err
		}
		return s.takeBack(g, seat, facts.RobotGaveBack{Game: g.Number})
	}
	if untold, err := recall(s.Unit, g, seat); err != nil {
		return err
	} else if untold {
		return s.takeBack(g, seat, facts.MoveTakenBack{Game: g.Number, Seat: seat, Untold: true, Moves: moves})
	}
	if err := countUndo(s.Unit, g, seat, moves); err != nil {
		return err
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

// countUndo counts a request for a move back, and refuses it if there were enough.
func countUndo(u *unit.Unit, g *store.Game, seat game.Seat, moves []string) error {
	asked := store.Counter{Kind: "undo_asks", Whom: fmt.Sprintf("%d %v %d", g.Number, seat, g.Turn()), Window: store.LongestWindow}
	n, err := u.Tx.Count(asked, u.Now)
	switch {
	case err != nil || n <= undoAsks:
		return err
	case n == undoAsks+1:
		return refuse(g, facts.NoUndoNow{Why: facts.UndoAskedEnough, Moves: moves})
	}
	return refuse(g, facts.NoUndoNow{Why: facts.UndoAskedTooOften, Moves: moves})
}

// recall takes the opponent's mail about the last move of a seat back, and tells whether it
// could. It does not if there is no time left for another move: then it is better to ask.
func recall(u *unit.Unit, g *store.Game, seat game.Seat) (untold bool, err error) {
	reopened := g.Events[len(g.Events)-1].Move.Kind == game.Reopen // then that mail says why the game goes on
	if g.Course.ToMove != seat.Other() || reopened {
		return false, nil
	}
	p, err := u.Seated(g, seat)
	if err != nil {
		return false, err
	}
	cal, err := clocks.Calendar(u, p)
	if err != nil {
		return false, err
	}
	clock := g.Clock.Recalled(g.Pace, seat, clocks.LastMoved(g))
	if !g.Pace.None() && clock.LeftAt(g.Pace, seat, seat, cal, u.Now) == 0 {
		return false, nil
	}
	return u.Tx.Recall(g.TurnMail, u.Now)
}

// Allow takes the opponent's last move back.
type Allow struct{ About }

func (o Allow) do(s *Session) error {
	g, err := s.askedBack(o.About)
	if err != nil {
		return err
	}
	return s.takeBack(g, g.UndoAsked, facts.MoveTakenBack{Game: g.Number, Seat: g.SeatOf(s.me.ID)})
}

// Deny lets it stand.
type Deny struct{ About }

func (o Deny) do(s *Session) error {
	g, err := s.askedBack(o.About)
	if err != nil {
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
func (m Games) askedBack(a About) (*store.Game, error) {
	g, err := m.standing(a, AskedToUndo, facts.NoUndo)
	if err == nil && !AskedToUndo(g, g.SeatOf(m.me.ID)) {
		err = refuse(g, facts.NoUndo)
	}
	return g, err
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
