package mailbot

import (
	"slices"
	"strings"

	"unlurbot/game"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/token"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// talkProblems are what package parser says of words that are no command. A sentence
// that names a move is among them, for in a game that is over none can be meant; a
// slip of a command is not.
var talkProblems = []string{parser.CodeUnknown, parser.CodeMaybeMove}

// readTalk takes an answer to a mail about a game that is over, if there is no
// command in it, for words to the opponent: "Good game!" In a game that goes on only
// what can mean nothing else is taken so, "Thanks!"; other words are asked about, see
// offerWords.
//
// It comes after makeWish, so that these words count as nothing that was asked for:
// a program that answers everything tires of it soon, see lineUp, whatever it writes.
func (e *errand) readTalk() error {
	if !e.claim.Proven() || e.claim.Spent() || e.claim.Request() != nil || len(e.orders.Commands) > 0 || len(e.orders.Problems) != 1 {
		return nil
	}
	if !slices.Contains(talkProblems, e.orders.Problems[0].Code) {
		return nil
	}
	g, err := e.replyGame()
	switch {
	case g == nil || err != nil:
		return err
	case g.State == store.Finished, g.State == store.Cancelled:
	case g.State == store.Playing && e.mail.IsChat():
	default:
		return nil
	}
	text, cut := talk(e.mail.Reply)
	if text == "" {
		return nil
	}
	e.orders.Commands, e.orders.Problems = []parser.Command{{Verb: orders.Say, Args: []string{text}}}, nil
	if cut {
		e.orders.Problems = []parser.Problem{{Code: parser.CodeNoteTooLong}}
	}
	return nil
}

// offerWords asks whether words that are no command, in an answer to a mail about a game
// that goes on, are for the opponent. Nil if they can't be.
func (e *errand) offerWords(p parser.Problem, g *store.Game) *result {
	asksElse := e.claim.Asked() != 0 && e.claim.Asked() != token.AskNothing
	if p.Code != parser.CodeUnknown || !e.claim.Proven() || e.claim.Spent() || asksElse || len(e.results) > 0 || len(e.orders.Problems) != 1 {
		return nil
	}
	if g == nil || g.State != store.Playing || e.numberIn(parser.Command{}) != g.Number || g.SeatOf(e.sender.ID) == game.NoSeat {
		return nil
	}
	text, _ := talk(e.mail.Reply)
	if text == "" {
		return nil
	}
	e.request = &store.Request{Player: e.sender.ID, Made: e.u.TermBegins, Commands: []store.Requested{
		{Verb: orders.Say, Args: []string{text}, Game: g.Number, Ply: g.Turn()},
	}}
	return &result{kind: templates.Confirm, game: g, decision: Held, says: templates.View{Wish: orders.Say}}
}

// talk gives the words of a reply, without what it quotes, and whether they are cut
// at the length of a note.
func talk(reply string) (text string, cut bool) {
	lines := slices.DeleteFunc(strings.Split(reply, "\n"), func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), ">") })
	text = safe.Text(strings.Join(lines, "\n"))
	if runes := []rune(text); len(runes) > parser.MaxNote {
		return strings.TrimSpace(string(runes[:parser.MaxNote])), true
	}
	return text, false
}
