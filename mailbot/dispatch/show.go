package dispatch

import (
	"strconv"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/views"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// show sends the board, of now or as it was: "show at 12".
func show(d *Dispatch, c parser.Command) (telling.Line, error) {
	l, err := d.look(c, templates.Show)
	if err != nil || l.Kind != templates.Show && l.Kind != templates.Watched || len(c.Args) < 2 {
		return l, err
	}
	if !club.HasBegun(l.Game) {
		return telling.NotBegun(l.Game), nil
	}
	ply, err := strconv.Atoi(c.Args[1])
	if last := l.Game.Course.Ply; err != nil || ply > last {
		own := l.Game
		if l.Kind == templates.Watched { // of others: a refusal shows the board to players alone
			own = nil
		}
		return telling.Refuse(own, templates.Notice{Code: templates.NoticeNoSuchMove, Number: int(l.Game.Number), Last: last}), nil
	}
	moment, err := views.At(d.Unit, d.reader, l.Game, ply)
	l.Args, l.Look = c.Args[:2], func(answer *letters.Letter) error {
		if answer.Moment = moment; l.Kind == templates.Watched {
			answer.Says = &templates.Seen{Moment: moment.Reached()}
		}
		return nil
	}
	return l, err
}

// history sends all moves of a game, with the file of it if its reader has certainly asked for
// it: else such mails are small.
func history(d *Dispatch, c parser.Command) (telling.Line, error) {
	l, err := d.look(c, templates.History)
	if err == nil && (l.Kind == templates.History || l.Kind == templates.Watched) && d.Claim.Proven() {
		l.Look = func(answer *letters.Letter) (err error) {
			if club.HasBegun(l.Game) {
				answer.Files, err = letters.OneGame(d.Unit, l.Game)
			}
			return err
		}
	}
	return l, err
}

// look sends a game again. Without a number it is the one of the mail
// answered, or the only one that goes on. A game of others is shown as to those who watch it.
func (d *Dispatch) look(c parser.Command, k templates.Kind) (telling.Line, error) {
	named := orders.GameIn(c)
	if named == 0 && d.Claim.Asked() == token.AskWatch { // the mail that is answered says which in its subject alone
		named = orders.GameInSubject(d.Mail.Subject)
	}
	if named != 0 {
		g, err := d.Club.OfOthers(named)
		if g != nil || err != nil {
			return telling.Line{Kind: templates.Watched, Game: g, Decision: decision.Answered}, err
		}
	}
	goesOn := func(g *store.Game, _ game.Seat) bool {
		return g.State == store.Playing || g.State == store.Waiting
	}
	g, refused, err := d.findGame(c, goesOn)
	if g == nil || err != nil {
		return refused, err
	}
	if !club.HasBegun(g) && g.State != store.Waiting {
		return telling.NotBegun(g), nil
	}
	return telling.Line{Kind: k, Game: g, Decision: decision.Answered}, nil
}
