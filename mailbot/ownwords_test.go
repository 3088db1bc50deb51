package mailbot_test

import (
	"testing"

	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/testing/quoting"
	"unlurbot/parser"
)

// Below a move of the player's own, our words add nothing to it: neither a
// second move nor words for the opponent.
func TestOwnWordsBelowAMove(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	ana.Replies("C4")
	turn := bo.Last()
	b.Fresh = nil
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
