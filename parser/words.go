package parser

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// unaccented returns a text in lower case, without accents and with straight
// apostrophes, as players write who are in a hurry or have another keyboard.
func unaccented(text string) string {
	if isPlain(text) {
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

// plainWords returns the words of a text in lower case, without the marks
// between them: "S’il te plaît!" becomes "s il te plaît".
func plainWords(text string) string { return strings.Join(wordsIn(text), " ") }

// wordsIn returns the words of a text like plainWords, each for itself.
func wordsIn(text string) []string {
	return strings.FieldsFunc(strings.ToLower(fold(text)), func(r rune) bool { return r == '?' || isRightEdge(r) })
}

// trimEdges takes the marks off both ends of a text: brackets, quotes, the stars
// of bold print, full stops, smileys. A question mark stays, because "C4?" is not
// a move; so do, at the front, the number sign of a game and the marks by which
// some programs quote.
func trimEdges(text string) string {
	return strings.TrimRightFunc(strings.TrimLeftFunc(text, isLeftEdge), isRightEdge)
}

func isLeftEdge(r rune) bool {
	return !strings.ContainsRune("#>|›»❯│┃▏", r) && isRightEdge(r)
}

func isRightEdge(r rune) bool {
	return r != '?' && !isNameRune(r)
}

// isQuoted reports whether a line is marked as a quote.
func isQuoted(line string) bool {
	return strings.HasPrefix(strings.TrimLeft(fold(line), " "), ">")
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isNameRune says whether a name can end with a character: letters, digits, and the
// marks that are letters of one script, such as the vowels of मीनू.
func isNameRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) && !unicode.Is(unicode.Inherited, r)
}
