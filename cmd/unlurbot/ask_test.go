package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/admin"
	"unlurbot/mailbot/testing/livebot"
	"unlurbot/store"
)

// An operator asks about games, players and mails, and gets the same answers from a bot that
// runs and from a store that rests.
func TestAsk(t *testing.T) {
	servers := livebot.Sandbox(t)
	b := livebot.New(t, servers)
	bot := b.Start()
	ana, bo := servers.Person(t, "ana"), servers.Person(t, "bo")
	livebot.Begin(ana, bo)
	ana.Gets("turn")
	ana.Replies("C4\n\nGood luck!")
	bo.Gets("turn")
	var played string
	for played == "" {
		for _, raw := range servers.Folder(t, "unlur", "Unlur-Done") {
			if strings.Contains(raw, "Good luck!") {
				played = livebot.MessageID(raw)
			}
		}
		check(t, b.Ctx.Err())
	}
	ask := func(args ...string) string {
		t.Helper()
		said, err := b.Command(args...)
		if err != nil {
			t.Errorf("%q: %v: %s", args, err, said)
		}
		return said
	}
	contains := func(said string, words ...string) {
		t.Helper()
		for _, w := range words {
			if !strings.Contains(said, w) {
				t.Errorf("there is no %q in\n%s", w, said)
			}
		}
	}
	for _, running := range []bool{true, false} {
		if !running {
			bot.Stop()
		}
		contains(ask("games"), "GAME", "playing", "ana", "bo")
		contains(ask("games", "--player", servers.At("ana"), "--open"), "playing")
		contains(ask("game", "1"), "C4", "left, bo", "rated")
		contains(ask("mails"), "no mails")
		contains(ask("player", "bo"), servers.At("bo"), "playing")
		contains(ask("why", played), "decision:  played", "command (C4) | C4", "note | Good luck!", "Unlur-Done")
		var page admin.GamePage
		check(t, json.Unmarshal([]byte(ask("game", "--json", "1")), &page))
		if page.Number != 1 || len(page.Events) != 1 {
			t.Errorf("game 1 is %+v", page)
		}
		for _, wrong := range [][]string{{"game", "2"}, {"player", "zoe"}, {"why", "nothing@example.org"}, {"games", "--last", "0"}, {"mails", "--held", "--waiting"}} {
			if said, err := b.Command(wrong...); err == nil || !strings.HasPrefix(said, "unlurbot: ") {
				t.Errorf("%q: %v: %s", wrong, err, said)
			}
		}
	}
}

// An operator does something with a mail of a bot that runs, and of no other.
func TestMailOfARunningBot(t *testing.T) {
	servers := livebot.Sandbox(t)
	b := livebot.New(t, servers)
	bot := b.Start()
	bot.AwaitLog(b.Ctx, "mailbox open")
	bot.Stop()
	var mail string
	b.Look(func(s *store.Store) error {
		return s.Update(func(tx *store.Tx) error {
			m := &store.Outgoing{EnvelopeFrom: servers.At("unlur"), EnvelopeTo: servers.At("ana"), To: store.Mailbox{Addr: servers.At("ana")}, From: store.Mailbox{Addr: servers.At("unlur")},
				Subject: "Late", MessageID: "late@" + servers.Domain, Boundary: "b", Text: "Late.\n", Date: time.Now()}
			if err := tx.Enqueue(m); err != nil {
				return err
			}
			mail = fmt.Sprint(m.Number())
			return tx.GiveUp(m.ID, m.Date, "550 nobody")
		})
	})
	act := []string{"mail", mail, "--send-again"}
	if said, err := b.Command(act...); err == nil || !strings.Contains(said, "isn't running") {
		t.Errorf("while it rests: %v: %s", err, said)
	}
	bot = b.Start()
	ana := servers.Person(t, "ana")
	bot.AwaitLog(b.Ctx, "mailbox open")
	for _, wrong := range [][]string{{"mail", mail}, {"mail", mail, "--drop", "--send-again"}, {"mail", mail, "--drop"}, {"mail", "99", "--send-again"}} {
		if said, err := b.Command(wrong...); err == nil || !strings.HasPrefix(said, "unlurbot: ") {
			t.Errorf("%q: %v: %s", wrong, err, said)
		}
	}
	if said, err := b.Command(act...); err != nil || !strings.Contains(said, "leaves now") {
		t.Errorf("%v: %s", err, said)
	}
	if got := ana.Reads(); got.Subject != "Late" {
		t.Errorf("Ana gets %q", got.Subject)
	}
	bot.Stop()
}

// An operator does something to a player of a bot that runs, and of no other; the player is told,
// and what was done stands with the player.
func TestPlayerOfARunningBot(t *testing.T) {
	servers := livebot.Sandbox(t)
	b := livebot.New(t, servers)
	ban := []string{"player", "bo", "--ban", "--reason", "You have written nonsense."}
	bot := b.Start()
	ana, bo := servers.Person(t, "ana"), servers.Person(t, "bo")
	livebot.Begin(ana, bo)
	ana.Gets("turn")
	bot.Stop()
	if said, err := b.Command(ban...); err == nil || !strings.Contains(said, "isn't running") {
		t.Errorf("while it rests: %v: %s", err, said)
	}
	bot = b.Start()
	bot.AwaitLog(b.Ctx, "mailbox open")
	for _, wrong := range [][]string{
		{"player", "bo", "--ban"}, {"player", "bo", "--ban", "--unban", "--reason", "x"}, {"player", "bo", "--reason", "x"}, {"player", "bo", "--yes"},
		{"player", "zoe", "--ban", "--reason", "x"}, {"player", "bo", "--unban"}, {"player", "bo", "--reachable"}, {"player", "bo", "--rename", "ana", "--reason", "x"},
		{"player", "bo", "--rename", "C4", "--reason", "x"}, {"player", "bo", "--forget", "--reason", "x"}, {"player", "bo", "--forget", "--yes"},
		{"player", "bo", "--ban", "--reason", "two\nlines"},
	} {
		if said, err := b.Command(wrong...); err == nil || !strings.HasPrefix(said, "unlurbot: ") {
			t.Errorf("%q: %v: %s", wrong, err, said)
		}
	}
	does := func(args []string, words ...string) {
		t.Helper()
		said, err := b.Command(args...)
		if err != nil {
			t.Errorf("%q: %v: %s", args, err, said)
		}
		for _, w := range words {
			if !strings.Contains(said, w) {
				t.Errorf("%q: there is no %q in\n%s", args, w, said)
			}
		}
	}
	does(ban, "Player 2 (bo, "+servers.At("bo")+") is banned")
	if got := bo.Gets("by-operator"); !strings.Contains(got.Text, "You have written nonsense.") {
		t.Errorf("Bo gets %q", got.Text)
	}
	does([]string{"player", "bo"}, "banned since", "You have written nonsense.", "ban")
	does([]string{"player", "bo", "--rename", "Robert", "--reason", "Bo is another.", "--json"}, `"kind": "rename"`, `"before": "bo"`, `"after": "Robert"`, `"reason": "Bo is another."`, `"banned": "`)
	bo.Gets("by-operator")
	does([]string{"player", "Robert", "--unban"}, "may begin games again")
	bo.Gets("by-operator")
	does([]string{"player", "Robert", "--ban", "--reason", "Again."}, "is banned")
	bo.Gets("by-operator")
	does([]string{"player", "Robert", "--forget", "--reason", "A shared address.", "--yes"}, "is forgotten")
	if got := bo.Gets("forgotten"); !strings.Contains(got.Text, "A shared address.") {
		t.Errorf("Bo gets %q", got.Text)
	}
	ana.Gets("cancelled")
	does([]string{"player", servers.At("bo")}, "forgotten", "banned", "rename", "unban")
	does([]string{"player", servers.At("bo"), "--unban"}, "Player 2 may begin games again; no mail tells of it")
	bot.Stop()
	does([]string{"verify"})
}
