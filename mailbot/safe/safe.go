// Package safe cleans one person's text for a mail to another: there it is text
// and can't be anything else.
package safe

import (
	"strings"
	"unicode"
)

// Line makes words fit for one line of a mail:
// no line ends, no control characters, nothing that turns the direction of
// writing or has no width, and no more than a given number of characters.
func Line(s string, most int) string {
	s = strings.Join(strings.Fields(Runes(s)), " ")
	if runes := []rune(s); len(runes) > most {
		return strings.TrimSpace(string(runes[:most-1])) + "…"
	}
	return s
}

// Text does the same for several lines.
func Text(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(Runes(line), " ")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// MostMarks is how many accents and the like stand on one letter: no script needs
// more, and a pile of them covers the lines above.
const MostMarks = 4

// Runes leaves out the characters that are not fit for any, and piles of accents.
func Runes(s string) string {
	marks := 0
	return strings.Map(func(r rune) rune {
		r = fit(r)
		switch {
		case r < 0:
			return r
		case !unicode.In(r, unicode.Mn, unicode.Me):
			marks = 0
			return r
		}
		if marks++; marks > MostMarks {
			return -1
		}
		return r
	}, s)
}

func fit(r rune) rune {
	switch {
	case r == '\t', r == '\n', r == '\r':
		return ' '
	case r == '\u200d': // joins the parts of an emoji
		return r
	case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r), r == unicode.ReplacementChar:
		return -1
	}
	return r
}
