package mailbot

import (
	"strings"

	"unlurbot/mailbot/names"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/telling"
	"unlurbot/parser"
	"unlurbot/templates"
)

// help explains one command, or all of them. What is no topic is repeated only to
// who certainly wrote it.
func help(e *errand, c parser.Command) (telling.Line, error) {
	r := telling.Line{Kind: templates.Help, Decision: Answered}
	if len(c.Args) == 0 {
		return r, nil
	}
	if topic, ok := orders.TopicOn(strings.ToLower(c.Args[0]), e.bot.languageOf(e.sender)); ok {
		r.Says = &templates.Manual{Topic: &topic}
	} else if e.claim.Proven() {
		r.Notice = templates.Notice{Code: templates.NoticeNoTopic, Text: safe.Line(c.Args[0], names.Most)}
	}
	return r, nil
}
