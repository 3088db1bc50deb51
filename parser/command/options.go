package command

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"unlurbot/parser/plain"
)

// The options of a challenge and of a seek. What they are worth is not asked
// here: a word that is no option is handed on, for the caller to name it.

// optionWords are the words with which the options of a challenge begin; they
// end a name of several words.
var optionWords = []string{"size", "first", "second", "pace", "rated", "friendly", "match", "private", levelWord}

// levelWord is an option of a challenge to a robot, and of a rematch.
const levelWord = "level"

// countWord is an option of a seek alone: a player may be called Count.
const countWord = "count"

// furtherOptions are those that no challenge has: of a seek, and of a tournament. They end no name.
var furtherOptions = append([]string{countWord}, tournamentOptions...)

// takeSeek takes options or nothing.
func takeSeek(rest phrase) ([]string, bool) {
	text, _ := cutPolite(rest.folded)
	words := strings.Fields(text)
	options, ok := readOptions(words)
	if len(options) == 0 {
		return nil, plain.TrimEdges(rest.folded) == ""
	}
	if !slices.Contains(optionWords, options[0]) && options[0] != countWord {
		return nil, false
	}
	named := isOption(words[0]) || lex.Means(trimName(words[0]), countWord)
	return options, ok && (named || areOptions(options)) // "seek 3 days of rest" is none
}

// areOptions reports whether options hold no word that is none.
func areOptions(options []string) bool {
	for i := range options {
		if !ofOption(options, i) && (i == 0 || options[i-1] != "size" && options[i-1] != countWord) {
			return false
		}
	}
	return true
}

// ofOption reports whether word i of some options is one of ours: one that begins an option,
// or part of a pace.
func ofOption(options []string, i int) bool {
	if isOption(options[i]) || options[i] == countWord {
		return true
	}
	for _, option := range slices.Backward(options[:i]) {
		if isOption(option) {
			return option == "pace"
		}
	}
	return false
}

// A short form is what players write for an option without its word: "8" or "size8" for
// "size 8", "3d" for "pace 3d".
var (
	shortSize = regexp.MustCompile(`^(\pL+)?([0-9]{1,2})$`)
	shortPace = regexp.MustCompile(`^([0-9]{1,3})(\pL+)(\+[0-9]{1,3}\pL+)?$`)
)

// isShortPace reports whether a word is a pace, or some are, that stands without its word:
// "3d", "3 days".
func isShortPace(words []string) bool {
	if found := shortPace.FindStringSubmatch(strings.ToLower(trimName(words[0]))); found != nil {
		return unitOf(found[2]) != ""
	}
	number, ok := smallNumber(words[0])
	return ok && number != "0" && len(words) > 1 && unitOf(trimName(words[1])) != ""
}

// longForm writes the options of a challenge or an offer with their words before them.
func longForm(words []string) (long []string) {
	last := "" // the option that waits for its value
	for i, w := range words {
		name := strings.ToLower(trimName(w))
		size := shortSize.FindStringSubmatch(name)
		switch {
		case size != nil && (size[1] == "" && last == "" && !isShortPace(words[i:]) || size[1] != "" && lex.Means(size[1], "size")):
			long = append(long, "size")
			w, last = size[2], ""
		case isOption(name) || lex.MeaningOf(name, furtherOptions) != "":
			last = lex.MeaningOf(name, slices.Concat(optionWords, furtherOptions))
		case last == "" && isShortPace(words[i:]):
			last = "pace"
			long = append(long, last)
		case last == "pace":
		default:
			last = ""
		}
		if long = append(long, w); slices.Contains([]string{"first", "second", "rated", "friendly", "match", "private"}, last) {
			last = ""
		}
	}
	return long
}

// isOption reports whether a word begins the options: "size", "Size=8", "first,".
func isOption(word string) bool {
	if word = trimName(word); strings.ContainsAny(word, "=:") {
		word = trimName(word[:strings.IndexAny(word, "=:")])
	}
	if short := shortSize.FindStringSubmatch(strings.ToLower(word)); short != nil && short[1] != "" && lex.Means(short[1], "size") {
		return true
	}
	return lex.MeaningOf(word, optionWords) != ""
}

// readOptions writes options as arguments: in lower case, without marks, a pace
// in its own form. It reports false for too many.
func readOptions(words []string) (options []string, ok bool) {
	const most = 20
	pace := -1 // where the words of a pace begin
	for _, w := range longForm(words) {
		for piece := range strings.FieldsFuncSeq(strings.ToLower(w), func(r rune) bool { return r == '=' || r == ':' }) {
			name := trimName(piece)
			option := lex.MeaningOf(name, optionWords)
			if option == "" {
				option = lex.MeaningOf(name, furtherOptions)
			}
			switch {
			case option != "":
				pace = -1
				options = append(options, option)
				if option == "pace" {
					pace = len(options)
				}
			case pace >= 0:
				options = slices.Concat(options[:pace], addToPace(options[pace:], piece))
			case name != "":
				options = append(options, name)
			}
		}
	}
	return options, len(options) <= most
}

// addToPace adds a word to those of a pace and puts together what belongs
// together: "10", "days", "+", "1d" becomes "10d+1d".
func addToPace(pace []string, word string) []string {
	word = strings.TrimFunc(word, func(r rune) bool { return !plain.IsNameRune(r) && r != '+' })
	if word == "" {
		return pace
	}
	var terms []string
	for term := range strings.SplitSeq(word, "+") {
		number := strings.TrimRightFunc(term, unicode.IsLetter)
		if unit := unitOf(term[len(number):]); unit != "" && (number == "" || plain.IsDigit(number[len(number)-1])) {
			term = number + unit
		}
		terms = append(terms, term)
	}
	word = strings.Join(terms, "+")
	if of := lex.MeaningOf(word, []string{"max", "none"}); of != "" {
		word = of
	}
	last := len(pace) - 1
	if last < 0 {
		return []string{word}
	}
	before := pace[last][len(pace[last])-1]
	if before == '+' || word[0] == '+' || plain.IsDigit(before) && (word == "d" || word == "h") {
		return append(slices.Clone(pace[:last]), pace[last]+word)
	}
	return append(slices.Clone(pace), word)
}

// unitOf returns the letter of a unit of time, "" for anything else.
func unitOf(word string) string {
	switch lex.MeaningOf(word, []string{"days", "hours"}) {
	case "days":
		return "d"
	case "hours":
		return "h"
	}
	return ""
}
