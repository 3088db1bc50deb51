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
	if len(c.Args) > 1 && c.Args[1] != orders.Show {
		m, err := game.ParseMove(c.Args[1])
		told, right := c.Args[1] == orders.Answer, false
		if told {
			m, err = lesson.Solution(), nil
		}
		if err == nil {
			right, err = lesson.Solves(m)
		}
		illegal, impossible := errors.AsType[*game.Error](err)
		switch {
		case impossible && illegal.Code == game.NotAMove:
			l.Notice = templates.Notice{Code: templates.NoticeInLesson, Text: c.Args[1]}
		case impossible:
			l.Notice = telling.Illegal(illegal)
		case err != nil:
			return l, err
		default:
			if says.Answer = m.String(); right {
				says.Solved, says.Number, says.Told = says.Number, says.Next(), told
			}
		}
	}
	if says.Number > 0 {
		l.Asks = token.AskLesson(says.Number)
	}
	return l, nil
}
