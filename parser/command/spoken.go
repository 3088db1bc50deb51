package command

import (
	"slices"
	"strings"
)

// A command stands above the words to the opponent. Below them it goes along as one
// of them, and its writer may never know: so the first line is told that looks like
// one.

// findSpoken reports the first line of the note, which begins in line at, that is a
// command or nearly one.
func (r *orderReader) findSpoken(at int) {
	const most = 12 // lines; what is longer is a letter, or an older mail without marks of a quote
	lines := r.lines[min(at, len(r.lines)):]
	if strings.Count(r.orders.Note, "\n") >= most {
		return
	}
	for i, line := range lines {
		if i > 0 && goesOnBelow(lines[i-1]) || isContactData(r.lines, at+i) {
			continue
		}
		if suggests := spokenCommands(line); len(suggests) > 0 || len(onlyCells(line)) > 1 {
			r.problem(CodeSpoken, line, at+i+1, suggests...)
			return
		}
	}
}

// goesOnBelow reports whether a line may be the beginning of a sentence that ends in the
// next one: not "Hi Bo,".
func goesOnBelow(line string) bool {
	const salutation = 2 // words at most
	return mayBeBroken(line) || strings.HasSuffix(line, ",") && len(strings.Fields(line)) > salutation
}

// spokenCommands returns the commands that a line among words may be meant for. What
// says the same as a word to the opponent is none: "Yes!", "say hello".
func spokenCommands(line string) []string {
	if c, ok := Parse(line); ok {
		if slices.Contains([]string{"yes", "no", "say"}, c.Verb) {
			return nil
		}
		return []string{c.String()}
	}
	return nearCommand(line, false)
}
