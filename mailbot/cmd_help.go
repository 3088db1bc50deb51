package mailbot

import (
	"strings"

	"unlurbot/mailbot/names"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
	"unlurbot/parser"
	"unlurbot/templates"
)

// help explains one command, or all of them. What is no topic is repeated only to
// who certainly wrote it.
func help(e *errand, c parser.Command) (result, error) {
	r := result{kind: templates.Help, decision: Answered}
	if len(c.Args) == 0 {
		return r, nil
	}
	if topic, ok := orders.TopicOn(strings.ToLower(c.Args[0]), e.bot.languageOf(e.sender)); ok {
		r.says.Topic = &topic
	} else if e.claim.Proven() {
		r.notice = templates.Notice{Code: templates.NoticeNoTopic, Text: safe.Line(c.Args[0], names.Most)}
	}
	return r, nil
}
