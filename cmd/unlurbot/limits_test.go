package main

import (
	"strings"
	"testing"
)

// With --limits the sandbox keeps to what holds in the open world: a mail program
// that answers every mail, over real SMTP and IMAP and with nothing that says
// what it is, gets three answers, and then nothing before it asks for something
// else. Without, it would go on for ever.
func TestSandboxLimits(t *testing.T) {
	p := start(t, nil, "sandbox", "--limits", "--smtp", "127.0.0.1:0", "--imap", "127.0.0.1:0")
	people := p.people()
	people.begin("sandbox.test", true)
	people.await(0, "turn")
	for range 3 {
		people.reply(0, "show")
		people.await(0, "show")
	}
	if !strings.Contains(people.last[0].Text, "I will not answer the same again today") {
		t.Errorf("the last answer does not say so:\n%s", people.last[0].Text)
	}
	people.reply(0, "show")
	people.reply(0, "games")
	l, err := people.people[0].Next(people.ctx)
	check(t, err)
	if l.Event() != "games" {
		t.Errorf("after the third answer it gets %q", l.Event())
	}
	people.close()
	p.stop()
}
