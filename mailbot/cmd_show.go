package mailbot

import (
	"strconv"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/views"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// show sends the board, of now or as it was: "show at 12".
func show(e *errand, c parser.Command) (result, error) {
	r, err := e.look(c, templates.Show)
	if err != nil || r.kind != templates.Show || len(c.Args) < 2 {
		return r, err
	}
	if !club.HasBegun(r.game) {
		return notBegun(r.game), nil
	}
	ply, err := strconv.Atoi(c.Args[1])
	if last := r.game.Course.Ply; err != nil || ply > last {
		return refuse(r.game, templates.Notice{Code: templates.NoticeNoSuchMove, Number: int(r.game.Number), Last: last}), nil
	}
	r.args = c.Args[:2]
	r.moment, err = views.At(e.u, e.sender, r.game, ply)
	return r, err
}

// look sends a game again. Without a number it is the one of the mail
// answered, or the only one that goes on.
func (e *errand) look(c parser.Command, k templates.Kind) (result, error) {
	goesOn := func(g *store.Game, _ game.Seat) bool {
		return g.State == store.Playing || g.State == store.Waiting
	}
	g, r, err := e.findGame(c, goesOn)
	if g == nil || err != nil {
		return r, err
	}
	if !club.HasBegun(g) && g.State != store.Waiting {
		return notBegun(g), nil
	}
	return result{kind: k, game: g, decision: Answered}, nil
}
