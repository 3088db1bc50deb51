// Package pegboard draws a position for the page of a mail: as a table of round holes,
// in each of which stands a stone or a name to click on. It is told what a click begins,
// and how many bytes there are for the board; it has no words of its own. Package
// templates puts the board on its tray, between the words of a mail.
//
// What mail programs leave out of a page has made it so. All colours and measures stand
// on the cells, and the style adds only the dark colours and the size of a large screen.
// The table has two columns for each cell, so that a row can stand half a cell beside
// the next, and gives way in any width. Word, which shows square cells and knows no such
// columns, gets them in comments of its own.
package pegboard

import (
	"cmp"
	"slices"

	"unlurbot/game"
)

// A Board is a position as a mail shows it.
type Board struct {
	Position   *game.Position
	Last       bool   // the stone put last is marked
	Connection bool   // and so is the connection that ended the game
	Links      *Links // nil for a board that is only looked at: no cell has a name
}

// Links say what a click on a cell that can be played begins. They stand in attributes
// and must be escaped for that.
type Links struct {
	Titled   string // the address that begins an answer with a subject, up to the name of the cell; may be empty
	Untitled string // the same without a subject
	Label    string // what a screen reader says in front of the name of a cell, such as "play"
}

// A Fit is how much of a board there was room for.
type Fit int

// The fits.
const (
	Nothing   Fit = iota // not even a board without links
	SomeLinks            // and each other cell that can be played has its name
	Whole
)

// A way is one of drawing a board.
type way struct {
	pieces   style
	titled   bool // a link brings a subject
	labelled bool // a link has a label
	fewest   int  // links: with fewer of them the next way is better
}

// all stands for no fewer links than there are cells that can be played.
const all = 1000

// ways are the ways of drawing. The first that fits is the best: stones are bare only
// where that leaves room for many more links, or for the board at all.
var ways = []way{
	{pieces: full, titled: true, labelled: true, fewest: all},
	{pieces: full, labelled: true, fewest: all},
	{pieces: short, fewest: all},
	{pieces: bare, fewest: all},
	{pieces: short, fewest: 100},
	{pieces: bare, fewest: 60},
	{pieces: short},
	{pieces: bare},
}

// Append draws the board in the first of all ways that takes so many bytes at most, as
// they are sent, and says how many it takes. It appends nothing if there is none.
func (b Board) Append(to []byte, most int) (out []byte, size int, fit Fit) {
	cells := b.Position.Cells()
	d := &drawing{Board: b, pattern: patterns[b.Position.Size()](), uses: make([]use, len(cells))}
	if b.Connection {
		d.won = b.Position.Connection()
	}
	if b.Last {
		d.last, d.hasLast = b.Position.Last()
	}
	if b.Links != nil {
		d.titledAddress, d.address, d.label = newPiece(b.Links.Titled), newPiece(b.Links.Untitled), newPiece(`" aria-label="`+b.Links.Label+" ")
		i := 0
		for m := range b.Position.Legal() { // in the order of the cells
			if m.Kind != game.PutStone {
				continue
			}
			for cells[i] != m.Cell {
				i++
			}
			d.uses[i] = linked
			d.legal++
		}
	}
	for _, d.way = range ways {
		if d.titled && (b.Links == nil || b.Links.Titled == "") {
			continue
		}
		if d.fewest < all && d.linkNearest(to, most) < min(d.fewest, d.legal) {
			continue
		}
		d.draw(to)
		switch size = d.size; {
		case size > most:
		case slices.Contains(d.uses, named):
			return d.out, size, SomeLinks
		default:
			return d.out, size, Whole
		}
	}
	return to, 0, Nothing
}

// A use is what a cell that has no stone is good for.
type use byte

const (
	closed use = iota // it can't be played
	named             // it can, but there is no room for a link
	linked
)

// A drawing is a board on its way into a page.
type drawing struct {
	Board
	way
	*pattern
	won     []game.Cell // those of the connection, if it is marked
	last    game.Cell   // if it is marked
	hasLast bool
	uses    []use // of the cells of the board
	legal   int   // how many of them can be played

	titledAddress, address, label piece // of links
	sheet
}

// A sheet is what pieces are put on.
type sheet struct {
	out  []byte
	size int // of what was put, see sent.Page
}

func (s *sheet) put(pieces ...piece) {
	for _, p := range pieces {
		s.out = append(s.out, p.html...)
		s.size += p.size
	}
}

// linkNearest takes the links from cells that are far from every stone, and among those
// as far from the middle of the board, until it takes so many bytes at most. It says how
// many links it leaves.
func (d *drawing) linkNearest(to []byte, most int) int {
	n, cells := d.Position.Size(), d.Position.Cells()
	middle, longest := game.Cell{Row: int16(n - 1), Col: int16(n - 1)}, 2*n
	var stones []game.Cell
	for _, c := range cells {
		if d.Position.At(c) != game.NoColor {
			stones = append(stones, c)
		}
	}
	far, legal := make([]int, len(cells)), make([]int, 0, d.legal)
	for i, c := range cells {
		if d.uses[i] == closed {
			continue
		}
		nearest := longest
		for _, stone := range stones {
			nearest = min(nearest, distance(c, stone))
		}
		far[i], legal = nearest*longest+distance(c, middle), append(legal, i)
		d.uses[i] = named
	}
	slices.SortStableFunc(legal, func(a, b int) int { return cmp.Compare(far[a], far[b]) })
	size := func(i int) int {
		d.sheet = sheet{out: to}
		d.cell(i)
		return d.size
	}
	d.draw(to)
	room := most - d.size
	for links, i := range legal {
		without := size(i)
		d.uses[i] = linked
		if room -= size(i) - without; room < 0 {
			d.uses[i] = named
			return links
		}
	}
	return len(legal)
}

// distance is the number of steps from one cell to another.
func distance(a, b game.Cell) int {
	row, col := int(a.Row-b.Row), int(a.Col-b.Col)
	return max(row, -row, col, -col, row-col, col-row)
}

// draw draws all of the board.
func (d *drawing) draw(to []byte) {
	d.sheet = sheet{out: to}
	d.put(d.styles[d.pieces].begin)
	i := 0
	for _, row := range d.rows {
		d.put(row.before)
		for range row.cells {
			d.cell(i)
			i++
		}
		d.put(row.after)
	}
	d.put(d.end)
}

func (d *drawing) cell(i int) {
	p, c, ground, name := &d.styles[d.pieces], d.Position.Cells()[i], d.grounds[i], d.names[i]
	if stone := d.Position.At(c); stone != game.NoColor {
		var m marks
		if d.hasLast && c == d.last {
			m |= lastStone
		}
		if slices.Contains(d.won, c) {
			m |= connected
		}
		d.put(p.stones[stone][m])
		return
	}
	switch d.uses[i] {
	case closed:
		d.put(p.holes[ground])
		return
	case named:
		d.put(p.names[ground], name, cellEnd)
		return
	}
	address := d.address
	if d.titled {
		address = d.titledAddress
	}
	d.put(p.links[ground], address, name)
	if d.labelled {
		d.put(d.label, name)
	}
	d.put(p.anchors[ground], name, linkEnd)
}

// What stands behind the name of a cell.
var cellEnd, linkEnd = newPiece("</td>"), newPiece("</a></td>")
