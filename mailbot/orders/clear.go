package orders

import (
	"slices"
	"strings"
	"unicode"

	"unlurbot/game"
	"unlurbot/mailbot/safe"
	"unlurbot/parser"
)

// HangsOn says whether a command must not be carried out beside a line that was not
// understood.
func (cmd Command) HangsOn(p parser.Problem) bool {
	switch p.Code {
	case parser.CodeNear, parser.CodeMaybeMove, parser.CodeUnknown, parser.CodeTwoMoves:
		return cmd.Clear == ClearMail || cmd.Clear == ClearPlay && !isAside(p)
	}
	return false
}

// isAside says whether a line that was not understood can only have meant commands by
// which no games are begun and played.
func isAside(p parser.Problem) bool {
	suggests := p.Suggests
	if p.Suggest != "" {
		suggests = []string{p.Suggest}
	}
	plays := func(suggest string) bool {
		meant := parser.ReadOrders(strings.TrimPrefix(suggest, Help+" "), "").Commands
		if len(meant) != 1 {
			meant = []parser.Command{{Verb: strings.TrimPrefix(suggest, Help+" ")}} // "help if"
		}
		cmd, known := Of(meant[0])
		return !known || cmd.Clear != ClearLine || IsMove(meant[0])
	}
	return len(suggests) > 0 && !slices.ContainsFunc(suggests, plays)
}

// holdBack takes out the commands for which the mail is not clear enough, and notes whether it is clear enough for plans.
func (r *reader) holdBack() {
	inWords := planInWords(r.Note) != ""
	var clear []parser.Command
	for _, c := range r.Commands {
		cmd, _ := Of(c)
		unclear := slices.ContainsFunc(r.Problems, func(p parser.Problem) bool { return cmd.HangsOn(p) })
		switch {
		case c.Verb == If: // which is tried all the same, to say what is wrong with it
			r.PlansLost = r.PlansLost || unclear || inWords
			clear = append(clear, c)
		case unclear:
			r.Held = append(r.Held, c)
		default:
			clear = append(clear, c)
		}
	}
	r.Commands = clear
}

// TellsPlan gives the line of a note that gives a plan away, "" for none: what is not
// written as a plan, such as "if C4 I play D5", is a note, and the opponent would read
// it. Below plans any cell may be a part of them.
func (r *Reading) TellsPlan() string {
	note := safe.Text(r.Note)
	if line := planInWords(note); line != "" || !r.AsksFor(If) {
		return line
	}
	return firstLine(note, func(words []string) bool { return slices.ContainsFunc(words, isPlannable) })
}

// planInWords gives the line of a note that looks like one of a plan, "" for none.
func planInWords(note string) string { return firstLine(note, looksLikePlan) }

// firstLine gives the first line of a text of which the words are as wanted.
func firstLine(text string, wanted func(words []string) bool) string {
	for line := range strings.Lines(text) {
		if wanted(strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// looksLikePlan says whether a line begins with "if" and soon names a move, or
// with a slip of "if" and two moves.
func looksLikePlan(words []string) bool {
	const soon = 4
	isIf := func(word string) bool { // in any language; "Sí" is not "si"
		return slices.ContainsFunc(parser.Languages(), func(l string) bool { return strings.EqualFold(word, parser.Say(If, l)) })
	}
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
