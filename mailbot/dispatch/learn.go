package dispatch

import (
	"errors"
	"strconv"

	"unlurbot/game"
	"unlurbot/game/lessons"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/token"
	"unlurbot/parser"
	"unlurbot/templates"
)

// learn shows a lesson, and says of a move whether it solves it: then the next one follows. Nothing is kept of it. The
// answer to a lesson brings back which one it was, see package orders.
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
		m, err := game.ParseMove(c.Args[1])
		right := false
		if err == nil {
			right, err = lesson.Solves(m)
		}
		illegal, impossible := errors.AsType[*game.Error](err)
		switch {
		case impossible:
			l.Notice = telling.Illegal(illegal)
		case err != nil:
			return l, err
		default:
			says.Answer = m.String()
		}
		if right {
			says.Solved, says.Number = says.Number, says.Next()
		}
	}
	if says.Number > 0 {
		l.Asks = token.AskLesson(says.Number)
	}
	return l, nil
}
