package picture

import (
	"fmt"
	"image"
	"strconv"

	"golang.org/x/image/font"

	"unlurbot/game"
	"unlurbot/templates/look"
)

// How large things are, in steps from cell to cell. Whatever lies on a cell leaves the
// next one alone, so that the order in which they are drawn doesn't matter.
const (
	holeReach = 0.45 // of a hole, and of the stone that fills it
	deepReach = 0.35 // of what is dark in the hole of a corner
	beadReach = 0.48 // of what lies below a stone of the connection
	wonReach  = 0.39 // of that stone
	joinReach = 0.16 // of what joins two beads
	dotReach  = 0.13 // of the dot on the last stone
)

// A drawing shows a position of a game.
type drawing struct {
	layout
	*canvas
	record *game.Record
	names  [2]string

	light, heavy, small font.Face

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
	for _, c := range empty.Cells() {
		odd, even := false, false
		for side := 1; side <= 6; side += 2 {
			odd = odd || empty.Touches(c, side)
			even = even || empty.Touches(c, side+1)
		}
		ground := look.Hole
		switch {
		case even:
			ground = look.Even
		case odd:
			ground = look.Odd
		}
		d.disc(ground.Paper.Light, d.cell(c), holeReach*d.step)
		if odd && even {
			d.disc(look.Odd.Paper.Light, d.cell(c), deepReach*d.step)
		}
	}
	for i, at := range d.numbers {
		number := strconv.Itoa(i + 1)
		width := float64(font.MeasureString(d.heavy, number)) / 64
		d.write(d.heavy, look.Faint.Light, at.plus(-width/2, 0), number)
	}
	name := "Unlur"
	if r.Number > 0 {
		name = fmt.Sprintf("Unlur #%d", r.Number)
	}
	d.write(d.small, look.Faint.Light, point{d.line * 0.35, d.line * 0.45}, name)
	d.drawPlayers()
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
	if d.light, err = newFace(light, d.line*0.4); err != nil {
		return err
	}
	if d.heavy, err = newFace(heavy, d.line*0.4); err != nil {
		return err
	}
	d.small, err = newFace(light, d.line*0.3)
	return err
}

// drawPlayers writes who plays, below the board: before each name a stone, or a hole as
// long as the colours are open, and a bead below the stone of the winner.
func (d *drawing) drawPlayers() {
	top := float64(d.height) - d.line
	d.clear(image.Rect(0, int(top), d.width, d.height))
	radius := d.line * 0.23
	for i, seat := range []game.Seat{game.First, game.Second} {
		at := point{d.line*0.65 + float64(i)*float64(d.width)/2, top + d.line*0.4}
		face, color := d.light, d.shown.Color(seat)
		if d.shown.Winner() == seat {
			face = d.heavy
			d.disc(look.Won.Light, at, radius*beadReach/wonReach)
		}
		if color == game.NoColor {
			d.disc(look.Hole.Paper.Light, at, radius)
		} else {
			d.stone(color, at, radius)
		}
		name := shortened(face, d.names[i], float64(d.width)/2-d.line*1.4)
		d.write(face, look.Text.Light, at.plus(d.line*0.45, 0), name)
	}
}

// show draws a position on the empty board.
func (d *drawing) show(p game.Position) {
	d.shown = p
	for _, c := range p.Cells() {
		if p.At(c) != game.NoColor {
			d.drawStone(c, holeReach)
		}
	}
	d.drawPlayers()
	d.drawConnection()
}

// drawStone draws the stone on a cell, with the dot if it is the last one.
func (d *drawing) drawStone(c game.Cell, reach float64) {
	d.stone(d.shown.At(c), d.cell(c), reach*d.step)
	if last, ok := d.shown.Last(); ok && last == c {
		d.disc(look.LastDot, d.cell(c), dotReach*d.step)
	}
}

// stone draws a stone. Those of White have a double rim, so that nobody needs to tell
// them by their colour.
func (d *drawing) stone(color game.Color, at point, radius float64) {
	if color == game.Black {
		d.disc(look.Black, at, radius)
		return
	}
	for i, part := range []float64{1, 0.91, 0.79, 0.74} {
		d.disc([]look.Color{look.WhiteRim, look.White}[i%2], at, radius*part)
	}
}

// drawConnection lays a bead below each stone of the connection that ended the game,
// and joins those that touch.
func (d *drawing) drawConnection() {
	cells := d.shown.Connection()
	for i, a := range cells {
		for _, b := range cells[i+1:] {
			if down, right := b.Row-a.Row, b.Col-a.Col; max(down, -down) <= 1 && max(right, -right) <= 1 && down*right >= 0 {
				d.bar(look.Won.Light, d.cell(a), d.cell(b), joinReach*d.step)
			}
		}
	}
	for _, c := range cells {
		d.disc(look.Won.Light, d.cell(c), beadReach*d.step)
		d.drawStone(c, wonReach)
	}
}
