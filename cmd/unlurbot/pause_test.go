package main

import (
	"encoding/json"
	"strings"
	"testing"

	"unlurbot/mailbot/admin"
	"unlurbot/mailbot/health"
	"unlurbot/mailbot/testing/livebot"
)

// An operator pauses a bot: mails stay in the mailbox and who writes is told, also when the bot was
// killed meanwhile. When it goes on it plays what has come.
func TestPause(t *testing.T) {
	b := livebot.New(t, livebot.Sandbox(t))
	bot := b.Start()
	ana, bo := b.Servers.Person(t, "ana"), b.Servers.Person(t, "bo")
	livebot.Begin(ana, bo)
	ana.Gets("turn")
	does := func(want string, args ...string) string {
		t.Helper()
		said, err := b.Command(args...)
		if !strings.Contains(said, want) {
			t.Errorf("%q: %v, %s", args, err, said)
		}
		return said
	}
	does("expected \"<text>\"", "pause")
	does("isn't paused", "resume")
	does("Mails stay in the mailbox", "pause", "The server moves; back on Sunday.")
	does("paused already", "pause", "Once more.")
	ana.Replies("C4")
	if told := ana.Gets("paused"); !strings.Contains(told.Text, "| The server moves; back on Sunday.") {
		t.Errorf("Ana reads:\n%s", told.Text)
	}
	bot.Kill()
	bot = b.Start()
	bo.Writes("games")
	bo.Gets("paused")
	var s health.Status
	check(t, json.Unmarshal([]byte(does("", "status", "--json")), &s))
	if !s.Good || s.Paused == nil || s.Paused.Words != "The server moves; back on Sunday." {
		t.Errorf("it is %+v", s)
	}
	does("back on Sunday.", "status")
	if n := b.Servers.Count(t, "unlur", "INBOX"); n != 2 {
		t.Errorf("%d mails are in the mailbox", n)
	}
	var done admin.Halt
	check(t, json.Unmarshal([]byte(does("", "resume", "--json")), &done))
	if !done.Since.Equal(s.Paused.Since) || done.Act.At.Before(done.Since) || done.Act.Number != 2 {
		t.Errorf("it goes on: %+v", done)
	}
	ana.Gets("moved")
	bo.Gets("turn")
	bo.Gets("games")
	b.Finish(bot)
	does("ok\n", "verify")
}
