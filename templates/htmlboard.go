package templates

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"unlurbot/game"
)

const (
	// boardRoom is how wide a board may be for a phone of 360 pixels.
	boardRoom = 344
	// labelWidth is that of the letter in front of a row, and of what is behind it.
	labelWidth             = 12
	smallestCell, bestCell = 15, 30
)

// cellWidth gives the width of a cell in pixels. Cells of boards above size 10
// would be too small for a finger or for what is written in them: there the whole
// board is made smaller where the screen is, by programs that can.
func cellWidth(size int) int {
	room := boardRoom - 2*(labelWidth+1) - 1
	return min(max(room/(2*size-1)-1, smallestCell), bestCell)
}

// boardWidth gives that of a board, its labels included.
func boardWidth(size int) int { return (2*size-1)*(cellWidth(size)+1) + 1 + 2*(labelWidth+1) }

// An htmlBoard draws a diagram as one table for each row. They are centred in a
// table as wide as the widest of them, so that the half steps between rows come by
// themselves and no row gives way where a screen is too narrow. Every cell says
// its size and its colours itself, since Outlook inherits none and other programs
// drop what stands in the head of a mail.
type htmlBoard struct {
	Diagram
	link   mailto             // empty for a board that is only looked at
	legal  map[game.Cell]bool // the cells that can be played, none on such a board
	linked map[game.Cell]bool // and those of them that have a link
	plain  bool               // a stone is no more than its sign

	width, height int // of a cell
	marks         map[game.Cell]mark
	begin         string // of each cell, up to its ground
	body          string // what stands in front of the cell in an answer
	anchor, name  string // styles of the name of a cell, as a link and alone
}

func newHTMLBoard(d Diagram) *htmlBoard {
	b := &htmlBoard{Diagram: d, marks: markedCells(d.position, d.marks), width: cellWidth(d.position.Size())}
	b.height = b.width - 1
	b.begin = fmt.Sprintf(`<td width="%d" height="%d" bgcolor="`, b.width, b.height)
	if boardWidth(d.position.Size()) > boardRoom { // it has many cells, and the labels give their rows a height
		b.begin = fmt.Sprintf(`<td width="%d" bgcolor="`, b.width)
	}
	b.name = fmt.Sprintf(`font:%dpx/%dpx Arial`, max(b.width*9/20, 7), b.height)
	b.anchor = `" style="display:block;` + b.name + `;text-decoration:none;color:`
	b.body = string(percent(nil, d.moves))
	return b
}

// makeLinks lets a click on a cell begin an answer, on so many cells at most: those
// are left out that are far from every stone and from the middle of the board.
func (b *htmlBoard) makeLinks(link mailto, most int) {
	cells := make([]game.Cell, 0, len(b.position.Cells()))
	for m := range b.position.Legal() {
		if m.Kind == game.PutStone {
			cells = append(cells, m.Cell)
		}
	}
	b.link, b.legal = link, setOf(cells)
	b.linked = b.legal
	if len(cells) > most {
		far := b.distances(cells)
		slices.SortStableFunc(cells, func(a, c game.Cell) int { return cmp.Compare(far[a], far[c]) })
		b.linked = setOf(cells[:most])
	}
}

func setOf(cells []game.Cell) map[game.Cell]bool {
	set := make(map[game.Cell]bool, len(cells))
	for _, c := range cells {
		set[c] = true
	}
	return set
}

// distances gives the number of steps from each cell to the nearest stone, and among
// cells that are as far, to the middle.
func (b *htmlBoard) distances(cells []game.Cell) map[game.Cell]int {
	n := b.position.Size()
	middle, longest := game.Cell{Row: int16(n - 1), Col: int16(n - 1)}, 2*n
	far := make(map[game.Cell]int, len(cells))
	for _, c := range cells {
		nearest := longest
		for _, other := range b.position.Cells() {
			if b.position.At(other) != game.NoColor {
				nearest = min(nearest, steps(c, other))
			}
		}
		far[c] = nearest*longest + steps(c, middle)
	}
	return far
}

// steps is the distance of two cells.
func steps(a, b game.Cell) int {
	row, col := int(a.Row-b.Row), int(a.Col-b.Col)
	return max(row, -row, col, -col, row-col, col-row)
}

// write appends the board.
func (b *htmlBoard) write(to []byte) []byte {
	n := b.position.Size()
	outer := boardWidth(n)
	to = fmt.Appendf(to, `<table role="presentation" align="center" width="%d" cellpadding="0" cellspacing="0" border="0" style="width:%dpx;margin:0 auto"><tr><td>`+"\n", outer, outer)
	to = b.columnNumbers(to)
	for row := range 2*n - 1 {
		to = b.row(to, row)
	}
	return append(to, "</td></tr></table>\n"...)
}

const (
	rowBegin = `<table role="presentation" align="center" cellpadding="0" cellspacing="1" border="0" style="margin:0 auto"><tr align="center">`
	rowEnd   = "</tr></table>\n"
)

// columnNumbers writes a row above row A. A column runs down to the left, so its
// number is the upper right neighbour of its first cell.
func (b *htmlBoard) columnNumbers(to []byte) []byte {
	to = append(to, rowBegin...)
	for column := range b.position.Size() + 1 {
		word := ""
		if column > 0 {
			word = strconv.Itoa(column)
		}
		to = b.label(to, b.width, word)
	}
	return append(to, rowEnd...)
}

// row writes a row between two labels of one width, or it would lean: its letter,
// and the number of the column that begins in the next row, if one does.
func (b *htmlBoard) row(to []byte, row int) []byte {
	n := b.position.Size()
	first, last, _ := game.RowColumns(n, row)
	to = append(to, rowBegin...)
	to = b.label(to, labelWidth, string(rune('A'+row)))
	for column := first; column <= last; column++ {
		to = b.cell(to, game.Cell{Row: int16(row), Col: int16(column - 1)})
	}
	word := ""
	if row <= n-2 {
		word = strconv.Itoa(last + 1)
	}
	to = b.label(to, labelWidth, word)
	return append(to, rowEnd...)
}

func (b *htmlBoard) label(to []byte, width int, word string) []byte {
	return fmt.Appendf(to, `<td class="unlur-faint" width="%d" height="%d" style="font:%dpx/%dpx Arial;color:%s">%s</td>`,
		width, b.height, min(max(b.width/2, 8), 11), b.height, faintInk, word)
}

func (b *htmlBoard) cell(to []byte, c game.Cell) []byte {
	t, strip := b.tint(c)
	to = append(append(append(to, b.begin...), t.paper...), '"')
	stone := b.position.At(c)
	switch {
	case stone != game.NoColor && b.plain:
		return fmt.Appendf(to, ` style="font:%dpx/%dpx Arial;color:%s%s">%s</td>`, b.height, b.height, t.signInk(stone), strip, stoneLooks[stone].sign)
	case stone != game.NoColor:
		to = fmt.Appendf(to, ` style="font:1px/%dpx Arial%s">`, b.height, strip) // in large letters a disc would stand low
		disc := b.height - 3
		if b.marks[c] != 0 { // leave more of the ground to see, where that has something to say
			disc -= 4
		}
		to = appendStone(to, stone, disc)
		return append(to, "</td>"...)
	case b.linked[c]:
		if strip != "" {
			to = append(append(append(to, ` style="`...), strip[1:]...), '"')
		}
		name := c.String()
		to = append(append(append(to, `><a href="`...), b.link...), b.body...)
		to = append(append(append(append(to, name...), b.anchor...), t.ink...), `">`...)
		return append(append(to, name...), "</a></td>"...)
	case b.legal[c]:
		to = append(append(to, ` style="`...), b.name...)
		if t != openTint { // which has an ink that is read on it anyway
			to = append(append(to, ";color:"...), t.ink...)
		}
		return append(append(append(append(to, strip...), `">`...), c.String()...), "</td>"...)
	}
	return append(append(append(to, ` style="font-size:1px`...), strip...), `"></td>`...)
}

// appendStone draws a stone as a disc so many pixels wide, its rim not counted.
func appendStone(to []byte, stone game.Color, width int) []byte {
	l := stoneLooks[stone]
	return fmt.Appendf(to, `<span style="display:inline-block;vertical-align:middle;width:%dpx;height:%dpx;font:%dpx/%dpx Arial;text-align:center;border:1px solid %s;border-radius:50%%;background-color:%s;color:%s">%s</span>`,
		width, width, width*3/4, width-width/10, l.rim, l.disc, l.ink, l.sign) // the signs of most fonts stand a little low
}

// tint gives the ground of a cell, and for a corner the style that adds the dark
// one of its two sides to the light one: as a strip, which leaves room to read.
func (b *htmlBoard) tint(c game.Cell) (t tint, strip string) {
	switch marks := b.marks[c]; {
	case marks&lastStone != 0:
		return lastTint, ""
	case marks&connected != 0:
		return connectedTint, ""
	case b.legal[c], len(b.legal) > 0 && b.position.At(c) != game.NoColor:
		t = openTint
	default:
		t = shutTint
	}
	dark, light := -1, -1
	for side := range sideTints {
		switch {
		case !b.position.Touches(c, side+1):
		case side%2 == 0:
			dark = side
		default:
			light = side
		}
	}
	switch {
	case dark >= 0 && light >= 0:
		towards := ";background-image:linear-gradient("
		if int(c.Row) == b.position.Size()-1 { // its dark side lies below
			towards += "0deg,"
		}
		return sideTints[light], towards + sideTints[dark].paper + " 28%," + sideTints[light].paper + " 28%)"
	case dark >= 0:
		return sideTints[dark], ""
	case light >= 0:
		return sideTints[light], ""
	}
	return t, ""
}
