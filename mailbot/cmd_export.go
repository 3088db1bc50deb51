package mailbot

import (
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/orders"
	"unlurbot/parser"
	"unlurbot/templates"
)

// export sends games as files, or all that is known of the sender. With a number
// behind "all" it is the games up to that one.
func export(e *errand, c parser.Command) (result, error) {
	if orders.ScopeOf(c) != orders.OneGame {
		return result{kind: templates.Export, decision: Answered, args: c.Args}, nil
	}
	r, err := e.look(c, templates.Export)
	if err != nil || r.kind != templates.Export {
		return r, err
	}
	if !club.HasBegun(r.game) {
		return notBegun(r.game), nil
	}
	return r, nil
}

// attach gives an answer its files, if it is of a kind that has some. A history
// has none where its reader may not have asked for it: such mails are small.
func (e *errand) attach(l *letters.Letter, args []string) (err error) {
	asked := parser.Command{Verb: orders.Export, Args: args}
	switch {
	case l.Kind == templates.History && e.claim.Proven() && club.HasBegun(l.Game):
		l.Files, err = letters.OneGame(e.u, l.Game)
	case l.Kind != templates.Export:
	case l.Game != nil:
		l.Says.Export = &templates.Exported{Games: 1}
		l.Files, err = letters.OneGame(e.u, l.Game)
	case orders.ScopeOf(asked) == orders.AllOfMe:
		l.Says.Export, l.Files, err = letters.AllOfMe(e.u, e.sender)
	default:
		l.Says.Export, l.Files, err = letters.AllGames(e.u, e.sender, orders.GameIn(asked))
	}
	return err
}
