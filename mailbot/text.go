package mailbot

import (
	"strings"
	"unicode"
)

// safeLine makes somebody's words fit for one line of a mail to somebody else:
// no line ends, no control characters, nothing that turns the direction of
// writing or has no width, and no more than a given number of characters.
func safeLine(s string, most int) string {
	s = strings.Join(strings.Fields(safe(s)), " ")
	if runes := []rune(s); len(runes) > most {
		return strings.TrimSpace(string(runes[:most-1])) + "…"
	}
	return s
}

// safeText does the same for several lines.
func safeText(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(safe(line), " ")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// maxMarks is how many accents and the like stand on one letter: no script needs
// more, and a pile of them covers the lines above.
const maxMarks = 4

func safe(s string) string {
	marks := 0
	return strings.Map(func(r rune) rune {
		r = safeRune(r)
		switch {
		case r < 0:
			return r
		case !isMark(r):
			marks = 0
			return r
		}
		if marks++; marks > maxMarks {
			return -1
		}
		return r
	}, s)
}

func isMark(r rune) bool { return unicode.In(r, unicode.Mn, unicode.Me) }

func safeRune(r rune) rune {
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
