package dispatch

import (
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/telling"
	"unlurbot/parser"
	"unlurbot/templates"
)

// export sends games as files, or all that is known of the sender. With a number
// behind "all" it is the games up to that one.
func export(d *Dispatch, c parser.Command) (telling.Line, error) {
	if scope := orders.ScopeOf(c); scope != orders.OneGame {
		look := func(l *letters.Letter) (err error) {
			if scope == orders.AllOfMe {
				l.Says, l.Files, err = letters.AllOfMe(d.Unit, d.reader)
			} else {
				l.Says, l.Files, err = letters.AllGames(d.Unit, d.reader, orders.GameIn(c))
			}
			return err
		}
		return telling.Line{Kind: templates.Export, Decision: decision.Answered, Args: c.Args, Look: look}, nil
	}
	line, err := d.look(c, templates.Export)
	if err != nil || line.Kind != templates.Export {
		return line, err
	}
	if !club.HasBegun(line.Game) {
		return telling.NotBegun(line.Game), nil
	}
	line.Look = func(l *letters.Letter) (err error) {
		l.Says = &templates.Exported{Games: 1}
		l.Files, err = letters.OneGame(d.Unit, line.Game)
		return err
	}
	return line, nil
}
