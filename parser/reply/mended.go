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
		line, next := lines[i-1], lines[i]
		open, end := strings.LastIndexByte(line, '<'), strings.IndexByte(next, '>')
		if open >= 0 && end >= 0 && len(line)+len(next) <= maxAttribution && !plain.IsQuoted(line) && strings.IndexByte(line[open:], '>') < 0 {
			inside := strings.TrimSpace(line[open+1:]) + strings.TrimSpace(next[:end])
			if mime.IsAddress(strings.TrimPrefix(inside, "mailto:")) {
				lines = slices.Replace(lines, i-1, i+1, line[:open]+"<"+inside+next[end:])
				i--
				continue
			}
		}
		start := bracketOpens(lines, i)
		if start < 0 {
			continue
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

// bracketOpens returns where an attribution begins of which line i is the end, behind the
// bracket of the address that opens further up; -1 if it is none. Such an end is a colon,
// with a few words before it of which one is a verb.
func bracketOpens(lines []string, i int) int {
	const longest = 60 // bytes
	rest, found := strings.CutPrefix(strings.TrimLeft(lines[i], " "), ">")
	if !found || len(rest) > longest || plain.IsPlain(rest) && !strings.Contains(rest, ":") {
		return -1
	}
	if rest = lowered(rest); rest != ":" && (!strings.HasSuffix(rest, ":") || speaking(rest, book.verbs) == 0) {
		return -1
	}
	open, at, top := 0, false, max(0, i-maxAttributionLines)
	for j := i - 1; j >= top && !plain.IsQuoted(lines[j]); j-- {
		open += strings.Count(lines[j], "<") - strings.Count(lines[j], ">")
		at = at || strings.Contains(lines[j], "@")
		if open <= 0 {
			continue
		}
		if !at {
			break
		}
		for j > top && strings.HasPrefix(strings.TrimLeft(lines[j], " "), "<") {
			j-- // the name stands above, and the bracket alone says nothing
		}
		return j
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
			lowered := trimFrame(lowered(plain.CutBytes(line, maxAttribution)), false)
			below = mayBegin(lowered) && weigh(upToColon(lowered), true) != weightNone
		}
	}
}
