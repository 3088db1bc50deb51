package command

import (
	"maps"
	"slices"
	"strings"

	"unlurbot/parser/lexicon"
	"unlurbot/parser/plain"
)

// takeTopic takes what help is asked on: a word, both words of "forget ifs" and
// "tournament join", set and a setting, or nothing.
func takeTopic(rest phrase) ([]string, bool) {
	topic := strings.ToLower(plain.TrimEdges(rest.folded))
	if topic == "" || isPolite(topic) {
		return nil, true
	}
	if topic == "red" && rest.isForeign() { // which is black in English alone, and a net in Spanish
		return []string{"net"}, true
	}
	if english, ok := englishTopic(topic); ok {
		return []string{english}, true
	}
	first, second, several := strings.Cut(topic, " ")
	if !several {
		return []string{topic}, true
	}
	if v, ok := verbOf(first); ok && v.name == "set" { // "help set zone"
		if english, ok := englishTopic(second); ok {
			second = english
		}
		return []string{"set " + second}, !strings.Contains(second, " ")
	}
	switch c, _ := Parse(topic); c.Verb {
	case "forget", "never":
		return []string{c.String()}, true
	case "tournament", "ladder": // the help is on no number
		return []string{strings.TrimRight(c.String(), " 0123456789")}, true
	}
	return nil, false
}

// englishTopic returns the English word for a topic in another language.
func englishTopic(topic string) (english string, ok bool) {
	if v, ok := verbOf(topic); ok {
		return v.name, !slices.Contains(v.words, topic)
	}
	english, ok = topics[plain.Unaccented(topic)]
	return english, ok
}

// topicWords are words that stand behind commands and are topics of their own.
var topicWords = slices.Concat(optionWords, []string{countWord, "group", "starts", "open", "language", "zone", "weekends", "reminders", "format", "mails", "confirmations", "net", "news", "web", "daily", "days", "any", "ifs", "join", "leave"})

// topics finds the English word for a topic that is no verb.
var topics map[string]string

func indexTopics() map[string]string {
	index := map[string]string{}
	add := func(list lexicon.Glossary, english string) {
		for _, word := range list[english] {
			index[plain.Unaccented(word)] = english
		}
	}
	for _, d := range lex.Dialects {
		for _, list := range []lexicon.Glossary{d.Doubtful, d.Topics} {
			for english := range maps.Keys(list) {
				add(list, english)
			}
		}
		for _, english := range topicWords {
			add(d.Words, english)
		}
	}
	return index
}
