package templates

import (
	"bytes"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// A page has ASCII alone, in lines that SMTP takes as they are (RFC 5321 section 4.5.3.1.6): it needs no encoding to be
// sent, which would make it a seventh longer, and it looks the same to who takes it for another charset.

// ascii makes a text between tags or in an attribute of anything.
func ascii(text string) string { return string(appendASCII(nil, text)) }

func appendASCII(to []byte, text string) []byte {
	for _, r := range text {
		switch {
		case r == '&':
			to = append(to, "&amp;"...)
		case r == '<':
			to = append(to, "&lt;"...)
		case r == '>':
			to = append(to, "&gt;"...)
		case r == '"', r == '\'', r == '\r', r == 0, r >= utf8.RuneSelf:
			if r == 0 || r >= utf8.RuneSelf && unicode.IsControl(r) { // the numbers of these mean other characters
				r = utf8.RuneError
			}
			to = append(strconv.AppendInt(append(to, "&#"...), int64(r), 10), ';')
		default:
			to = append(to, byte(r))
		}
	}
	return to
}

// longestLine is how long lines of a page are, in bytes. SMTP allows 998.
const longestLine = 900

// wrap ends lines of a page that would be longer, between two attributes of a tag, or else between two words. A word that
// is as long stays as it is. No text has a quotation mark, so that one with a blank behind it always ends an attribute.
func wrap(page []byte) {
	for len(page) > longestLine {
		end := bytes.LastIndexByte(page[:longestLine], '\n')
		if end < 0 {
			if end = blank(page); end < 0 {
				end = longestLine - 1
			} else {
				page[end] = '\n'
			}
		}
		page = page[end+1:]
	}
}

// blank finds the last blank in the first line of a page that can end it, -1 if there is none.
func blank(page []byte) int {
	if quote := bytes.LastIndex(page[:longestLine], []byte(`" `)); quote >= 0 {
		return quote + 1
	}
	last := bytes.LastIndexByte(page[:longestLine], ' ')
	if next := bytes.IndexAny(page[last+1:], "<>"); next >= 0 && page[last+1+next] == '>' {
		return -1 // within an attribute
	}
	return last
}
