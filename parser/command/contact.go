package command

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"unlurbot/parser/plain"
)

// The data of a person at the end of a mail have labels that are commands too: "Name:
// Ana Puig" above "Tel: 972 123 456". Nobody shall be renamed by them. Beside another
// label such a line is only words; below a command, where it may be the last line of
// a mail that has no mark before the signature, it is asked about.

// isLabel reports whether a command could stand among such data, as the line does that
// it was read from.
func (c Command) isLabel(line string) bool {
	return c.is(verbLabel) && hasLabel(line)
}

// hasLabel reports whether a line begins with a word and a colon.
func hasLabel(line string) bool {
	p := afterFirst(strings.TrimLeftFunc(plain.Fold(line), plain.IsLeftEdge))
	return strings.Contains(p.mark, ":")
}

// isContactData reports whether line at could stand among such data, and the next
// line that is not empty, above or below, has a label too.
func isContactData(lines []string, at int) bool {
	if !hasLabel(lines[at]) {
		return false // the usual case, cheaply
	}
	if c, ok := Parse(lines[at]); !ok || !c.isLabel(lines[at]) {
		return false
	}
	above, below := at-1, at+1
	for above >= 0 && plain.IsBlank(lines[above]) {
		above--
	}
	for below < len(lines) && plain.IsBlank(lines[below]) {
		below++
	}
	return above >= 0 && beginsWithLabel(lines[above]) || below < len(lines) && beginsWithLabel(lines[below])
}

// beginsWithLabel reports whether a line is no command, and a few words, a colon and more:
// "Tel. portable : 06 12 34 56 78".
func beginsWithLabel(line string) bool {
	const most = 3 // words
	label, value, found := strings.Cut(strings.TrimLeftFunc(plain.Fold(line), plain.IsLeftEdge), ":")
	first, _ := utf8.DecodeRuneInString(label)
	return found && unicode.IsLetter(first) && len(strings.Fields(label)) <= most && !plain.IsBlank(value) && !IsCommand(line)
}
