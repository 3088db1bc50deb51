package command

import (
	"strings"
	"unicode/utf8"

	"unlurbot/parser/plain"
)

// A note is for nobody but its writer. Taken for one, words to the opponent would
// be lost; taken for such words, a note would be given away. So "note" before
// what may be a sentence is asked about, unless a colon parts them.

// takeNote takes text, as it was written.
func takeNote(rest phrase) ([]string, bool) {
	if rest.maySpeak() {
		return nil, false
	}
	return takeText(rest)
}

// maySpeak reports whether "note" and the rest may be a sentence.
func (p phrase) maySpeak() bool {
	if strings.Contains(p.mark, ":") {
		return false
	}
	first, _, _ := strings.Cut(plain.TrimEdges(strings.ToLower(p.folded)), " ") // "Note – I am away"
	first = strings.ReplaceAll(plain.TrimEdges(first), "’", "'")
	return strings.TrimSpace(p.mark) != "" || englishOpeners[first] || p.goesOn()
}

// nearNote offers both meanings of "Note that I am away".
func nearNote(rest phrase) []string {
	note := newCommand("note", []string{rest.folded}, "")
	said := "Note"
	if v, ok := verbOf(rest.verb); ok && !v.isEnglish(rest.verb) {
		said = rest.verb
	}
	say := newCommand("say", []string{said + rest.mark + rest.folded}, "")
	return []string{note.String(), say.String()}
}

// beginsNote reports whether the first word of a line is "note", or the first one
// behind a game.
func beginsNote(line string) bool {
	_, text := cutGame(strings.TrimLeftFunc(plain.Fold(line), plain.IsLeftEdge))
	p := phrase{folded: strings.TrimLeftFunc(text, plain.IsLeftEdge)}
	v, ok := verbOf(plain.TrimEdges(p.folded[:p.verbEnd()]))
	return ok && v.name == "note"
}

// noteEnd returns where the lines of a note end that begins in line at. A mail
// program may have broken it in the middle of a sentence of which the rest is not
// for the opponent either: a line so long that it may be broken goes on in the one
// directly below, unless that is a command.
func noteEnd(lines []string, at int) int {
	for at++; at < len(lines) && mayBeBroken(lines[at-1]); at++ {
		if plain.IsBlank(lines[at]) || IsCommand(lines[at]) {
			break
		}
	}
	return at
}

// mayBeBroken reports whether a line is so long that a mail program may have broken
// it: they do so at 60 characters and more.
func mayBeBroken(line string) bool {
	const shortest = 50 // characters
	return utf8.RuneCountInString(line) >= shortest
}

// wholeNote reads the lines of a note, of which c is what the first one alone says,
// and returns where they end.
func wholeNote(c Command, lines []string, at int) (Command, int) {
	end := noteEnd(lines, at)
	if whole, ok := Parse(strings.Join(lines[at:end], " ")); ok {
		whole.Line = c.Line
		return whole, end
	}
	return c, at + 1
}
