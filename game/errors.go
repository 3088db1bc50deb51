package game

import "fmt"

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
)

// An Error is a move, or a word of a record, that can't be played. The
// position it was meant for is unchanged.
type Error struct {
	Code  Code
	Cell  Cell   // the cell in question, for OffBoard, Occupied and EdgeInContract
	Size  int    // the board's size, for OffBoard; the wrong one, for BadSize
	Token string // the word in question, for NotAMove
	Ply   int    // the number of the move in its record, from 1; 0 outside a record
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

func (e *Error) sentence() string {
	switch e.Code {
	case NotAMove:
		return fmt.Sprintf("%q is not a move", e.Token)
	case BadSize:
		return fmt.Sprintf("there is no board of size %d: sizes are %d to %d", e.Size, MinSize, MaxSize)
	case OffBoard:
		return e.offBoard()
	case Occupied:
		return fmt.Sprintf("there is a stone on %v already", e.Cell)
	case EdgeInContract:
		return fmt.Sprintf("%v touches a side of the board, which contract stones may not", e.Cell)
	case NoPassing:
		return "the contract phase is over, so black can't be said any more"
	case GameOver:
		return "the game is over"
	case NotYourTurn:
		return "it is the other player's turn"
	}
	return string(e.Code)
}

func (e *Error) offBoard() string {
	first, last, ok := RowColumns(e.Size, int(e.Cell.Row))
	if !ok {
		lastRow := Cell{Row: int16(2*e.Size - 2)}.String()[:1]
		return fmt.Sprintf("%v is not on the board: the rows are A to %s", e.Cell, lastRow)
	}
	return fmt.Sprintf("%v is not on the board: row %c has the columns %d to %d", e.Cell, 'A'+e.Cell.Row, first, last)
}
