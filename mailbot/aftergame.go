package mailbot

import (
	"slices"
	"strings"

	"unlurbot/parser"
	"unlurbot/store"
)

// talkProblems are what package parser says of words that are no command. A sentence
// that names a move is among them, for in a game that is over none can be meant; a
// slip of a command is not.
var talkProblems = []string{parser.CodeUnknown, parser.CodeMaybeMove}

// readTalk takes an answer to a mail about a game that is over, if there is no
// command in it, for words to the opponent: "Good game!" In a game that goes on
// they are asked about, since a move may be meant.
//
// It comes after makeWish, so that these words count as nothing that was asked for:
// a program that answers everything tires of it soon, see lineUp, whatever it writes.
func (e *errand) readTalk() error {
	if !e.proven || e.worn || e.confirms != nil || len(e.orders.Commands) > 0 || len(e.orders.Problems) != 1 {
		return nil
	}
	if !slices.Contains(talkProblems, e.orders.Problems[0].Code) {
		return nil
	}
	g, err := e.replyGame()
	if g == nil || err != nil || g.State != store.Finished && g.State != store.Cancelled {
		return err
	}
	text, cut := talk(e.mail.Reply)
	if text == "" {
		return nil
	}
	e.orders.Commands, e.orders.Problems = []parser.Command{{Verb: sayVerb, Args: []string{text}}}, nil
	if cut {
		e.orders.Problems = []parser.Problem{{Code: parser.CodeNoteTooLong}}
	}
	return nil
}

// talk gives the words of a reply, without what it quotes, and whether they are cut
// at the length of a note.
func talk(reply string) (text string, cut bool) {
	lines := slices.DeleteFunc(strings.Split(reply, "\n"), func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), ">") })
	text = safeText(strings.Join(lines, "\n"))
	if runes := []rune(text); len(runes) > parser.MaxNote {
		return strings.TrimSpace(string(runes[:parser.MaxNote])), true
	}
	return text, false
}
