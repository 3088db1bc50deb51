// Package look says what Unlur looks like: the colours and measures that the board in a
// mail, the picture of a finished game, and the pages of the sandbox and of the club's site
// share. It draws no board and imports nothing of ours.
//
// The board is a tray with round holes. Sides differ in tone, not in hue: odd ones are
// dark and even ones tan, so that Black joins three of one tone and White two opposite
// numbers. There are two accents: teal is what can be done, and what has won; the one
// orange dot is the last stone.
package look

import "fmt"

// A Color is opaque, 0xRRGGBB.
type Color uint32

// String gives the colour as HTML writes it, "#rrggbb".
func (c Color) String() string { return fmt.Sprintf("#%06x", uint32(c)) }

// RGBA implements color.Color.
func (c Color) RGBA() (r, g, b, a uint32) {
	return uint32(c>>16&0xff) * 0x101, uint32(c>>8&0xff) * 0x101, uint32(c&0xff) * 0x101, 0xffff
}

// A Tone is a colour by day, and what it is for a reader whose screen is dark.
type Tone struct{ Light, Dark Color }

// A Ground is what words stand on, and their ink.
type Ground struct{ Paper, Ink Tone }

// The page, and what is written on it.
var (
	Page     = Tone{0xffffff, 0x17191c}
	Tray     = Tone{0xf5efe3, 0x22252a} // below a board, and below the reader's own row of a list
	Text     = Tone{0x1d1f21, 0xe9e6df}
	Faint    = Tone{0x5f6164, 0xa8a59d} // words that matter less
	Hairline = Tone{0xe3ddd0, 0x3b3e42}
	Quote    = Tone{0xbea878, 0x8a7d62} // the bar beside words of players
	Link     = Tone{0x1b6478, 0x86c5d6} // teal: what can be done
	Button   = Ground{Paper: Link, Ink: Tone{0xffffff, 0x10242b}}
)

// The holes of a board.
var (
	Hole = Ground{Paper: Tone{0xe2d6bd, 0xa99e88}, Ink: Tone{0x51482f, 0x1c180f}}
	Odd  = Ground{Paper: Tone{0x6f5e42, 0x5a4c35}, Ink: Tone{0xffffff, 0xffffff}} // sides 1, 3 and 5
	Even = Ground{Paper: Tone{0xbea878, 0x857858}, Ink: Tone{0x2e2716, 0x000000}} // sides 2, 4 and 6
	Won  = Tone{0x2a85a0, 0x1d6f86}                                               // below a stone of the connection
)

// The stones, by day and by night. A rim is drawn around the black one in the dark only.
const (
	Black    Color = 0x151515
	BlackRim Color = 0xb3aea1
	White    Color = 0xffffff
	WhiteRim Color = 0x4a4a4a
	LastDot  Color = 0xd9480f // on the stone that was placed last
)

// Cells are the measures of the cells of a board, in pixels.
type Cells struct {
	Width  int // of the whole board where the screen is no wider than a phone, at most
	Height int // of a cell there
	Font   int

	WideCell, WideHeight, WideFont int // of a cell where the screen has 600 pixels or more
}

// CellsOf gives the measures for the size of a board, 4 to 13. A phone of 360 pixels
// gives all its width to the board; on a narrower one the cells give way.
func CellsOf(size int) Cells { return cells[size] }

var cells = map[int]Cells{
	4:  {336, 44, 13, 52, 48, 15},
	5:  {360, 37, 12, 46, 43, 14},
	6:  {352, 30, 11, 40, 38, 13},
	7:  {364, 27, 10, 37, 35, 12},
	8:  {375, 24, 9, 34, 32, 12},
	9:  {374, 22, 8, 31, 29, 11},
	10: {380, 20, 8, 28, 27, 10},
	11: {378, 20, 7, 26, 26, 10},
	12: {391, 20, 7, 24, 25, 9},
	13: {390, 20, 7, 23, 24, 9},
}
