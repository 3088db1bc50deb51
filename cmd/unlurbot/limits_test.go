package main

import (
	"strings"
	"testing"

	"unlurbot/mailbot/testing/livebot"
)

// With --limits the sandbox keeps to what holds in the open world: a mail program
// that answers every mail, over real SMTP and IMAP and with nothing that says
// what it is, gets three answers, and then nothing before it asks for something
// else. Without, it would go on for ever.
func TestSandboxLimits(t *testing.T) {
	p := startSandbox(t, "--limits")
	ana, bo := p.people()
	livebot.Begin(ana, bo)
	ana.Gets("turn")
	for range 3 {
		ana.Replies("show")
		ana.Gets("show")
	}
	if !strings.Contains(ana.Last.Text, "I won't answer that again today") {
		t.Errorf("the last answer does not say so:\n%s", ana.Last.Text)
	}
	ana.Replies("show")
	ana.Replies("games")
	if got := ana.Reads().Event(); got != "games" {
		t.Errorf("after the third answer it gets %q", got)
	}
	p.Stop()
}
