package command

import (
	"slices"
	"strings"
)

// A command stands above the words to the opponent. Below them it goes along as one
// of them, and its writer may never know: so the first line is told that looks like
// one.

// findSpoken reports the first line of the note, which begins in line at, that is a
// command or nearly one. What says the same as a word to the opponent is none, "Yes!" and
// "say hello", nor is a line in which a sentence may go on that began above it.
func (r *orderReader) findSpoken(at int) {
	const most = 12      // lines; what is longer is a letter, or an older mail without marks of a quote
	const salutation = 2 // words of "Hi Bo," at most, which no sentence goes on from
	lines := r.lines[min(at, len(r.lines)):]
	if strings.Count(r.orders.Note, "\n") >= most {
		return
	}
	above := ""
	for i, line := range lines {
		goesOn := mayBeBroken(above) || strings.HasSuffix(above, ",") && len(strings.Fields(above)) > salutation
		above = line
		if goesOn || isContactData(r.lines, at+i) {
			continue
		}
		var suggests []string
		if c, ok := Parse(line); !ok {
			suggests = nearCommand(line, false)
		} else if !slices.Contains([]string{"yes", "no", "say"}, c.Verb) {
			suggests = []string{c.String()}
		}
		if len(suggests) > 0 || len(onlyCells(line)) > 1 {
			r.problem(CodeSpoken, line, at+i+1, suggests...)
			return
		}
	}
}
