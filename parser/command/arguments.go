package command

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"unlurbot/parser/plain"
)

// What follows a verb. Each function reads one kind of rest and reports false
// if the rest is of another kind.

func takeNothing(rest phrase) ([]string, bool) {
	return nil, plain.TrimEdges(rest.folded) == ""
}

// takeAgain takes nothing, or the rest of "Never again!". Behind the words of other
// languages it must stand, for Mai is a name too, and without an exclamation mark:
// "Mai més!" is what people say of a bad move.
func takeAgain(rest phrase) ([]string, bool) {
	said := strings.ToLower(plain.TrimEdges(rest.folded))
	v, _ := verbOf(rest.verb)
	if v.isEnglish(rest.verb) {
		return nil, (said == "" || lex.Means(said, "again")) && !rest.opensSentence()
	}
	return nil, lex.Means(said, "again") && !rest.opensSentence() && !rest.exclaimed
}

// takeForget takes the rest of "forget me" or "forget ifs"; "forget it" is no
// command.
func takeForget(rest phrase) ([]string, bool) {
	what := lex.MeaningOf(plain.TrimEdges(rest.folded), []string{"me", "ifs"})
	return []string{what}, what != ""
}

// opensSentence reports whether a comma stands between the verb and the rest:
// "Never, resign!"
func (p phrase) opensSentence() bool { return strings.HasPrefix(p.mark, ",") }

// takePlease takes nothing, or the words of a polite "yes".
func takePlease(rest phrase) ([]string, bool) {
	switch strings.ToLower(plain.TrimEdges(rest.folded)) {
	case "", "play it", "do it":
		return nil, true
	}
	return nil, isPolite(rest.folded)
}

func takeCell(rest phrase) ([]string, bool) {
	cell, ok := parseCell(plain.TrimEdges(rest.folded))
	return []string{cell}, ok
}

// takeSay takes text, as it was written, unless the word for "say" is one of
// another language with which a sentence goes on: "Dire que je gagnais!"
func takeSay(rest phrase) ([]string, bool) {
	if v, ok := verbOf(rest.verb); ok && !v.isEnglish(rest.verb) && (rest.goesOn() || rest.isProse()) {
		return nil, false
	}
	return takeText(rest)
}

// isProse reports whether a word for "say" in a language other than English is
// written like the first one of a sentence, "Dire straits", "Dir auch!", and the
// words behind it are none that people say to each other: "Di hola", "Dire bonne
// chance". A colon, a verb in small letters or a capital behind it make a command.
func (p phrase) isProse() bool {
	if strings.Contains(p.mark, ":") || beginsSmall(p.verb) || !beginsSmall(p.folded) {
		return false
	}
	first, _, _ := strings.Cut(p.folded, " ")
	return !isPolite(p.folded) && !greetings[plain.Phrase(first)]
}

// goesOn reports whether the word before the rest begins a sentence in a language
// other than English.
func (p phrase) goesOn() bool {
	first, _, _ := strings.Cut(plain.Unaccented(plain.TrimEdges(p.folded)), " ")
	return !strings.Contains(p.mark, ":") &&
		(p.opensSentence() || lex.Openers[plain.TrimEdges(first)] || strings.HasPrefix(first, "qu'"))
}

// takeText takes all of it, as it was written.
func takeText(rest phrase) ([]string, bool) {
	text := strings.TrimSpace(rest.written)
	return []string{text}, text != ""
}

// takeNumber takes a small number, or none.
func takeNumber(rest phrase) ([]string, bool) {
	said := plain.TrimEdges(rest.folded)
	if strings.HasPrefix(strings.TrimSpace(rest.folded), "-"+said) {
		return nil, false // a number below zero
	}
	if lex.Means(said, "none") || lex.Means(said, "off") {
		return []string{"none"}, true
	}
	number, ok := smallNumber(said)
	return []string{number}, ok
}

// smallNumber returns a number of few digits without leading zeros.
func smallNumber(text string) (string, bool) {
	const mostDigits = 4
	if text == "" || len(text) > mostDigits || strings.Trim(text, "0123456789") != "" {
		return "", false
	}
	if text = strings.TrimLeft(text, "0"); text == "" {
		text = "0"
	}
	return text, true
}

// takeShow takes nothing, or the move up to which the board is to be shown: "at
// 12", "move 12", "at move 12".
func takeShow(rest phrase) ([]string, bool) {
	words := strings.Fields(strings.ToLower(plain.TrimEdges(rest.folded)))
	if len(words) == 0 {
		return nil, true
	}
	numbers := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return lex.Means(w, "at") || lex.Means(w, "move") })
	if len(numbers) != 1 || len(words) == 1 || len(words) > 3 {
		return nil, false
	}
	ply, ok := smallNumber(words[len(words)-1])
	return []string{"at", ply}, ok
}

// takeExport takes nothing, or what is to be exported instead of a game.
func takeExport(rest phrase) ([]string, bool) {
	said := plain.TrimEdges(rest.folded)
	if said == "" {
		return nil, true
	}
	what := lex.MeaningOf(said, []string{"all", "me"})
	return []string{what}, what != ""
}

// Limits of a name. What is longer is a sentence that begins with the verb.
const (
	mostNameWords = 4
	longestName   = 30 // characters
)

// takeName takes a name, which may have several words.
func takeName(rest phrase) ([]string, bool) {
	words := strings.Fields(trimName(cutMarkedPolite(rest.folded)))
	if len(words) == 0 || notNames[strings.ToLower(plain.TrimEdges(words[0]))] {
		return nil, false
	}
	if v, ok := verbOf(rest.verb); ok && !v.isEnglish(rest.verb) && saysMore(words) {
		return nil, false
	}
	name := strings.Join(words, " ")
	return []string{name}, fitsName(name)
}

// saysMore reports whether words behind a word for "name" go on as a sentence
// does in a language other than English: "Nom de dieu!", "Nombre raro", "Nombre de
// coups : 12". A name ends in a word with a capital, in scripts that have them.
func saysMore(words []string) bool {
	last := words[len(words)-1]
	return lex.Prose[plain.TrimEdges(words[0])] || strings.IndexFunc(last, unicode.IsUpper) < 0 && strings.ContainsFunc(last, isSmallOrDigit)
}

func isSmallOrDigit(r rune) bool { return unicode.IsLower(r) || unicode.IsDigit(r) }

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
