package main

import (
	"encoding/json"
	"strings"
	"testing"

	"unlurbot/mailbot/admin"
	"unlurbot/mailbot/testing/livebot"
	"unlurbot/store"
)

// An operator gives a game away, looks at it, and lets it go on; both players hear of each, and
// play to the end that they want.
func TestEndAndReopen(t *testing.T) {
	b := livebot.New(t, livebot.Sandbox(t))
	bot := b.Start()
	ana, bo := b.Servers.Person(t, "ana"), b.Servers.Person(t, "bo")
	livebot.Begin(ana, bo)
	ana.Gets("turn")
	b.Says("missing flags: --reason=TEXT", "end", "--cancel", "1")
	b.Says("--cancel", "end", "--reason=They agreed.", "1")
	b.Says("must be one of", "end", "--win=ana", "--reason=They agreed.", "1")
	b.Says("there is no game 7", "end", "--cancel", "--reason=They agreed.", "7")
	b.Says("game 1 goes on", "reopen", "--reason=They agreed.", "1")
	b.Says("Game 1 (ana - bo) is over: bo has won.", "end", "--win=second", "--reason=Ana plays with a program.", "1")
	if lost := ana.Gets("over"); !strings.Contains(lost.Text, "awarded the game to bo") || !strings.Contains(lost.Text, "Ana plays with a program.") {
		t.Errorf("Ana reads:\n%s", lost.Text)
	}
	bo.Gets("over")
	b.Says("forfeit", "game", "1")
	b.Says("Ana plays with a program.", "game", "1")
	b.Says("Ana plays with a program.", "player", "ana")
	var done admin.Ruling
	check(t, json.Unmarshal([]byte(b.Says("", "reopen", "--json", "--reason=It was Bo.", "1")), &done))
	if done.Act.Before != "forfeit" || done.Act.Number != 2 || done.Before.State != store.Finished {
		t.Errorf("it goes on: %+v", done)
	}
	if again := ana.Gets("turn"); !strings.Contains(again.Text, "It was Bo.") {
		t.Errorf("Ana reads:\n%s", again.Text)
	}
	bo.Gets("show")
	ana.Replies("C4")
	bo.Gets("turn")
	b.Says("Game 1 (ana - bo) is cancelled", "end", "--cancel", "--reason=They agreed.", "1")
	ana.Gets("cancelled")
	bo.Gets("cancelled")
	b.Finish(bot)
	b.Says("ok\n", "verify")
}
