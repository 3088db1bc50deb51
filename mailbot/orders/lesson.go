package orders

import (
	"slices"
	"strconv"

	"unlurbot/parser"
)

// takeAnswers takes the moves of a mail that answers a lesson for answers to it, but those that name a game. So
// somebody who plays can learn, too, and nobody plays a move by that.
func (r *reader) takeAnswers() {
	lesson := r.claim.Asked().Lesson()
	if lesson == 0 {
		return
	}
	answers := func(c parser.Command) bool { return (c.Verb == Move || c.Verb == Black) && GameIn(c) == 0 }
	if len(r.Commands) == 0 && len(r.Problems) == 1 { // "I'd play D4" is as good, since nothing is lost by a try
		meant := parser.ReadOrders(r.Problems[0].Suggest, "").Commands
		if len(meant) == 1 && answers(meant[0]) {
			meant[0].Line = r.Problems[0].Line
			r.Commands, r.Problems = meant, nil
		}
	}
	for i, c := range r.Commands {
		if answers(c) {
			r.Commands[i] = parser.Command{Verb: Learn, Args: []string{strconv.Itoa(lesson), MoveWord(c)}, Line: c.Line}
		}
	}
	r.Commands = slices.CompactFunc(r.Commands, func(a, b parser.Command) bool { return a.Verb == Learn && a.String() == b.String() })
}
