package store

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"unlurbot/game"
)

// ErrTransition is that a game is asked for what it can't become from the state in which
// it is. Nothing has changed then.
var ErrTransition = errors.New("store: no such transition")

// transitions says which state may follow which, and nothing else changes a state:
//
//	waiting   playing                       Begin
//	waiting   declined, withdrawn, lapsed   End
//	waiting   taken                         TakePlace, the last one
//	playing   finished                      Record, when what was played ends the game
//	playing   cancelled                     Cancel, Void
//	finished  playing                       Reopen
//	cancelled playing                       Reopen
//
// A game that goes on can be asked for a move back (AskUndo), and is asked no more when that
// is answered (AnswerUndo), when a move is recorded, or when it ends.
var transitions = map[State][]State{
	Waiting:   {Playing, Declined, Withdrawn, Lapsed, Taken},
	Playing:   {Finished, Cancelled},
	Finished:  {Playing},
	Cancelled: {Playing},
}

// become changes the state.
func (g *Game) become(next State) error {
	if !slices.Contains(transitions[g.State], next) {
		return fmt.Errorf("%w: game %d is %s and can't be %s", ErrTransition, g.Number, g.State, next)
	}
	g.State = next
	return nil
}

// Begin lets a challenge become a game. An offer of several games never does: each of them
// begins under a number of its own.
func (g *Game) Begin(at time.Time) error {
	if g.State != Waiting || g.Wanted > 1 {
		return fmt.Errorf("%w: game %d is %s and offers %d games", ErrTransition, g.Number, g.State, g.Wanted)
	}
	if err := g.become(Playing); err != nil {
		return err
	}
	g.Started = at
	return nil
}

// End ends a challenge of which no game comes: it is Declined, Withdrawn or Lapsed.
func (g *Game) End(how State, at time.Time) error {
	if !slices.Contains([]State{Declined, Withdrawn, Lapsed}, how) {
		return fmt.Errorf("%w: no challenge ends as %s", ErrTransition, how)
	}
	if err := g.become(how); err != nil {
		return err
	}
	g.Ended = at
	return nil
}

// TakePlace counts a game that has begun of an offer of several. With the last place the
// offer is Taken.
func (g *Game) TakePlace(at time.Time) error {
	if g.State != Waiting || g.Left() < 1 || g.Wanted < 2 {
		return fmt.Errorf("%w: game %d is %s, with %d of %d games taken", ErrTransition, g.Number, g.State, g.Taken, g.Wanted)
	}
	if g.Taken++; g.Left() > 0 {
		return nil
	}
	g.Ended = at
	return g.become(Taken)
}

// Record takes over what was played in a game that goes on: the events and the course that
// they led to, and the end if there is one, after which nobody has a plan. Then AddResult
// must follow.
func (g *Game) Record(played *game.Game, at time.Time) error {
	if g.State != Playing {
		return fmt.Errorf("%w: game %d is %s and takes no moves", ErrTransition, g.Number, g.State)
	}
	g.Events = played.Events()
	g.Course, g.UndoAsked = CourseOf(played.Position()), game.NoSeat
	if g.Course.Phase != game.Over {
		return nil
	}
	g.Ended, g.Plans = at, [2]game.Plan{}
	return g.become(Finished)
}

// Cancel ends a game in which a player has no move that stands: nobody has won it. By is who
// called it off, NoSeat if a time was up. Then AddResult must follow.
func (g *Game) Cancel(by game.Seat, at time.Time) error {
	if g.Course.BothMoved() {
		return fmt.Errorf("%w: both have moved in game %d", ErrTransition, g.Number)
	}
	if err := g.become(Cancelled); err != nil {
		return err
	}
	g.Ended, g.Plans, g.UndoAsked, g.CalledOff = at, [2]game.Plan{}, game.NoSeat, by
	return nil
}

// Void ends a game at the operator's wish, wherever it stands: nobody has won it. Then
// AddResult must follow.
func (g *Game) Void(at time.Time) error {
	if err := g.become(Cancelled); err != nil {
		return err
	}
	g.Ended, g.Plans, g.UndoAsked, g.Voided = at, [2]game.Plan{}, game.NoSeat, true
	return nil
}

// Reopen lets a game go on that is over: the one that was played, in which what had ended it
// is taken back. Then DropResult must follow.
func (g *Game) Reopen(played *game.Game) error {
	g.AnalysisFor = nil
	course := CourseOf(played.Position())
	if !g.HasResult() || course.Phase == game.Over {
		return fmt.Errorf("%w: game %d is %s in the phase %v and can't go on", ErrTransition, g.Number, g.State, course.Phase)
	}
	if err := g.become(Playing); err != nil {
		return err
	}
	g.Events, g.Course = played.Events(), course
	g.Ended, g.CalledOff, g.Voided, g.Spared = time.Time{}, game.NoSeat, false, false
	return nil
}

// AskUndo notes that the player at a seat asks for the last move back.
func (g *Game) AskUndo(seat game.Seat) error {
	if g.State != Playing || g.UndoAsked != game.NoSeat || seat == game.NoSeat {
		return fmt.Errorf("%w: game %d is %s, and %v asks for a move back after %v", ErrTransition, g.Number, g.State, seat, g.UndoAsked)
	}
	g.UndoAsked = seat
	return nil
}

// AnswerUndo notes that this is answered.
func (g *Game) AnswerUndo() error {
	if g.State != Playing || g.UndoAsked == game.NoSeat {
		return fmt.Errorf("%w: game %d is %s, and nobody asks for a move back", ErrTransition, g.Number, g.State)
	}
	g.UndoAsked = game.NoSeat
	return nil
}
