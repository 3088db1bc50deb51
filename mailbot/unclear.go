package mailbot

import (
	"slices"
	"strings"

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
		cmd, _ := lookUp(tableName(c))
		unclear := slices.ContainsFunc(e.orders.Problems, func(p parser.Problem) bool { return cmd.hangsOn(p) })
		switch {
		case c.Verb == verbIf: // which is tried all the same, to say what is wrong with it
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

// hangsOn says whether a command must not be carried out beside a line that was not
// understood.
func (cmd command) hangsOn(p parser.Problem) bool {
	switch p.Code {
	case parser.CodeNear, parser.CodeMaybeMove, parser.CodeUnknown, parser.CodeTwoMoves:
		return cmd.clear == clearMail || cmd.clear == clearPlay && !isAside(p)
	}
	return false
}

// isAside says whether a line that was not understood can only have meant commands by
// which no games are begun and played.
func isAside(p parser.Problem) bool {
	suggests := p.Suggests
	if p.Suggest != "" {
		suggests = []string{p.Suggest}
	}
	plays := func(suggest string) bool {
		meant := parser.ReadOrders(strings.TrimPrefix(suggest, helpCommand.verb+" "), "").Commands
		if len(meant) != 1 {
			meant = []parser.Command{{Verb: strings.TrimPrefix(suggest, helpCommand.verb+" ")}} // "help if"
		}
		cmd, known := lookUp(tableName(meant[0]))
		return !known || cmd.clear != clearLine || isMove(meant[0])
	}
	return len(suggests) > 0 && !slices.ContainsFunc(suggests, plays)
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
