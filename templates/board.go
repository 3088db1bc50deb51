package templates

import (
	"strconv"

	"unlurbot/game"
)

// Marks says what a board shows beyond the rules page. Marks stand in the
// blanks between the cells, so that the grid is the same with and without.
type Marks struct {
	Last       bool // the stone put last in parentheses
	Connection bool // the connection that ended the game in brackets
}

// Board draws a position as the rules page does, byte for byte on size 6 but
// for blanks at line ends, which are left out. Other sizes follow the same
// construction; column numbers of two digits above row A are written
// downwards. Lines are joined by LF and the last one has none.
func Board(p *game.Position, m Marks) string {
	const largest = 2048 // bytes of a board of size 13
	b := boardDrawing{p: p, n: p.Size(), marks: markedCells(p, m), text: make([]byte, 0, largest)}
	b.header()
	for row := range 2*b.n - 1 {
		b.row(row)
	}
	b.line()
	b.put(b.firstCell(2*b.n-2)+b.sideLabel(), "Side 4")
	return string(b.text)
}

type mark byte

const (
	connected mark = 1 << iota
	lastStone
)

func markedCells(p *game.Position, m Marks) map[game.Cell]mark {
	marks := map[game.Cell]mark{}
	if m.Connection {
		for _, c := range p.Connection() {
			marks[c] |= connected
		}
	}
	if last, ok := p.Last(); ok && m.Last {
		marks[last] |= lastStone
	}
	return marks
}

// boardDrawing writes from the top line to the bottom one. Its columns are
// those of the rules page: "Side 6 " must fit in front of the letter of its
// row, each row steps half a cell, and a cell takes two characters.
type boardDrawing struct {
	p     *game.Position
	n     int
	marks map[game.Cell]mark
	text  []byte
	start int // of the current line in text
}

// line begins a new line.
func (b *boardDrawing) line() {
	if len(b.text) > 0 {
		b.text = append(b.text, '\n')
	}
	b.start = len(b.text)
}

// put writes a word at a column of the current line, right of what is there.
func (b *boardDrawing) put(column int, word string) {
	for len(b.text) < b.start+column {
		b.text = append(b.text, ' ')
	}
	b.text = append(b.text, word...)
}

const sideWord = len("Side 1")

func (b *boardDrawing) letter(row int) int {
	indent := row - (b.n - 1)
	return sideWord + 1 - b.n/2 + max(indent, -indent)
}

func (b *boardDrawing) firstCell(row int) int { return b.letter(row) + len("A- ") }

// sideLabel centres "Side 1" and "Side 4" over the n cells of their rows.
func (b *boardDrawing) sideLabel() int { return (2*b.n - 1 - sideWord) / 2 }

// header draws the numbers of the columns that begin in row A, their strokes,
// and the number of the next column, whose stroke stands in row A.
func (b *boardDrawing) header() {
	numbers, strokes := b.firstCell(0)+2, b.firstCell(0)+1
	b.line()
	b.put(numbers+b.sideLabel(), "Side 1")
	if b.n >= 10 {
		b.line()
		for column := 10; column <= b.n; column++ {
			b.put(numbers+2*(column-1), strconv.Itoa(column/10))
		}
	}
	b.line()
	for column := 1; column <= b.n; column++ {
		b.put(numbers+2*(column-1), strconv.Itoa(column%10))
	}
	b.line()
	for column := range b.n {
		b.put(strokes+2*column, "/")
	}
	b.put(strokes+2*b.n, strconv.Itoa(b.n+1))
}

func (b *boardDrawing) row(row int) {
	first, last, _ := game.RowColumns(b.n, row)
	upperLabel := (b.n - 1) / 2
	lowerLabel := 2*b.n - 2 - upperLabel
	b.line()
	switch row {
	case upperLabel:
		b.put(b.letter(row)-sideWord-1, "Side 6 ")
	case lowerLabel:
		b.put(b.letter(row)-sideWord-1, "Side 5 ")
	}
	b.put(b.letter(row), string(rune('A'+row))+"-")
	end := b.cells(row, first, last)
	if row <= b.n-2 {
		b.put(end+2, "/")
	}
	if row <= b.n-3 {
		b.put(end+4, strconv.Itoa(b.n+2+row))
	}
	switch row {
	case upperLabel:
		b.put(len(b.text)-b.start+2, "Side 2")
	case lowerLabel:
		b.put(end+3, "Side 3")
	}
}

var stones = [...]string{game.NoColor: ".", game.Black: "X", game.White: "O"}

// cells draws the cells of a row and gives the column of the last one.
func (b *boardDrawing) cells(row, first, last int) int {
	at, before := b.firstCell(row), mark(0)
	for column := first; column <= last; column++ {
		c := game.Cell{Row: int16(row), Col: int16(column - 1)}
		here := b.marks[c]
		if gap := gapMark(before, here); gap != "" {
			b.put(at-1, gap)
		}
		b.put(at, stones[b.p.At(c)])
		before, at = here, at+2
	}
	if gap := gapMark(before, 0); gap != "" {
		b.put(at-1, gap)
	}
	return at - 2
}

// gapMark is the sign in the blank between two neighbours of a row. The last
// stone's parenthesis goes before the connection's bracket.
func gapMark(left, right mark) string {
	switch {
	case right&lastStone != 0:
		return "("
	case left&lastStone != 0:
		return ")"
	case left == right:
		return ""
	case right&connected != 0:
		return "["
	default:
		return "]"
	}
}
