package dispatch

import (
	"fmt"

	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/views"
	"unlurbot/parser"
	"unlurbot/templates"
)

// games lists the sender's games, and those that the sender watches; or those of another player, or
// of all, that everybody may see.
func games(d *Dispatch, c parser.Command) (telling.Line, error) {
	if orders.ScopeOf(c) == orders.AllGames {
		list, err := views.PublicGames(d.Unit)
		return telling.Line{Kind: templates.GamesOf, Decision: decision.Answered, Args: c.Args, Says: list}, err
	}
	if orders.ScopeOf(c) == orders.AllOfMe {
		c.Args = nil
	}
	p, wrong, err := d.namedPlayer(c)
	if p == nil || err != nil {
		return wrong, err
	}
	if p != d.reader {
		list, err := views.GamesOf(d.Unit, d.reader, p)
		return telling.Line{Kind: templates.GamesOf, Decision: decision.Answered, Args: c.Args, Says: list}, err
	}
	look := func(l *letters.Letter) (err error) {
		if l.Says, err = views.GameLines(d.Unit, d.reader); err != nil {
			return err
		}
		watched, err := d.Unit.Tx.WatchedBy(d.reader.ID)
		if len(watched) == 0 || err != nil {
			return err
		}
		n := templates.Notice{Code: templates.NoticeWatches}
		for _, g := range watched {
			n.Names = append(n.Names, fmt.Sprintf("#%d %s", g.Number, g.Title))
		}
		l.Notices = append(l.Notices, n)
		return nil
	}
	return telling.Line{Kind: templates.Games, Decision: decision.Answered, Look: look}, nil
}

// seeks lists what everybody may take.
func seeks(d *Dispatch, _ parser.Command) (telling.Line, error) {
	look := func(l *letters.Letter) (err error) {
		l.Says, err = views.SeekLines(d.Unit, d.reader, letters.LanguageOf(d.reader, d.Teller.Terms.Language), d.Teller.Terms.Cups, d.Teller.Terms.Ladder)
		return err
	}
	return telling.Line{Kind: templates.Seeks, Decision: decision.Answered, Look: look}, nil
}

// rules sends the rules of the game.
func rules(*Dispatch, parser.Command) (telling.Line, error) {
	return telling.Line{Kind: templates.Rules, Decision: decision.Answered}, nil
}
