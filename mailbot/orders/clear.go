package orders

import (
	"slices"
	"strings"

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
