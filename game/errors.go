package game

import (
	"cmp"
	"fmt"
	"strconv"
)

// A Code names what is wrong with a move or a record, for programs. Codes are
// part of the JSON that replay prints and never change their meaning.
type Code string

// The codes.
const (
	NotAMove       Code = "not-a-move"       // the word is neither a cell nor a command
	BadSize        Code = "bad-size"         // no board has this size
	OffBoard       Code = "off-board"        // the cell is not on this board
	Occupied       Code = "occupied"         // there is a stone already
	EdgeInContract Code = "edge-in-contract" // contract stones may not touch a side
	NoPassing      Code = "no-passing"       // "black" after the contract phase
	GameOver       Code = "game-over"        // nothing can be played any more
	NotYourTurn    Code = "not-your-turn"    // the other seat is to move
	NothingToUndo  Code = "nothing-to-undo"  // the seat has not moved yet
	BadPace        Code = "bad-pace"         // no game can be played at this pace
	NotAPlan       Code = "not-a-plan"       // a step of a plan is not a reply and an answer
	NoReply        Code = "no-reply"         // nothing is left for "any" to stand for
	PlanTooLong    Code = "plan-too-long"    // more than MaxPlanSteps
	PlanTooDeep    Code = "plan-too-deep"    // more than MaxPlanDepth
	BadRecord      Code = "bad-record"       // a file holds no game that can be read
	Contradiction  Code = "contradiction"    // a file says of a game what its moves don't give
)

// An Error is a move, or a word of a record, that can't be played, or a pace
// that can't be played at. The position it was meant for is unchanged.
type Error struct {
	Code  Code
	Cell  Cell      // the cell in question, for OffBoard, Occupied and EdgeInContract
	Size  int       // the board's size, for OffBoard; the wrong one, for BadSize
	Token string    // the word in question, for NotAMove, NotAPlan and a BadSize that is no number; the words, for BadPace; what is wrong, for BadRecord; what is said, for Contradiction
	Given string    // what the moves give, for Contradiction
	Ply   int       // the number of the move in its record, from 1; 0 outside a record
	Fault PaceFault // what is wrong, for BadPace
}

// Error gives one English sentence without the final stop. Mails have their
// own sentences, by Code.
func (e *Error) Error() string {
	s := e.sentence()
	if e.Ply > 0 {
		s = fmt.Sprintf("move %d: %s", e.Ply, s)
	}
	return s
}

// sentences are those that say nothing of their own error.
var sentences = map[Code]string{
	NoPassing:     "the contract phase is over, so black can't be said any more",
	GameOver:      "the game is over",
	NotYourTurn:   "it is the other player's turn",
	NothingToUndo: "there is no move to take back",
	NoReply:       "there is no other reply",
	PlanTooLong:   fmt.Sprintf("a plan has at most %d steps", MaxPlanSteps),
	PlanTooDeep:   fmt.Sprintf("a plan goes at most %d steps deep", MaxPlanDepth),
}

func (e *Error) sentence() string {
	switch e.Code {
	case NotAMove:
		return fmt.Sprintf("%q is not a move", e.Token)
	case BadSize:
		size := strconv.Itoa(e.Size)
		if e.Token != "" {
			size = strconv.Quote(e.Token)
		}
		return fmt.Sprintf("there is no board of size %s: sizes are %d to %d", size, MinSize, MaxSize)
	case OffBoard:
		return e.offBoard()
	case Occupied:
		return fmt.Sprintf("there is a stone on %v already", e.Cell)
	case EdgeInContract:
		return fmt.Sprintf("%v touches a side of the board, which contract stones may not", e.Cell)
	case BadPace:
		return fmt.Sprintf("%q is not a pace: %s", e.Token, paceFaults[e.Fault])
	case NotAPlan:
		return fmt.Sprintf("%q is not a reply and an answer to it", e.Token)
	case BadRecord:
		return "the record can't be read: " + e.Token
	case Contradiction:
		return fmt.Sprintf("the record says %q, but its moves give %q", e.Token, e.Given)
	}
	return cmp.Or(sentences[e.Code], string(e.Code))
}

func (e *Error) offBoard() string {
	first, last, ok := RowColumns(e.Size, int(e.Cell.Row))
	if !ok {
		lastRow := Cell{Row: int16(2*e.Size - 2)}.String()[:1]
		return fmt.Sprintf("%v is not on the board: the rows are A to %s", e.Cell, lastRow)
	}
	return fmt.Sprintf("%v is not on the board: row %c has the columns %d to %d", e.Cell, 'A'+e.Cell.Row, first, last)
}
