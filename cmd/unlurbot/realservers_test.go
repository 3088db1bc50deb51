//go:build realservers

package main

import (
	"os"
	"strings"
	"testing"

	"unlurbot/mailbot/testing/livebot"
	"unlurbot/mailbot/testing/realservers"
)

// One whole game through unlurbot run, Dovecot and Postfix; the bot is stopped
// and started in the middle. Each way of securing the connections has its turn.
func TestGameOnRealServers(t *testing.T) {
	for _, security := range []string{"none", "starttls", "tls"} {
		t.Run(security, func(t *testing.T) {
			t.Parallel() // most of the time is Dovecot waiting half a second before it tells of a mail
			playOnRealServers(t, security)
		})
	}
}

func playOnRealServers(t *testing.T, security string) {
	b := livebot.New(t, livebot.Real(t, realservers.Start(t), security))
	bot := b.Start()
	ana, bo := b.Servers.Person(t, "ana"), b.Servers.Person(t, "bo")
	players := [2]*livebot.Person{ana, bo}
	livebot.Begin(ana, bo)
	half := len(demoMoves) / 2
	livebot.PlayAll(ana, bo, demoMoves[:half]...)
	players[(half-1)%2].Gets("moved")
	bot.Stop()

	bot = b.Start()
	turn := players[half%2].Gets("turn")
	if !strings.Contains(turn.Text, "\n  Moves: 1 E5") {
		t.Errorf("the turn mail has no record:\n%s", turn.Text)
	}
	players[half%2].Replies(demoMoves[half])
	for ply := half + 1; ply < len(demoMoves); ply++ {
		players[ply%2].Gets("turn")
		players[ply%2].Replies(demoMoves[ply])
	}
	for who, result := range []string{"won", "lost"} {
		l := players[who].Gets("over")
		if got := l.Header.Get("X-Unlur-Result"); got != result {
			t.Errorf("player %d: %s, want %s", who, got, result)
		}
	}
	filedAll(b, len(demoMoves)+3)
	bot.Stop()
	looksWell(b)
}

// A folder that can't be made is for the operator to mend, and check says so.
func TestCheckTriesTheFolder(t *testing.T) {
	b := livebot.New(t, livebot.Real(t, realservers.Start(t), "none"))
	config, err := os.ReadFile(b.Config)
	check(t, err)
	impossible := strings.Replace(string(config), "imap: {", "imap: {done_mailbox: Unlur//Done, ", 1)
	check(t, os.WriteFile(b.Config, []byte(impossible), 0o600))
	out, err := b.Command("check")
	if err == nil || !strings.Contains(out, "failed  IMAP: ") || !strings.Contains(out, "choose another imap.done_mailbox") {
		t.Errorf("check: %v\n%s", err, out)
	}
}

// check --send finds its mail, whether a bot files it meanwhile or not, with the address that it was sent to, and
// leaves nothing behind.
func TestCheckSendOnRealServers(t *testing.T) {
	b := livebot.New(t, livebot.Real(t, realservers.Start(t), "starttls"))
	checks := func() {
		t.Helper()
		out, err := b.Command("check", "--send")
		for _, want := range []string{"ok      round trip: a mail to unlur+check-", "plus address: kept in ", "fields added: Return-Path, Delivered-To, Received", "trust: "} {
			if err != nil || !strings.Contains(out, want) {
				t.Errorf("no %q, %v in\n%s", want, err, out)
			}
		}
		if strings.Contains(out, "changed: ") || strings.Contains(out, "removed: ") {
			t.Error(out)
		}
	}
	checks()
	bot := b.Start()
	checks()
	bot.Stop()
	for _, folder := range []string{"INBOX", "Unlur-Done"} {
		if n := b.Servers.Count(t, "unlur", folder); n != 0 {
			t.Errorf("%d mails in %s", n, folder)
		}
	}
	if log := bot.Said(); strings.Contains(log, "incident") {
		t.Error(log)
	}
}

// filedAll waits until the bot has filed every mail that it read.
func filedAll(b *livebot.Bot, read int) {
	b.T.Helper()
	var inbox, done int
	for range livebot.Polls(b.Ctx) {
		inbox, done = b.Servers.Count(b.T, "unlur", "INBOX"), b.Servers.Count(b.T, "unlur", "Unlur-Done")
		if inbox == 0 && done == read {
			return
		}
	}
	b.T.Fatalf("%d mails in INBOX, %d in Unlur-Done, want none and %d", inbox, done, read)
}

// looksWell runs the commands that look after a stopped bot.
func looksWell(b *livebot.Bot) {
	b.T.Helper()
	for command, want := range map[string]string{
		"check":  "ok      SMTP: ",
		"verify": "ok\n",
		"export": "size=6 " + strings.Join(demoMoves, " ") + "  # Unlur #1: ana - bo, finished\n",
	} {
		if out, err := b.Command(command); err != nil || !strings.Contains(out, want) {
			b.T.Errorf("%s: %v\n%s", command, err, out)
		}
	}
}
