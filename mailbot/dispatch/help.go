package dispatch

import (
	"strings"

	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/telling"
	"unlurbot/parser"
	"unlurbot/templates"
)

// help explains one command, or all of them. What is no topic is repeated only to
// who certainly wrote it.
func help(d *Dispatch, c parser.Command) (telling.Line, error) {
	l := telling.Line{Kind: templates.Help, Decision: decision.Answered}
	if len(c.Args) == 0 {
		return l, nil
	}
	if topic, ok := orders.TopicOn(strings.ToLower(c.Args[0]), letters.LanguageOf(d.reader, d.Teller.Terms.Language)); ok {
		l.Says = &templates.Manual{Topic: &topic}
		if own := d.Teller.Terms.FairPlay; topic.Verb == orders.FairPlay && own != "" {
			l.Says = &templates.Manual{Topic: &topic, Own: safe.Text(own)}
		}
		first, _, _ := strings.Cut(topic.Verb, " ")
		for _, s := range switches {
			if s.topic == first && !s.on(d.Teller.Terms) {
				l.Notice = templates.Notice{Code: s.notice}
			}
		}
	} else if d.Claim.Proven() {
		l.Notice = templates.Notice{Code: templates.NoticeNoTopic, Text: safe.Line(c.Args[0], names.Most)}
	}
	return l, nil
}

// switches are the topics of help on what the operator may have switched off, with the notice that it is so.
var switches = []struct {
	topic, notice string
	on            func(telling.Terms) bool
}{
	{orders.Tournament, templates.NoticeNoTournaments, func(t telling.Terms) bool { return t.Cups }},
	{orders.Ladder, templates.NoticeNoLadder, func(t telling.Terms) bool { return t.Ladder }},
	{orders.Robot, templates.NoticeNoRobot, func(t telling.Terms) bool { return t.Robots }},
	{orders.Puzzle, templates.NoticePuzzlesOff, func(t telling.Terms) bool { return t.Puzzles }},
	{orders.Net, templates.NoticeNoNet, func(t telling.Terms) bool { return t.Net }},
}
