package reply

import (
	"strings"

	"unlurbot/parser/command"
	"unlurbot/parser/plain"
)

// signatureMarks are the lowered lines that begin a signature: "--" as RFC 3676 has it, or a
// few underscores.
var signatureMarks = []string{"--", "__", "___", "____"}

// isMobileSignature reports whether a lowered line is the advertisement of a mail
// program.
func isMobileSignature(line string) bool {
	const longest = 160
	if len(line) > longest {
		return false
	}
	line = strings.ReplaceAll(line, "[", "") // a link in Markdown
	_, found := book.mobile.cut(strings.TrimLeft(line, "<(*_~- "))
	return found
}

// cutEnd marks what stands below the sender's words and is only known by its
// shape and its place: the advertisement of a phone or a program, and a signature
// between two drawn lines.
func cutEnd(lines []string, marks []mark) {
	for {
		last := len(lines) - 1
		for last >= 0 && (marks[last] != markOwn || plain.IsBlank(lines[last])) {
			last--
		}
		first := last
		switch {
		case last <= 0:
			return
		case isAdvertisement(lines[last]) && (marks[last-1] != markOwn || plain.IsBlank(lines[last-1])):
			if joinMarked(lines[:last], marks[:last], markOwn) == "" {
				return // it may be all that the sender wrote
			}
		default:
			if first = boxStart(lines, marks, last); first == last {
				return
			}
		}
		for i := first; i <= last; i++ {
			if marks[i] == markOwn {
				marks[i] = markSignature
			}
		}
	}
}

// isAdvertisement reports whether a line may be the advertisement of a phone or a
// program, where it is the last paragraph: "Sent from HEY ( https://hey.example )".
// A sentence that goes on is a person's.
func isAdvertisement(line string) bool {
	const longest, mostWords = 100, 9
	line = strings.TrimLeft(lowered(plain.CutBytes(line, maxAttribution)), "<([*_~- ")
	if at := strings.Index(line, "http"); at > 0 {
		line = line[:at]
	}
	line = strings.TrimRight(line, " <([*_~)")
	if len(line) > longest || strings.ContainsAny(line, ",;!?…") || strings.HasSuffix(line, ".") || len(strings.Fields(line)) > mostWords {
		return false
	}
	_, found := book.sent.cut(line)
	return found
}

// boxStart returns the line with the rule that begins the signature whose last
// line is a rule too, or that last line if there is none. A box holds few lines
// and no command, and the sender's words stand above it.
func boxStart(lines []string, marks []mark, last int) int {
	const most, narrowest = 8, 10 // lines, columns
	isSide := func(line string) bool { line = lowered(line); return len(line) >= narrowest && isRule(line) }
	if !isSide(lines[last]) {
		return last
	}
	inner := 0
	for i := last - 1; i > 0 && inner <= most; i-- {
		switch {
		case marks[i] != markOwn:
		case command.IsCommand(lines[i]):
			return last
		case isSide(lines[i]):
			if inner == 0 || joinMarked(lines[:i], marks[:i], markOwn) == "" {
				return last
			}
			return i
		case !plain.IsBlank(lines[i]):
			inner++
		}
	}
	return last
}
