package main

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/testing/livebot"
)

// Commands that can take long show on a terminal how far they are, and leave nothing of that there; elsewhere they show nothing of it.
func TestProgress(t *testing.T) {
	servers := livebot.Sandbox(t)
	b := livebot.New(t, servers)
	bot := b.Start()
	ana, bo := servers.Person(t, "ana"), servers.Person(t, "bo")
	livebot.Begin(ana, bo)
	ana.Gets("turn")
	dir := t.TempDir()
	backup := filepath.Join(dir, "backup.db")

	begin := func(talk io.Writer, command string) {
		t.Helper()
		p := process{ctx: b.Ctx, in: strings.NewReader(""), out: io.Discard, talk: talk, now: time.Now, getenv: func(string) string { return "" }}
		if status := run(p, strings.Fields(strings.ReplaceAll(command, "CONFIG", b.Config))); status != 0 {
			t.Errorf("%s: status %d", command, status)
		}
	}
	shows := func(command string, what ...string) {
		t.Helper()
		person, program := pseudoTerminal(t)
		screen := make(chan string)
		go func() {
			all, _ := io.ReadAll(person) // which fails when the program has gone
			screen <- string(all)
		}()
		begin(program, command)
		check(t, program.Close())
		all := <-screen
		for _, words := range what {
			if !strings.Contains(all, words) {
				t.Errorf("%s shows no %q: %q", command, words, all)
			}
		}
		if left := all[strings.LastIndexAny(all, "\r\n")+1:]; strings.TrimSpace(left) != "" {
			t.Errorf("%s leaves %q", command, left)
		}
	}
	shows("backup --config CONFIG "+backup, "copied")
	shows("export --config CONFIG", "copied", "games exported")
	shows("verify --config CONFIG", "copied", "games checked")
	shows("site --config CONFIG "+filepath.Join(dir, "site"), "copied", "pages written")
	bot.Stop()
	shows("verify --config CONFIG", "games checked")
	shows("restore --config CONFIG --yes "+backup, "games checked", "games restored")

	var said bytes.Buffer
	begin(&said, "verify "+backup)
	if all := said.String(); strings.Contains(all, "checked") || strings.ContainsAny(all, "\r\x1b") { // but perhaps that a mail waits
		t.Errorf("without a terminal verify says %q", all)
	}
}
