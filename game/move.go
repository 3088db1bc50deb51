package game

import "strings"

// A Kind tells the moves apart.
type Kind uint8

// The kinds. RunOutOfTime and Forfeit are what happens to a player, not what a
// player does, but they stand in the record like moves: the time is up, or an
// arbiter gives the game to the opponent. TakeBack and Reopen are events only:
// they undo moves, see Game.Apply, and what is undone stands in no record.
const (
	PutStone Kind = iota
	SayBlack
	Resign
	RunOutOfTime
	TakeBack
	Forfeit
	Reopen
)

// Ends says whether a move of this kind does nothing but end the game, against the
// seat whose move it is.
func (k Kind) Ends() bool { return k == Resign || k == RunOutOfTime || k == Forfeit }

// undoes says whether it is an event that stands in no record.
func (k Kind) undoes() bool { return k == TakeBack || k == Reopen }

// A Move is one entry of a game's record. Cell counts for PutStone only.
type Move struct {
	Kind Kind
	Cell Cell
}

// Stone is the move that puts a stone on a cell.
func Stone(c Cell) Move { return Move{Kind: PutStone, Cell: c} }

var kindWords = map[Kind]string{
	SayBlack: "black", Resign: "resign", RunOutOfTime: "timeout", TakeBack: "undo", Forfeit: "forfeit", Reopen: "reopen",
}

// String gives the move as records write it: C4, black, resign, timeout, forfeit;
// and undo and reopen, as events do.
func (m Move) String() string {
	if m.Kind == PutStone {
		return m.Cell.String()
	}
	return kindWords[m.Kind]
}

// ParseMove reads what String writes, in any case, "pass" for "black", and
// cells as forgivingly as ParseCell. It fails with the code not-a-move.
func ParseMove(s string) (Move, error) {
	word := strings.ToLower(s)
	if word == "pass" {
		return Move{Kind: SayBlack}, nil
	}
	for kind, w := range kindWords {
		if w == word {
			return Move{Kind: kind}, nil
		}
	}
	c, err := ParseCell(s)
	if err != nil {
		return Move{}, err
	}
	return Stone(c), nil
}

// MarshalText writes the word of String.
func (m Move) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads a move with ParseMove.
func (m *Move) UnmarshalText(b []byte) (err error) {
	*m, err = ParseMove(string(b))
	return err
}
