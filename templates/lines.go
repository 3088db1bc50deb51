package templates

import (
	"iter"
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
	first, column := true, 0
	for word := range wordsOf(paragraph) {
		n := columns(word)
		switch {
		case first:
			first = false
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

// wordsOf parts words at their blanks, but not at those at which no line may break.
func wordsOf(words string) iter.Seq[string] {
	return strings.FieldsFuncSeq(words, func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' })
}

// oneLine puts words with one blank between them.
func oneLine(words string) string {
	var b strings.Builder
	b.Grow(len(words))
	for word := range wordsOf(words) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	return b.String()
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
