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
		if strings.HasPrefix(topic.Verb, orders.Tournament) && !d.Teller.Terms.Cups {
			l.Notice = templates.Notice{Code: templates.NoticeNoTournaments}
		}
		if strings.HasPrefix(topic.Verb, orders.Ladder) && !d.Teller.Terms.Ladder {
			l.Notice = templates.Notice{Code: templates.NoticeNoLadder}
		}
		if topic.Verb == orders.Robot && !d.Teller.Terms.Robots {
			l.Notice = templates.Notice{Code: templates.NoticeNoRobot}
		}
		if topic.Verb == orders.Net && !d.Teller.Terms.Net {
			l.Notice = templates.Notice{Code: templates.NoticeNoNet}
		}
	} else if d.Claim.Proven() {
		l.Notice = templates.Notice{Code: templates.NoticeNoTopic, Text: safe.Line(c.Args[0], names.Most)}
	}
	return l, nil
}
