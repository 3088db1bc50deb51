package engine

import (
	"sync"

	"unlurbot/game"
)

const (
	maxCells = 3*game.MaxSize*(game.MaxSize-1) + 1
	maxRows  = 2*game.MaxSize - 1
	nowhere  = maxCells // the neighbour that a cell at the border lacks
	all      = 0b111111 // the directions, or the sides
)

// A colour is that of a stone, and of the side that has it; other than in the rules, a number to index with.
type colour uint8

const (
	black colour = iota
	white
	none
)

func (c colour) other() colour { return c ^ 1 }

// A board is the geometry of one size: cells in reading order, and what is around each.
type board struct {
	size  int
	cells []game.Cell
	index [maxRows][maxRows]uint16
	next  [maxCells + 1][6]uint16 // the neighbours, in the order in which they lie around the cell; nowhere has only itself
	sides [maxCells + 1]uint8     // bit s for side s+1, which the cell touches
	off   [maxCells + 1]uint8     // bit d for a direction in which the board ends
	over  [maxCells][6]uint16     // the cells over a bridge: d is beside the neighbours in the directions d and d+1
	depth [maxCells]uint8         // how many steps it is to the nearest side
	inner []uint16                // the cells that touch no side, where contract stones may go
	along [6][]uint16             // the cells that touch each side
	every []uint16                // all cells
}

// boards give that of each size, which is made when it is first wanted: a bot may never play on it.
var boards = func() (of [game.MaxSize + 1]func() *board) {
	for size := game.MinSize; size <= game.MaxSize; size++ {
		of[size] = sync.OnceValue(func() *board { return newBoard(size) })
	}
	return of
}()

func newBoard(size int) *board {
	empty, err := game.NewPosition(size)
	if err != nil {
		panic(err) // only sizes that exist are made
	}
	b := &board{size: size, cells: empty.Cells()}
	for i, c := range b.cells {
		b.every = append(b.every, uint16(i))
		b.index[c.Row][c.Col] = uint16(i)
	}
	for d := range b.next[nowhere] {
		b.next[nowhere][d] = nowhere
	}
	for i, c := range b.cells {
		for d, beside := range c.Around() {
			if empty.OnBoard(beside) {
				b.next[i][d] = b.index[beside.Row][beside.Col]
			} else {
				b.next[i][d] = nowhere
				b.off[i] |= 1 << d
			}
		}
		for s := range 6 {
			if empty.Touches(c, s+1) {
				b.sides[i] |= 1 << s
				b.along[s] = append(b.along[s], uint16(i))
			}
		}
		if b.sides[i] == 0 {
			b.inner = append(b.inner, uint16(i))
		}
	}
	for i, c := range b.cells {
		for d, beside := range b.next[i] {
			b.over[i][d] = b.next[beside][(d+1)%6]
		}
		last := 2*size - 2
		row, col := int(c.Row), int(c.Col)
		b.depth[i] = uint8(min(row, last-row, col, last-col, size-1+row-col, size-1+col-row))
	}
	return b
}

// A verdict is what a stone does to the game.
type verdict uint8

const (
	goesOn verdict = iota
	wins           // whoever puts it completes their own goal
	loses          // it completes the opponent's goal, and not their own
)

// verdicts are those on a stone of each colour whose group then touches a set of sides.
var verdicts = func() (of [2][all + 1]verdict) {
	for sides := range all + 1 {
		y := sides&0b010101 == 0b010101 || sides&0b101010 == 0b101010
		line := sides&(sides>>3) != 0
		for c, goals := range [2][2]bool{black: {y, line}, white: {line, y}} {
			switch {
			case goals[0]:
				of[c][sides] = wins
			case goals[1]:
				of[c][sides] = loses
			}
		}
	}
	return of
}()
