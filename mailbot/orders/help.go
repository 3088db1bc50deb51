package orders

import (
	"slices"
	"strings"

	"unlurbot/parser"
	"unlurbot/templates"
)

// Topics lists all commands as help does, in a language, without those for the ladder, for robots and for puzzles if there are none.
func Topics(language string, ladder, robots bool) []templates.TopicGroup {
	all := make([]templates.TopicGroup, len(Groups))
	for i, g := range Groups {
		all[i].Name = string(g)
		for _, c := range Table {
			if c.Group != g || c.Verb == Ladder && !ladder || (c.Verb == Hint || c.Verb == Puzzle) && !robots {
				continue
			}
			all[i].Topics = append(all[i].Topics, c.topicIn(language))
			if c.Verb == Challenge && robots { // which is one of those, and for who plays nobody yet another thing
				all[i].Topics = append(all[i].Topics, templates.Topic{Verb: Robot, Word: parser.Say(Challenge+" "+Robot, language)})
			}
		}
	}
	return all
}

// FairPlay is a topic about which the operator may have words of their own, and Net and Robot are some that the
// operator may have switched off.
const (
	FairPlay = "fair-play"
	Net      = "net"
	Robot    = "robot"
)

// furtherTopics are what help explains beside the commands.
var furtherTopics = []Command{
	{Verb: "pace", Examples: []string{"challenge ana@example.org pace 3d", "seek pace 10d+1d max 20d"}},
	{Verb: FairPlay},
	{Verb: Net, Examples: []string{"set net off", "set net on"}},
	{Verb: "privacy", Examples: []string{"set web on", "set web off", "export me", "forget me"}},
	{Verb: Robot, Examples: []string{"challenge robot", "challenge robot level 3", "challenge robot level 2 size 8 second"}},
	{Verb: "rating", Examples: []string{"profile", "standings", "challenge ana@example.org friendly"}},
}

// otherTopics are words that players ask about, and the topics that explain them.
var otherTopics = map[string]string{
	"size": Challenge, "first": Challenge, "second": Challenge, "match": Challenge, "private": Challenge,
	"clock": "pace", "time": "pace", "days": "pace",
	"ratings": "rating", "rated": "rating", "friendly": "rating",
	"level": Robot, "levels": Robot, "robots": Robot, "computer": Robot, "bot": Robot, "engine": Robot,
	"count": Seek, "offer": Seek, "offers": Seeks, "invite": Challenge, "challenges": Challenge,
	"zone": Set, "timezone": Set, "weekends": Set, "weekend": Set, "reminders": Set, "reminder": Set,
	"web": "privacy", "website": "privacy",
	"language": Set, "format": Set, "html": Set, "mails": Set, "confirmations": Set, "confirmation": Set, "daily": Set, "settings": Set,
	"news": Set, "announcements": Set,
	"holiday": Away, "holidays": Away, "vacation": Away,
	"tournaments": Tournament, "cup": Tournament, "cups": Tournament, "join": Tournament, "leave": Tournament,
	"plan": If, "plans": If, "any": If, "ifs": ForgetIfs, "notes": Note, "addresses": Address, "moves": Move, "stone": Move,
}

// TopicOn finds what help can say on some words, in lower case: a command, the name
// of a further topic, or another word for one. Of several words, such as "set zone",
// the first ones decide.
func TopicOn(words, language string) (templates.Topic, bool) {
	topic := words
	if read := parser.ReadOrders(words, "").Commands; len(read) == 1 {
		topic = NameOf(read[0]) // another word for it, or a cell
	}
	if other, ok := otherTopics[topic]; ok {
		topic = other
	}
	if about, ok := LookUp(topic); ok {
		return about.topicIn(language), true
	}
	if i := slices.IndexFunc(furtherTopics, func(c Command) bool { return c.Verb == topic }); i >= 0 {
		return furtherTopics[i].topicIn(language), true
	}
	if before, _, more := strings.Cut(words, " "); more {
		return TopicOn(before, language)
	}
	return templates.Topic{}, false
}

// WordsIn gives the words for all commands in a language, nil for English.
func WordsIn(language string) map[string]string {
	if language == templates.Default {
		return nil
	}
	words := make(map[string]string, len(Table)+2)
	for _, verb := range []string{Yes, No} {
		words[verb] = parser.Say(verb, language)
	}
	for _, c := range Table {
		words[c.Verb] = parser.Say(c.Verb, language)
	}
	return words
}

// topicIn gives what help says of a command in a language.
func (cmd Command) topicIn(language string) templates.Topic {
	word := cmd.Verb
	if word == Forget { // which alone does nothing
		word = cmd.Examples[0]
	}
	t := templates.Topic{Verb: cmd.Verb, Word: parser.Say(word, language), Examples: slices.Clone(cmd.Examples)}
	if own, ok := ownExamples[cmd.Verb][language]; ok {
		t.Examples = slices.Clone(own)
		return t
	}
	for i, example := range t.Examples {
		t.Examples[i] = parser.Say(example, language)
	}
	return t
}

// ownExamples are those with words of a player in them, by verb and language.
var ownExamples = map[string]map[string][]string{
	Say: {
		"es": {"di ¡Suerte!"},
		"ca": {"digues Molta sort!"},
		"fr": {"dire Bonne chance !"},
	},
	Note: {
		"es": {"anota: después D6", "#42 anota: después D6"},
		"ca": {"anota: després D6", "#42 anota: després D6"},
		"fr": {"noter: ensuite D6", "#42 noter: ensuite D6"},
	},
}
