package parser

import (
	"unlurbot/parser/command"
	"unlurbot/parser/plain"
	"unlurbot/parser/reply"
	"unlurbot/parser/sender"
)

// Line is one line of a mail and what became of it.
type Line struct {
	Text string
	// Fate says, for a line of the sender's own, how it was read (see Orders.Fates), and
	// for any other line why it was cut (see Cuts). An empty line of the sender's has
	// none.
	Fate string
}

// Explain tells of each line of Text why it was kept, cut or read. It is for
// whoever asks why a mail was not understood.
func (m *Mail) Explain() []Line {
	lines, cuts := reply.Cuts(m.Text)
	fates := m.Orders().Fates(m.Reply)
	out := make([]Line, 0, len(lines))
	for i, text := range lines {
		line := Line{Text: text, Fate: cuts[i]}
		switch {
		case line.Fate != "" || plain.IsBlank(text):
		case m.Reply == "":
			line.Fate = reply.CutBelow // in a mail that is passed on
		case len(fates) == 0:
			line.Fate = reply.CutSignature // by the HTML beside the text
		case m.Class != sender.Person:
			line.Fate, fates = command.NotRead, fates[1:]
		default:
			line.Fate, fates = fates[0], fates[1:]
		}
		out = append(out, line)
	}
	return out
}
