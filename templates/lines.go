package templates

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// lineWidth is where paragraphs of the text part are wrapped. Mail programs
// that wrap text mostly do so at column 72 or later; our lines fit there even when
// they are quoted twice, so none of them comes back broken in two.
const lineWidth = 68

// list joins words with commas; pairs of a word and what is written for it
// follow.
func list(words []string, instead ...string) string {
	said := slices.Clone(words)
	for i, w := range words {
		for k := 0; k+1 < len(instead); k += 2 {
			if w == instead[k] {
				said[i] = instead[k+1]
			}
		}
	}
	return strings.Join(said, ", ")
}

// wrapAt breaks a paragraph at its blanks; a word longer than a line stands
// alone on one.
func wrapAt(b *strings.Builder, paragraph string, most int) {
	column := 0
	for i, word := range unbroken(strings.Fields(paragraph)) {
		n := columns(word)
		switch {
		case i == 0:
		case column+1+n > most:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
}

// unbroken puts the signs that French parts from a word by a blank back to that word,
// so that no line begins or ends with them alone. The words are changed in place.
func unbroken(words []string) []string {
	whole := words[:0]
	opened := false
	for _, word := range words {
		if closes := slices.Contains([]string{":", ";", "!", "?", "»", "».", "»,", "»)."}, word); len(whole) > 0 && (opened || closes) {
			whole[len(whole)-1] += " " + word
		} else {
			whole = append(whole, word)
		}
		opened = word == "«"
	}
	return whole
}

// columns is the width of a word on a terminal, where East Asian characters
// take two columns.
func columns(word string) (n int) {
	for _, r := range word {
		n++
		if r < utf8.RuneSelf {
			continue
		}
		if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
			n++
		}
	}
	return n
}
