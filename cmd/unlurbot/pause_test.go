package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"unlurbot/mailbot/admin"
	"unlurbot/mailbot/health"
	"unlurbot/mailbot/testing/livebot"
	"unlurbot/store"
)

// An operator pauses a bot: mails stay in the mailbox and who writes is told, also when the bot was
// killed meanwhile. When it goes on it plays what has come.
func TestPause(t *testing.T) {
	b := livebot.New(t, livebot.Sandbox(t))
	bot := b.Start()
	ana, bo := b.Servers.Person(t, "ana"), b.Servers.Person(t, "bo")
	livebot.Begin(ana, bo)
	ana.Gets("turn")
	b.Says("expected \"<text>\"", "pause")
	b.Says("isn't paused", "resume")
	b.Says("Emails stay in the mailbox", "pause", "The server moves; back on Sunday.")
	b.Says("paused already", "pause", "Once more.")
	ana.Replies("C4")
	if told := ana.Gets("paused"); !strings.Contains(told.Text, "| The server moves; back on Sunday.") {
		t.Errorf("Ana reads:\n%s", told.Text)
	}
	bot.Kill()
	bot = b.Start()
	bo.Writes("games")
	bo.Gets("paused")
	var s health.Status
	check(t, json.Unmarshal([]byte(b.Says("", "status", "--json")), &s))
	if !s.Good || s.Paused == nil || s.Paused.Words != "The server moves; back on Sunday." {
		t.Errorf("it is %+v", s)
	}
	b.Says("back on Sunday.", "status")
	if n := b.Servers.Count(t, "unlur", "INBOX"); n != 2 {
		t.Errorf("%d mails are in the mailbox", n)
	}
	var done admin.Halt
	check(t, json.Unmarshal([]byte(b.Says("", "resume", "--json")), &done))
	if !done.Since.Equal(s.Paused.Since) || done.Act.At.Before(done.Since) || done.Act.Number != 2 {
		t.Errorf("it goes on: %+v", done)
	}
	ana.Gets("moved")
	bo.Gets("turn")
	bo.Gets("games")
	b.Finish(bot)
	b.Says("ok\n", "verify")
}

// The operator does the same by mail, also in a pause, in which no other mail is read: the mails with the orders are
// filed at once, and nothing is done twice.
func TestPauseByMail(t *testing.T) {
	servers := livebot.Sandbox(t)
	servers.More += "operator: " + servers.At("gina") + "\n"
	b := livebot.New(t, servers)
	bot := b.Start()
	gina, ana, bo := servers.Person(t, "gina"), servers.Person(t, "ana"), servers.Person(t, "bo")
	livebot.Begin(ana, bo)
	ana.Gets("turn")
	orders := func(order string, want ...string) {
		t.Helper()
		gina.Writes(order)
		told := gina.ReadsOnce() // who kills a bot may get the last mail twice
		for _, w := range want {
			if !strings.Contains(told.Text, w) {
				t.Errorf("%q: there is no %q in\n%s", order, w, told.Text)
			}
		}
	}
	orders("operator status", "The bot is well.", "last email accepted", "unlurbot.db")
	orders("operator pause The server moves.", "Paused since", "| The server moves.")
	ana.Replies("C4")
	ana.Gets("paused")
	orders("operator status", "Paused since", "The bot is well.")
	orders("operator why "+ana.Wrote[len(ana.Wrote)-1], "has not dealt with", "command (C4) | C4", "INBOX")
	bot.Kill()
	bot = b.Start()
	orders("operator resume", "The bot goes on.")
	bo.Gets("turn")
	orders("operator resume", "isn't paused")
	orders("operator why <"+gina.Wrote[len(gina.Wrote)-2]+">", "operated", "Unlur-Done")
	b.Finish(bot)
	check(t, b.Ctx.Err())
	b.Look(func(s *store.Store) error {
		return s.View(func(tx *store.Tx) error {
			done := ""
			for a, err := range tx.Acts() {
				check(t, err)
				done += fmt.Sprintf("%s %v; ", a.Kind, a.Mailed)
			}
			if done != "resume true; pause true; " {
				t.Errorf("the acts are %s", done)
			}
			return nil
		})
	})
}
