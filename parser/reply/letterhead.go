package reply

import (
	"slices"
	"strings"
	"unicode"

	"unlurbot/parser/plain"
)

// letterhead is what the first line of each of our mails begins with, as package
// templates writes it. No player's line does.
const letterhead = "●○"

// letterheads are the forms in which it comes back: some programs write the signs as
// HTML does where their character set lacks them.
var letterheads = []string{letterhead, "&#9679;&#9675;", "&#x25cf;&#x25cb;"}

// HasLetterhead reports whether a line is the first one of one of our mails. Where
// it stands without a ">" before it, everything from it on is that mail.
func HasLetterhead(line string) bool { return !plain.IsQuoted(line) && isLetterhead(lowered(line)) }

// isLetterhead is HasLetterhead for a lowered line. Mail programs may make bold print,
// a point of a list, or the cell of a table of it; words and marks of a quote do not stand
// before it.
func isLetterhead(line string) bool {
	isWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '>' }
	return slices.ContainsFunc(letterheads, func(form string) bool {
		before, _, found := strings.Cut(line, form)
		return found && !strings.ContainsFunc(before, isWord)
	})
}

// cutLetterhead cuts one of our mails whose first line stands behind words of the
// sender, because a program has lost the line end between them or a player has typed
// right in front of it: "C4 ●○ Bo played D7." Who asks what the signs are for writes
// less behind them than stands in a mail of ours.
func cutLetterhead(lines []string, marks []mark) {
	const shortest = 90 // bytes of one of our mails
	for i, line := range lines {
		at := strings.Index(line, letterhead)
		if at < 0 || marks[i] != markOwn {
			continue
		}
		size := len(line) - at
		for j := i + 1; j < len(lines); j++ {
			if marks[j] == markOwn {
				size += len(lines[j])
			}
		}
		if size < shortest {
			return
		}
		lines[i] = strings.TrimRight(line[:at], " ")
		for j := i + 1; j < len(lines); j++ {
			marks[j] = markBelow
		}
		return
	}
}
