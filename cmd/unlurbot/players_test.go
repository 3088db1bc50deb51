package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"unlurbot/store"
)

// An operator who reads the log finds out who is meant, and what to look for.
func TestPlayers(t *testing.T) {
	dir := t.TempDir()
	s, err := store.Open(filepath.Join(dir, "unlurbot.db"), func() ([]byte, error) { return bytes.Repeat([]byte("key"), 8), nil })
	check(t, err)
	check(t, s.Update(func(tx *store.Tx) error {
		for _, p := range []store.Player{
			{Address: "Ana@example.org", Name: "Ana Núñez"}, {Address: "bo@example.net", Name: "bo"}, {Address: "\"\x1b[2J\"@example.net", Name: "eve"},
		} {
			check(t, tx.AddPlayer(&p))
		}
		return nil
	}))
	check(t, s.Close())
	config := filepath.Join(dir, "unlurbot.yaml")
	check(t, os.WriteFile(config, []byte(`address: unlur@sandbox.test
imap: {host: 127.0.0.1, username: unlur}
smtp: {host: 127.0.0.1}
store: {path: unlurbot.db}
`), 0o600))
	players := func(want int, who ...string) string {
		t.Helper()
		var out, talk bytes.Buffer
		p := process{ctx: t.Context(), out: &out, talk: &talk, now: time.Now, getenv: os.Getenv}
		if code := run(p, append([]string{"players", "--config", config}, who...)); code != want {
			t.Errorf("%q: status %d: %s", who, code, talk.String())
		}
		return out.String()
	}
	all := players(0)
	lines := strings.Split(strings.TrimSpace(all), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "~") || !strings.HasSuffix(lines[0], "  Ana@example.org    Ana Núñez") || strings.Contains(all, "\x1b") {
		t.Fatalf("%q", all)
	}
	ana, _, _ := strings.Cut(lines[0], " ")
	for _, who := range []string{ana, ana[1:], strings.ToUpper(ana), "ana@EXAMPLE.org", "ANA NÚÑEZ"} {
		if got := strings.Fields(players(0, who)); len(got) != 4 || got[0] != ana || got[1] != "Ana@example.org" {
			t.Errorf("%s: %q", who, got)
		}
	}
	if got := players(0, "\uff42o@example.net"); strings.Contains(got, " bo@") || strings.Count(got, "\n") != 1 {
		t.Errorf("a stranger who looks like Bo:\n%s", got)
	}
	if got := players(0, "bo", "bo@example.net"); strings.Count(got, "\n") != 1 {
		t.Errorf("one player by two names:\n%s", got)
	}
	if got := players(0, "zoe@example.org", "bo"); strings.Count(got, "~") != 2 || strings.Count(got, "\n") != 2 || strings.Contains(got, "ana") {
		t.Errorf("a stranger and a player:\n%s", got)
	}
	if got := players(exitFailure, "~00000000"); got != "" {
		t.Errorf("nobody: %s", got)
	}
}
