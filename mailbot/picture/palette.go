package picture

import (
	"image"
	"image/color"
	"slices"
	"sync"
)

// An RGB is an opaque colour, 0xRRGGBB.
type RGB uint32

// RGBA implements color.Color.
func (c RGB) RGBA() (r, g, b, a uint32) {
	return uint32(c>>16&0xff) * 0x101, uint32(c>>8&0xff) * 0x101, uint32(c&0xff) * 0x101, 0xffff
}

// The colours, those of the boards in package templates. Opposite sides share a hue;
// sides 1, 3 and 5 have its dark, 2, 4 and 6 its light shade. The three hues differ
// for the colour-blind too.
const (
	White = RGB(0xffffff) // the paper, and the white stones
	Ink   = RGB(0x111111) // the letters, and the black stones
	Grey  = RGB(0x6a6459) // what matters less
	Cell  = RGB(0xf5ead2)
	Grid  = RGB(0xc9b795) // between the cells
	Last  = RGB(0x9900ff) // around the last stone
	Star  = RGB(0xffd60a) // the winner's
	Goal  = RGB(0x2fc49b) // below the connection

	Side1 = RGB(0x1c66b7)
	Side2 = RGB(0xf5cb5b)
	Side3 = RGB(0x8f386d)
	Side4 = RGB(0x68aefc)
	Side5 = RGB(0x6f5307)
	Side6 = RGB(0xe88bc3)
)

var sides = [6]RGB{Side1, Side2, Side3, Side4, Side5, Side6}

// steps is how many shades there are between two colours that meet, so that edges
// look smooth.
const steps = 6

// shades are all colours that pictures are made of; the last one is transparent.
// A GIF can have 256.
var shades = newShades()

func newShades() color.Palette {
	all := color.Palette{White, Ink, Grey, Cell, Grid, Last, Star, Goal}
	meet := [][2]RGB{
		{White, Ink}, {White, Grey}, {Last, Ink}, {Last, White}, {Star, Ink},
		{Cell, Ink}, {Cell, Grid}, {Cell, Goal}, {Goal, Ink}, {Goal, Grid},
	}
	for i, side := range sides {
		all = append(all, side)
		meet = append(meet, [2]RGB{side, sides[(i+1)%len(sides)]})
		for _, ground := range []RGB{White, Cell, Grid, Goal} {
			meet = append(meet, [2]RGB{side, ground})
		}
	}
	for _, m := range meet {
		for step := 1; step <= steps; step++ {
			var c RGB
			for shift := 0; shift <= 16; shift += 8 {
				a, b := int(m[0]>>shift&0xff), int(m[1]>>shift&0xff)
				c |= RGB(a+(b-a)*step/(steps+1)) << shift
			}
			all = append(all, c)
		}
	}
	return append(all, color.RGBA{})
}

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
		c := c.(RGB)
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
