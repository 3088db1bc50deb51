package plain

import (
	"strings"
	"unicode/utf8"
)

// MaxField is how many bytes of a field are decoded; no honest one is longer.
const MaxField = 8 << 10

// DecodeWords decodes the encoded words of a field (RFC 2047), and bytes that
// should have been encoded. Words in unknown character sets are read as well as
// they can be.
//
// The bytes of neighbouring words are put together before their character set is
// decoded: several programs cut a character in two at the seam, which section 5
// forbids. That, and words with blanks, without padding or without an end, are
// more than the decoder of the standard library forgives.
func DecodeWords(s string) string {
	s = CutBytes(s, MaxField)
	if IsPlain(s) && !strings.Contains(s, "=?") {
		return s
	}
	s, _ = DecodeCharset("", []byte(s))
	var out strings.Builder
	var charset string
	var open []byte // the bytes of the words that are not yet written
	flush := func() {
		text, _ := DecodeCharset(charset, open)
		out.WriteString(strings.ToValidUTF8(text, string(utf8.RuneError)))
		open = open[:0]
	}
	for {
		start := strings.Index(s, "=?")
		if start < 0 {
			break
		}
		w, rest, ok := cutWord(s[start:])
		if !ok {
			flush()
			out.WriteString(s[:start+2])
			s = s[start+2:]
			continue
		}
		between := s[:start]
		if len(open) > 0 && strings.TrimSpace(between) == "" {
			between = "" // blanks between two words only part them
		}
		if between != "" || w.charset != charset {
			flush()
		}
		out.WriteString(between)
		charset = w.charset
		open = w.decode(open)
		s = rest
	}
	flush()
	out.WriteString(s)
	return out.String()
}

// encodedWord is one "=?charset?q?text?=".
type encodedWord struct {
	charset string
	base64  bool
	text    string
}

// cutWord takes an encoded word off the front of s. One without an end is taken
// to end before the next.
func cutWord(s string) (w encodedWord, rest string, ok bool) {
	const longest = 60
	name, rest, found := strings.Cut(s[2:], "?")
	if !found || len(name) > longest || len(rest) < 2 || rest[1] != '?' {
		return w, "", false
	}
	switch rest[0] {
	case 'b', 'B':
		w.base64 = true
	case 'q', 'Q':
	default:
		return w, "", false
	}
	w.charset = TidyCharset(name)
	rest = rest[2:]
	next := strings.Index(rest, "=?")
	if next < 0 || strings.HasPrefix(rest[next:], "=?=") {
		next = len(rest)
	}
	if end := strings.Index(rest[:next], "?="); end >= 0 {
		w.text = rest[:end]
		return w, rest[end+2:], true
	}
	w.text = strings.TrimRight(rest[:next], " ?")
	return w, rest[next:], true
}

// decode appends the bytes of the word.
func (w encodedWord) decode(out []byte) []byte {
	if !w.base64 {
		return appendUnquoted(out, []byte(strings.ReplaceAll(w.text, "_", " ")))
	}
	var d base64Decoder
	return d.flush(d.decode(out, []byte(w.text)))
}
