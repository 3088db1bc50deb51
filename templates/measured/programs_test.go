//go:build realservers

package measured_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A program is a way in which a mail is shown.
type program struct {
	name   string
	change func(html string) string // what the program makes of a mail; nil for nothing
	dark   bool
	widths []int
	laws   []law
}

var (
	widths = []int{320, 328, 360, 390, 1000}

	// Of everything else a program may do what it likes.
	always = []law{fits, begins, oneButton, readable, stonesShow}

	programs = []program{ // a dark one looks at what the one before it has laid out
		{name: "by day", widths: widths, laws: append([]law{hexagons, contained, filled, named, largeEnough(true)}, always...)},
		{name: "by night", dark: true, widths: widths[2:3], laws: []law{readable, stonesShow}},
		{name: "without a style", change: bare, widths: widths, laws: append([]law{hexagons, contained, filled, named, largeEnough(false)}, always...)},
		{name: "in Word", change: word, widths: []int{1000}, laws: []law{fits, readable, hexagons, contained, named}},
		{name: turnedRound, change: turned, widths: []int{360}, laws: []law{contrastLaw(3), stonesDiffer}},
	}
)

const turnedRound = "turned round"

var stonesDiffer = law{"black stones are dark and white ones light", func(f *facts, fault func(string, ...any)) {
	for _, s := range f.Stones {
		const middle = 0.5
		if isWhite := strings.Contains("○◎", s.Sign); luminance(s.Ground) > middle != isWhite {
			fault("%s on %s", s.Sign, s.Ground)
		}
	}
}}

var (
	styles    = regexp.MustCompile(`(?s)<style>.*?</style>`)
	classes   = regexp.MustCompile(`class="[^"]*"`)
	forWord   = regexp.MustCompile(`(?s)<!--\[if mso\]>(.*?)<!\[endif\]-->`)
	notInWord = regexp.MustCompile(`(?:border-radius|max-width|border-spacing|background-image):(?:linear-gradient\([^)]*\)|[^;")]*);?`)
	grounds   = regexp.MustCompile(`(bgcolor="|[;"](?:background-)?color:)#([0-9a-f]{6})`)
)

// bare is a mail in Gmail at its worst: no style, and other classes.
func bare(html string) string {
	return classes.ReplaceAllString(styles.ReplaceAllString(html, ""), `class="m_1"`)
}

// word is a mail in Outlook for Windows, as far as a browser can be like it.
func word(html string) string {
	return notInWord.ReplaceAllString(forWord.ReplaceAllString(styles.ReplaceAllString(html, ""), "$1"), "")
}

// turned is a mail in a program that has a dark screen and turns the lightness of grounds
// and words round.
func turned(html string) string {
	return grounds.ReplaceAllStringFunc(styles.ReplaceAllString(html, ""), func(said string) string {
		before, colour, _ := strings.Cut(said, "#")
		return before + turn("#"+colour)
	})
}

// turn gives a colour of the same hue and the other lightness (HSL).
func turn(colour string) string {
	parts := rgb(colour)
	sum := min(parts[0], parts[1], parts[2]) + max(parts[0], parts[1], parts[2])
	said := "#"
	for _, v := range parts {
		said += fmt.Sprintf("%02s", strconv.FormatInt(int64((v+1-sum)*255+0.5), 16))
	}
	return said
}
