package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/testing/livebot"
)

// Whoever sits at a terminal is asked before a player is forgotten.
func TestForgetAsks(t *testing.T) {
	servers := livebot.Sandbox(t)
	b := livebot.New(t, servers)
	bot := b.Start()
	ana, bo := servers.Person(t, "ana"), servers.Person(t, "bo")
	livebot.Begin(ana, bo)
	ana.Gets("turn")
	for _, c := range []struct {
		types, says string
		status      int
	}{
		{"", "nobody was forgotten", exitFailure},
		{"n", "nobody was forgotten", exitFailure},
		{"y", "Player 2 (bo, " + servers.At("bo") + ") is forgotten", 0},
	} {
		person, program := pseudoTerminal(t)
		_, err := person.WriteString(c.types + "\n")
		check(t, err)
		var said bytes.Buffer
		p := process{ctx: b.Ctx, in: program, out: &said, talk: &said, now: time.Now, getenv: func(string) string { return "" }}
		status := run(p, []string{"player", "--config", b.Config, "bo", "--forget", "--reason", "A shared address."})
		for _, words := range []string{"with 1 open games and challenges", "can't be undone", c.says} {
			if !strings.Contains(said.String(), words) {
				t.Errorf("%q: there is no %q in %s", c.types, words, said.String())
			}
		}
		if status != c.status {
			t.Errorf("%q: status %d", c.types, status)
		}
	}
	bo.Gets("forgotten")
	bot.Stop()
}
