package mailbot

import (
	"log/slog"
	"strings"
	"testing"
)

// The log has one line for each mail, with the number of the game where there
// is one: an operator who looks for a game must not find all the others' mails.
func TestLogOfMails(t *testing.T) {
	h := newHouse(t)
	log := &strings.Builder{}
	h.bot.log = slog.New(slog.NewTextHandler(log, nil))
	line := func(want ...string) {
		t.Helper()
		for _, words := range append(want, "msg=mail", "class=person") {
			if !strings.Contains(log.String(), words) {
				t.Errorf("no %s in %s", words, log)
			}
		}
		if n := strings.Count(log.String(), "msg=mail"); n != 1 {
			t.Errorf("%d lines for a mail:\n%s", n, log)
		}
		log.Reset()
	}
	h.write(note{from: "ana@example.org", vouched: true, body: "games"})
	if strings.Contains(log.String(), "game=") {
		t.Errorf("a game that there is not: %s", log)
	}
	line("decision=answered")
	h.write(note{from: "ana@example.org", vouched: true, body: "challenge bo@example.net"})
	line("decision=challenged", " game=1 ")
}
