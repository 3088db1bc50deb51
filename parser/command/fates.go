package command

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"unlurbot/parser/plain"
)

// Fates tells how each line of the reply was read that is not empty, to which the orders
// belong: "command" with the command in its plain form, "greeting", "note" (to the
// opponent), the code of a problem with what was probably meant, "held back" (a command
// that the problem does not let through) or "not read".
func (o Orders) Fates(reply string) (fates []string) {
	lines := strings.Split(plain.Clean(reply), "\n")
	read := o.read(lines)
	numbers := slices.Sorted(maps.Keys(read)) // of the lines with commands or problems
	first, last := 0, 0
	if len(numbers) > 0 {
		first, last = numbers[0], numbers[len(numbers)-1]
	}
	for i, line := range lines {
		n := i + 1
		switch {
		case plain.IsBlank(line):
		case read[n] != "":
			fates = append(fates, read[n])
		case IsCommand(line) && !isContactData(lines, i):
			fates = append(fates, "held back")
		case n < first && (len(o.Commands) > 0 || IsGreeting(line) || isLeadIn(line)):
			fates = append(fates, "greeting")
		case n > last && o.Note != "":
			fates = append(fates, "note")
		default:
			fates = append(fates, NotRead)
		}
	}
	return fates
}

// NotRead is the fate of a line that nothing came of.
const NotRead = "not read"

// read tells of the lines that hold a command or are a problem, by their numbers.
func (o Orders) read(lines []string) map[int]string {
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
