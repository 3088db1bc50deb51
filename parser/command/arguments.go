package command

import (
	"cmp"
	"slices"
	"strconv"
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

// orNothing takes nothing too.
func orNothing(take reader) reader {
	return func(rest phrase) ([]string, bool) {
		if plain.TrimEdges(rest.folded) == "" {
			return nil, true
		}
		return take(rest)
	}
}

// takeOne takes one of some words: "forget me", and not "forget it".
func takeOne(words ...string) reader {
	return func(rest phrase) ([]string, bool) {
		what := lex.MeaningOf(plain.TrimEdges(rest.folded), words)
		return []string{what}, what != ""
	}
}

// takeOneOrWho takes one of some words, or a player, whose name is no number. It begins with a
// capital, or has "of" before it: "games stay as" is no list of games.
func takeOneOrWho(words ...string) reader {
	one := takeOne(words...)
	return func(rest phrase) ([]string, bool) {
		if args, ok := one(rest); ok {
			return args, true
		}
		who, ok := takeWho(rest)
		if ok && strings.Contains(who[0], "@") {
			return who, true
		}
		if !ok || strings.Trim(who[0], "0123456789") == "" || beginsSmall(who[0]) && strings.HasPrefix(trimName(rest.folded), who[0]) {
			return nil, false
		}
		return []string{capital(who[0])}, true
	}
}

// capital writes a name with a capital.
func capital(name string) string {
	letter, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(letter)) + name[size:]
}

// takeAgain takes nothing, or the rest of "Never again!". Behind the words of other
// languages it must stand, for Mai is a name too, and without an exclamation mark:
// "Mai més!" is what people say of a bad move.
func takeAgain(rest phrase) ([]string, bool) {
	said := strings.ToLower(plain.TrimEdges(rest.folded))
	if !rest.isForeign() {
		return nil, (said == "" || lex.Means(said, "again")) && !rest.opensSentence()
	}
	return nil, lex.Means(said, "again") && !rest.opensSentence() && !rest.exclaimed
}

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
	if rest.isForeign() && (rest.goesOn() || rest.isProse()) {
		return nil, false
	}
	return takeText(rest)
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

// takeTask takes the number of a lesson or of a puzzle, and a move that may solve it, or the word for who wants to be told:
// "learn 4 D4", "puzzle 7 answer", "aprender la lección cuatro".
func takeTask(verb string) reader {
	return func(rest phrase) ([]string, bool) {
		said, answer, answered := strings.Cut(plain.TrimEdges(rest.folded), " ")
		for answered && beforeTask(verb, said) {
			said, answer, answered = strings.Cut(answer, " ")
		}
		number, ok := lessonNumber(strings.TrimPrefix(plain.TrimEdges(said), "#"))
		if !ok || !answered {
			return []string{number}, ok
		}
		if lex.Means(plain.TrimEdges(answer), "answer") {
			return []string{number, "answer"}, true
		}
		steps, ok := stepsIn(answer)
		return append([]string{number}, steps...), ok && len(steps) == 1 && steps[0] != anyMove
	}
}

// beforeTask reports whether a word may stand before the number of a lesson or a puzzle.
func beforeTask(verb, word string) bool {
	v, ok := verbOf(word)
	return articles[strings.ToLower(word)] || lex.Means(word, "number") || ok && v.name == verb
}

// lessonNumber returns the number of a lesson, which may be a word.
func lessonNumber(said string) (string, bool) {
	inWords := []string{"one", "two", "three", "four", "five", "six"}
	if i := slices.IndexFunc(inWords, func(w string) bool { return lex.Means(said, w) }); i >= 0 {
		return strconv.Itoa(i + 1), true
	}
	return smallNumber(said)
}

// smallNumber returns a number of few digits without leading zeros.
func smallNumber(text string) (string, bool) {
	const mostDigits = 4
	if text == "" || len(text) > mostDigits || strings.Trim(text, "0123456789") != "" {
		return "", false
	}
	return cmp.Or(strings.TrimLeft(text, "0"), "0"), true
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

// Limits of a name. What is longer is a sentence that begins with the verb.
const (
	mostNameWords = 4
	longestName   = 30 // characters
)

// takeName takes a name, which may have several words.
//
// A word for "name" of another language than English begins sentences too: "Nom de dieu!",
// "Nombre raro", "Nombre de coups : 12". A name ends in a word with a capital there, in
// scripts that have them.
func takeName(rest phrase) ([]string, bool) {
	words := strings.Fields(trimName(cutMarkedPolite(rest.folded)))
	if len(words) == 0 || notNames[strings.ToLower(plain.TrimEdges(words[0]))] {
		return nil, false
	}
	isSmallOrDigit := func(r rune) bool { return unicode.IsLower(r) || unicode.IsDigit(r) }
	last := words[len(words)-1]
	if rest.isForeign() && (lex.Prose[plain.TrimEdges(words[0])] || !strings.ContainsFunc(last, unicode.IsUpper) && strings.ContainsFunc(last, isSmallOrDigit)) {
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
