package command

import (
	"slices"
	"strings"

	"unlurbot/parser/plain"
)

// A tournament is no game, and has a number of its own: "tournament 5", "tournament join #5".
// Who joins one has to play in it, and who leaves one gives its games away. So that neither
// happens by accident, all that stands behind the verb must be understood. The ladder is joined
// and left in the same words, and there is one: a number behind it is a place, at which to look.

// contests are the verbs of what can be joined and left.
var contests = []string{"tournament", "ladder"}

// entryWords are what can be done with a tournament or the ladder but look at it, and tournamentWords with a
// tournament, of which anybody may open one.
var (
	entryWords      = []string{"join", "leave"}
	tournamentWords = append([]string{"open"}, entryWords...)
)

// tournamentOptions are those of a tournament that is opened, beside those of a challenge.
var tournamentOptions = []string{"group", "starts"}

// isEntry reports whether the command joins a tournament or the ladder, leaves it, or opens a tournament.
func (c Command) isEntry() bool {
	return slices.Contains(contests, c.Verb) && len(c.Args) > 0 && slices.Contains(tournamentWords, c.Args[0])
}

// takeLadder takes one of these words, a place, or nothing.
func takeLadder(rest phrase) ([]string, bool) {
	args, ok := takeEntry(rest)
	return args, ok && len(args) < 2
}

// takeTournament takes one of these words, the number of a tournament, both or nothing; of "open" also what it is to be
// like.
func takeTournament(rest phrase) ([]string, bool) {
	if first, options, _ := strings.Cut(plain.TrimEdges(rest.folded), " "); lex.Means(first, "open") {
		return openTournament(strings.Fields(options))
	}
	return takeEntry(rest)
}

// takeEntry takes a word for joining or leaving, a number, both or nothing.
func takeEntry(rest phrase) ([]string, bool) {
	said, number, ok := cutTournament(rest.folded)
	if !ok {
		return nil, false
	}
	var args []string
	if said != "" {
		args = append(args, lex.MeaningOf(said, entryWords))
	}
	if number != "" {
		args = append(args, number)
	}
	return args, !slices.Contains(args, "")
}

// openTournament reads the options of a tournament: "size 8 group 5 starts on 2027-03-01".
func openTournament(words []string) ([]string, bool) {
	if len(words) > 0 && plain.IsDigit(words[0][0]) { // "tournament open 5" names one, and opens none
		return nil, false
	}
	options, ok := readOptions(slices.DeleteFunc(words, func(w string) bool {
		return beforeDays[w] || w == "on" || articles[w] || lex.Means(w, "of") // "grupos de 5"
	}))
	for i, option := range options {
		if option != "starts" || i+1 == len(options) {
			continue
		}
		if day, known := dayOf(options[i+1]); known {
			options[i+1] = day
		}
	}
	return append([]string{"open"}, options...), ok
}

// cutTournament takes the number of a tournament out of the words of a text: "join #5", "join
// no. 5", "5 join". It reports false for what can't be such a number.
func cutTournament(text string) (said, number string, ok bool) {
	const digits = "0123456789"
	text = strings.ToLower(plain.TrimEdges(text))
	begin, end := strings.IndexAny(text, digits), strings.LastIndexAny(text, digits)+1
	if begin < 0 {
		return text, "", true
	}
	number, ok = smallNumber(text[begin:end])
	ok = ok && strings.Trim(number, "0") != "" // "join 0" names none
	before := plain.TrimEdges(text[:begin])
	if last := strings.LastIndexByte(before, ' ') + 1; lex.Means(before[last:], "number") {
		before = plain.TrimEdges(before[:last])
	}
	return strings.TrimSpace(before + " " + plain.TrimEdges(text[end:])), number, ok
}

// nearTournament finds the word of which another one is a slip: "tournament jion 5".
func nearTournament(rest phrase) []string { return nearEntry("tournament", rest) }

// nearLadder does the same for the ladder.
func nearLadder(rest phrase) []string { return nearEntry("ladder", rest) }

func nearEntry(verb string, rest phrase) []string {
	text, _ := cutPolite(strings.TrimRight(rest.folded, "? "))
	said, number, ok := cutTournament(text)
	if !ok || said == "" {
		return nil
	}
	var known []string
	for _, w := range entryWords {
		known = append(known, lex.WordsFor(w)...)
	}
	known = slices.DeleteFunc(known, func(w string) bool { return strings.Contains(w, " ") }) // "gå med" is near "game"
	right, _ := nearestOf(plain.Unaccented(said), known)
	if right == "" {
		return nil
	}
	c, ok := Parse(strings.Join([]string{verb, right, number}, " "))
	if !ok {
		return nil
	}
	return []string{c.String()}
}

// turnedEntry finds the command in the order of a sentence: "join tournament 5", "salir del
// torneo". Without a number it takes a loose look, for players say that to each other; then a
// sentence that has the word is at least about tournaments: "When does the next cup begin?"
func turnedEntry(text string, loose bool) (Command, bool) {
	words := strings.Fields(strings.TrimRight(text, "? ")) // "Can I join the cup?"
	contest := func(w string) string {
		w = strings.TrimPrefix(plain.Unaccented(plain.TrimEdges(w)), "l'") // "à l'échelle"
		if v, ok := verbOf(w); ok {
			return v.name
		}
		return lex.Alike[w]
	}
	at := slices.IndexFunc(words, func(w string) bool { return slices.Contains(contests, contest(w)) })
	if at < 1 {
		return Command{}, false
	}
	verb := contest(words[at])
	what := lex.MeaningOf(strings.Join(cutLinks(words[:at]), " "), tournamentWords)
	if what == "" && loose && wishesToJoin(words[:at]) {
		number := ""
		if at+1 < len(words) {
			number, _ = smallNumber(strings.Trim(words[at+1], "#?.,"))
		}
		return Parse(strings.TrimSpace(verb + " join " + number))
	}
	if what == "" {
		c, ok := Parse(strings.TrimRight(verb+" "+strings.Join(words[at+1:], " "), "? ")) // "ver torneo 6"
		if !ok || c.isEntry() {
			c, _ = Parse(verb)
		}
		return c, loose
	}
	c, ok := Parse(strings.Join(append([]string{verb, what}, words[at+1:]...), " "))
	return c, ok && (loose || len(c.Args) > 1)
}

// wishesToJoin reports whether a wish to join stands among the words before what is joined: "Can I join the spring ...",
// "me gustaría participar en el". Who doesn't want to has said so.
func wishesToJoin(words []string) bool {
	halts := func(word string) bool {
		return slices.ContainsFunc(wishWords, func(l *wishTongue) bool { return l.halts[plain.Unaccented(plain.TrimEdges(word))] })
	}
	if slices.ContainsFunc(words, halts) {
		return false
	}
	for from := range words {
		for to := from + 1; to <= min(from+3, len(words)); to++ {
			if lex.MeaningOf(strings.ToLower(strings.Join(words[from:to], " ")), []string{"join"}) != "" {
				return true
			}
		}
	}
	return false
}

// cutLinks takes off the end of some words those that stand before a noun: "salir de la".
func cutLinks(words []string) []string {
	isLink := func(w string) bool {
		return w == "in" || w == "an" || articles[w] || lex.MeaningOf(w, []string{"to", "at", "from", "of", "for", "one"}) != ""
	}
	for len(words) > 1 && isLink(strings.ToLower(words[len(words)-1])) {
		words = words[:len(words)-1]
	}
	return words
}
