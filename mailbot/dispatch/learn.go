package dispatch

import (
	"errors"
	"strconv"

	"unlurbot/game"
	"unlurbot/game/lessons"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/token"
	"unlurbot/parser"
	"unlurbot/templates"
)

// learn shows a lesson, and says of a move whether it solves it: then the next one follows, as it does for who wants to be
// told the answer. Nothing is kept of it. The answer to a lesson brings back which one it was, see package orders, and may
// be a command about a game, which there is none of.
func learn(_ *Dispatch, c parser.Command) (telling.Line, error) {
	says := &templates.Lecture{Number: 1, Of: lessons.Count}
	if len(c.Args) > 0 {
		says.Number, _ = strconv.Atoi(c.Args[0])
	}
	lesson, ok := lessons.Number(says.Number)
	if !ok {
		return telling.Refuse(nil, templates.Notice{Code: templates.NoticeNoLesson, Number: says.Number, Last: lessons.Count}), nil
	}
	l := telling.Line{Kind: templates.Lesson, Decision: decision.Answered, Says: says, Args: c.Args}
	if len(c.Args) > 1 {
		why, err := takeAnswer(says, lesson, c.Args[1])
		if err != nil {
			return l, err
		}
		l.Notice = why
	}
	if says.Number > 0 {
		l.Asks = token.AskLesson(says.Number)
	}
	return l, nil
}

// takeAnswer takes the word that answers a lesson: a move, what stands for who wants to be told the answer, or a command
// about a game, which there is none of. The notice says why it is no answer.
func takeAnswer(says *templates.Lecture, lesson lessons.Lesson, word string) (why templates.Notice, err error) {
	m, err := game.ParseMove(word)
	told := word == orders.Answer
	switch {
	case told:
		m = lesson.Solution()
	case word == orders.Show: // it is shown
		return why, nil
	case err != nil || m.Kind != game.PutStone && m.Kind != game.SayBlack:
		return templates.Notice{Code: templates.NoticeInLesson, Text: word}, nil
	}
	right, err := lesson.Solves(m)
	if illegal, ok := errors.AsType[*game.Error](err); ok {
		return telling.Illegal(illegal), nil
	}
	says.Answer = m.String()
	if right {
		says.Solved, says.Number, says.Told = says.Number, says.Next(), told
	}
	return why, err
}
