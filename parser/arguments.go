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

// takeAgain takes nothing, or the rest of "Never again!".
func takeAgain(rest phrase) ([]string, bool) {
	said := strings.ToLower(trimEdges(rest.folded))
	return nil, said == "" || said == "again"
}

// takeMe takes the rest of "forget me"; "forget it" is no command.
func takeMe(rest phrase) ([]string, bool) {
	said := strings.ToLower(trimEdges(rest.folded))
	return []string{said}, said == "me"
}

// takePlease takes nothing, or the words of a polite "yes".
func takePlease(rest phrase) ([]string, bool) {
	switch strings.ToLower(trimEdges(rest.folded)) {
	case "", "play it", "do it":
		return nil, true
	}
	return nil, isPolite(rest.folded)
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
	case word == "", isPolite(word):
		return nil, true
	case strings.Contains(word, " "):
		return nil, false
	}
	return []string{word}, true
}

// Limits of a name. What is longer is a sentence that begins with the verb.
const (
	mostNameWords = 4
	longestName   = 30 // characters
)

// notNames are words with which sentences go on behind "name", and no name
// begins.
var notNames = []string{"is", "are", "your", "my", "his", "her", "our", "their", "of", "the", "this", "that", "it"}

// takeName takes a name, which may have several words.
func takeName(rest phrase) ([]string, bool) {
	words := strings.Fields(trimName(cutMarkedPolite(rest.folded)))
	if len(words) == 0 || slices.Contains(notNames, strings.ToLower(trimEdges(words[0]))) {
		return nil, false
	}
	name := strings.Join(words, " ")
	return []string{name}, fitsName(name)
}

func fitsName(name string) bool {
	return len(strings.Fields(name)) <= mostNameWords && utf8.RuneCountInString(name) <= longestName
}

// cutMarkedPolite takes polite words off the end of a name where a mark parts
// them from it. Without one they may be part of it: there are people whose name
// is Tack.
func cutMarkedPolite(name string) string {
	head, polite := cutPolite(name)
	if polite && head != "" && strings.IndexAny(strings.TrimLeft(name[len(head):], " "), ",;.!(-–—") == 0 {
		return head
	}
	return name
}

func isNameRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// optionWords are the words with which the options of a challenge begin; they
// end a name of several words.
var optionWords = []string{"size", "first", "second", "pace", "rated", "friendly", "match", "private"}

// takeChallenge takes an opponent and options. The opponent is an address, in
// any of the dresses that mail programs give it, or a name.
func takeChallenge(rest phrase) ([]string, bool) {
	const mostOptions = 20
	words := strings.Fields(cutMarkedPolite(rest.folded))
	end := slices.IndexFunc(words, isOption)
	if head, polite := cutPolite(rest.folded); polite && (end >= 0 || strings.Contains(head, "@")) {
		words = strings.Fields(head) // behind options or an address no name goes on
		end = slices.IndexFunc(words, isOption)
	}
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
	} else if who = trimName(who); !fitsName(who) || saysOutcome(who) {
		return nil, false
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

// saysOutcome reports whether "challenge" and the name tell what has become of a
// challenge: "Challenge accepted!"
func saysOutcome(who string) bool {
	first, _, _ := strings.Cut(strings.ToLower(who), " ")
	return slices.Contains([]string{"accepted", "declined", "refused", "rejected", "withdrawn"}, trimEdges(first))
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
