package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"unlurbot/game"
)

// The measures of a drawn board, in units of its own. replay.js has the same.
const (
	step     = 22 // from a cell to the next one in its row
	rowStep  = 19 // from a row to the next one
	edge     = 14 // from the left end of the middle row to the drawing's
	sideRoom = 31 // from the upper row to the drawing's end, with the number of a side

	// mostNumbered is how many stones have their numbers. Where more lie on a board nobody reads
	// numbers, and they would be most of the page; replay.js still shows them.
	mostNumbered = 200
)

// A drawing is a board with stones. Holes and stones are dots of a few paths: the ends of
// lines that have no length are round. So a cell costs less than ten bytes, and there may be
// a hundred thousand boards.
type drawing struct {
	size       int
	black      []stone
	white      []stone
	connection []game.Cell
	last       *game.Cell
	numbered   bool
	id         string // tells the parts of one board of a page from those of another
}

// A stone has the number of the move that placed it.
type stone struct {
	game.Cell
	ply int
}

// at gives where a cell is.
func (d *drawing) at(c game.Cell) (x, y int) {
	return step*int(c.Col) - step/2*int(c.Row) + step/2*(d.size-1) + edge, rowStep*int(c.Row) + sideRoom
}

// finalBoard draws the end of a game.
func finalBoard(g *game.Game, numbered bool) *drawing {
	p := g.Position()
	d := &drawing{size: g.Size(), connection: p.Connection(), numbered: numbered}
	for i, e := range g.Line() {
		if e.Move.Kind != game.PutStone {
			continue
		}
		s := stone{e.Move.Cell, i + 1}
		if p.At(s.Cell) == game.White {
			d.white = append(d.white, s)
		} else {
			d.black = append(d.black, s)
		}
	}
	if last, ok := p.Last(); ok {
		d.last = &last
	}
	return d
}

// goal draws what wins, on the smallest board.
func goal(color game.Color, id, names string) *drawing {
	d := &drawing{size: game.MinSize, id: id}
	for name := range strings.FieldsSeq(names) {
		c, err := game.ParseCell(name)
		if err != nil {
			panic(err) // the names stand below
		}
		if color == game.White {
			d.white = append(d.white, stone{Cell: c})
		} else {
			d.black = append(d.black, stone{Cell: c})
		}
	}
	return d
}

// The goals that newcomers are shown, the same as in mails.
var (
	blackGoal = goal(game.Black, "1", "A2 B3 C3 D3 D4 D5 E2 E3 E6 E7")
	whiteGoal = goal(game.White, "2", "C1 C2 D3 D4 E5 E6 E7")
)

// svg draws it; attributes stand in its first element.
func (d *drawing) svg(attributes string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %d %d" %s>`, step*(2*d.size-1)+2*(edge-step/2), 2*sideRoom+rowStep*(2*d.size-2), attributes)
	b.WriteString(grounds[d.size])
	b.WriteString(`<g id=won` + d.id + `>`)
	if len(d.connection) > 0 {
		b.WriteString(`<path class=line d="` + d.lines() + `"/><path class=bead d="` + d.dots(slices.Values(d.connection)) + `"/>`)
	}
	fmt.Fprintf(&b, `</g><g class=b1><path id=b%[1]s d="%[2]s"/></g><use href=#b%[1]s class=b2 />`, d.id, d.dots(cellsOf(d.black)))
	fmt.Fprintf(&b, `<g class=w1><path id=w%[1]s d="%[2]s"/></g><use href=#w%[1]s class=w2 /><use href=#w%[1]s class=w3 /><use href=#w%[1]s class=w4 />`, d.id, d.dots(cellsOf(d.white)))
	if d.numbered {
		black, white := d.black, d.white
		if len(black)+len(white) > mostNumbered {
			black, white = nil, nil
		}
		b.WriteString(`<g id=nb class=nb>` + d.numbers(black) + `</g><g id=nw class=nw>` + d.numbers(white) + `</g>`)
	}
	if d.last != nil {
		x, y := d.at(*d.last)
		below, radius := 0, "3"
		if d.numbered { // the number stands above it
			below, radius = 6, "2.3"
		}
		fmt.Fprintf(&b, `<circle id=dot%s class=dot cx=%d cy=%d r=%s />`, d.id, x, y+below, radius)
	}
	b.WriteString("</svg>")
	return b.String()
}

func cellsOf(stones []stone) func(yield func(game.Cell) bool) {
	return func(yield func(game.Cell) bool) {
		for _, s := range stones {
			if !yield(s.Cell) {
				return
			}
		}
	}
}

// dots is the path of some cells.
func (d *drawing) dots(cells func(yield func(game.Cell) bool)) string {
	var b []byte
	for c := range cells {
		x, y := d.at(c)
		b = append(strconv.AppendInt(append(strconv.AppendInt(append(b, 'M'), int64(x), 10), ' '), int64(y), 10), "h0"...)
	}
	return string(b)
}

// lines joins the stones of the connection that are neighbours.
func (d *drawing) lines() string {
	var b []byte
	for i, a := range d.connection {
		for _, c := range d.connection[i+1:] {
			if row, col := c.Row-a.Row, c.Col-a.Col; max(row, -row, col, -col, row-col, col-row) == 1 {
				ax, ay := d.at(a)
				cx, cy := d.at(c)
				b = fmt.Appendf(b, "M%d %dL%d %d", ax, ay, cx, cy)
			}
		}
	}
	return string(b)
}

func (d *drawing) numbers(stones []stone) string {
	var b []byte
	for _, s := range stones {
		x, y := d.at(s.Cell)
		if d.last != nil && s.Cell == *d.last {
			y -= 3 // above the dot
		}
		b = fmt.Appendf(b, "<text x=%d y=%d>%d</text>", x, y+3, s.ply)
	}
	return string(b)
}

// groundOf says which sides a cell touches: "h" for none, "o" and "e" for an odd and an even one, and
// "c" for one of both, which is a dark hole in a tan ring.
func (d *drawing) groundOf(p *game.Position, row, column int) string {
	touched := [2]bool{}
	for side := range 6 {
		if p.Touches(game.Cell{Row: int16(row), Col: int16(column - 1)}, side+1) {
			touched[side%2] = true
		}
	}
	return map[[2]bool]string{{false, false}: "h", {true, false}: "o", {false, true}: "e", {true, true}: "c"}[touched]
}

// grounds are the holes and the numbers of the sides of boards of each size. Holes that are alike
// and lie in a row are one dashed line.
var grounds = func() (all [game.MaxSize + 1]string) {
	for size := game.MinSize; size <= game.MaxSize; size++ {
		p, err := game.NewPosition(size)
		if err != nil {
			panic(err) // there is a board of each of these sizes
		}
		d := &drawing{size: size}
		of := map[string]string{} // the paths
		for row := range 2*size - 1 {
			first, last, _ := game.RowColumns(size, row) // from 1
			for from := first; from <= last; {
				class := d.groundOf(&p, row, from)
				to := from
				for to < last && d.groundOf(&p, row, to+1) == class {
					to++
				}
				x, y := d.at(game.Cell{Row: int16(row), Col: int16(from - 1)})
				of[class] += fmt.Sprintf("M%d %dh%d", x, y, step*(to-from)+1)
				from = to + 1
			}
		}
		for _, class := range []string{"h", "o", "e", "c"} {
			all[size] += fmt.Sprintf(`<path class=%s d="%s"/>`, class, of[class])
		}
		all[size] += fmt.Sprintf(`<path class=i d="%s"/>`, of["c"])
		all[size] += `<g class=s>` + d.sides() + `</g>`
	}
	return all
}()

// sides writes the numbers of the sides, beside them.
func (d *drawing) sides() string {
	upper := (d.size - 1) / 2
	lower := 2*d.size - 2 - upper
	middle := step*(2*d.size-1)/2 + edge - step/2
	var b strings.Builder
	put := func(x, y, side int) { fmt.Fprintf(&b, "<text x=%d y=%d>%d</text>", x, y, side) }
	put(middle, 14, 1)
	beside := func(row, right, left int) {
		first, last, _ := game.RowColumns(d.size, row) // from 1
		x, y := d.at(game.Cell{Row: int16(row), Col: int16(last)})
		put(x, y, right)
		x, _ = d.at(game.Cell{Row: int16(row), Col: int16(first)})
		put(x-2*step, y, left)
	}
	beside(upper, 2, 6)
	beside(lower, 3, 5)
	put(middle, 2*sideRoom+rowStep*(2*d.size-2)-6, 4)
	return b.String()
}
