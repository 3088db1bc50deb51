package reply

import (
	"iter"
	"slices"
	"strings"

	"unlurbot/parser/mime"
	"unlurbot/parser/plain"
)

// mendings undo what programs do to the lines of an older mail, in this order.
var mendings = [...]func(lines []string) []string{joinAddresses, splitAttributions, markBars}

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

// splitAttributions puts an attribution on a line of its own where a program has
// lost the line end above it: "C4 On Friday, 20 November 2026, Bo wrote:". If the
// one below is lost too, so is what is quoted.
func splitAttributions(lines []string) []string {
	for i := 0; i < len(lines); i++ {
		line, quote := lines[i], ""
		if !strings.Contains(line, "@") {
			continue // the usual case, cheaply
		}
		// The colon behind which a quote or one of our mails begins.
		head := plain.CutBytes(line, maxAttribution)
		end, mail := strings.Index(head, ": >"), strings.Index(head, ": "+letterhead)
		if end < 0 || mail >= 0 && mail < end {
			end = mail
		}
		if end > 0 {
			line, quote = line[:end+1], line[end+2:]
		}
		at := attributionStart(line)
		if at == 0 {
			continue
		}
		split := []string{strings.TrimRight(line[:at], "- "), line[at:]}
		if quote != "" {
			split = append(split, quote)
		}
		lines = slices.Replace(lines, i, i+1, split...)
		i += len(split) - 1
	}
	return lines
}

// attributionStart returns where in a line an attribution begins that has the
// sender's own words before it, or 0. They may hold no date: else it is more
// likely that the attribution begins with them.
//
// A line may hold hundreds of words that could open one, so only those with a
// number close behind are looked at, and few of them.
func attributionStart(line string) int {
	const most = 5 // openers
	if len(line) > maxAttribution || !strings.Contains(line, "@") || plain.IsQuoted(line) ||
		!strings.HasSuffix(strings.TrimRight(line, " *_\t"), ":") {
		return 0
	}
	if whole := lowered(line); opens(whole) != 0 || !strings.ContainsAny(whole, digits) {
		return 0
	}
	tried := 0
	for at := range openings(line) {
		if before := lowered(line[:at]); tried == most || datesIn(before).any || strings.Contains(before, "@") {
			return 0
		}
		tried++
		rest := lowered(line[at:])
		if strings.Contains(rest, "@") && opens(rest)&speaking(rest, book.verbs) != 0 && weigh(rest, true) == weightSure {
			return at
		}
	}
	return 0
}

// openings yields where in a line, behind a blank or a hyphen, the opener of an
// attribution stands with a number within the next words.
func openings(line string) iter.Seq[int] {
	const longest, near = 24, 3 // bytes of an opener, words from it to the date
	return func(yield func(int) bool) {
		for at := 1; at < len(line); at++ {
			if strings.IndexByte(" -", line[at-1]) < 0 || strings.IndexByte(" -", line[at]) >= 0 ||
				opens(lowered(plain.CutBytes(line[at:], longest))) == 0 {
				continue
			}
			word, rest := "", line[at:]
			for range near + 1 {
				word, rest, _ = strings.Cut(rest, " ")
				if strings.ContainsAny(lowered(word), digits) {
					if !yield(at) {
						return
					}
					break
				}
				rest = strings.TrimLeft(rest, " ")
			}
		}
	}
}

// markBars gives the lines of a quote a ">" where a program marks them with a bar:
// "|>" anywhere, and "|" right below an attribution, if it is no row of a table.
func markBars(lines []string) []string {
	if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(strings.TrimLeft(line, " "), "|") }) {
		return lines // the usual case, cheaply
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
	return lines
}
