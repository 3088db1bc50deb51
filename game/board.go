package game

// Board sizes: the number of cells on each side. The rules page is about
// DefaultSize; the PBeM server allows MinSize to MaxSize.
const (
	MinSize     = 4
	MaxSize     = 13
	DefaultSize = 6
)

const (
	maxRows  = 2*MaxSize - 1
	maxCells = 3*MaxSize*(MaxSize-1) + 1
	nowhere  = maxCells // the index of the neighbour that a border cell lacks
)

// A sideSet has bit i-1 for side i: 1 top, then clockwise.
type sideSet uint8

const (
	oddSides  sideSet = 0b010101 // 1, 3, 5
	evenSides sideSet = 0b101010 // 2, 4, 6
	halfSides sideSet = 0b000111 // 1, 2, 3; their opposites are three bits up
)

// hasY says whether a group with these sides is a Y.
func (s sideSet) hasY() bool { return s&oddSides == oddSides || s&evenSides == evenSides }

// hasLine says whether a group with these sides is a line.
func (s sideSet) hasLine() bool { return s&(s>>3)&halfSides != 0 }

// A board is the geometry of one size, made once and shared by all positions.
// Cells have an index in reading order, so that a position is a flat array.
type board struct {
	size  int
	cells []Cell
	index [maxRows][maxRows]int16 // -1: off the board
	next  [maxCells][6]uint16     // neighbours; nowhere where there is none
	sides [maxCells]sideSet
	inner int // number of cells that touch no side
}

var boards = func() (all [MaxSize + 1]*board) {
	for n := MinSize; n <= MaxSize; n++ {
		all[n] = newBoard(n)
	}
	return all
}()

// byRow is the order of neighbours in a board. Of several shortest connections it decides which one is shown, for ever.
var byRow = [6]int{3, 0, 4, 5, 2, 1}

func newBoard(n int) *board {
	b := &board{size: n}
	for r := range maxRows {
		for c := range maxRows {
			b.index[r][c] = -1
			if first, last, ok := RowColumns(n, r); ok && first <= c+1 && c+1 <= last {
				b.index[r][c] = int16(len(b.cells))
				b.cells = append(b.cells, Cell{Row: int16(r), Col: int16(c)})
			}
		}
	}
	for i, c := range b.cells {
		b.sides[i] = sidesOf(n, int(c.Row), int(c.Col))
		if b.sides[i] == 0 {
			b.inner++
		}
		around := c.Around()
		for k, direction := range byRow {
			b.next[i][k] = nowhere
			if j, ok := b.find(around[direction]); ok {
				b.next[i][k] = uint16(j)
			}
		}
	}
	return b
}

// sidesOf gives the sides that a cell of a board of size n touches; a corner
// cell belongs to both of its sides.
func sidesOf(n, r, c int) (s sideSet) {
	middle, end := n-1, 2*n-2
	touches := [6]bool{
		r == 0,                       // 1 top
		r <= middle && c == r+middle, // 2 upper right
		r >= middle && c == end,      // 3 lower right
		r == end,                     // 4 bottom
		r >= middle && c == r-middle, // 5 lower left
		r <= middle && c == 0,        // 6 upper left
	}
	for i, t := range touches {
		if t {
			s |= 1 << i
		}
	}
	return s
}

// find gives the index of a cell, if it is on the board.
func (b *board) find(c Cell) (int, bool) {
	if uint(c.Row) >= maxRows || uint(c.Col) >= maxRows {
		return 0, false
	}
	i := b.index[c.Row][c.Col]
	return int(i), i >= 0
}

// RowColumns gives the first and the last column, as printed (from 1), of a
// row (from 0) on a board of the given size; ok is false for a row or a size
// that does not exist.
func RowColumns(size, row int) (first, last int, ok bool) {
	if size < MinSize || size > MaxSize || row < 0 || row > 2*size-2 {
		return 0, 0, false
	}
	return max(0, row-size+1) + 1, min(2*size-2, row+size-1) + 1, true
}
