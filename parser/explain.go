package parser

import (
	"fmt"
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
	read := map[int]string{}
	first, last := 0, 0 // lines with commands or problems
	note := func(line int, fate string) {
		if line > 0 {
			read[line] = fate
			last = max(last, line)
			if first == 0 || line < first {
				first = line
			}
		}
	}
	for _, p := range o.Problems {
		fate := p.Code
		if p.Suggest != "" {
			fate += fmt.Sprintf(" (%s)", p.Suggest)
		}
		note(p.Line, fate)
	}
	for _, c := range o.Commands {
		note(c.Line, fmt.Sprintf("command (%v)", c))
	}
	n := 0
	for line := range strings.SplitSeq(m.Reply, "\n") {
		n++
		switch {
		case isBlank(line):
		case m.Class != Person:
			fates = append(fates, "not read")
		case read[n] != "":
			fates = append(fates, read[n])
		case isCommand(line):
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
