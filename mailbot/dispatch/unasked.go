package dispatch

import (
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/token"
	"unlurbot/parser"
	"unlurbot/templates"
)

// unasked is the line on a "yes" or "no" to a mail that asks nothing. To a
// question about what was meant, "no" is an answer, and there is nothing to do.
func unasked(d *Dispatch, c parser.Command) (telling.Line, error) {
	g, err := d.Club.AtHand()
	l := telling.Line{Kind: templates.Problem, Game: g, Decision: decision.NotUnderstood}
	switch asked := d.Claim.Asked(); {
	case asked.Asks() && c.Verb == orders.No:
		if l.Decision, l.Notice.Code = decision.Answered, templates.NoticeNotTaken; g == nil {
			l.Kind = templates.Noted
		}
	case d.Claim.AnswersGone(), d.Claim.TooLateToForget():
		l.Decision, l.Notice.Code = decision.Answered, templates.NoticeSettled
	case asked == token.AskNothing:
		l.Asks, l.Notice.Code = token.AskNothing, templates.NoticeNotByYes
	default:
		l.Notice = templates.Notice{Code: templates.NoticeNothingAsked, Text: c.Verb}
	}
	return l, err
}
