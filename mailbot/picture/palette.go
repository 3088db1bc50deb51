package picture

import (
	"image"
	"image/color"
	"slices"
	"sync"

	"unlurbot/templates/look"
)

// steps is how many shades there are between two colours that meet, so that edges
// look smooth.
const steps = 8

// shades are all colours that pictures are made of: those of the look by day, and what
// lies between two that meet. The last one is transparent. A GIF can have 256.
var shades = func() color.Palette {
	tray, hole, odd, even, won := look.Tray.Light, look.Hole.Paper.Light, look.Odd.Paper.Light, look.Even.Paper.Light, look.Won.Light
	text, faint := look.Text.Light, look.Faint.Light
	all := color.Palette{tray, hole, odd, even, won, text, faint, look.Black, look.White, look.WhiteRim, look.LastDot}
	for _, meet := range [][2]look.Color{
		{tray, hole}, {tray, odd}, {tray, even}, {odd, even}, {tray, text}, {tray, faint},
		{tray, look.Black}, {tray, look.WhiteRim}, {look.White, look.WhiteRim},
		{look.LastDot, look.Black}, {look.LastDot, look.White},
		{won, tray}, {won, look.Black}, {won, look.WhiteRim},
	} {
		for step := 1; step <= steps; step++ {
			var c look.Color
			for shift := 0; shift <= 16; shift += 8 {
				a, b := int(meet[0]>>shift&0xff), int(meet[1]>>shift&0xff)
				c |= look.Color(a+(b-a)*step/(steps+1)) << shift
			}
			all = append(all, c)
		}
	}
	return append(all, color.RGBA{})
}()

// transparent is the place of what lets an earlier picture of a GIF through.
var transparent = uint8(len(shades) - 1)

// nearest gives the shade for each colour of five bits in a channel. The colours
// themselves stay exactly as they are.
var nearest = sync.OnceValue(func() *[1 << 15]uint8 {
	var table [1 << 15]uint8
	for key := range table {
		middle := color.RGBA{R: uint8(key>>10)<<3 | 4, G: uint8(key>>5)<<3 | 4, B: uint8(key)<<3 | 4, A: 0xff}
		table[key] = uint8(shades[:transparent].Index(middle))
	}
	for i, c := range slices.Backward(shades[:transparent]) { // those in front count most
		c := c.(look.Color)
		table[c>>9&0x7c00|c>>6&0x3e0|c>>3&0x1f] = uint8(i)
	}
	return &table
})

// reduced gives a part of a drawing in the shades.
func reduced(m *image.RGBA, part image.Rectangle) *image.Paletted {
	table := nearest()
	out := image.NewPaletted(part, shades)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		from := m.Pix[m.PixOffset(part.Min.X, y):m.PixOffset(part.Max.X, y)]
		to := out.Pix[out.PixOffset(part.Min.X, y):]
		for x := range part.Dx() {
			p := from[4*x : 4*x+3 : 4*x+3]
			to[x] = table[int(p[0]>>3)<<10|int(p[1]>>3)<<5|int(p[2]>>3)]
		}
	}
	return out
}
