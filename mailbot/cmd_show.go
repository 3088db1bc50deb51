package mailbot

import (
	"unlurbot/game"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

var showCommand = command{verb: "show", open: true, can: whenStarted, run: func(e *errand, c parser.Command) (result, error) {
	return e.look(c, templates.Show)
}}

var historyCommand = command{verb: "history", open: true, can: whenStarted, run: func(e *errand, c parser.Command) (result, error) {
	return e.look(c, templates.History)
}}

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
	if begun(g) == nil && g.State != store.Waiting {
		return notBegun(g), nil
	}
	return result{kind: k, game: g, decision: Answered}, nil
}
