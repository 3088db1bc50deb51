package pegboard

import (
	"fmt"
	"strings"
	"sync"

	"unlurbot/game"
	"unlurbot/templates/look"
	"unlurbot/templates/sent"
)

// A ground is what a cell without a stone looks like.
type ground byte

const (
	inner ground = iota
	odd          // it touches side 1, 3 or 5
	even
	corner // it touches one of both: a dark hole in a tan ring
	grounds
)

var colors = [grounds]look.Ground{inner: look.Hole, odd: look.Odd, even: look.Even, corner: look.Odd}

// A style is how much is said of each cell.
type style byte

const (
	full  style = iota // the cell has its height and its font
	short              // the row and the table have them
	bare               // a stone, too, has no more than its ground and its rim
	styles
)

// marks are what is shown below a stone or on it.
type marks byte

const (
	lastStone marks = 1 << iota
	connected
	allMarks
)

// A piece is some of a page, and how many bytes that takes: boards are tried and measured piece by
// piece, but their bytes are not counted again.
type piece struct {
	html string
	size int // see sent.Page
}

func newPiece(html string) piece { return piece{html, sent.Page([]byte(html))} }

// A pattern is all that boards of one size have in common.
type pattern struct {
	names   []piece // of the cells
	grounds []ground
	rows    []row
	styles  [styles]pieces
	end     piece
}

// A row is what stands before and behind its cells.
type row struct {
	before, after piece
	cells         int
}

// pieces are what boards in one style have in common.
type pieces struct {
	begin   piece
	holes   [grounds]piece // a cell without a name
	names   [grounds]piece // begins a cell with a name and no link
	links   [grounds]piece // begins a link
	anchors [grounds]piece // from its address to its words
	stones  [game.White + 1][allMarks]piece
}

// patterns are those of all sizes, each made when it is first needed.
var patterns = func() (all [game.MaxSize + 1]func() *pattern) {
	for size := game.MinSize; size <= game.MaxSize; size++ {
		all[size] = sync.OnceValue(func() *pattern { return newPattern(size) })
	}
	return all
}()

func newPattern(size int) *pattern {
	p, err := game.NewPosition(size)
	if err != nil {
		panic(err) // there is a board of each of these sizes
	}
	t := &pattern{rows: newRows(size), end: newPiece(sideRow(size, 4, "2px 0 0 0") + "</table><!--[if mso]></td></tr></table><![endif]-->\n")}
	for _, c := range p.Cells() {
		g := inner
		for side := range 6 {
			if p.Touches(c, side+1) {
				g |= odd << (side % 2)
			}
		}
		t.names, t.grounds = append(t.names, newPiece(c.String())), append(t.grounds, g)
	}
	for s := range styles {
		t.styles[s] = newPieces(size, s)
	}
	return t
}

// halves is the number of half columns of a board.
func halves(size int) int { return 2 * (2*size - 1) }

// number begins a field with the number of a side.
func number(columns int, align, padding string, side int) string {
	return fmt.Sprintf(`<td colspan="%d" align="%s" class="n" style="font:bold 13px/18px Arial,sans-serif;color:%s;padding:%s">%d</td>`,
		columns, align, look.Faint.Light, padding, side)
}

func sideRow(size, side int, padding string) string {
	return "<tr>" + number(halves(size), "center", padding, side) + "</tr>\n"
}

// newRows gives the rows with the blanks that move them. The numbers of the sides stand
// in the blanks, 7 pixels from the rim, and take no width of their own.
func newRows(size int) []row {
	upper := (size - 1) / 2
	lower := 2*size - 2 - upper
	rows := make([]row, 2*size-1)
	for r := range rows {
		first, last, _ := game.RowColumns(size, r)
		blank := max(size-1-r, r-size+1)
		before, after := "", ""
		switch {
		case r == upper, r == lower:
			left, right := 6, 2
			if r == lower {
				left, right = 5, 3
			}
			before, after = number(blank, "right", "0 7px 0 0", left), number(blank, "left", "0 0 0 7px", right)
		case blank > 0:
			before = fmt.Sprintf(`<td colspan="%d"></td>`, blank)
			after = before
		}
		rows[r] = row{
			before: newPiece(fmt.Sprintf(`<tr align="center" class="r" height="%d">`, look.CellsOf(size).Height) + before),
			after:  newPiece(after + "</tr>\n"),
			cells:  last - first + 1,
		}
	}
	return rows
}

// halfColumns is a row that tells Word how wide they are.
func halfColumns(n, width int) string {
	return "<!--[if mso]><tr>" + strings.Repeat(fmt.Sprintf(`<td width="%d" height="1"></td>`, width), n) + "</tr><![endif]-->"
}

// ring is how wide the ring of a corner is, in pixels.
func ring(size int) int {
	switch {
	case size <= 7:
		return 3
	case size <= 10:
		return 2
	}
	return 1
}

func newPieces(size int, s style) (p pieces) {
	m, ring, half, font := look.CellsOf(size), ring(size), look.CellsOf(size).Width/halves(size), ""
	if s != full {
		font = fmt.Sprintf("font:%dpx/%dpx Arial,sans-serif;", m.Font, m.Height)
		if m.Font < 8 {
			font += "letter-spacing:-.5px;"
		}
	}
	if s == bare { // for the signs in its stones
		font += "color:transparent;"
	}
	// Without cellspacing the square cells of Word would be one surface; all other programs
	// know border-spacing.
	p.begin = newPiece(fmt.Sprintf(`<!--[if mso]><table width="%d" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`, half*halves(size)) +
		fmt.Sprintf(`<table class="b b%d" width="100%%" cellpadding="0" cellspacing="2" border="0" align="center" role="presentation" dir="ltr"`+
			` style="%stable-layout:fixed;overflow:hidden;border-spacing:0;width:100%%;max-width:%dpx;margin:0 auto;word-wrap:normal;white-space:nowrap">`+"\n", size, font, m.Width) +
		halfColumns(halves(size), half) + "\n" + sideRow(size, 1, "0 0 2px 0"))
	height, blank := "", `"></td>`
	if s == full {
		height, blank = fmt.Sprintf(` height="%d"`, m.Height), `;font:1px/1px Arial">&nbsp;</td>`
	}
	for g, color := range colors {
		cell, tight, ringed, around := `<td colspan="2"`, m.Height, "", ""
		if ground(g) == corner {
			cell, tight = cell+` class="c"`, m.Height-2*ring
			ringed = fmt.Sprintf(";border:%dpx solid %s", ring, look.Even.Paper.Light)
			around = ";box-sizing:border-box" + ringed
			ringed += ";border-radius:50%"
		}
		cell += fmt.Sprintf(`%s bgcolor="%s" style="border-radius:50%%`, height, color.Paper.Light)
		p.holes[g] = newPiece(cell + around + blank)
		font := ""
		switch {
		case s == full:
			font = fmt.Sprintf("font:%dpx/%dpx Arial,sans-serif;", m.Font, tight)
		case ground(g) == corner:
			font = fmt.Sprintf("line-height:%dpx;", tight)
		}
		p.names[g] = newPiece(cell + around + ";" + font + "color:" + color.Ink.Light.String() + `">`)
		p.links[g] = newPiece(cell + `"><a href="`)
		p.anchors[g] = newPiece(`" style="display:block;` + font + "color:" + color.Ink.Light.String() + ";text-decoration:none" + ringed + `">`)
	}
	for color, stone := range stones {
		for marked := range allMarks {
			p.stones[color][marked] = newPiece(stone.cell(m.Height, s, marked))
		}
	}
	return p
}
