//go:build realservers

package measured_test

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"unlurbot/game"
	"unlurbot/templates/look"
)

// near is how far apart two edges may be that should meet: browsers round them.
const near = 1.0 // pixel

// A law is something that holds in each window; what is wrong is said in words.
type law struct {
	name string
	of   func(f *facts, fault func(format string, args ...any))
}

// Laws of all mails, in all programs.
var (
	fits = law{"nothing is wider than the window", func(f *facts, fault func(string, ...any)) {
		if f.Wide > f.Width {
			fault("%.0f pixels", f.Wide)
		}
	}}

	begins = law{"a mail begins with what it is about", func(f *facts, fault func(string, ...any)) {
		if len(f.Headings) != 1 {
			fault("%d headings of the first rank", len(f.Headings))
		} else if heading := strings.TrimSpace(f.Headings[0]); !strings.HasPrefix(heading, "●○") || !strings.HasPrefix(f.Begins, heading) {
			fault("it begins with %.40q, and the heading is %q", f.Begins, heading)
		}
	}}

	oneButton = law{"at most one button is the first", func(f *facts, fault func(string, ...any)) {
		var first []string
		for _, b := range f.Buttons {
			if b.Paper == look.Button.Paper.Light.String() {
				first = append(first, b.Words)
			}
		}
		if len(first) > 1 {
			fault("%q", first)
		}
	}}

	readable = contrastLaw(4.5)

	stonesShow = law{"stones stand on grounds that hold", func(f *facts, fault func(string, ...any)) {
		for _, s := range f.Stones {
			want := look.Black.String()
			if strings.Contains("○◎", s.Sign) {
				want = look.White.String()
			}
			if s.Ground != want || s.Paper != want {
				fault("%s on %s, bgcolor %s", s.Sign, s.Ground, s.Paper)
			}
		}
	}}
)

// contrastLaw wants words that differ from their ground, as WCAG 2 counts it.
func contrastLaw(least float64) law {
	return law{"words can be read on their ground", func(f *facts, fault func(string, ...any)) {
		for _, i := range f.Inks {
			if c := contrast(i.Ink, i.Paper); c < least {
				fault("%.1f: %s on %s, %q", c, i.Ink, i.Paper, i.Words)
			}
		}
	}}
}

// Laws of boards.
var (
	hexagons = law{"each row stands half a cell beside the one above", func(f *facts, fault func(string, ...any)) {
		for _, rows := range f.Boards {
			size := (len(rows) + 1) / 2
			middle := rows[size-1].Cells
			if len(middle) != 2*size-1 {
				fault("%d rows, and %d cells in the longest", len(rows), len(middle))
				continue
			}
			first, last := centre(middle[0].Box), centre(middle[len(middle)-1].Box)
			step := (last - first) / float64(len(middle)-1)
			for r, row := range rows {
				if cells := 2*size - 1 - max(size-1-r, r-size+1); len(row.Cells) != cells {
					fault("row %c: %d cells of %d", 'A'+r, len(row.Cells), cells)
					continue
				}
				for i, c := range row.Cells {
					want := (first+last)/2 + (float64(i)-float64(len(row.Cells)-1)/2)*step
					if apart(centre(c.Box), want) || apart(c.Box.Y, row.Cells[0].Box.Y) {
						fault("row %c, cell %d of %d stands at %+v, not around %.1f", 'A'+r, i+1, len(row.Cells), c.Box, want)
						break
					}
				}
				if apart(row.Box.H, rows[0].Box.H) {
					fault("row %c is %.1f high, the first one %.1f", 'A'+r, row.Box.H, rows[0].Box.H)
				}
			}
			if rows[0].Cells[0].Box.X > f.Width || middle[0].Box.X < 0 || middle[len(middle)-1].Box.X+middle[0].Box.W > f.Width+near {
				fault("from %+v to %+v", middle[0].Box, middle[len(middle)-1].Box)
			}
		}
	}}

	contained = law{"what is in a cell is no wider", func(f *facts, fault func(string, ...any)) {
		for _, rows := range f.Boards {
			eachCell(rows, func(name string, c cell) {
				if c.Spill > near {
					fault("%s: %.1f pixels beside it", name, c.Spill)
				}
			})
		}
	}}

	// A finger hits the cell, wherever in it.
	filled = law{"links fill their cells", func(f *facts, fault func(string, ...any)) {
		for _, rows := range f.Boards {
			eachCell(rows, func(name string, c cell) {
				for _, l := range c.Links {
					if apart(l.Box.W, c.Box.W) || apart(l.Box.H, c.Box.H) {
						fault("%s is %+v, its link %+v", name, c.Box, l.Box)
					}
				}
			})
		}
	}}

	// The first board of a mail gets its room before the others, in which cells far from all stones may have but a name.
	named = law{"what can be clicked has its name, and nothing else has one", func(f *facts, fault func(string, ...any)) {
		for i, rows := range f.Boards {
			whole := i == 0 && (len(rows)+1)/2 <= 11
			eachCell(rows, func(name string, c cell) {
				switch {
				case c.Name != "" && c.Name != name:
					fault("%s is called %q", name, c.Name)
				case len(c.Links) > 1, len(c.Links) == 1 && c.Name == "", len(c.Links) == 0 && c.Name != "" && whole:
					fault("%s is called %q and has %d links", name, c.Name, len(c.Links))
				case len(c.Links) == 1 && c.Links[0].Body != name && !strings.HasSuffix(c.Links[0].Body, " "+name):
					fault("%s plays %q", name, c.Links[0].Body)
				}
			})
		}
	}}
)

// largeEnough wants cells as package look says, which grow in wide windows where a program
// keeps the style.
func largeEnough(grows bool) law {
	return law{"cells are as large as the window allows", func(f *facts, fault func(string, ...any)) {
		const desktop = 600
		for _, rows := range f.Boards {
			size := (len(rows) + 1) / 2
			m, c := look.CellsOf(size), rows[size-1].Cells[0].Box
			width, height := min(float64(m.Width), f.Width)/float64(2*size-1), float64(m.Height)
			if grows && f.Width >= desktop {
				width, height = float64(m.WideCell), float64(m.WideHeight)
			}
			if c.W < width-near || c.H < height-near/2 {
				fault("size %d: %.1f by %.1f, not %.1f by %.0f", size, c.W, c.H, width, height)
			}
		}
	}}
}

// eachCell calls f with all cells and what they are called in the game.
func eachCell(rows []row, f func(name string, c cell)) {
	for r, row := range rows {
		first, _, _ := game.RowColumns((len(rows)+1)/2, r)
		for i, c := range row.Cells {
			f(fmt.Sprintf("%c%d", 'A'+r, first+i), c)
		}
	}
}

func centre(b box) float64    { return b.X + b.W/2 }
func apart(a, b float64) bool { return math.Abs(a-b) > near }
func contrast(a, b string) float64 {
	lights := []float64{luminance(a), luminance(b)}
	slices.Sort(lights)
	return (lights[1] + 0.05) / (lights[0] + 0.05)
}

// luminance is the relative one of WCAG 2.
func luminance(colour string) float64 {
	var parts [3]float64
	for i, v := range rgb(colour) {
		if parts[i] = v / 12.92; v > 0.04045 {
			parts[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*parts[0] + 0.7152*parts[1] + 0.0722*parts[2]
}

// rgb gives the parts of a colour, from 0 to 1.
func rgb(colour string) (parts [3]float64) {
	var r, g, b uint8
	if _, err := fmt.Sscanf(colour, "#%02x%02x%02x", &r, &g, &b); err != nil {
		panic(fmt.Sprintf("%q: %v", colour, err)) // it comes from measure.js
	}
	return [3]float64{float64(r) / 255, float64(g) / 255, float64(b) / 255}
}
