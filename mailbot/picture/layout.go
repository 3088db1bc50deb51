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
	line          float64 // height of the line of players, of which all letters are a part
	centre        point
	numbers       [6]point // of the sides, outside of them
}

// sideReach is how far the outermost cells are from the left and right edge, in steps.
const sideReach = 0.95

// newLayout makes the board as large as the width allows, and adds what stands
// above and below it.
func newLayout(size, width int) layout {
	out := float64(size - 1)
	l := layout{size: size, width: width}
	l.step = 2 * math.Floor(float64(width)/(out+sideReach)/4)
	l.row = math.Round(l.step * math.Sqrt(3) / 2)
	l.line = math.Round(float64(width) * 0.09)
	number := out*l.row + l.step/2 + l.line*0.3 // how far the numbers are from the middle
	half := math.Ceil(number + l.line/3)
	l.centre = point{float64(width) / 2, half}
	l.height = int(2*half + l.line)
	for side := range l.numbers {
		sin, cos := math.Sincos(math.Pi * float64(side) / 3)
		l.numbers[side] = l.centre.plus(number*sin, -number*cos)
	}
	return l
}

// at gives the middle of a cell. The cell need not be on the board.
func (l *layout) at(row, column float64) point {
	middle := float64(l.size - 1)
	down, right := row-middle, column-middle
	return l.centre.plus((right-down/2)*l.step, down*l.row)
}

func (l *layout) cell(c game.Cell) point { return l.at(float64(c.Row), float64(c.Col)) }
