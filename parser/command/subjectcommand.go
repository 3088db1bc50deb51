package command

import (
	"slices"
	"strings"

	"unlurbot/parser/plain"
)

// readSubject reads the subject of a mail that starts a conversation. The text
// is then the note, unless something in it may have been meant as a command.
func (r *orderReader) readSubject(subject string) {
	c, ok := Parse(subject)
	empty := false
	for _, p := range r.orders.Problems {
		switch p.Code {
		case CodeNear, CodeTwoMoves:
			return
		case CodeMaybeMove:
			if ok && c.isMove() && p.Suggest != c.String() {
				r.orders.Problems = nil
				r.problem(CodeTwoMoves, c.String()+", "+p.Suggest, p.Line)
				return
			}
		case CodeEmpty:
			empty = true
		}
	}
	switch {
	case ok && (r.doubts(c) || c.isNamedAway()):
		r.orders.Problems = nil
		r.problem(CodeNear, subject, 0, c.String())
	case ok:
		r.orders = Orders{}
		r.orders.Commands = []Command{r.limit(c)}
		r.note(0)
	case empty:
		if suggests := nearCommand(subject, false); len(suggests) > 0 {
			r.orders.Problems = nil
			r.problem(CodeNear, subject, 0, suggests...)
		}
	}
}

// doubts reports whether the text asks or says no where the subject makes a move,
// answers an invitation, joins or leaves a tournament or the ladder, or ends the mails.
func (r *orderReader) doubts(c Command) bool {
	at := r.skipBlank(0)
	if at == len(r.lines) || !c.isMove() && !c.isEntry() && !slices.Contains([]string{"accept", "decline", "stop"}, c.Verb) {
		return false
	}
	words := plain.Words(r.lines[at])
	return strings.ContainsAny(r.lines[at], "?？") ||
		len(words) > 0 && (slices.Contains(noWords, words[0]) || noNames[words[0]])
}
