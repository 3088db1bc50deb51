package mailbot

import (
	"slices"
	"strings"

	"unlurbot/parser"
	"unlurbot/templates"
)

var helpCommand = command{verb: "help", open: true, can: always, run: help}

var rulesCommand = command{verb: "rules", open: true, run: func(*errand, parser.Command) (result, error) {
	return result{kind: templates.Rules, decision: Answered}, nil
}}

// help explains one command, or all of them. What is no topic is repeated only to
// who certainly wrote it.
func help(e *errand, c parser.Command) (result, error) {
	r := result{kind: templates.Help, decision: Answered, topics: verbs()}
	if len(c.Args) == 0 {
		return r, nil
	}
	topic := strings.ToLower(c.Args[0])
	if read := parser.ReadOrders(topic, "").Commands; len(read) == 1 {
		topic = read[0].Verb // another word for it, or a cell
	}
	if slices.Contains(r.topics, topic) {
		r.topics = []string{topic}
	} else if e.proven {
		r.notice = templates.Notice{Code: templates.NoticeNoTopic, Text: safeLine(c.Args[0], maxName)}
	}
	return r, nil
}
