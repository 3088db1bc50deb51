package reply

import (
	"iter"
	"strings"
	"unicode/utf8"

	"unlurbot/parser/command"
	"unlurbot/parser/plain"
)

// An attribution says who wrote what is quoted below: "On Friday Bo wrote:". It
// is known by its parts, an address, a date and the verb of some language, before
// a colon. The more of them there are, the less must follow: enough of them make
// an older mail of everything below, a few only introduce lines with a ">".

// maxAttribution is the length in bytes of the longest attribution, and of other
// lines that are looked at; maxAttributionLines is over how many lines it may be
// broken.
const (
	maxAttribution      = 500
	maxAttributionLines = 5
)

// weight is how surely some words are an attribution.
type weight uint8

const (
	weightNone       weight = iota
	weightAboveQuote        // if a quote follows
	weightSure              // whatever follows
)

// attributionEnd returns how many lines the attribution takes that begins with
// the first line, or 0 if none does.
func attributionEnd(lines []string) int {
	first, dashed := attributionLine(lines[0], false)
	if !mayBegin(first) {
		return 0
	}
	joined := first
	for n, line := range lines[:min(len(lines), maxAttributionLines)] {
		if n > 0 {
			line, _ = attributionLine(line, dashed)
			if line == "" || beginsAnew(first, line) {
				return 0
			}
			joined += " " + line
		}
		if len(joined) > maxAttribution {
			return 0
		}
		sure := weigh(upToColon(joined), n == 0)
		if sure == weightSure || sure == weightAboveQuote && quoteFollows(lines[n+1:]) {
			if n == 0 || belongs(first, joined) && !command.IsCommand(lines[0]) {
				return n + 1
			}
			if sure == weightSure {
				return 0
			}
		}
	}
	return 0
}

// attributionLine gives a line the form in which it is looked at, "" if it can be no part of an
// attribution, and tells whether it begins with dashes. If dashed, the first line does.
func attributionLine(line string, dashed bool) (trimmed string, begins bool) {
	if len(line) > maxAttribution || plain.IsQuoted(line) {
		return "", false
	}
	line = lowered(line)
	return trimFrame(line, dashed), strings.HasPrefix(line, "--")
}

// trimFrame takes off a lowered line what programs put around an attribution: bold print, a
// list mark. The dashes of "---- On Friday Bo wrote ----" become the colon that they stand for;
// if dashed, those before it are on a line further up.
func trimFrame(line string, dashed bool) string {
	if dashed && strings.HasSuffix(line, "--") {
		line = "--" + line
	}
	if strings.HasPrefix(line, "--") && strings.HasSuffix(line, "--") && len(line) > len("----") {
		line = strings.TrimRight(line, "- ") + ":"
	}
	return strings.TrimRight(strings.TrimLeft(line, "*_-| "), "*_| ")
}

// beginsAnew reports whether the attribution begins at a line, and not at the first of those
// above. In Chinese the name goes before.
func beginsAnew(first, line string) bool {
	return opens(line) != 0 && datesIn(line).full && !(isIdeographic(line) && hasAddress(first) && endsWithAddress(first))
}

// mayBegin reports whether an attribution may begin with a line.
func mayBegin(line string) bool {
	return opens(line) != 0 || strings.HasSuffix(line, ":") || strings.Contains(line, "@") || datesIn(line).any
}

// belongs reports whether the first line of several is a part of the attribution
// that they make, and not the sender's own: if it holds the date or the address,
// or if what follows is none without it. Programs break long lines, people short
// ones.
func belongs(first, joined string) bool {
	const broken = 30
	if datesIn(first).full || hasAddress(first) && endsWithAddress(first) {
		return true
	}
	rest := strings.TrimSpace(joined[len(first):])
	if strings.HasPrefix(rest, "<") && opens(first) != 0 {
		return true // the name to the address stands above it
	}
	if weigh(rest, false) == weightSure && len(first) < broken {
		return false
	}
	if set := opens(first); set != 0 {
		verbs := speaking(joined, book.verbs)
		return (verbs == 0 || verbs&set != 0) && strings.IndexByte("!?", first[len(first)-1]) < 0
	}
	return hasAddress(first) && weigh(rest, false) != weightSure
}

// weigh tells how surely a lowered line is an attribution. One that was broken
// must have more to show. The many conditions are the rules themselves, the surest first.
func weigh(line string, whole bool) weight {
	const mostWords = 8 // of an introduction without an address or a date
	date := datesIn(line)
	if !strings.HasSuffix(line, ":") {
		ended := endVerbs(line)&opens(line) != 0
		zoned := date.time && (strings.Contains(line, " gmt") || strings.Contains(line, " utc"))
		switch {
		case ended && date.full && date.time && hasAddress(line): // which nobody writes by hand
			return weightSure
		case date.full && (ended || plain.IsDigit(line[0]) && (endsWithAddress(line) || zoned)):
			return weightAboveQuote
		}
		return weightNone
	}
	address, verbs := hasAddress(line), speaking(line, book.verbs)
	self := verbs != 0 && speaking(line, book.self)&verbs != 0 // "I wrote"
	switch {
	case address && (date.full || verbs != 0 && !self):
		return weightSure
	case verbs != 0 && !self && date.full && (date.time || opens(line) != 0 || endVerbs(line) != 0):
		return weightSure
	case address, date.full, verbs != 0 && (date.any || strings.Contains(line, "@")):
		return weightAboveQuote
	case verbs != 0 && whole && len(strings.Fields(line)) <= mostWords:
		return weightAboveQuote
	}
	return weightNone
}

// upToColon cuts off what Yahoo on Android writes behind an attribution on the
// same line: the first words of the quote.
func upToColon(line string) string {
	if head, _, found := strings.Cut(line, ">"); found && strings.Contains(head, "@") {
		if i := strings.Index(line[len(head):], ": "); i >= 0 && !strings.Contains(line[len(head):len(head)+i], "(") {
			return line[:len(head)+i+1]
		}
	}
	return line
}

// groupWiseHead knows the attribution of GroupWise: ">>> Bo <bo@example.net> 20.11.2026 12:00 >>>".
// It looks like a quote, but the older mail below it has no marks.
func (m *trimmer) groupWiseHead(i int, _ string) int {
	const sign, most = ">>>", 2 // lines
	joined, found := strings.CutPrefix(strings.TrimLeft(m.lines[i], " "), sign+" ")
	if !found {
		return i
	}
	for n, line := range m.lines[i:min(len(m.lines), i+most)] {
		if n > 0 {
			joined += " " + line
		}
		if len(joined) > maxAttribution || n > 0 && plain.IsQuoted(line) {
			return i
		}
		if head, found := strings.CutSuffix(strings.TrimRight(joined, " "), sign); found && datesIn(lowered(head)).full {
			return m.set(m.begin(i, i+n+1, markAttribution), len(m.lines), markBelow)
		}
	}
	return i
}

const digits = "0123456789"

// endVerbs returns the languages in which the last word of a line is a verb of
// attribution.
func endVerbs(line string) languageSet {
	end := strings.TrimRight(line, " :")
	return speaking(end[strings.LastIndexByte(end, ' ')+1:], book.verbs)
}

// opens returns the languages of which an attribution begins like a line.
func opens(line string) languageSet {
	word, _, _ := strings.Cut(line, " ")
	if set := book.openers[strings.TrimRight(word, ",")]; set != 0 {
		return set
	}
	if i := strings.IndexByte(word, '\''); i > 0 { // Italian: "L'8 novembre"
		return book.openers[word[:i+1]]
	}
	if isIdeographic(line) { // no blanks between words
		_, size := utf8.DecodeRuneInString(line)
		return book.openers[line[:size]]
	}
	return 0
}

// isIdeographic reports whether a line begins in the script of Chinese or its like.
func isIdeographic(line string) bool {
	const firstIdeograph = 0x2E80
	r, _ := utf8.DecodeRuneInString(line)
	return r >= firstIdeograph && r != utf8.RuneError
}

// quoteFollows reports whether the next line that is not empty is quoted, or the
// first one of one of our own mails.
func quoteFollows(lines []string) bool {
	for _, line := range lines {
		if !plain.IsBlank(line) {
			return plain.IsQuoted(line) || HasLetterhead(line)
		}
	}
	return false
}

// hasAddress reports whether a line holds a mail address in brackets, with or
// without a "mailto:" before it.
func hasAddress(line string) bool {
	for at := 0; ; {
		i := strings.IndexByte(line[at:], '@')
		if i < 0 {
			return false
		}
		i += at
		start := strings.LastIndexAny(line[:i], " <[(") + 1
		if before := strings.TrimRight(line[:start], " "); before != "" && strings.IndexByte("<[(", before[len(before)-1]) >= 0 {
			return true
		}
		at = i + 1
	}
}

// endsWithAddress reports whether nothing follows the address that a line holds.
func endsWithAddress(line string) bool {
	last := strings.TrimRight(line[strings.LastIndexByte(line, '@')+1:], ">)], ")
	return strings.Contains(line, "@") && last != "" && !strings.ContainsAny(last, " >)]")
}

// dates is what numbers in a line say of a day and a time.
type dates struct {
	any  bool // at least a part: "20.11.", "9:05", "2026"
	full bool // day, month and year
	time bool // hours and minutes
}

// datesIn finds the dates in a line: numbers joined as in "20.11.26", "9:05" or
// "9h05", a year with another number, or a time with two others. The names of the
// months need not be known.
func datesIn(line string) dates {
	var d dates
	year, count := false, 0
	chain, longest := 0, 0 // numbers joined like a day
	for n := range numbers(line) {
		switch n.joint {
		case ':':
			d.time = d.time || n.minutes
			chain = 1
		case '.':
			chain++
			d.time = d.time || n.minutes && chain == 2
		case '/':
			chain++
		default:
			chain = 1
		}
		d.any = d.any || n.joint != 0
		longest = max(longest, chain)
		switch {
		case n.year:
			year, d.any = true, true
		case n.size > 2:
			chain = 0
		}
		count++
	}
	d.full = longest >= 3 || year && count > 1 || d.time && count >= 4
	return d
}

// joints are the signs that join two numbers: ':' as a time, '/' as a day, and '.' as either.
var joints = map[string]byte{":": ':', "h": ':', ".": '.', "/": '/', "-": '/', ". ": '/', "/ ": '/'}

// number is one in a line.
type number struct {
	size    int  // digits
	joint   byte // with the number before, of joints; else 0
	minutes bool // if it is joined to that like a time
	year    bool // of this century or the last
}

// numbers yields the numbers in a line that belong to no name or address: not "k7v2" or
// "bo_2026". An h before one may stand for hours.
func numbers(line string) iter.Seq[number] {
	const ofNames = "abcdefgijklmnopqrstuvwxyz+_@#="
	const longestJoint = len(". ")
	return func(yield func(number) bool) {
		lastEnd, lastSize := -1-longestJoint, 0 // of the number before
		for end := 0; end < len(line); end++ {
			if !plain.IsDigit(line[end]) {
				continue
			}
			start := end
			for end < len(line) && plain.IsDigit(line[end]) {
				end++
			}
			if start > 0 && strings.IndexByte(ofNames, line[start-1]) >= 0 {
				continue
			}
			n := number{size: end - start}
			n.minutes = n.size == 2 && lastSize <= 2
			n.year = n.size == 4 && (line[start:start+2] == "20" || line[start:start+2] == "19")
			if start-lastEnd <= longestJoint {
				n.joint = joints[line[lastEnd:start]]
			}
			if n.joint == '.' && strings.HasPrefix(line[end:], ".") {
				n.joint = '/'
			}
			if !yield(n) {
				return
			}
			lastEnd, lastSize = end, n.size
		}
	}
}
