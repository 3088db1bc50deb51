package mailbot

import (
	"slices"
	"strings"
	"unicode"

	"unlurbot/game"
	"unlurbot/mailbot/orders"
	"unlurbot/parser"
)

// tellsPlan gives the line of a note that gives a plan away, "" for none: what is not
// written as a plan, such as "if C4 I play D5", is a note, and the opponent would read
// it. Below plans any cell may be a part of them.
func (e *errand) tellsPlan(note string) string {
	if line := planInWords(note); line != "" || !e.asksFor(orders.If) {
		return line
	}
	return firstLine(note, func(words []string) bool { return slices.ContainsFunc(words, isPlannable) })
}

// planInWords gives the line of a note that looks like one of a plan, "" for none.
func planInWords(note string) string { return firstLine(note, looksLikePlan) }

// firstLine gives the first line of a text of which the words are as wanted.
func firstLine(text string, wanted func(words []string) bool) string {
	for line := range strings.Lines(text) {
		if wanted(wordsOf(line)) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

func wordsOf(line string) []string {
	return strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// isIf says whether a word is "if", in any language. "Sí" is not "si".
func isIf(word string) bool {
	return slices.ContainsFunc(parser.Languages(), func(l string) bool { return strings.EqualFold(word, parser.Say(orders.If, l)) })
}

// looksLikePlan says whether a line begins with "if" and soon names a move, or
// with a slip of "if" and two moves.
func looksLikePlan(words []string) bool {
	const soon = 4
	switch {
	case len(words) > 0 && isIf(words[0]):
		return slices.ContainsFunc(words[:min(len(words), soon)], isPlannable)
	case len(words) > 2:
		return isPlannable(words[1]) && isPlannable(words[2])
	}
	return false
}

// isPlannable says whether a word can stand in a plan.
func isPlannable(word string) bool {
	_, err := game.ParsePlan([]string{word, word})
	return err == nil
}
