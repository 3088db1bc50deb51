package reply

import (
	"slices"
	"strings"

	"unlurbot/parser/command"
	"unlurbot/parser/plain"
)

// MaxLines is how many lines of the text are searched for the reply.
const MaxLines = 300

// mark says what a line of a mail is to its reader.
type mark uint8

const (
	markOwn         mark = iota // written by the sender of this mail
	markQuote                   // begins with ">"
	markAttribution             // "On Friday Bo wrote:"
	markSignature               // "-- " and below, "Sent from my phone", "CAUTION: external"
	markArmour                  // the wrapping of a signed PGP text
	markBelow                   // a separator and what is below it: all of it an older mail
	markUnread                  // below a quote, and not surely the sender's, or while words stand above it
)

// Trimmed is what the sender of a mail wrote into it, without quotes,
// attributions and signatures.
type Trimmed struct {
	// Reply stands above the first quote or, if nothing or only a greeting does,
	// between and below the quotes too. Otherwise what stands there is Below.
	Reply, Below string
	Under        bool // the reply stands under the head of an older mail
	All          bool // false if only the first MaxLines lines were searched
}

// Trim takes a text apart. It takes linear time on any text, and trimming a
// reply again changes nothing.
func Trim(text string) *Trimmed {
	r := markReply(text)
	return &Trimmed{
		Reply: joinMarked(r.lines, r.marks, markOwn), Below: joinMarked(r.lines, r.marks, markUnread),
		Under: r.under, All: r.all,
	}
}

// marked is a text whose lines are marked; under and all are as in Trimmed.
type marked struct {
	lines      []string
	marks      []mark
	under, all bool
}

// markReply splits a text into lines and marks those that make the reply.
func markReply(text string) marked {
	lines := strings.SplitN(text, "\n", MaxLines+1)
	all := len(lines) <= MaxLines
	if !all {
		lines = lines[:MaxLines]
	}
	for _, mend := range mendings {
		lines = mend(lines)
	}
	m := trimmer{lines: lines, marks: make([]mark, len(lines))}
	m.markAll()
	marks := m.marks
	cutLetterhead(lines, marks)
	top := slices.IndexFunc(marks, func(m mark) bool { return m == markQuote || m == markAttribution || m == markBelow })
	if top < 0 {
		top = len(lines)
	}
	cutEnd(lines[:top], marks[:top])
	above := joinMarked(lines[:top], marks[:top], markOwn)
	under := above == "" || command.IsGreeting(above)
	for i := top; !under && i < len(marks); i++ {
		if marks[i] == markOwn && !plain.IsBlank(lines[i]) {
			marks[i] = markUnread
		}
	}
	cutScattered(lines, marks)
	cutEnd(lines, marks)
	return marked{lines: lines, marks: marks, under: under && top < len(lines), all: all}
}

// cutScattered cuts from a printed header on that only shows when the quotes
// between its fields are gone: trimming the reply again would find it.
func cutScattered(lines []string, marks []mark) {
	labelled := 0
	for i, line := range lines {
		if marks[i] != markOwn {
			continue
		}
		if field, _ := headerLabel(line); field != labelNone {
			labelled++
		}
	}
	if labelled < 2 {
		return
	}
	reply := strings.Split(joinMarked(lines, marks, markOwn), "\n")
	kept := 0 // lines of the reply that are not empty
	for at, line := range reply {
		if plain.IsBlank(line) {
			continue
		}
		if isHeaderBlock(reply[at:]) {
			break
		}
		kept++
	}
	for i, line := range lines {
		switch {
		case marks[i] != markOwn || plain.IsBlank(line):
		case kept > 0:
			kept--
		default:
			marks[i] = markBelow
		}
	}
}

// joinMarked joins the lines of a mark. Where something stood between them, an
// empty line keeps them apart, so that no two halves can become a new whole.
func joinMarked(lines []string, marks []mark, want mark) string {
	var out []string
	gap := false
	for i, line := range lines {
		switch {
		case marks[i] != want:
			gap = true
		case plain.IsBlank(line):
			if !gap || len(out) == 0 || out[len(out)-1] != "" {
				out = append(out, "")
			}
		default:
			if gap && len(out) > 0 && out[len(out)-1] != "" {
				out = append(out, "")
			}
			gap = false
			out = append(out, strings.TrimRight(line, " \t"))
		}
	}
	return strings.Trim(strings.Join(out, "\n"), "\n")
}
