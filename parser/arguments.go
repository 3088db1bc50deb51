package parser

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What follows a verb. Each function reads one kind of rest and reports false
// if the rest is of another kind.

func takeNothing(rest phrase) ([]string, bool) {
	return nil, trimEdges(rest.folded) == ""
}

// takePlease takes nothing, or the words of a polite "yes".
func takePlease(rest phrase) ([]string, bool) {
	switch strings.ToLower(trimEdges(rest.folded)) {
	case "", "please", "thanks", "thank you", "play it", "do it", "por favor", "si us plau", "s'il te plaît", "bitte":
		return nil, true
	}
	return nil, false
}

func takeCell(rest phrase) ([]string, bool) {
	cell, ok := parseCell(trimEdges(rest.folded))
	return []string{cell}, ok
}

// takeText takes all of it, as it was written.
func takeText(rest phrase) ([]string, bool) {
	text := strings.TrimSpace(rest.written)
	return []string{text}, text != ""
}

// takeWord takes a word or nothing.
func takeWord(rest phrase) ([]string, bool) {
	word := strings.ToLower(trimEdges(rest.folded))
	switch {
	case word == "":
		return nil, true
	case strings.Contains(word, " "):
		return nil, false
	}
	return []string{word}, true
}

// takeName takes a name, which may have several words. What is longer than any
// name is a sentence that happens to begin with "name".
func takeName(rest phrase) ([]string, bool) {
	const longest = 60 // characters
	name := strings.Join(strings.Fields(rest.folded), " ")
	name = strings.Trim(name, " \"'“”‘’«»<>()[]*_.,;:!")
	if name == "" || utf8.RuneCountInString(name) > longest || !strings.ContainsFunc(name, isNameRune) {
		return nil, false
	}
	return []string{name}, true
}

func isNameRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// optionWords are the words with which the options of a challenge begin; they
// end a name of several words.
var optionWords = []string{"size", "first", "second", "pace", "rated", "friendly", "match", "private"}

// takeChallenge takes an opponent and options. The opponent is an address, in
// any of the dresses that mail programs give it, or a name.
func takeChallenge(rest phrase) ([]string, bool) {
	const mostOptions = 20
	words := strings.Fields(rest.folded)
	end := slices.IndexFunc(words, isOption)
	if end < 0 {
		end = len(words)
	}
	who := strings.Join(words[:end], " ")
	var extra []string
	if strings.Contains(strings.Trim(who, "@"), "@") {
		var ok bool
		if who, extra, ok = challengedAddress(words[:end]); !ok {
			return nil, false
		}
	} else {
		who = trimName(who)
	}
	if who == "" || slices.ContainsFunc(words[end:], func(w string) bool { return strings.Contains(w, "@") }) {
		return nil, false
	}
	args := []string{who}
	for _, w := range append(extra, words[end:]...) {
		for _, piece := range strings.FieldsFunc(strings.ToLower(w), func(r rune) bool { return r == '=' || r == ':' }) {
			if piece = trimName(piece); piece != "" {
				args = append(args, piece)
			}
		}
	}
	return args, len(args) <= 1+mostOptions
}

// challengedAddress finds the one address among words such as
//
//	Bo <bo@example.org>
//	bo@example.org <mailto:bo@example.org>
//	[bo@example.org](mailto:bo@example.org)
//
// and returns the words behind it, which can only be options.
func challengedAddress(words []string) (addr string, extra []string, ok bool) {
	for i, w := range words {
		if !strings.Contains(w, "@") {
			continue
		}
		extra = words[i+1:]
		for _, piece := range strings.FieldsFunc(w, func(r rune) bool { return strings.ContainsRune(`<>()[]"',;`, r) }) {
			piece = strings.TrimRight(strings.TrimPrefix(piece, "mailto:"), ".:!")
			piece, _, _ = strings.Cut(piece, "?")
			switch {
			case !strings.Contains(piece, "@"):
			case !isAddress(piece), addr != "" && !strings.EqualFold(addr, piece):
				return "", nil, false
			case addr == "":
				addr = piece
			}
		}
	}
	return addr, extra, addr != ""
}

// isOption reports whether a word begins the options: "size", "Size=8", "first,".
func isOption(word string) bool {
	word = trimName(strings.ToLower(word))
	if i := strings.IndexAny(word, "=:"); i >= 0 {
		word = trimName(word[:i])
	}
	return slices.Contains(optionWords, word)
}

// trimName takes everything off both ends of a name or a word that is neither
// letter nor digit.
func trimName(name string) string {
	return strings.TrimSpace(strings.TrimFunc(name, func(r rune) bool { return !isNameRune(r) }))
}
