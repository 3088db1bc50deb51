package mailbot

import (
	"strconv"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/views"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// show sends the board, of now or as it was: "show at 12".
func show(e *errand, c parser.Command) (telling.Line, error) {
	r, err := e.look(c, templates.Show)
	if err != nil || r.Kind != templates.Show || len(c.Args) < 2 {
		return r, err
	}
	if !club.HasBegun(r.Game) {
		return telling.NotBegun(r.Game), nil
	}
	ply, err := strconv.Atoi(c.Args[1])
	if last := r.Game.Course.Ply; err != nil || ply > last {
		return telling.Refuse(r.Game, templates.Notice{Code: templates.NoticeNoSuchMove, Number: int(r.Game.Number), Last: last}), nil
	}
	moment, err := views.At(e.u, e.sender, r.Game, ply)
	r.Args, r.Look = c.Args[:2], func(l *letters.Letter) error {
		l.Moment = moment
		return nil
	}
	return r, err
}

// sendHistory sends all moves of a game, with the file of it if its reader has certainly asked for
// it: else such mails are small.
func sendHistory(e *errand, c parser.Command) (telling.Line, error) {
	r, err := e.look(c, templates.History)
	if err == nil && r.Kind == templates.History && e.claim.Proven() {
		r.Look = func(l *letters.Letter) (err error) {
			if club.HasBegun(r.Game) {
				l.Files, err = letters.OneGame(e.u, r.Game)
			}
			return err
		}
	}
	return r, err
}

// look sends a game again. Without a number it is the one of the mail
// answered, or the only one that goes on.
func (e *errand) look(c parser.Command, k templates.Kind) (telling.Line, error) {
	goesOn := func(g *store.Game, _ game.Seat) bool {
		return g.State == store.Playing || g.State == store.Waiting
	}
	g, r, err := e.findGame(c, goesOn)
	if g == nil || err != nil {
		return r, err
	}
	if !club.HasBegun(g) && g.State != store.Waiting {
		return telling.NotBegun(g), nil
	}
	return telling.Line{Kind: k, Game: g, Decision: Answered}, nil
}
