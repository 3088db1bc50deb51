package parser

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Line is one line of a mail and what became of it.
type Line struct {
	Text string
	// Fate says, for a line of the sender's own, how it was read: "command" with
	// the command in its plain form, "greeting", "note" (to the opponent), the code
	// of a problem with what was probably meant, "held back" (a command that the
	// problem does not let through) or "not read". For any other line it says why
	// it was cut: "quote", "attribution", "signature", "armour" (of a signed text),
	// "older mail" (a separator and all below it) or "below a quote" (while words
	// stand above it). An empty line of the sender's has none.
	Fate string
}

// cutFates are the words for the lines that are not in Reply.
var cutFates = [...]string{
	markQuote: "quote", markAttribution: "attribution", markSignature: "signature",
	markArmour: "armour", markBelow: "older mail", markUnread: "below a quote",
}

// Explain tells of each line of Text why it was kept, cut or read. It is for
// whoever asks why a mail was not understood.
func (m *Mail) Explain() []Line {
	r := markReply(m.Text)
	fates := replyFates(m)
	out := make([]Line, 0, len(r.lines))
	for i, text := range r.lines {
		line := Line{Text: text}
		switch {
		case r.marks[i] != markOwn:
			line.Fate = cutFates[r.marks[i]]
		case isBlank(text):
		case m.Reply == "":
			line.Fate = cutFates[markUnread] // in a mail that is passed on
		case len(fates) == 0:
			line.Fate = cutFates[markSignature] // by the HTML beside the text
		default:
			line.Fate, fates = fates[0], fates[1:]
		}
		out = append(out, line)
	}
	return out
}

// replyFates tells how each line of a reply was read that is not empty.
func replyFates(m *Mail) (fates []string) {
	o := m.Orders()
	lines := strings.Split(m.Reply, "\n")
	read := readLines(o, lines)
	numbers := slices.Sorted(maps.Keys(read)) // of the lines with commands or problems
	first, last := 0, 0
	if len(numbers) > 0 {
		first, last = numbers[0], numbers[len(numbers)-1]
	}
	for i, line := range lines {
		n := i + 1
		switch {
		case isBlank(line):
		case m.Class != Person:
			fates = append(fates, "not read")
		case read[n] != "":
			fates = append(fates, read[n])
		case isCommand(line) && !isContactData(lines, i):
			fates = append(fates, "held back")
		case n < first && (len(o.Commands) > 0 || isGreeting(line) || isLeadIn(line)):
			fates = append(fates, "greeting")
		case n > last && o.Note != "":
			fates = append(fates, "note")
		default:
			fates = append(fates, "not read")
		}
	}
	return fates
}

// readLines tells of the lines of a reply that hold a command or are a problem, by
// their numbers.
func readLines(o Orders, lines []string) map[int]string {
	read := map[int]string{}
	tell := func(first int, fate string) {
		if first == 0 { // in the subject or below the quote
			return
		}
		end := first
		if beginsNote(lines[first-1]) {
			end = noteEnd(lines, first-1)
		}
		for n := first; n <= end; n++ {
			read[n] = fate
		}
	}
	for _, p := range o.Problems {
		fate := p.Code
		if suggests := p.suggestions(); len(suggests) > 0 {
			fate += fmt.Sprintf(" (%s)", strings.Join(suggests, " or "))
		}
		tell(p.Line, fate)
	}
	for _, c := range o.Commands {
		tell(c.Line, fmt.Sprintf("command (%v)", c))
	}
	return read
}
