package mailbot

import (
	"strconv"

	"unlurbot/parser"
	"unlurbot/templates"
)

// limitGames sets how many games at a time others can begin with the sender. What
// the sender begins or accepts is not held back: that is a later wish.
func limitGames(e *errand, c parser.Command) (result, error) {
	most, err := strconv.Atoi(c.Args[0])
	switch {
	case c.Args[0] == "none":
		most = 0
	case err != nil || most < 1 || most > e.bot.cfg.Limits.OpenGames:
		return refuse(nil, e.noLimit()), nil
	}
	e.sender.MostGames = most
	e.u.ChangePlayer(e.sender)
	return result{kind: templates.Noted, decision: Noted, notice: templates.Notice{Code: templates.NoticeLimit, Number: most}}, nil
}

// noLimit says what can stand behind limit.
func (e *errand) noLimit() templates.Notice {
	n := templates.Notice{Code: templates.NoticeNoLimit, Number: e.bot.cfg.Limits.OpenGames}
	if n.Number == plenty {
		n.Number = 0
	}
	return n
}
