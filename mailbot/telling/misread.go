package telling

import (
	"cmp"
	"strings"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
	"unlurbot/parser"
	"unlurbot/templates"
)

// lacks are the notices on commands that stand without what they need, by verb.
var lacks = map[string]string{
	orders.Challenge: templates.NoticeNoWho,
	orders.Say:       templates.NoticeNothingSaid,
	orders.Preview:   templates.NoticeNoTries,
	orders.Note:      templates.NoticeNothingNoted,
	orders.Name:      templates.NoticeNoName,
	orders.Away:      templates.NoticeNoDays,
	orders.Address:   templates.NoticeNoNewAddress,
}

// NotUnderstood says what is wrong with a mail.
func (t *Teller) NotUnderstood(p parser.Problem) templates.Notice {
	const mostText, mostSuggest = 80, 120 // characters of the line, and of one of several suggestions
	text, lacking := safe.Line(p.Text, mostText), p.Lacking()
	switch lacking {
	case orders.Set:
		examples := map[string]string{club.Language: strings.Join(t.Terms.Languages, "|"), club.Zone: "Europe/Madrid"}
		n := templates.Notice{Code: templates.NoticeNoSetting}
		for _, s := range club.Settings { // all that can be set
			n.Names = append(n.Names, s.Key+" "+cmp.Or(examples[s.Key], strings.Join(s.Choices, "|")))
		}
		return n
	case orders.Limit:
		return noLimit(t.Terms.OpenGames)
	case orders.If:
		return templates.Notice{Code: string(game.NotAPlan), Text: text}
	}
	if code, ok := lacks[lacking]; ok {
		return templates.Notice{Code: code}
	}
	n := templates.Notice{Code: p.Code, Text: text, Suggest: p.Suggest, Resigns: p.Suggest == orders.Resign}
	for _, suggest := range p.Suggests {
		n.Names = append(n.Names, safe.Line(suggest, mostSuggest))
	}
	switch p.Code {
	case parser.CodeTooManyCommands:
		n.Number = t.Terms.Commands
	case templates.NoticeTooBig:
		n.Number = t.Terms.MailSize >> 10
	}
	return n
}
