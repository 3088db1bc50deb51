package game

import (
	"strconv"
	"strings"
)

// A Cell is a place on a board of any size, counted from zero: Row 0 is row A
// at the top, Col 0 is column 1, and columns run as diagonals down to the left
// as on the rules page. A Cell need not be on a given board; see
// Position.Play and Position.OnBoard.
type Cell struct {
	Row, Col int16
}

// maxDigits bounds the column of a cell name, so that a telephone number
// after a letter is "not a cell" and not "off the board".
const maxDigits = 3

// String gives the name on the rules page, such as C4.
func (c Cell) String() string {
	return string(rune('A'+c.Row)) + strconv.Itoa(int(c.Col)+1)
}

// Around gives the six places beside a cell in the order in which they lie around it, so that each also touches the
// one before it. Not all of them need be on a board.
func (c Cell) Around() [6]Cell {
	return [6]Cell{
		{c.Row, c.Col + 1}, {c.Row + 1, c.Col + 1}, {c.Row + 1, c.Col},
		{c.Row, c.Col - 1}, {c.Row - 1, c.Col - 1}, {c.Row - 1, c.Col},
	}
}

// ParseCell reads a cell name: one letter and one number, in either order and
// case, with a hyphen or blanks between them (C4, c4, C-4, "C 4", 4c). It
// fails with the code not-a-move. Whether the cell is on a board is not asked.
func ParseCell(s string) (Cell, error) {
	fail := func() (Cell, error) {
		return Cell{}, &Error{Code: NotAMove, Token: s}
	}
	t := strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return -1
		}
		return r
	}, s)
	if len(t) < 2 {
		return fail()
	}
	letter, digits := t[0], t[1:]
	if isDigit(letter) {
		letter, digits = t[len(t)-1], t[:len(t)-1]
	}
	letter |= 'a' - 'A' // to lower case, where it is a letter
	if letter < 'a' || letter > 'z' || len(digits) > maxDigits {
		return fail()
	}
	n := 0
	for i := range len(digits) {
		if !isDigit(digits[i]) {
			return fail()
		}
		n = 10*n + int(digits[i]-'0')
	}
	return Cell{Row: int16(letter - 'a'), Col: int16(n - 1)}, nil
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
