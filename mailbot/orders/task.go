package orders

import (
	"slices"
	"strconv"

	"unlurbot/mailbot/token"
	"unlurbot/parser"
)

// Answer stands behind "learn 4" and "puzzle 7" for who wants to be told the answer.
const Answer = "answer"

// Task gives the command that shows the lesson or the puzzle again of which a mail asks for a move; one without a verb if it
// asks for none.
func Task(asked token.Question) (c parser.Command) {
	switch lesson, puzzle := asked.Lesson(), asked.Puzzle(); {
	case lesson > 0:
		c = parser.Command{Verb: Learn, Args: []string{strconv.Itoa(lesson)}}
	case puzzle > 0:
		c = parser.Command{Verb: Puzzle, Args: []string{strconv.Itoa(puzzle)}}
	}
	return c
}

// takeAnswers takes the moves of a mail that answers a lesson or a puzzle for answers to it, and words of who doesn't know for
// the question what it is. The same goes for all other commands about a game, but those that name one: somebody who plays can
// learn, too, and neither plays nor resigns by that.
func (r *reader) takeAnswers() {
	task := Task(r.claim.Asked())
	if task.Verb == "" {
		return
	}
	about := func(word string, line int) parser.Command {
		return parser.Command{Verb: task.Verb, Args: []string{task.Args[0], word}, Line: line}
	}
	if len(r.Commands) == 0 {
		switch meant := r.nearly(); {
		case task.Verb == Puzzle && r.mail.WantsNext():
			r.Commands, r.Problems = []parser.Command{{Verb: Puzzle, Line: 1}}, nil
		case r.mail.IsStuck() || r.mail.WantsNext(): // and the next lesson follows the answer
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
	r.Commands = slices.CompactFunc(r.Commands, func(a, b parser.Command) bool { return a.Verb == task.Verb && a.String() == b.String() })
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

// StaysInTask says whether what words below a lesson or a puzzle nearly are is about a game, and so means nothing there.
func StaysInTask(suggested string) bool {
	meant := parser.ReadOrders(suggested, "").Commands
	return len(meant) == 1 && needsGame(meant[0])
}
