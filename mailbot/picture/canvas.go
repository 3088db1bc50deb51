package picture

import (
	"image"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// A point is a place on the canvas, in pixels.
type point struct{ x, y float64 }

func (p point) plus(dx, dy float64) point { return point{p.x + dx, p.y + dy} }

// A canvas is a drawing with smooth edges.
type canvas struct {
	*image.RGBA
	changed image.Rectangle // what was drawn on, until it is emptied
	raster  vector.Rasterizer
}

// clear makes a part white.
func (c *canvas) clear(part image.Rectangle) {
	draw.Draw(c.RGBA, part, image.NewUniform(White), image.Point{}, draw.Src)
	c.changed = c.changed.Union(part)
}

// fill paints a polygon.
func (c *canvas) fill(color RGB, corners ...point) {
	low, high := corners[0], corners[0]
	for _, p := range corners {
		low = point{min(low.x, p.x), min(low.y, p.y)}
		high = point{max(high.x, p.x), max(high.y, p.y)}
	}
	part := image.Rect(int(math.Floor(low.x)), int(math.Floor(low.y)), int(math.Ceil(high.x)), int(math.Ceil(high.y)))
	at := func(p point) (x, y float32) {
		return float32(p.x) - float32(part.Min.X), float32(p.y) - float32(part.Min.Y)
	}
	c.raster.Reset(part.Dx(), part.Dy())
	c.raster.MoveTo(at(corners[0]))
	for _, p := range corners[1:] {
		c.raster.LineTo(at(p))
	}
	c.raster.ClosePath()
	c.raster.Draw(c.RGBA, part, image.NewUniform(color), image.Point{})
	c.changed = c.changed.Union(part.Intersect(c.Bounds()))
}

// disc paints a circle.
func (c *canvas) disc(color RGB, centre point, radius float64) {
	corners := make([]point, 48)
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(len(corners)))
		corners[i] = centre.plus(radius*cos, radius*sin)
	}
	c.fill(color, corners...)
}

// star paints a star with five points.
func (c *canvas) star(color RGB, centre point, radius float64) {
	corners := make([]point, 10)
	for i := range corners {
		r := radius
		if i%2 == 1 {
			r *= 0.45
		}
		sin, cos := math.Sincos(math.Pi*float64(i)/5 - math.Pi/2)
		corners[i] = centre.plus(r*cos, r*sin)
	}
	c.fill(color, corners...)
}

// bar paints a straight line.
func (c *canvas) bar(color RGB, from, to point, width float64) {
	length := math.Hypot(to.x-from.x, to.y-from.y)
	dx, dy := -(to.y-from.y)/length*width/2, (to.x-from.x)/length*width/2
	c.fill(color, from.plus(dx, dy), to.plus(dx, dy), to.plus(-dx, -dy), from.plus(-dx, -dy))
}

// write puts a word on the canvas, from a place on its base line.
func (c *canvas) write(face font.Face, color RGB, at point, word string) {
	d := font.Drawer{Dst: c.RGBA, Src: image.NewUniform(color), Face: face, Dot: fixed.Point26_6{
		X: fixed.Int26_6(math.Round(at.x * 64)), Y: fixed.I(int(math.Round(at.y))), // whole pixels keep small letters sharp
	}}
	bounds, _ := d.BoundString(word)
	part := image.Rect(bounds.Min.X.Floor(), bounds.Min.Y.Floor(), bounds.Max.X.Ceil(), bounds.Max.Y.Ceil())
	d.DrawString(word)
	c.changed = c.changed.Union(part.Intersect(c.Bounds()))
}

// writeAround puts a word on the canvas with its middle at a place. All words in
// one face have the same height there, so that they stand in line.
func (c *canvas) writeAround(face font.Face, color RGB, at point, word string) {
	width := float64(font.MeasureString(face, word)) / 64
	height := float64(face.Metrics().CapHeight) / 64
	c.write(face, color, at.plus(-width/2, height/2), word)
}
