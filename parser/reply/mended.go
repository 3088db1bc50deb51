package reply

import (
	"slices"
	"strings"

	"unlurbot/parser/mime"
	"unlurbot/parser/plain"
)

// joinAddresses puts the address of an attribution on one line again where a program
// has broken it, be it within a word or before the last bracket, which then looks like
// the mark of a quote:
//
//	On Friday Bo Tack <bo@exa
//	mple.net> wrote:
//
// Some break it before the first bracket as well, and leave an empty line there.
func joinAddresses(lines []string) []string {
	for i := 1; i < len(lines); i++ {
		if joined := joinAddress(lines[i-1], lines[i]); joined != "" {
			lines = slices.Replace(lines, i-1, i+1, joined)
			i--
			continue
		}
		rest, found := strings.CutPrefix(strings.TrimLeft(lines[i], " "), ">")
		if !found || !endsAttribution(rest) {
			continue
		}
		start := openBracket(lines, i)
		if start < 0 {
			continue
		}
		for start > 0 && strings.HasPrefix(strings.TrimLeft(lines[start], " "), "<") && start > i-maxAttributionLines {
			start-- // the name stands above, and the bracket alone says nothing
		}
		joined := strings.Join(strings.Fields(strings.Join(lines[start:i+1], " ")), " ")
		if len(joined) > maxAttribution || attributionEnd([]string{joined}) == 0 && !quoteFollows(lines[i+1:]) {
			continue
		}
		lines = slices.Replace(lines, start, i+1, joined)
		i = start
	}
	return lines
}

// joinAddress joins two lines if an address in angle brackets begins on the one and
// ends on the other; otherwise it returns "".
func joinAddress(line, next string) string {
	open := strings.LastIndexByte(line, '<')
	end := strings.IndexByte(next, '>')
	if open < 0 || end < 0 || len(line)+len(next) > maxAttribution || plain.IsQuoted(line) || strings.IndexByte(line[open:], '>') >= 0 {
		return ""
	}
	inside := strings.TrimSpace(line[open+1:]) + strings.TrimSpace(next[:end])
	if !mime.IsAddress(strings.TrimPrefix(inside, "mailto:")) {
		return ""
	}
	return line[:open] + "<" + inside + next[end:]
}

// endsAttribution reports whether a line, behind the bracket with which it begins, is
// the end of an attribution: a colon, with a few words before it of which one is a
// verb.
func endsAttribution(rest string) bool {
	const longest = 60 // bytes
	if len(rest) > longest || plain.IsPlain(rest) && !strings.Contains(rest, ":") {
		return false
	}
	rest = lowered(rest)
	return rest == ":" || strings.HasSuffix(rest, ":") && speaking(rest, book.verbs) != 0
}

// openBracket returns the line above line i in which an address begins whose bracket
// is still open there, or -1.
func openBracket(lines []string, i int) int {
	open, at := 0, false
	for j := i - 1; j >= max(0, i-maxAttributionLines) && !plain.IsQuoted(lines[j]); j-- {
		open += strings.Count(lines[j], "<") - strings.Count(lines[j], ">")
		at = at || strings.Contains(lines[j], "@")
		if open > 0 {
			if at {
				return j
			}
			return -1
		}
	}
	return -1
}

// markBars gives the lines of a quote a ">" where a program marks them with a bar:
// "|>" anywhere, and "|" right below an attribution, if it is no row of a table.
func markBars(lines []string) {
	if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(strings.TrimLeft(line, " "), "|") }) {
		return // the usual case, cheaply
	}
	below := false // of an attribution, with nothing but bars in between
	for i, line := range lines {
		text := strings.TrimRight(strings.TrimLeft(line, " "), " ")
		bar := strings.HasPrefix(text, "|") && (text == "|" || !strings.HasSuffix(text, "|"))
		switch {
		case strings.HasPrefix(text, "|>"), below && bar:
			lines[i] = ">" + strings.TrimPrefix(text[1:], ">")
		case text != "":
			lowered := trimFrame(lowered(plain.CutBytes(line, maxAttribution)))
			below = mayBegin(lowered) && weigh(upToColon(lowered), true) != weightNone
		}
	}
}
