package mailbot_test

import (
	"strings"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// A game that ended by a stone goes on without it: both are told which, and the same stone wins again.
func TestReopenedWithoutAStone(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person(anaAddress), b.Person(boAddress)
	ana.Writes("challenge " + boAddress + " size 4 first")
	bo.Replies("accept")
	movers := []*bottest.Person{ana, bo}
	for i, move := range strings.Fields("black A3 A4 B3 B5 C4 C6 D4 D7 E5 E7 F5 F7 G6") { // White's line
		movers[i%2].Replies(move)
	}
	if g := b.Game(1); g.Course.Reason != game.ByLine {
		t.Fatalf("%+v", g.Course)
	}
	if said := b.Operator("reopen 1: That was a slip."); said != "done" {
		t.Fatal(said)
	}
	for _, who := range movers {
		if text := strings.Join(strings.Fields(who.Last().Text), " "); !strings.Contains(text, "The stone on G6 has been taken back.") {
			t.Errorf("%s reads:\n%s", who.Address, who.Last().Text)
		}
	}
	if g := b.Game(1); g.State != store.Playing || g.Course.ToMove != game.Second || g.Course.Ply != 13 {
		t.Errorf("%s, %+v", g.State, g.Course)
	}
	bo.Replies("G6")
	if g := b.Game(1); g.Course.Reason != game.ByLine || g.State != store.Finished {
		t.Errorf("%s, %+v", g.State, g.Course)
	}
}

// Who lost on time is not known for it once the game goes on: another loss is rated then.
func TestReopenedAfterATimeout(t *testing.T) {
	const day = 24 * time.Hour
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person(anaAddress), b.Person(boAddress)
	ana.Writes("challenge " + boAddress + " match first pace 3d")
	bo.Replies("accept")
	ana.Writes("C4 #1")
	bo.Writes("D5 #1\nC4 #2")
	ana.Writes("D5 #2")
	b.Pass(2 * day)
	bo.Writes("E6 #2")
	b.Pass(day + day/2) // Ana's time in the first game is up, and in the second it is not
	if g := b.Game(1); g.Course.Reason != game.ByTimeout || g.Spared {
		t.Fatalf("%+v, spared: %t", g.Course, g.Spared)
	}
	if said := b.Operator("reopen 1: Ana's mail was down."); said != "done" {
		t.Fatal(said)
	}
	b.Pass(2 * day) // and now in the second
	if g := b.Game(2); g.Course.Reason != game.ByTimeout || g.Spared {
		t.Errorf("%+v, spared: %t", g.Course, g.Spared)
	}
	if g := b.Game(1); g.State != store.Playing {
		t.Errorf("%s", g.State)
	}
}
