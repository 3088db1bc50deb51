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
	if !strings.Contains(rest.mark, ":") {
		first, _, _ := strings.Cut(plain.TrimEdges(strings.ToLower(rest.folded)), " ") // "Note – I am away"
		first = strings.ReplaceAll(plain.TrimEdges(first), "’", "'")
		if strings.TrimSpace(rest.mark) != "" || englishOpeners[first] || rest.goesOn() {
			return nil, false
		}
	}
	return takeText(rest)
}

// nearNote offers both meanings of "Note that I am away".
func nearNote(rest phrase) []string {
	note := newCommand("note", []string{rest.folded}, "")
	said := "Note"
	if rest.isForeign() {
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
