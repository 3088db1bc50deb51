package orders

import (
	"slices"
	"strconv"

	"unlurbot/parser"
)

// Answer stands behind "learn 4" for who wants to be told the answer.
const Answer = "answer"

// takeAnswers takes the moves of a mail that answers a lesson for answers to it, and words of who doesn't know for the
// question what it is. The same goes for all other commands about a game, but those that name one: somebody who plays can
// learn, too, and neither plays nor resigns by that.
func (r *reader) takeAnswers() {
	lesson := r.claim.Asked().Lesson()
	if lesson == 0 {
		return
	}
	about := func(word string, line int) parser.Command {
		return parser.Command{Verb: Learn, Args: []string{strconv.Itoa(lesson), word}, Line: line}
	}
	if len(r.Commands) == 0 {
		switch meant := r.nearly(); {
		case r.mail.IsStuck():
			r.Commands, r.Problems = []parser.Command{about(Answer, 1)}, nil
		case IsMove(meant) && meant.Verb != Resign: // "I'd play D4" is as good, since nothing is lost by a try
			r.Commands, r.Problems = []parser.Command{meant}, nil
		}
	}
	for i, c := range r.Commands {
		switch {
		case !needsGame(c):
		case c.Verb == Move || c.Verb == Black:
			r.Commands[i] = about(MoveWord(c), c.Line)
		default:
			r.Commands[i] = about(c.Verb, c.Line)
		}
	}
	r.Commands = slices.CompactFunc(r.Commands, func(a, b parser.Command) bool { return a.Verb == Learn && a.String() == b.String() })
}

// nearly gives the command that the mail nearly is, if that is all that it says; one without a verb for none.
func (r *reader) nearly() (c parser.Command) {
	if len(r.Problems) != 1 {
		return c
	}
	meant := parser.ReadOrders(r.Problems[0].Suggest, "").Commands
	if len(meant) != 1 {
		return c
	}
	c = meant[0]
	c.Line = r.Problems[0].Line
	return c
}

// needsGame says whether a command is about the game, or the question, of the mail that it answers.
func needsGame(c parser.Command) bool {
	cmd, _ := Of(c)
	return GameIn(c) == 0 && (cmd.Group == ToPlay || slices.Contains([]string{Say, Note, Show, Preview, History, Yes, No}, c.Verb))
}

// StaysInLesson says whether what words below a lesson nearly are is about a game, and so means nothing there.
func StaysInLesson(suggested string) bool {
	meant := parser.ReadOrders(suggested, "").Commands
	return len(meant) == 1 && needsGame(meant[0])
}
