package command

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"unlurbot/parser/plain"
)

// phrase is a piece of a line: as it is compared, and as it was written. Mark is
// what stands between it and the verb before it, blanks and marks.
// Verb is the word before that, and exclaimed says whether an exclamation mark stands
// anywhere around it.
type phrase struct {
	folded, written, mark, verb string
	exclaimed                   bool
}

// from returns the part of the phrase of which rest is the folded end.
func (p phrase) from(rest string) phrase {
	n := utf8.RuneCountInString(p.folded) - utf8.RuneCountInString(rest)
	written := p.written
	for range n {
		_, size := utf8.DecodeRuneInString(written)
		written = written[size:]
	}
	return phrase{folded: rest, written: written, mark: p.mark, verb: p.verb, exclaimed: p.exclaimed}
}

// upTo returns the part of the phrase of which head is the folded beginning.
func (p phrase) upTo(head string) phrase {
	tail := p.from(p.folded[len(head):])
	return phrase{folded: head, written: strings.TrimSuffix(p.written, tail.written), mark: p.mark, verb: p.verb, exclaimed: p.exclaimed}
}

// verbEnd returns where the first word of a phrase ends, in bytes.
func (p phrase) verbEnd() int {
	if end := strings.IndexFunc(p.folded, parts); end >= 0 {
		return end
	}
	return len(p.folded)
}

// parts reports whether a rune stands between a verb and what it takes.
func parts(r rune) bool { return r == ' ' || r == ':' || r == ',' || r == '、' }

// afterVerb returns what follows the verb of a phrase that ends at a byte.
func (p phrase) afterVerb(end int) phrase {
	rest := p.from(strings.TrimLeftFunc(p.folded[end:], parts))
	rest.mark = p.folded[end : len(p.folded)-len(rest.folded)]
	rest.verb = plain.TrimEdges(p.folded[:end])
	return rest
}

// afterFirst returns what follows the first word of a line.
func afterFirst(line string) phrase {
	p := phrase{folded: line, written: line}
	return p.afterVerb(p.verbEnd())
}

// isForeign reports whether the verb before the phrase is a word of another language than
// English. Such words begin sentences too.
func (p phrase) isForeign() bool {
	v, ok := verbOf(p.verb)
	return ok && !v.isEnglish(p.verb)
}

// takeGame takes the game off a phrase, at its beginning or its end.
func (p phrase) takeGame() (game string, rest phrase) {
	if game, after := cutGame(p.folded); game != "" {
		return game, p.from(strings.TrimLeft(after, " "))
	}
	text := strings.TrimRightFunc(p.folded, plain.IsRightEdge)
	if i := strings.LastIndexByte(text, '#'); i >= 0 && (i == 0 || text[i-1] == ' ') {
		if game, after := cutGame(text[i:]); game != "" && after == "" {
			return game, p.upTo(strings.TrimRight(p.folded[:i], " "))
		}
	}
	return "", p
}

// takeBareGame is takeGame for a verb behind which a number can only be a game: "42", "game
// 42".
func (p phrase) takeBareGame() (game string, rest phrase) {
	if word, after, _ := strings.Cut(p.folded, " "); lex.Means(word, "game") {
		if after = strings.TrimLeft(after, " "); after != "" && (after[0] == '#' || plain.IsDigit(after[0])) {
			p = p.from(after)
		}
	}
	if game, rest = p.takeGame(); game != "" {
		return game, rest
	}
	number := strings.TrimRightFunc(p.folded, plain.IsRightEdge)
	if game, after := cutGame("#" + number); game != "" {
		return game, p.upTo(number).from(after)
	}
	return "", p
}

// opensSentence reports whether a comma stands between the verb and the rest:
// "Never, resign!"
func (p phrase) opensSentence() bool { return strings.HasPrefix(p.mark, ",") }

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

// cutGame takes "#42" off the front of a text, and a mark behind it. It returns
// the number without leading zeros.
func cutGame(text string) (game, rest string) {
	const mostDigits = 9
	digits, found := strings.CutPrefix(text, "#")
	if !found {
		return "", text
	}
	rest = strings.TrimLeft(digits, "0123456789")
	n := len(digits) - len(rest)
	if n == 0 || n > mostDigits {
		return "", text
	}
	if rest != "" && strings.IndexByte(" :,.)]", rest[0]) < 0 {
		return "", text
	}
	number := strings.TrimLeft(digits[:n], "0")
	return "#" + cmp.Or(number, "0"), strings.TrimLeft(rest, " :,.)]")
}
