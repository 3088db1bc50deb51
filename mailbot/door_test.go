package mailbot

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/letters"
)

// Mails in the names of strangers that prove nothing use up what such mails may bring
// about, and nothing of what strangers may for whom our server vouches: not in all, and
// not for the address that was named.
func TestForgedMailsShutNoDoor(t *testing.T) {
	h := newHouse(t)
	h.brief = true
	h.bot.cfg.Limits.UnprovenInAll = 20
	for i := range 30 {
		h.write(note{from: fmt.Sprintf("stranger%d@example.com", i), body: "help"})
	}
	h.write(note{from: "eve@example.com", body: "help"})
	for _, row := range []struct {
		from, body string
		want       Decision
	}{
		{"stranger1@example.com", "Hello, what is this?", NotUnderstood}, // who has had help already, because of a forged mail
		{"eve@example.com", "Hello, what is this?", NotUnderstood},
		{"fay@example.com", "help", Answered},
		{"stranger2@example.com", "challenge bo@example.net", Challenged},
	} {
		h.fresh = nil
		if d := h.write(note{from: row.from, vouched: true, body: row.body}); d != row.want || len(h.mails[row.from]) == 0 {
			t.Errorf("%q by %s is %s, want %s", row.body, row.from, d, row.want)
		}
	}
}

// Whoever has a domain has any number of addresses in it, and subdomains; they can't
// use up the places of a day.
func TestOneDomainFillsNoDoor(t *testing.T) {
	h := newHouse(t)
	h.bot.cfg.Limits.NewPlayers, h.bot.cfg.Limits.UnprovenInAll = 10, 10
	for i := range 20 {
		h.vouched(fmt.Sprintf("one@m%d.mal.example", i), "help")
		h.vouched(fmt.Sprintf("two@m%d.mal.example", i), "What is this?")
	}
	for i := range 4 {
		if d := h.vouched(fmt.Sprintf("newcomer@n%d.example", i), "help"); d != Answered {
			t.Errorf("newcomer %d: %s", i, d)
		}
		if d := h.vouched(fmt.Sprintf("curious@n%d.example", i), "What is this?"); d != NotUnderstood {
			t.Errorf("somebody curious, %d: %s", i, d)
		}
	}
	// Who is turned down is told so, once.
	last := "one@m19.mal.example"
	for range 3 {
		if d := h.vouched(last, "help"); d != Limited {
			t.Errorf("another mail from there is %s", d)
		}
	}
	if got := h.mails[last]; len(got) != 1 || !strings.Contains(strings.Join(strings.Fields(got[0].Text), " "), "I can take no more before 00:00 UTC") {
		t.Errorf("%d mails to %s", len(got), last)
	}
	h.now = letters.Tomorrow(h.now)
	if d := h.vouched(last, "help"); d != Answered {
		t.Errorf("the next day it is %s", d)
	}
	h.now = h.now.Add(time.Hour)
}
