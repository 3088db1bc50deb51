package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsInvisible reports whether r shows nothing but can change how its
// neighbours look or compare: zero-width characters, bidirectional controls,
// the soft hyphen, the byte order mark, variation selectors.
func IsInvisible(r rune) bool {
	switch {
	case r == 0x00AD, r == 0x061C, r == 0x180E, r == 0xFEFF:
		return true
	case 0x200B <= r && r <= 0x200F, 0x202A <= r && r <= 0x202E, 0x2060 <= r && r <= 0x206F:
		return true
	case 0xFE00 <= r && r <= 0xFE0F, 0xE0000 <= r && r <= 0xE007F:
		return true
	}
	return false
}

// Fold gives a line the form in which it is compared: it is made visible, and
// full-width characters become ordinary ones. Letters keep their case.
func Fold(s string) string {
	if IsPlain(s) {
		return s
	}
	return strings.Map(func(r rune) rune { return folded(visible(r)) }, s)
}

func folded(visible rune) rune {
	if 0xFF01 <= visible && visible <= 0xFF5E {
		return visible - 0xFF01 + '!'
	}
	return visible
}

// Visible makes every kind of space a blank and drops what cannot be seen. It
// has as many characters as Fold of the same line.
func Visible(s string) string {
	if IsPlain(s) {
		return s
	}
	return strings.Map(visible, s)
}

func visible(r rune) rune {
	switch {
	case ' ' <= r && r <= '~':
		return r
	case r == '\t', unicode.Is(unicode.Zs, r):
		return ' '
	case IsInvisible(r), unicode.IsControl(r):
		return -1
	}
	return r
}

// IsPlain reports whether s is printable ASCII only, which most lines are.
func IsPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// OneLine makes s fit for a header or a name: valid UTF-8, nothing invisible, no
// control characters, runs of white space reduced to one blank.
func OneLine(s string) string {
	if IsPlain(s) && !strings.Contains(s, "  ") {
		return strings.TrimSpace(s)
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case IsInvisible(r), unicode.IsControl(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return strings.Join(strings.Fields(s), " ")
}

// Clean gives a decoded body the form that the rest of the package relies
// on: valid UTF-8, LF line ends, tabs but no other control characters, and no
// controls that reorder what a reader sees or stand for a picture.
func Clean(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if isClean(s) {
		return s
	}
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case ' ' <= r && r <= '~', r == '\n', r == '\t':
			return r
		case r == '\r', r == '\v', r == '\f', r == 0x85, r == 0x2028, r == 0x2029:
			return '\n'
		case unicode.IsControl(r), r == 0xFEFF, r == 0xFFFC, 0x202A <= r && r <= 0x202E, 0x2066 <= r && r <= 0x2069:
			return -1
		}
		return r
	}, s)
}

func isClean(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < ' ' && c != '\n' && c != '\t') || c >= 0x7F {
			return false
		}
	}
	return true
}

// CutRunes returns at most n characters of s.
func CutRunes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// CutBytes returns at most n bytes of s, and does not cut a character in two.
func CutBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// IsBlank reports whether a text shows nothing.
func IsBlank(text string) bool {
	for _, r := range text {
		if !unicode.IsSpace(r) && !IsInvisible(r) && !unicode.IsControl(r) {
			return false
		}
	}
	return true
}

// Excerpt makes untrusted text fit to be shown: one line, no control
// characters, at most 100 characters.
func Excerpt(s string) string {
	const most = 100
	return CutRunes(OneLine(CutBytes(s, 20*most)), most)
}

// WithoutApostrophes takes off a pair around a word.
func WithoutApostrophes(word string) string {
	if inside, found := strings.CutPrefix(word, "'"); found {
		if inside, found = strings.CutSuffix(inside, "'"); found {
			return inside
		}
	}
	return word
}

// FoldASCII makes addresses comparable, see fold.Address: strings.ToLower and
// strings.EqualFold take some letters beyond ASCII for k and s.
func FoldASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}
