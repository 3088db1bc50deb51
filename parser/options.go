package parser

import (
	"slices"
	"strings"
	"unicode"
)

// The options of a challenge and of a seek. What they are worth is not asked
// here: a word that is no option is handed on, for the caller to name it.

// optionWords are the words with which the options of a challenge begin; they
// end a name of several words.
var optionWords = []string{"size", "first", "second", "pace", "rated", "friendly", "match", "private"}

// countWord is an option of a seek alone: a player may be called Count.
const countWord = "count"

// takeSeek takes options or nothing.
func takeSeek(rest phrase) ([]string, bool) {
	text, _ := cutPolite(rest.folded)
	options, ok := readOptions(strings.Fields(text))
	if len(options) == 0 {
		return nil, trimEdges(rest.folded) == ""
	}
	return options, ok && (slices.Contains(optionWords, options[0]) || options[0] == countWord)
}

// isOption reports whether a word begins the options: "size", "Size=8", "first,".
func isOption(word string) bool {
	if word = trimName(word); strings.ContainsAny(word, "=:") {
		word = trimName(word[:strings.IndexAny(word, "=:")])
	}
	return meaningOf(word, optionWords) != ""
}

// readOptions writes options as arguments: in lower case, without marks, a pace
// in its own form. It reports false for too many.
func readOptions(words []string) (options []string, ok bool) {
	const most = 20
	pace := -1 // where the words of a pace begin
	for _, w := range words {
		for piece := range strings.FieldsFuncSeq(strings.ToLower(w), func(r rune) bool { return r == '=' || r == ':' }) {
			name := trimName(piece)
			option := meaningOf(name, optionWords)
			if option == "" && means(name, countWord) {
				option = countWord
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
	word = strings.TrimFunc(word, func(r rune) bool { return !isNameRune(r) && r != '+' })
	if word == "" {
		return pace
	}
	var terms []string
	for term := range strings.SplitSeq(word, "+") {
		number := strings.TrimRightFunc(term, unicode.IsLetter)
		if unit := unitOf(term[len(number):]); unit != "" && (number == "" || isDigit(number[len(number)-1])) {
			term = number + unit
		}
		terms = append(terms, term)
	}
	word = strings.Join(terms, "+")
	if of := meaningOf(word, []string{"max", "none"}); of != "" {
		word = of
	}
	last := len(pace) - 1
	if last < 0 {
		return []string{word}
	}
	before := pace[last][len(pace[last])-1]
	if before == '+' || word[0] == '+' || isDigit(before) && (word == "d" || word == "h") {
		return append(slices.Clone(pace[:last]), pace[last]+word)
	}
	return append(slices.Clone(pace), word)
}

// unitOf returns the letter of a unit of time, "" for anything else.
func unitOf(word string) string {
	switch meaningOf(word, []string{"days", "hours"}) {
	case "days":
		return "d"
	case "hours":
		return "h"
	}
	return ""
}
