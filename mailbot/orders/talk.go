package orders

import (
	"slices"
	"strings"

	"unlurbot/mailbot/safe"
	"unlurbot/parser"
	"unlurbot/store"
)

// talkProblems are what package parser says of words that are no command. A sentence
// that names a move is among them, for in a game that is over none can be meant; a
// slip of a command is not.
var talkProblems = []string{parser.CodeUnknown, parser.CodeMaybeMove}

// readTalk takes an answer to a mail about a game that is over, if there is no
// command in it, for words to the opponent: "Good game!" In a game that goes on only
// what can mean nothing else is taken so, "Thanks!"; other words are asked about.
//
// It comes after makeWish, so that these words count as nothing that was asked for:
// a program that answers everything is soon answered no more, whatever it writes.
func (r *reader) readTalk() error {
	if !r.claim.Proven() || r.claim.Spent() || r.claim.Request() != nil || len(r.Commands) > 0 || len(r.Problems) != 1 {
		return nil
	}
	if !slices.Contains(talkProblems, r.Problems[0].Code) {
		return nil
	}
	g, err := r.claim.Answers(r.u)
	switch {
	case g == nil || err != nil:
		return err
	case g.State == store.Finished, g.State == store.Cancelled:
	case g.State == store.Playing && r.mail.IsChat():
	default:
		return nil
	}
	text, cut := Talk(r.mail.Reply)
	if text == "" {
		return nil
	}
	r.Commands, r.Problems = []parser.Command{{Verb: Say, Args: []string{text}}}, nil
	if cut {
		r.Problems = []parser.Problem{{Code: parser.CodeNoteTooLong}}
	}
	return nil
}

// Talk gives the words of a reply, without what it quotes, and whether they are cut
// at the length of a note.
func Talk(reply string) (text string, cut bool) {
	lines := slices.DeleteFunc(strings.Split(reply, "\n"), func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), ">") })
	text = safe.Text(strings.Join(lines, "\n"))
	if runes := []rune(text); len(runes) > parser.MaxNote {
		return strings.TrimSpace(string(runes[:parser.MaxNote])), true
	}
	return text, false
}
