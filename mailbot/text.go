package mailbot

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/secure/precis"

	"unlurbot/parser"
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

// Limits of names, in characters.
const (
	minName = 2
	maxName = 30
)

// cleanName gives the name as it will be shown, a nickname of RFC 8266, in which
// nothing is invisible; ok is false if it can't be a name: it has to be readable, and
// must not be taken for anything else that can stand in the same place.
func cleanName(s string) (name string, ok bool) {
	name, err := precis.Nickname.String(strings.Join(strings.Fields(s), " "))
	if n := len([]rune(name)); err != nil || n < minName || n > maxName || name != safe(name) {
		return name, false
	}
	for i, r := range name {
		if !unicode.IsLetter(r) && (i == 0 || !unicode.In(r, unicode.Nd, unicode.Mn, unicode.Mc) && !strings.ContainsRune(" -.'_’", r)) {
			return name, false
		}
		if r == '.' && i+1 < len(name) && name[i+1] != ' ' {
			return name, false // mail programs would make a link of it, for strangers too
		}
	}
	if len(parser.ReadOrders(name, "").Commands) > 0 || strings.HasPrefix(strings.ToLower(name), strings.ToLower(displayName)) {
		return name, false // nobody is called like a command, or like the bot
	}
	challenge := parser.ReadOrders("challenge "+name, "").Commands
	return name, len(challenge) == 1 && slices.Equal(challenge[0].Args, []string{name})
}

// nameFromAddress makes a first name of the part of an address before the @.
func nameFromAddress(address string) string {
	local, _, _ := strings.Cut(address, "@")
	local, _, _ = strings.Cut(local, "+")
	name := strings.TrimLeftFunc(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), strings.ContainsRune("-_", r):
			return r
		case r == '.':
			return ' '
		}
		return -1
	}, local), func(r rune) bool { return !unicode.IsLetter(r) })
	if runes := []rune(name); len(runes) > maxName-4 { // room for a number
		name = string(runes[:maxName-4])
	}
	if name, ok := cleanName(name); ok {
		return name
	}
	return "player"
}
