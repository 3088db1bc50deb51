package look_test

import (
	"math"
	"testing"

	"unlurbot/templates/look"
)

// What is written can be read on each ground, by day and by night (WCAG 2.2, 1.4.3).
func TestWordsCanBeRead(t *testing.T) {
	for name, g := range map[string]look.Ground{
		"text":          {Paper: look.Page, Ink: look.Text},
		"text, tray":    {Paper: look.Tray, Ink: look.Text},
		"faint":         {Paper: look.Page, Ink: look.Faint},
		"faint, tray":   {Paper: look.Tray, Ink: look.Faint},
		"link":          {Paper: look.Page, Ink: look.Link},
		"link, tray":    {Paper: look.Tray, Ink: look.Link},
		"button":        look.Button,
		"hole":          look.Hole,
		"odd side":      look.Odd,
		"even side":     look.Even,
		"a dark button": {Paper: look.Tone{Light: look.Page.Light, Dark: look.Page.Dark}, Ink: look.Link},
	} {
		for night, pair := range [][2]look.Color{{g.Paper.Light, g.Ink.Light}, {g.Paper.Dark, g.Ink.Dark}} {
			if ratio := contrast(pair[0], pair[1]); ratio < 4.5 {
				t.Errorf("%s, %d: %v on %v has a contrast of %.1f", name, night, pair[1], pair[0], ratio)
			}
		}
	}
}

// The board needs no hue: its sides differ in light from each other and from the inner
// cells, a stone or its rim from all that it can stand on, and the marks from what they
// mark (WCAG 2.2, 1.4.11). Even sides are quiet, since their numbers say the same.
func TestBoardNeedsNoHue(t *testing.T) {
	for _, tc := range []struct {
		name  string
		a, b  look.Tone
		least float64
	}{
		{"even side, inner cell", look.Even.Paper, look.Hole.Paper, 1.6},
		{"odd side, even side", look.Odd.Paper, look.Even.Paper, 1.9},
		{"odd side, inner cell", look.Odd.Paper, look.Hole.Paper, 3},
		{"stones", tone(look.Black), tone(look.White), 7},
		{"black stone or its rim, inner cell", look.Tone{Light: look.Black, Dark: look.Black}, look.Hole.Paper, 3},
		{"black stone or its rim, odd side", look.Tone{Light: look.Black, Dark: look.BlackRim}, look.Odd.Paper, 2.9},
		{"black stone or its rim, tray", look.Tone{Light: look.Black, Dark: look.BlackRim}, look.Tray, 3},
		{"white stone, its rim", tone(look.White), tone(look.WhiteRim), 7},
		{"white stone, odd side", tone(look.White), look.Odd.Paper, 3},
		{"rim of a white stone or the stone, inner cell", look.Tone{Light: look.WhiteRim, Dark: look.WhiteRim}, look.Hole.Paper, 3},
		{"rim of a white stone or the stone, even side", look.Tone{Light: look.WhiteRim, Dark: look.White}, look.Even.Paper, 3},
		{"rim of a white stone or the stone, tray", look.Tone{Light: look.WhiteRim, Dark: look.White}, look.Tray, 3},
		{"last stone, black", tone(look.LastDot), tone(look.Black), 3},
		{"last stone, white", tone(look.LastDot), tone(look.White), 3},
		{"connection, black", look.Won, tone(look.Black), 3},
		{"connection, white", look.Won, tone(look.White), 3},
	} {
		if day := contrast(tc.a.Light, tc.b.Light); day < tc.least {
			t.Errorf("%s: a contrast of %.2f by day", tc.name, day)
		}
		if night := contrast(tc.a.Dark, tc.b.Dark); night < tc.least {
			t.Errorf("%s: a contrast of %.2f by night", tc.name, night)
		}
	}
}

// tone is a colour that is the same by day and by night.
func tone(c look.Color) look.Tone { return look.Tone{Light: c, Dark: c} }

// contrast is that of WCAG 2.2, of which the luminance is that of IEC 61966-2-1.
func contrast(a, b look.Color) float64 {
	luminance := func(c look.Color) (sum float64) {
		red, green, blue, _ := c.RGBA()
		for i, part := range []uint32{red, green, blue} {
			light := float64(part) / 0xffff
			if light <= 0.04045 {
				light /= 12.92
			} else {
				light = math.Pow((light+0.055)/1.055, 2.4)
			}
			sum += light * []float64{0.2126, 0.7152, 0.0722}[i]
		}
		return sum
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}
