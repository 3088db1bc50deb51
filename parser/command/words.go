package command

import (
	"cmp"
	"slices"
	"strings"

	"unlurbot/parser/lexicon"
	"unlurbot/parser/plain"
)

// lex is what is known of languages: what is looked up here stands in it, or is made of it.
var lex *lexicon.Lexicon

// The lists of all languages, as they are looked for: see lexicon.Language.
var (
	// Phrases, as plain.Phrase gives them; politeEnds are the last words of politeness.
	greetings, askings, politeness, closings, chats, whos, stucks, nexts, takings, noNames, politeEnds map[string]bool
	longestTaking                                                                                      int // words of the longest of takings
	// Words, as they are written; exact and outcomes without accents.
	ordinary, exact, everyday, articles, beforeNames, beforeDays, afterAny, notNames, reds, joins, outcomes map[string]bool
	// Those of English stand behind English words alone.
	englishOpeners, englishProse map[string]bool

	hails, leadIns, yesWords, noWords []string
	// leadsByOne finds what can stand before a move in its own line by its first word, the
	// longest first.
	leadsByOne map[string][]string
	// sentences gives the command that each sentence means which is none: "I accept".
	sentences map[string]string
)

// learnLists fills these tables.
func learnLists() {
	type lists = map[*map[string]bool]lexicon.List
	for i, l := range lex.Languages {
		add := func(of lists, form func(string) string) {
			for set, list := range of {
				if i == 0 {
					*set = map[string]bool{}
				}
				for _, words := range list {
					(*set)[form(words)] = true
				}
			}
		}
		a := l.Around
		add(lists{&greetings: a.Greet, &askings: a.Ask, &politeness: a.Polite, &closings: a.Close, &chats: a.Chat, &whos: a.Who, &stucks: l.Stuck, &nexts: l.Next, &takings: a.Takes, &noNames: a.NoName}, plain.Phrase)
		add(lists{
			&ordinary: l.Ordinary, &everyday: l.Everyday, &articles: l.Articles, &beforeNames: l.BeforeNames, &beforeDays: l.BeforeDays, &afterAny: l.AfterAny,
			&notNames: l.NoNames, &reds: l.Red, &joins: slices.Concat(l.Words["or"], l.Words["and"]),
		}, strings.ToLower)
		add(lists{&exact: l.Exact, &outcomes: l.Outcomes}, plain.Unaccented)
		if i == 0 {
			hails, leadIns, yesWords, noWords, sentences = nil, nil, nil, nil, map[string]string{}
			add(lists{&englishOpeners: l.Openers, &englishProse: l.Prose}, strings.ToLower)
		}
		for verb, list := range l.Means {
			for _, sentence := range list {
				sentences[plain.Phrase(sentence)] = verb
			}
		}
		for all, list := range map[*[]string]lexicon.List{&hails: a.Hail, &leadIns: a.Lead, &yesWords: a.Yes, &noWords: a.No} {
			*all = append(*all, slices.DeleteFunc(slices.Clone(list), func(word string) bool { return slices.Contains(*all, word) })...)
		}
	}
	leadsByOne = map[string][]string{}
	for _, lead := range slices.Concat(leadIns, yesWords, []string{"move", "play"}) {
		first, _, _ := strings.Cut(lead, " ")
		leadsByOne[first] = append(leadsByOne[first], lead)
	}
	for _, leads := range leadsByOne {
		slices.SortFunc(leads, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	}
	politeEnds = map[string]bool{}
	for phrase := range politeness {
		politeEnds[phrase[strings.LastIndexByte(phrase, ' ')+1:]] = true
	}
	longestTaking = 0
	for phrase := range takings {
		longestTaking = max(longestTaking, strings.Count(phrase, " ")+1)
	}
}
