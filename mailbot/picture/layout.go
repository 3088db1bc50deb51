package picture

import (
	"math"

	"unlurbot/game"
)

// A layout is where things are on a canvas. Cells are measured from the middle of
// the board, in steps from one cell to the next.
type layout struct {
	size          int
	step          float64 // from a cell to the next one in its row, an even number of pixels
	row           float64 // from a row to the next one, whole pixels
	width, height int
	title         float64 // height of the line above the board
	centre        point
}

const (
	groundReach = 1.0 / 3 // from the outermost cells to where they part
	frameReach  = 1.02    // from the outermost cells to the edge of the frame, in steps
	labelReach  = 1.62    // to their coordinates
	reach       = 2.15    // to the edge of the picture
)

// newLayout makes room for a board in a picture of about the given width.
func newLayout(size, width int) layout {
	steps := float64(size-1) + reach
	l := layout{size: size, step: 2 * math.Round(float64(width)/steps/4)}
	l.row = math.Round(l.step * math.Sqrt(3) / 2)
	l.title = math.Round(float64(width) / 12)
	up, down := float64(size-1)+reach, float64(size-1)+frameReach+0.4
	l.width = int(2 * math.Ceil(steps*l.step))
	l.height = int(l.title + math.Ceil((up+down)*l.row))
	l.centre = point{float64(l.width) / 2, l.title + math.Round(up*l.row)}
	return l
}

// at gives the middle of a cell. The cell need not be on the board.
func (l *layout) at(row, column float64) point {
	middle := float64(l.size - 1)
	down, right := row-middle, column-middle
	return l.centre.plus((right-down/2)*l.step, down*l.row)
}

func (l *layout) cell(c game.Cell) point { return l.at(float64(c.Row), float64(c.Col)) }

// hexagon gives the outline of a cell, with half of a small gap to the next one.
func (l *layout) hexagon(c game.Cell) []point {
	const gap = 0.6
	m := l.cell(c)
	x, y := l.step/2-gap, l.row*2/3-gap
	return []point{
		m.plus(0, -y), m.plus(x, -y/2), m.plus(x, y/2),
		m.plus(0, y), m.plus(-x, y/2), m.plus(-x, -y/2),
	}
}

// corner gives a corner of the hexagon through the cells that are so many steps
// away from the middle: 0 is the upper left one, where side 1 begins.
func (l *layout) corner(i int, steps float64) point {
	around := [6]point{{-0.5, -1}, {0.5, -1}, {1, 0}, {0.5, 1}, {-0.5, 1}, {-1, 0}}[i%6]
	return l.centre.plus(around.x*steps*l.step, around.y*steps*l.row)
}
