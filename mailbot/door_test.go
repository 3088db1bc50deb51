package mailbot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/shares"
	"unlurbot/mailbot/testing/bottest"
)

// Mails in the names of strangers that prove nothing use up what such mails may bring
// about, and nothing of what strangers may for whom our server vouches: not in all, and
// not for the address that was named.
func TestForgedMailsShutNoDoor(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	b.Brief = true
	b.Configure(func(c *mailbot.Config) { c.Limits.UnprovenInAll = 20 })
	for i := range 30 {
		b.Person(fmt.Sprintf("stranger%d@example.com", i)).WritesUnproven("help")
	}
	b.Person("eve@example.com").WritesUnproven("help")
	for _, row := range []struct {
		from, body string
		want       decision.Decision
	}{
		{"stranger1@example.com", "Hello, what is this?", decision.NotUnderstood}, // who has had help already, because of a forged mail
		{"eve@example.com", "Hello, what is this?", decision.NotUnderstood},
		{"fay@example.com", "help", decision.Answered},
		{"stranger2@example.com", "challenge bo@example.net", decision.Challenged},
	} {
		b.Fresh = nil
		if d := b.Person(row.from).Writes(row.body).Decision; d != row.want || len(b.Person(row.from).Mails()) == 0 {
			t.Errorf("%q by %s is %s, want %s", row.body, row.from, d, row.want)
		}
	}
}

// Whoever has a domain has any number of addresses in it, and subdomains; they can't
// use up the places of a day.
func TestOneDomainFillsNoDoor(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	b.Configure(func(c *mailbot.Config) { c.Limits.NewPlayers, c.Limits.UnprovenInAll = 10, 10 })
	for i := range 20 {
		b.Person(fmt.Sprintf("one@m%d.mal.example", i)).Writes("help")
		b.Person(fmt.Sprintf("two@m%d.mal.example", i)).Writes("What is this?")
	}
	for i := range 4 {
		if d := b.Person(fmt.Sprintf("newcomer@n%d.example", i)).Writes("help").Decision; d != decision.Answered {
			t.Errorf("newcomer %d: %s", i, d)
		}
		if d := b.Person(fmt.Sprintf("curious@n%d.example", i)).Writes("What is this?").Decision; d != decision.NotUnderstood {
			t.Errorf("somebody curious, %d: %s", i, d)
		}
	}
	// Who is turned down is told so, once.
	last := "one@m19.mal.example"
	for range 3 {
		if d := b.Person(last).Writes("help").Decision; d != decision.Limited {
			t.Errorf("another mail from there is %s", d)
		}
	}
	if got := b.Person(last).Mails(); len(got) != 1 || !strings.Contains(strings.Join(strings.Fields(got[0].Text), " "), "I can't take any more before 00:00 (UTC)") {
		t.Errorf("%d mails to %s", len(got), last)
	}
	b.Now = shares.Tomorrow(b.Now)
	if d := b.Person(last).Writes("help").Decision; d != decision.Answered {
		t.Errorf("the next day it is %s", d)
	}
	b.Now = b.Now.Add(time.Hour)
}
