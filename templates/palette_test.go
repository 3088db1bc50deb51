package templates

import (
	"fmt"
	"math"
	"testing"

	"unlurbot/game"
)

// Whoever sees fewer colours can still read what is written on each ground, and tell
// the sides, the stones and the marks from each other (WCAG 2.2, 1.4.3 and 1.4.11).
func TestColours(t *testing.T) {
	tints := append([]tint{openTint, shutTint, lastTint, connectedTint, buttonTint}, sideTints[:]...)
	for _, c := range tints {
		for _, pair := range [][2]string{{c.paper, c.ink}, {c.darkPaper, c.darkInk}} {
			if ratio := contrast(pair[0], pair[1]); ratio < 4.5 {
				t.Errorf("%s on %s has a contrast of %.1f", pair[1], pair[0], ratio)
			}
		}
	}
	for _, c := range append([]tint{openTint, shutTint, lastTint, connectedTint}, sideTints[:]...) {
		least := map[game.Color]float64{game.Black: 2.9, game.White: 3.4} // a ring is thinner than a disc
		for stone, least := range least {
			for _, paper := range []string{c.paper, c.darkPaper} {
				if ratio := contrast(paper, c.signInk(stone)); ratio < least {
					t.Errorf("the sign of %v on %s has a contrast of %.1f", stone, paper, ratio)
				}
			}
		}
	}
	for _, ink := range []string{pageInk, faintInk, linkInk} {
		if ratio := contrast(pagePaper, ink); ratio < 4.5 {
			t.Errorf("%s has a contrast of %.1f", ink, ratio)
		}
	}
	if ratio := contrast(openTint.paper, pageInk); ratio < 4.5 {
		t.Errorf("the name of a cell without a link has a contrast of %.1f", ratio)
	}
	if ratio := contrast(stoneLooks[game.Black].disc, stoneLooks[game.White].disc); ratio < 7 {
		t.Errorf("the stones have a contrast of %.1f", ratio)
	}
	for eye, matrix := range eyes {
		seen := func(c string) [3]float64 { return lab(matrix, c) }
		for i, a := range sideTints {
			for j, b := range sideTints[:i] {
				if d := distance(seen(a.paper), seen(b.paper)); d < 18 {
					t.Errorf("%s: sides %d and %d are alike: %.0f", eye, j+1, i+1, d)
				}
			}
			for _, inner := range []tint{openTint, shutTint} {
				if d := distance(seen(a.paper), seen(inner.paper)); d < 18 {
					t.Errorf("%s: side %d is like an inner cell: %.0f", eye, i+1, d)
				}
			}
		}
		for _, mark := range []tint{lastTint, connectedTint} {
			for _, inner := range []tint{openTint, shutTint} {
				if d := distance(seen(mark.paper), seen(inner.paper)); d < 18 {
					t.Errorf("%s: the mark %s is not seen on %s: %.0f", eye, mark.paper, inner.paper, d)
				}
			}
			for i, side := range sideTints {
				if d := distance(seen(mark.paper), seen(side.paper)); d < 10 {
					t.Errorf("%s: the mark %s is like side %d: %.0f", eye, mark.paper, i+1, d)
				}
			}
		}
		for _, other := range append([]tint{connectedTint}, sideTints[:]...) { // on any of these a stone can be the last one
			if d := distance(seen(lastTint.paper), seen(other.paper)); d < 30 {
				t.Errorf("%s: the mark of the last stone is like %s: %.0f", eye, other.paper, d)
			}
		}
	}
}

// eyes are what colours become, in linear RGB, for eyes that lack one kind of cone
// (Machado, Oliveira and Fernandes 2009, severity 1).
var eyes = map[string][3][3]float64{
	"all cones":    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// linear gives the light of a colour such as "#1b5fa6" (IEC 61966-2-1).
func linear(color string) (rgb [3]float64) {
	var n [3]int
	if _, err := fmt.Sscanf(color, "#%02x%02x%02x", &n[0], &n[1], &n[2]); err != nil {
		panic(err)
	}
	for i, c := range n {
		if v := float64(c) / 255; v <= 0.04045 {
			rgb[i] = v / 12.92
		} else {
			rgb[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return rgb
}

func luminance(rgb [3]float64) float64 { return 0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2] }

func contrast(a, b string) float64 {
	x, y := luminance(linear(a)), luminance(linear(b))
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// lab gives a colour in CIELAB as an eye sees it.
func lab(eye [3][3]float64, color string) [3]float64 {
	light, rgb := linear(color), [3]float64{}
	for i, row := range eye {
		rgb[i] = min(max(row[0]*light[0]+row[1]*light[1]+row[2]*light[2], 0), 1)
	}
	f := func(v float64) float64 {
		if v > 216.0/24389 {
			return math.Cbrt(v)
		}
		return (24389.0/27*v + 16) / 116
	}
	x := f((0.4124*rgb[0] + 0.3576*rgb[1] + 0.1805*rgb[2]) / 0.95047)
	y := f(luminance(rgb))
	z := f((0.0193*rgb[0] + 0.1192*rgb[1] + 0.9505*rgb[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func distance(a, b [3]float64) float64 {
	return math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2])
}
