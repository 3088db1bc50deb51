package command

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"unlurbot/parser/lexicon"
	"unlurbot/parser/plain"
)

// lex is what is known of languages: what is looked up here stands in it, or is made of it.
var lex *lexicon.Lexicon

func init() { learn(lexicon.Embedded()) }

// learn makes the tables of words. Tests call it for a language that there is not.
func learn(l *lexicon.Lexicon) {
	lex = l
	learnLists()
	learnVerbs()
	learnSentences()
	learnSpeech()
	learnAgain()
	learnWishes()
	topics = indexTopics()
}

// The lists of all languages, as they are looked for: see lexicon.Language.
var (
	// Phrases, as plain.Phrase gives them; politeEnds are the last words of politeness.
	greetings, askings, politeness, closings, chats, whos, takings, noNames, politeEnds map[string]bool
	longestTaking                                                                       int // words of the longest of takings
	// Words, as they are written; outcomes without accents.
	ordinary, everyday, articles, beforeNames, beforeDays, afterAny, notNames, reds, joins, outcomes map[string]bool
	// Those of English stand behind English words alone.
	englishOpeners, englishProse map[string]bool

	hails, leadIns, yesWords, noWords []string
	leadsByOne                        map[string][]string
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
		add(lists{&greetings: a.Greet, &askings: a.Ask, &politeness: a.Polite, &closings: a.Close, &chats: a.Chat, &whos: a.Who, &takings: a.Takes, &noNames: a.NoName}, plain.Phrase)
		add(lists{
			&ordinary: l.Ordinary, &everyday: l.Everyday, &articles: l.Articles, &beforeNames: l.BeforeNames, &beforeDays: l.BeforeDays, &afterAny: l.AfterAny,
			&notNames: l.NoNames, &reds: l.Red, &joins: slices.Concat(l.Words["or"], l.Words["and"]),
		}, strings.ToLower)
		add(lists{&outcomes: l.Outcomes}, plain.Unaccented)
		if i == 0 {
			hails, leadIns, yesWords, noWords = nil, nil, nil, nil
			add(lists{&englishOpeners: l.Openers, &englishProse: l.Prose}, strings.ToLower)
		}
		for all, list := range map[*[]string]lexicon.List{&hails: a.Hail, &leadIns: a.Lead, &yesWords: a.Yes, &noWords: a.No} {
			*all = append(*all, slices.DeleteFunc(slices.Clone(list), func(word string) bool { return slices.Contains(*all, word) })...)
		}
	}
	politeEnds, leadsByOne = lastWords(politeness), indexLeads()
	longestTaking = 0
	for phrase := range takings {
		longestTaking = max(longestTaking, strings.Count(phrase, " ")+1)
	}
}

// lastWords gathers the last word of each phrase.
func lastWords(phrases map[string]bool) map[string]bool {
	set := map[string]bool{}
	for p := range phrases {
		set[p[strings.LastIndexByte(p, ' ')+1:]] = true
	}
	return set
}

// indexLeads finds what can stand before a move in its own line by its first
// word, the longest first.
func indexLeads() map[string][]string {
	index := map[string][]string{}
	for _, lead := range slices.Concat(leadIns, yesWords, []string{"move", "play"}) {
		first, _, _ := strings.Cut(lead, " ")
		index[first] = append(index[first], lead)
	}
	for _, leads := range index {
		slices.SortFunc(leads, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	}
	return index
}

// isClosing reports whether a note is nothing but the end of a mail: "Best
// regards,", and a name below it.
func isClosing(note string) bool {
	const most, longest = 3, 200 // lines with the name, bytes
	if len(note) > longest {
		return false
	}
	lines := slices.DeleteFunc(strings.Split(note, "\n"), plain.IsBlank)
	if len(lines) == 0 || len(lines) > most || !closings[plain.Phrase(lines[0])] {
		return false
	}
	named := func(line string) bool {
		return !strings.ContainsFunc(line, unicode.IsDigit) && !slices.ContainsFunc(strings.Fields(line), beginsSmall)
	}
	return !slices.ContainsFunc(lines[1:], func(line string) bool { return !named(line) }) &&
		(len(lines) > 1 || strings.HasSuffix(strings.TrimSpace(note), ","))
}

// cutPolite takes polite words off the end of a text: "C4, thanks!" is C4. A
// blank or a comma must part them from what they follow; "C4(thanks)" is left
// to be asked about.
func cutPolite(text string) (head string, found bool) {
	const longest = 200 // bytes
	head = text
	for len(text) <= longest {
		end := strings.TrimRightFunc(head, plain.IsRightEdge)
		start := politeStart(end)
		if start < 0 {
			break
		}
		before := strings.TrimRightFunc(end[:start], plain.IsRightEdge)
		if before != "" && !strings.ContainsAny(end[len(before):start], " ,、") {
			break
		}
		head, found = before, true
	}
	return head, found
}

// politeStart returns where the longest polite phrase at the end of a text
// begins, -1 if there is none.
func politeStart(text string) int {
	const mostWords = 5
	best, words := -1, ""
	for end, n := len(text), 0; end > 0 && n < mostWords; n++ {
		start := len(strings.TrimRightFunc(text[:end], func(r rune) bool { return !plain.IsRightEdge(r) }))
		word := strings.ToLower(text[start:end])
		if n == 0 {
			if words = word; !politeEnds[word] {
				break // nearly all lines
			}
		} else {
			words = word + " " + words
		}
		if politeness[words] {
			best = start
		}
		end = len(strings.TrimRightFunc(text[:start], plain.IsRightEdge))
	}
	return best
}

// isPolite reports whether a text holds polite words and nothing else.
func isPolite(text string) bool {
	head, found := cutPolite(text)
	return found && head == ""
}
