package mailbot

import (
	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/telling"
	"unlurbot/templates"
)

// Of a mail with several orders some may not be understood. The others are carried out,
// but for those whose meaning may hang on what was not: see clearness. What the parser
// knows to belong together, such as two moves, it has settled already.

// tellHeld says what was not carried out since the mail is not clear enough.
func (e *errand) tellHeld() error {
	if len(e.asked.Held) == 0 {
		return nil
	}
	var held []string
	for _, c := range e.asked.Held {
		held = append(held, safe.Line(c.String(), 80))
	}
	g, err := e.club().AtHand()
	e.note(telling.Line{Kind: templates.Problem, Game: g, Decision: NotUnderstood, Notice: templates.Notice{Code: templates.NoticeHeldBack, Names: held}})
	return err
}
