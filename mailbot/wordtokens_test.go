package mailbot

import (
	"fmt"
	"strings"
	"testing"
)

// Who copies a cell out of a board copies its link too, and with it what shows that
// an answer is the player's: nobody else reads that.
func TestWordsCarryNoToken(t *testing.T) {
	for _, way := range []string{"%[1]s\n\nWhat about %[2]s?", "say What about %[2]s?", "say What about %[2]s?\n%[1]s"} {
		h := newHouse(t)
		h.begin("ana@example.org", "bo@example.net")
		who, other := "ana@example.org", "bo@example.net"
		token, ok := h.bot.detailOf(h.last(who).ReplyTo.Addr)
		if !ok {
			t.Fatalf("no token in %s", h.last(who).ReplyTo.Addr)
		}
		link := fmt.Sprintf("D5<mailto:unlur%%2B%s@example.org?subject=Re%%3A&body=D5>", token)
		h.reply(who, fmt.Sprintf(way, cellOf(h), link))
		got := h.last(other)
		if !strings.Contains(got.Text, "What about") {
			t.Fatalf("%q: not passed on:\n%s", way, got.Text)
		}
		for _, m := range h.mails[other] {
			if text := strings.ReplaceAll(m.Text, "\n  | ", ""); strings.Contains(text, token) || strings.Contains(strings.ReplaceAll(m.HTML.String(), "<br>\n", ""), token) {
				t.Errorf("%q: the opponent reads the token:\n%s", way, m.Text)
			}
		}
	}
}
