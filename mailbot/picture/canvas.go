package picture

import (
	"image"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"

	"unlurbot/templates/look"
)

// A point is a place on the canvas, in pixels.
type point struct{ x, y float64 }

func (p point) plus(dx, dy float64) point { return point{p.x + dx, p.y + dy} }

// A canvas is a drawing with smooth edges.
type canvas struct {
	*image.RGBA
	changed image.Rectangle // what was drawn on, until it is emptied
}

// clear makes a part as empty as the tray of a board.
func (c *canvas) clear(part image.Rectangle) {
	draw.Draw(c.RGBA, part, image.NewUniform(look.Tray.Light), image.Point{}, draw.Src)
	c.changed = c.changed.Union(part)
}

// disc paints a circle.
func (c *canvas) disc(color look.Color, centre point, radius float64) {
	c.bar(color, centre, centre, radius)
}

// bar paints what lies within a radius of a straight line. Pixels at its edge take as
// much of the colour as lies within; those that are half a pixel away from it stay.
func (c *canvas) bar(color look.Color, from, to point, radius float64) {
	paint := [4]uint8{uint8(color >> 16), uint8(color >> 8), uint8(color), 0xff}
	part := image.Rect(
		int(math.Floor(min(from.x, to.x)-radius)), int(math.Floor(min(from.y, to.y)-radius)),
		int(math.Ceil(max(from.x, to.x)+radius)), int(math.Ceil(max(from.y, to.y)+radius)),
	).Intersect(c.Bounds())
	along := point{to.x - from.x, to.y - from.y}
	scale := 1 / max(1, along.x*along.x+along.y*along.y)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		row := c.Pix[c.PixOffset(part.Min.X, y):c.PixOffset(part.Max.X, y)]
		for x := range part.Dx() {
			pixel := row[4*x : 4*x+4 : 4*x+4]
			off := point{float64(part.Min.X+x) + 0.5 - from.x, float64(y) + 0.5 - from.y}
			passed := max(0, min(1, (off.x*along.x+off.y*along.y)*scale)) // of the line, where the pixel is nearest
			off = off.plus(-passed*along.x, -passed*along.y)
			far := off.x*off.x + off.y*off.y
			if far <= (radius-0.5)*(radius-0.5) {
				copy(pixel, paint[:])
				continue
			}
			if within := radius + 0.5 - math.Sqrt(far); within > 0 {
				for i, old := range pixel {
					pixel[i] = uint8(float64(old) + (float64(paint[i])-float64(old))*within + 0.5)
				}
			}
		}
	}
	c.changed = c.changed.Union(part)
}

// write puts a word on the canvas. It begins at a place, which is half as high as its
// capitals, so that it stands in line with what is drawn around places.
func (c *canvas) write(face font.Face, color look.Color, at point, word string) {
	base := at.y + float64(face.Metrics().CapHeight)/64/2
	d := font.Drawer{Dst: c.RGBA, Src: image.NewUniform(color), Face: face, Dot: fixed.Point26_6{
		X: fixed.Int26_6(math.Round(at.x * 64)), Y: fixed.I(int(math.Round(base))), // whole pixels keep small letters sharp
	}}
	bounds, _ := d.BoundString(word)
	part := image.Rect(bounds.Min.X.Floor(), bounds.Min.Y.Floor(), bounds.Max.X.Ceil(), bounds.Max.Y.Ceil())
	d.DrawString(word)
	c.changed = c.changed.Union(part.Intersect(c.Bounds()))
}
