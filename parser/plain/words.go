package plain

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Unaccented returns a text in lower case, without accents and with straight
// apostrophes, as players write who are in a hurry or have another keyboard.
func Unaccented(text string) string {
	if IsPlain(text) {
		return strings.ToLower(text)
	}
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r):
			return -1
		case r == '’', r == 'ʼ', r == '´':
			return '\''
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(text))
}

// Phrase returns the words of a text with one blank between them: "S’il te plaît!"
// becomes "s il te plaît".
func Phrase(text string) string { return strings.Join(Words(text), " ") }

// Words returns the words of a text in lower case, without the marks between them.
func Words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(Fold(text)), func(r rune) bool { return r == '?' || IsRightEdge(r) })
}

// TrimEdges takes the marks off both ends of a text: brackets, quotes, the stars
// of bold print, full stops, smileys. A question mark stays, because "C4?" is not
// a move; so do, at the front, the number sign of a game and the marks by which
// some programs quote.
func TrimEdges(text string) string {
	return strings.TrimRightFunc(strings.TrimLeftFunc(text, IsLeftEdge), IsRightEdge)
}

// IsLeftEdge reports whether a character is one of the marks that TrimEdges takes off
// the front.
func IsLeftEdge(r rune) bool {
	return !strings.ContainsRune("#>|›»❯│┃▏", r) && IsRightEdge(r)
}

// IsRightEdge reports whether a character is one of those that it takes off the end.
func IsRightEdge(r rune) bool {
	return r != '?' && !IsNameRune(r)
}

// IsQuoted reports whether a line is marked as a quote.
func IsQuoted(line string) bool {
	for _, r := range line {
		switch folded(visible(r)) {
		case ' ', -1:
		case '>':
			return true
		default:
			return false
		}
	}
	return false
}

// IsDigit reports whether a byte is a digit of ASCII.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

// IsNameRune says whether a name can end with a character: letters, digits, and the
// marks that are letters of one script, such as the vowels of मीनू.
func IsNameRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) && !unicode.Is(unicode.Inherited, r)
}
