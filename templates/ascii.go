package templates

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A page has ASCII alone, in lines that SMTP takes as they are (RFC 5321 section 4.5.3.1.6): it needs no encoding to be
// sent, which would make it a seventh longer, and it reads the same in a program that assumes another charset.

// ascii makes a text between tags or in an attribute of anything.
func ascii(text string) string { return string(appendASCII(nil, text)) }

func appendASCII(to []byte, text string) []byte {
	written := 0 // bytes of the text
	for i, r := range text {
		if r < utf8.RuneSelf && r > 0 && strings.IndexByte("&<>\"'\r", byte(r)) < 0 {
			continue
		}
		to = append(to, text[written:i]...)
		_, width := utf8.DecodeRuneInString(text[i:])
		written = i + width
		switch {
		case r == '&':
			to = append(to, "&amp;"...)
		case r == '<':
			to = append(to, "&lt;"...)
		case r == '>':
			to = append(to, "&gt;"...)
		default:
			if r == 0 || r >= utf8.RuneSelf && unicode.IsControl(r) { // the numbers of these mean other characters
				r = utf8.RuneError
			}
			to = append(strconv.AppendInt(append(to, "&#"...), int64(r), 10), ';')
		}
	}
	return append(to, text[written:]...)
}

// longestLine is how long lines of a page are, in bytes. SMTP allows 998.
const longestLine = 900

// wrap breaks the lines of a page that are longer, between two attributes of a tag, or else between two words. A word
// longer than a line stays whole; then plain is false, and the page has to be encoded.
func wrap(page []byte) (plain bool) {
	plain = true
	for len(page) >= longestLine {
		end := bytes.IndexByte(page[:longestLine], '\n')
		if end < 0 {
			if end = breakAt(page); end < 0 {
				return false
			}
			page[end] = '\n'
			plain = plain && end < longestLine
		}
		page = page[end+1:]
	}
	return plain
}

// breakAt finds where the first line of a page can end: as late as a line may, or else at the first place behind that, -1
// if there is none. No text has a quotation mark, so that one with a blank behind it always ends an attribute.
func breakAt(page []byte) int {
	for quote := longestLine - 1; quote >= 0; quote = bytes.LastIndexByte(page[:quote], '"') {
		if page[quote] == '"' && quote+1 < longestLine && page[quote+1] == ' ' {
			return quote + 1
		}
	}
	last, next := -1, bytes.IndexAny(page, "<>")
	inTag := next >= 0 && page[next] == '>'
	for i, c := range page {
		switch {
		case i >= longestLine && last >= 0:
			return last
		case c == '\n':
			return i
		case c == '<', c == '>':
			inTag = c == '<'
		case c == ' ' && (!inTag || i > 0 && page[i-1] == '"'):
			last = i
		}
	}
	return last
}
