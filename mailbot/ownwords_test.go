package mailbot

import (
	"maps"
	"slices"
	"testing"

	"unlurbot/mailbot/testing/quoting"
	"unlurbot/parser"
)

// ownWordsNeverPlay is a law that every house holds at its end: no mail that we
// sent, brought back to us in whatever way, holds a command. Package templates
// holds it for every kind of mail in every way, this for whatever players and their
// words make of them: each mail comes back in some ways, and all ways have their turn.
func (h *house) ownWordsNeverPlay() {
	const apart = 16
	turn := 0
	for _, address := range slices.Sorted(maps.Keys(h.mails)) { // so that a failure comes again
		for _, m := range h.mails[address] {
			turn++
			mail := quoting.Mail{Subject: m.Subject, Text: m.Text, HTML: m.HTML.String()}
			for i := turn % apart; i < len(quoting.Styles); i += apart {
				style := quoting.Styles[i]
				read := parser.ReadMail(style.Answer(mail, ""), parser.Options{})
				if orders := read.Orders(); len(orders.Commands) > 0 {
					h.t.Errorf("%s, our own words are %v:\n%s", style.Name, orders.Commands, read.Reply)
				}
				if c, ok := read.Wish(); ok {
					h.t.Errorf("%s, our own words wish for %s:\n%s", style.Name, c, read.Reply)
				}
			}
		}
	}
}

// Below a move of the player's own, our words add nothing to it: neither a
// second move nor words for the opponent.
func TestOwnWordsBelowAMove(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	h.reply("ana@example.org", "C4")
	turn := h.last("bo@example.net")
	h.fresh = nil
	for _, style := range quoting.Styles {
		if style.Bare {
			continue
		}
		mail := quoting.Mail{Subject: turn.Subject, Text: turn.Text, HTML: turn.HTML.String()}
		read := parser.ReadMail(style.Answer(mail, "D5"), parser.Options{})
		if orders := read.Orders(); len(orders.Commands) != 1 || orders.Note != "" || len(orders.Problems) > 0 {
			t.Errorf("%s: %+v", style.Name, orders)
		}
	}
}
