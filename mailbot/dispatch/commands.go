package dispatch

import (
	"slices"
	"strings"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/zones"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// dropContradictions takes out moves of which a mail has several in one game.
// The parser does so where they look alike; that "C4" and "#42 D5" are the same
// game can only be known here.
func (d *Dispatch) dropContradictions() error {
	games := make([]store.GameNumber, len(d.Asked.Commands))
	wanted := map[store.GameNumber][]string{}
	for i, c := range d.Asked.Commands {
		if !orders.IsMove(c) {
			continue
		}
		g, _, err := d.findGame(c, orders.FitsMove(c))
		if err != nil {
			return err
		}
		if g != nil {
			games[i] = g.Number
		}
		if m := orders.MoveWord(c); !slices.Contains(wanted[games[i]], m) {
			wanted[games[i]] = append(wanted[games[i]], m)
		}
	}
	var kept []parser.Command
	once := map[store.GameNumber]bool{}
	for i, c := range d.Asked.Commands {
		moves := wanted[games[i]]
		switch {
		case !orders.IsMove(c) || games[i] == 0:
			kept = append(kept, c)
		case len(moves) == 1:
			if !once[games[i]] {
				kept = append(kept, c)
			}
			once[games[i]] = true
		case orders.MoveWord(c) == moves[0]:
			d.Asked.Problems = append(d.Asked.Problems, parser.Problem{
				Code: parser.CodeTwoMoves, Text: strings.Join(moves, ", "), Line: c.Line,
			})
		}
	}
	d.Asked.Commands = kept
	return nil
}

// findGame settles which game a command is about; the line says why there is none.
func (d *Dispatch) findGame(c parser.Command, fits club.Fits) (*store.Game, telling.Line, error) {
	find := d.Club.Find
	if orders.IsMove(c) || c.Verb == orders.If {
		find = d.Club.FindPlayed
	}
	g, why, err := find(orders.GameIn(c), fits)
	if g != nil || err != nil {
		return g, telling.Line{}, err
	}
	l, err := d.Teller.Refusal(nil, c.String(), why)
	return nil, l, err
}

// refuseBarred gives the refusal of a command that is not for the reader, whom the operator has
// banned; after a fault, too.
func (d *Dispatch) refuseBarred(cmd orders.Command, c parser.Command) (l telling.Line, barred bool, err error) {
	var g *store.Game
	if cmd.Bar == orders.InRunning && !d.reader.Banned.IsZero() {
		g, _, err = d.findGame(c, cmd.Fits(c))
	}
	return telling.Refuse(nil, templates.Notice{Code: templates.NoticeBanned}), err != nil || cmd.IsBarred(d.reader, g), err
}

// carryOut does what one command wants: as an order of the club, by looking, or by asking
// whether it is wanted.
func (d *Dispatch) carryOut(c parser.Command) error {
	cmd, known := orders.Of(c)
	unproven := known && !cmd.Suffices(d.Claim, c)
	l, barred, err := d.refuseBarred(cmd, c)
	if err != nil {
		return err
	}
	if !barred && known && !unproven && cmd.Order != nil {
		about := club.About{Game: orders.GameIn(c), Verb: c.Verb, Text: c.String(), At: d.Unit.Arrived.In(zones.Of(d.reader.Zone))}
		if order := cmd.Order(about, c); order != nil {
			return d.Teller.Tell(d.Club.Do(order))
		}
	}
	look, looks := d.Looks[c.Verb]
	switch {
	case barred:
	case unproven && c.Verb == orders.If && d.Asked.PlansLost:
		l = telling.Refuse(nil, templates.Notice{Code: templates.NoticePlanNone})
	case unproven:
		l, err = d.keep(c, cmd)
	case looks:
		l, err = look(d, c)
	default: // the parser knows more words than there are commands, and cells of no board
		l, err = d.misunderstood(parser.Problem{Code: parser.CodeUnknown, Text: c.String(), Line: c.Line})
	}
	if err != nil {
		return err
	}
	return d.Teller.NoteOrWelcome(l)
}
