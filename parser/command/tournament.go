package command

import (
	"slices"
	"strings"

	"unlurbot/parser/plain"
)

// A tournament is no game, and has a number of its own: "tournament 5", "tournament join #5".
// Who joins one has to play in it, and who leaves one gives its games away. So that neither
// happens by accident, all that stands behind the verb must be understood.

// tournamentWords are what can be done with a tournament but look at it.
var tournamentWords = []string{"join", "leave", "open"}

// tournamentOptions are those of a tournament that is opened, beside those of a challenge.
var tournamentOptions = []string{"group", "starts"}

// isTournamentChange reports whether the command joins a tournament, leaves one or opens one.
func (c Command) isTournamentChange() bool {
	return c.Verb == "tournament" && len(c.Args) > 0 && slices.Contains(tournamentWords, c.Args[0])
}

// takeTournament takes one of these words, the number of a tournament, both or nothing; of "open" also what it is to be
// like.
func takeTournament(rest phrase) ([]string, bool) {
	if first, options, _ := strings.Cut(plain.TrimEdges(rest.folded), " "); lex.Means(first, "open") {
		return openTournament(strings.Fields(options))
	}
	said, number, ok := cutTournament(rest.folded)
	if !ok {
		return nil, false
	}
	var args []string
	if said != "" {
		args = append(args, lex.MeaningOf(said, tournamentWords))
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
	options, ok := readOptions(slices.DeleteFunc(words, func(w string) bool { return beforeDays[w] || w == "on" || articles[w] }))
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
func nearTournament(rest phrase) []string {
	text, _ := cutPolite(strings.TrimRight(rest.folded, "? "))
	said, number, ok := cutTournament(text)
	if !ok || said == "" {
		return nil
	}
	var known []string
	for _, w := range tournamentWords {
		known = append(known, lex.WordsFor(w)...)
	}
	known = slices.DeleteFunc(known, func(w string) bool { return strings.Contains(w, " ") }) // "gå med" is near "game"
	right, _ := nearestOf(plain.Unaccented(said), known)
	if right == "" {
		return nil
	}
	c, ok := Parse(strings.Join([]string{"tournament", right, number}, " "))
	if !ok {
		return nil
	}
	return []string{c.String()}
}

// turnedTournament finds the command in the order of a sentence: "join tournament 5", "salir
// del torneo". Without a number it takes a loose look, for players say that to each other; then a
// sentence that has the word is at least about tournaments: "When does the next cup begin?"
func turnedTournament(text string, loose bool) (Command, bool) {
	words := strings.Fields(text)
	at := slices.IndexFunc(words, func(w string) bool {
		w = plain.Unaccented(plain.TrimEdges(w))
		v, ok := verbOf(w)
		return ok && v.name == "tournament" || lex.Alike[w] == "tournament"
	})
	if at < 1 {
		return Command{}, false
	}
	what := lex.MeaningOf(strings.Join(cutLinks(words[:at]), " "), tournamentWords)
	if what == "" {
		c, _ := Parse("tournament")
		return c, loose
	}
	c, ok := Parse(strings.Join(append([]string{"tournament", what}, words[at+1:]...), " "))
	return c, ok && (loose || len(c.Args) > 1)
}

// cutLinks takes off the end of some words those that stand before a noun: "salir de la".
func cutLinks(words []string) []string {
	isLink := func(w string) bool {
		return w == "in" || articles[w] || lex.MeaningOf(w, []string{"to", "at", "from", "of"}) != ""
	}
	for len(words) > 1 && isLink(strings.ToLower(words[len(words)-1])) {
		words = words[:len(words)-1]
	}
	return words
}
