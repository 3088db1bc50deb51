package mailbot

import (
	"fmt"

	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/views"
	"unlurbot/parser"
	"unlurbot/templates"
)

// games lists the sender's games, and those that the sender watches.
func games(e *errand, _ parser.Command) (telling.Line, error) {
	look := func(l *letters.Letter) (err error) {
		if l.Says, err = views.GameLines(e.u, e.sender); err != nil {
			return err
		}
		watched, err := e.u.Tx.WatchedBy(e.sender.ID)
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
	return telling.Line{Kind: templates.Games, Decision: Answered, Look: look}, nil
}

// seeks lists what everybody may take.
func seeks(e *errand, _ parser.Command) (telling.Line, error) {
	look := func(l *letters.Letter) (err error) {
		l.Says, err = views.SeekLines(e.u, e.sender, e.bot.languageOf(e.sender))
		return err
	}
	return telling.Line{Kind: templates.Seeks, Decision: Answered, Look: look}, nil
}

// rules sends the rules of the game.
func rules(*errand, parser.Command) (telling.Line, error) {
	return telling.Line{Kind: templates.Rules, Decision: Answered}, nil
}
