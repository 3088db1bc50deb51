package mailbot

import (
	"slices"
	"strings"

	"unlurbot/mailbot/names"
	"unlurbot/mailbot/safe"
	"unlurbot/parser"
	"unlurbot/templates"
)

var helpCommand = command{
	verb: "help", group: toLook, examples: []string{"help", "help challenge"},
	open: true, can: always, run: help,
}

var rulesCommand = command{
	verb: "rules", group: toLook, examples: []string{"rules"},
	open: true, can: asChallenged, run: func(*errand, parser.Command) (result, error) {
		return result{kind: templates.Rules, decision: Answered}, nil
	},
}

// furtherTopics are what help explains beside the commands.
var furtherTopics = []command{
	{verb: "pace", examples: []string{"challenge ana@example.org pace 3d", "seek pace 10d+1d max 20d"}},
	{verb: "rating", examples: []string{"profile", "standings", "challenge ana@example.org friendly"}},
}

// otherTopics are words that players ask about, and the topics that explain them.
var otherTopics = map[string]string{
	"size": "challenge", "first": "challenge", "second": "challenge", "match": "challenge", "private": "challenge",
	"clock": "pace", "clocks": "pace", "time": "pace", "days": "pace",
	"ratings": "rating", "rated": "rating", "friendly": "rating",
	"count": "seek", "offer": "seek", "offers": "seeks", "invite": "challenge", "challenges": "challenge",
	"zone": "set", "timezone": "set", "weekends": "set", "weekend": "set", "reminders": "set", "reminder": "set",
	"language": "set", "format": "set", "html": "set", "mails": "set", "confirmations": "set", "confirmation": "set", "daily": "set", "settings": "set",
	"holiday": "away", "holidays": "away", "vacation": "away",
	"plan": "if", "plans": "if", "any": "if", "ifs": verbForgetIfs, "notes": "note", "addresses": "address", "moves": verbMove, "stone": verbMove,
}

// topicOn finds what help can say on some words, in lower case: a command, the name
// of a further topic, or another word for one. Of several words, such as "set zone",
// the first ones decide.
func topicOn(words, language string) (templates.Topic, bool) {
	topic := words
	if read := parser.ReadOrders(words, "").Commands; len(read) == 1 {
		topic = tableName(read[0]) // another word for it, or a cell
	}
	if other, ok := otherTopics[topic]; ok {
		topic = other
	}
	if about, ok := lookUp(topic); ok {
		return about.topicIn(language), true
	}
	if i := slices.IndexFunc(furtherTopics, func(c command) bool { return c.verb == topic }); i >= 0 {
		return furtherTopics[i].topicIn(language), true
	}
	if before, _, more := strings.Cut(words, " "); more {
		return topicOn(before, language)
	}
	return templates.Topic{}, false
}

// help explains one command, or all of them. What is no topic is repeated only to
// who certainly wrote it.
func help(e *errand, c parser.Command) (result, error) {
	r := result{kind: templates.Help, decision: Answered}
	if len(c.Args) == 0 {
		return r, nil
	}
	if topic, ok := topicOn(strings.ToLower(c.Args[0]), e.bot.languageOf(e.sender)); ok {
		r.topic = &topic
	} else if e.proven {
		r.notice = templates.Notice{Code: templates.NoticeNoTopic, Text: safe.Line(c.Args[0], names.Most)}
	}
	return r, nil
}
