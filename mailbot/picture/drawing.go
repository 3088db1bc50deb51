package picture

import (
	"fmt"
	"image"
	"strconv"

	"golang.org/x/image/font"

	"unlurbot/game"
)

// How large stones are, in steps from cell to cell. The mark around one leaves the
// next one alone, so that it can be taken away.
const (
	stoneReach = 0.35
	gapReach   = 0.37  // of the white ring around the last stone
	ringReach  = 0.455 // of the coloured ring around that
	markReach  = 0.475 // of the line around both
	linkWidth  = 0.26  // of what joins the stones of a connection
)

// A drawing shows a position of a game.
type drawing struct {
	layout
	*canvas
	record *game.Record
	names  [2]string

	title, winner, labels, number font.Face

	shown game.Position
}

// newDrawing draws the empty board.
func newDrawing(r *game.Record, width int) (*drawing, error) {
	empty, err := game.NewPosition(r.Size)
	if err != nil {
		return nil, err
	}
	l := newLayout(r.Size, width)
	paper := &canvas{RGBA: image.NewRGBA(image.Rect(0, 0, l.width, l.height))}
	paper.clear(paper.Bounds())
	d := &drawing{layout: l, canvas: paper, record: r, shown: empty}
	if err := d.chooseLetters(); err != nil {
		return nil, err
	}

	// The sides, and the ground inside. A corner cell stands on the seam of its two sides.
	outer, inner := float64(d.size-1)+frameReach, float64(d.size-1)+groundReach
	under := inner - 0.2 // the ground covers the inner edge
	ground := make([]point, len(sides))
	for i, side := range sides {
		d.fill(side, d.corner(i, under), d.corner(i, outer), d.corner(i+1, outer), d.corner(i+1, under))
		ground[i] = d.corner(i, inner)
	}
	d.fill(Grid, ground...)
	for _, c := range empty.Cells() {
		d.fill(Cell, d.hexagon(c)...)
	}
	d.drawLabels()
	d.drawTitle()
	return d, nil
}

func (d *drawing) chooseLetters() error {
	light, err := regular()
	if err != nil {
		return err
	}
	heavy, err := bold()
	if err != nil {
		return err
	}
	for i, name := range d.record.Players {
		d.names[i] = legible(light, name, strconv.Itoa(i+1))
	}
	if d.title, err = newFace(light, d.layout.title*0.42); err != nil {
		return err
	}
	if d.winner, err = newFace(heavy, d.layout.title*0.42); err != nil {
		return err
	}
	if d.labels, err = newFace(light, min(d.step*0.48, d.layout.title*0.36)); err != nil {
		return err
	}
	d.number, err = newFace(light, d.layout.title*0.3)
	return err
}

// drawLabels writes the letter of each row at its left, and the number of each
// column where it begins.
func (d *drawing) drawLabels() {
	for row := range 2*d.size - 1 {
		first, _, _ := game.RowColumns(d.size, row)
		at := d.at(float64(row), float64(first-1)-labelReach)
		d.writeAround(d.labels, Ink, at, game.Cell{Row: int16(row)}.String()[:1])
	}
	for column := range 2*d.size - 1 {
		top := max(0, column-d.size+1)
		at := d.at(float64(top)-labelReach, float64(column))
		d.writeAround(d.labels, Ink, at, strconv.Itoa(column+1))
	}
	name := "Unlur"
	if d.record.Number > 0 {
		name = fmt.Sprintf("Unlur #%d", d.record.Number)
	}
	margin := d.layout.title * 0.3
	d.write(d.number, Grey, point{margin, float64(d.height) - margin}, name)
}

// drawTitle writes who plays, with a stone before each name, which is grey as long
// as the colours are open, and a star behind the winner.
func (d *drawing) drawTitle() {
	d.clear(image.Rect(0, 0, d.width, int(d.layout.title)))
	height := d.layout.title
	for i, seat := range []game.Seat{game.First, game.Second} {
		at := point{height*0.6 + float64(i)*float64(d.width)/2, height * 0.6}
		d.stone(d.shown.Color(seat), at, height*0.22)
		face, room := d.title, float64(d.width)/2-height*1.8
		if d.shown.Winner() == seat {
			face = d.winner
		}
		name := shortened(face, d.names[i], room)
		capital := float64(face.Metrics().CapHeight) / 64
		d.write(face, Ink, at.plus(height*0.4, capital/2), name)
		if d.shown.Winner() == seat {
			behind := at.plus(height*0.75+float64(font.MeasureString(face, name))/64, 0)
			d.star(Ink, behind, height*0.28)
			d.star(Star, behind, height*0.2)
		}
	}
}

// show draws a position on the empty board.
func (d *drawing) show(p game.Position) {
	d.shown = p
	for _, c := range p.Cells() {
		if p.At(c) != game.NoColor {
			d.drawStone(c)
		}
	}
	d.drawTitle()
	d.drawConnection()
}

// drawStone draws the stone on a cell, and the mark of the last one.
func (d *drawing) drawStone(c game.Cell) {
	if last, ok := d.shown.Last(); ok && last == c {
		d.disc(Ink, d.cell(c), markReach*d.step)
		d.disc(Last, d.cell(c), ringReach*d.step)
		d.disc(White, d.cell(c), gapReach*d.step)
	}
	d.stone(d.shown.At(c), d.cell(c), stoneReach*d.step)
}

// stone draws a stone. Those of White have a ring, so that nobody needs to tell
// them by their colour.
func (d *drawing) stone(color game.Color, at point, radius float64) {
	switch color {
	case game.Black:
		d.disc(Ink, at, radius)
	case game.White:
		d.disc(Ink, at, radius)
		d.disc(White, at, radius*0.84)
		d.disc(Grey, at, radius*0.5)
		d.disc(White, at, radius*0.36)
	default:
		d.disc(Grey, at, radius)
	}
}

// drawConnection marks the cells of the connection that ended the game, and joins
// its stones by bars in their colour.
func (d *drawing) drawConnection() {
	cells := d.shown.Connection()
	for _, c := range cells {
		d.fill(Goal, d.hexagon(c)...)
		d.drawStone(c)
	}
	for i, a := range cells {
		for _, b := range cells[i+1:] {
			down, right := b.Row-a.Row, b.Col-a.Col
			if max(down, -down) > 1 || max(right, -right) > 1 || down*right < 0 {
				continue // they don't touch
			}
			from, to, width := d.cell(a), d.cell(b), linkWidth*d.step
			d.bar(Ink, from, to, width)
			if d.shown.At(a) == game.White {
				d.bar(White, from, to, width*0.5)
			}
			d.stone(d.shown.At(a), from, stoneReach*d.step)
			d.stone(d.shown.At(b), to, stoneReach*d.step)
		}
	}
}
