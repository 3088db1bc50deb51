package templates

import (
	"slices"
	"strings"
)

// quiet are the commands that have a small link at the end of a mail about a game, the
// one last that is worst to touch by accident. Those that end in a blank want words
// behind them.
var quiet = []string{"analyse", "show", "history", "undo", "hint", "say ", "note ", "preview ", "withdraw", "rematch", "forget ifs", "rules", "never", "abort", "resign"}

// open gives those of some verbs that the reader can answer with. A yes answers what a
// notice offers, unless that is to resign: a button would be too easy.
func (v *View) open(verbs []string) (all []string) {
	for _, verb := range verbs {
		if v.May(strings.TrimRight(verb, " ")) {
			all = append(all, verb)
		}
	}
	return all
}

// May says whether the reader can answer with a verb. Who is asked to let a move be taken
// back is not asked in the same breath whether to end the contract.
func (v *View) May(verb string) bool {
	switch {
	case verb == "yes":
		return slices.ContainsFunc(v.Notices, func(n Notice) bool { return n.Offered && !n.Resigns })
	case v.Game == nil:
		return false
	case verb == "black" && slices.Contains(v.Game.Choices, "allow"):
		return false
	}
	return slices.Contains(v.Game.Choices, verb)
}

// answers writes some verbs as buttons or links, with their labels. In a mail that shows
// several games, each names its game.
func (l *language) answers(letter byte, v *View, verbs []string) (string, error) {
	var lines []string
	for _, verb := range verbs {
		plain, words := strings.CutSuffix(verb, " ")
		label, err := l.piece("label "+plain, v)
		if err != nil {
			return "", err
		}
		command := v.Word(plain)
		if words {
			command += " "
		}
		if v.Game != nil {
			command = v.Game.Board.moves + command
		}
		lines = append(lines, emit(letter, label, command))
	}
	return strings.Join(lines, "\n"), nil
}
