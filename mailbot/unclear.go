package mailbot

import (
	"slices"

	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
	"unlurbot/parser"
	"unlurbot/templates"
)

// Of a mail with several orders some may not be understood. The others are carried out,
// but for those whose meaning may hang on what was not: see clearness. What the parser
// knows to belong together, such as two moves, it has settled already.

// holdBack takes out the commands for which the mail is not clear enough, which tellHeld
// names, and notes whether it is clear enough for plans.
func (e *errand) holdBack() {
	inWords := planInWords(e.orders.Note) != ""
	var clear []parser.Command
	for _, c := range e.orders.Commands {
		cmd, _ := orders.Of(c)
		unclear := slices.ContainsFunc(e.orders.Problems, func(p parser.Problem) bool { return cmd.HangsOn(p) })
		switch {
		case c.Verb == orders.If: // which is tried all the same, to say what is wrong with it
			e.planLost = e.planLost || unclear || inWords
			clear = append(clear, c)
		case unclear:
			e.held = append(e.held, c)
		default:
			clear = append(clear, c)
		}
	}
	e.orders.Commands = clear
}

// tellHeld says what was not carried out since the mail is not clear enough.
func (e *errand) tellHeld() error {
	if len(e.held) == 0 {
		return nil
	}
	var held []string
	for _, c := range e.held {
		held = append(held, safe.Line(c.String(), 80))
	}
	g, err := e.club().AtHand()
	e.note(result{kind: templates.Problem, game: g, decision: NotUnderstood, notice: templates.Notice{Code: templates.NoticeHeldBack, Names: held}})
	return err
}
