package mailbot

import (
	"strings"

	"unlurbot/parser"
	"unlurbot/templates"
)

var helpCommand = command{
	verb: "help", group: toLook, examples: []string{"help", "help challenge"},
	open: true, can: always, run: help,
}

var rulesCommand = command{
	verb: "rules", group: toLook, examples: []string{"rules"},
	open: true, run: func(*errand, parser.Command) (result, error) {
		return result{kind: templates.Rules, decision: Answered}, nil
	},
}

// help explains one command, or all of them. What is no topic is repeated only to
// who certainly wrote it.
func help(e *errand, c parser.Command) (result, error) {
	r := result{kind: templates.Help, decision: Answered}
	if len(c.Args) == 0 {
		return r, nil
	}
	topic := strings.ToLower(c.Args[0])
	if read := parser.ReadOrders(topic, "").Commands; len(read) == 1 {
		topic = tableName(read[0]) // another word for it, or a cell
	}
	if about, ok := lookUp(topic); ok {
		t := about.topic()
		r.topic = &t
	} else if e.proven {
		r.notice = templates.Notice{Code: templates.NoticeNoTopic, Text: safeLine(c.Args[0], maxName)}
	}
	return r, nil
}
