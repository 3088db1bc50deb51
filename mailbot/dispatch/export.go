package dispatch

import (
	"slices"
	"strings"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/telling"
	"unlurbot/parser"
	"unlurbot/templates"
)

// export sends games as files, or all that is known of the sender. With a number
// behind "all" or a name it is the games up to that one.
func export(d *Dispatch, c parser.Command) (telling.Line, error) {
	of, scope := d.reader, orders.ScopeOf(c)
	if scope == orders.OfPlayer {
		named := c
		named.Args = slices.DeleteFunc(slices.Clone(c.Args), func(w string) bool { return strings.HasPrefix(w, "#") })
		p, wrong, err := d.namedPlayer(named)
		if p == nil || err != nil {
			return wrong, err
		}
		of = p
	}
	if of != d.reader {
		n, err := d.Unit.Tx.Counted(letters.HadOfOthers(d.reader), d.Unit.Now)
		if n >= letters.MostOfOthers || err != nil {
			return telling.Refuse(nil, templates.Notice{Code: templates.NoticeExportedEnough, Number: letters.MostOfOthers}), err
		}
	}
	if scope != orders.OneGame {
		look := func(l *letters.Letter) (err error) {
			switch {
			case of != d.reader:
				l.Says, l.Files, err = letters.GamesOf(d.Unit, d.reader, of, orders.GameIn(c))
			case scope == orders.AllOfMe:
				l.Says, l.Files, err = letters.AllOfMe(d.Unit, d.reader)
			default:
				l.Says, l.Files, err = letters.AllGames(d.Unit, d.reader, orders.GameIn(c))
			}
			return err
		}
		return telling.Line{Kind: templates.Export, Decision: decision.Answered, Args: c.Args, Look: look}, nil
	}
	line, err := d.look(c, templates.Export)
	switch {
	case err == nil && line.Kind == templates.Watched:
		line.Kind = templates.Export
	case err != nil || line.Kind != templates.Export:
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
