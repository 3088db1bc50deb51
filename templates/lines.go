package templates

import (
	"fmt"
	"slices"
	"strconv"
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

// listColumn is where the words of listed begin.
const listColumn = 12

// listed writes a heading and words behind it, parted by commas, as lines in two
// columns. No line but the first begins with a word of its own kind: it is
// indented, so that it is kept as it is.
func listed(heading string, words []string) string {
	lines := []string{fmt.Sprintf("  %-*s", listColumn-2, heading)}
	for i, word := range words {
		if i < len(words)-1 {
			word += ","
		}
		last := &lines[len(lines)-1]
		switch {
		case columns(*last) == listColumn:
			*last += word
		case columns(*last)+1+columns(word) > lineWidth:
			lines = append(lines, strings.Repeat(" ", listColumn)+word)
		default:
			*last += " " + word
		}
	}
	return strings.Join(lines, "\n")
}

// movesInLine is how many numbered moves fit into a line, the longest ones
// ("100 H10") included.
const movesInLine = 7

// moveLines numbers moves. No line but the first, which begins with a word,
// has a single move in it: such a line could be taken for a move when the mail
// is quoted back to us without marks.
func moveLines(moves []string) (lines []string) {
	var line strings.Builder
	for i, m := range moves {
		alone := i%movesInLine == 0 && i == len(moves)-1
		switch {
		case i > 0 && i%movesInLine == 0 && !alone:
			lines = append(lines, line.String())
			line.Reset()
		case i > 0:
			line.WriteString("  ")
		}
		line.WriteString(strconv.Itoa(i+1) + " " + m)
	}
	if len(moves) > 0 {
		lines = append(lines, line.String())
	}
	return lines
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
