package store

import (
	"path/filepath"
	"testing"

	"unlurbot/game"
)

// Somebody who watches has the game in a list, and each mail thread is its reader's
// own; with the end of the game, or of the watcher, both are gone.
func TestWatchers(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, fillAll)
	watches := func(tx *Tx, id PlayerID) (all []GameNumber) {
		games, err := tx.WatchedBy(id)
		check(err)
		for _, g := range games {
			all = append(all, g.Number)
		}
		return all
	}
	do(t, s, func(tx *Tx) error {
		check(tx.AddPlayer(&Player{Address: "dan@example.org", Name: "Dan", Created: noon}))
		for _, n := range []GameNumber{1, 2} {
			g, err := tx.Game(n)
			check(err)
			check(tx.Watch(g, 5))
			g.ThreadOf(5).Root = "dan@example.org"
			check(tx.PutGame(g))
		}
		g, err := tx.Game(2)
		check(err)
		if g.ThreadOf(3).Root != "watch@example.org" || g.ThreadOf(5).Root != "dan@example.org" || g.ThreadOf(2).Root != "root@example.org" || g.ThreadOf(77) != nil {
			t.Errorf("threads: %+v %+v", g.Threads, g.Watchers)
		}
		if got := watches(tx, 5); len(got) != 2 {
			t.Errorf("Dan watches %v", got)
		}
		check(tx.Unwatch(g, 3))
		return tx.PutGame(g)
	})
	noFaults(t, s)
	do(t, s, func(tx *Tx) error {
		g, err := tx.Game(2)
		check(err)
		played, err := g.Replay()
		check(err)
		resigned, err := played.Decide(game.First, game.Move{Kind: game.Resign}, noon)
		check(err)
		check(played.Apply(resigned))
		check(g.Record(played, noon))
		check(addResult(tx, g))
		check(tx.PutGame(g))
		if got := watches(tx, 5); len(got) != 1 || got[0] != 1 || len(g.Watchers) != 1 {
			t.Errorf("after the end Dan watches %v, and who is to be told is %+v", got, g.Watchers)
		}
		if g, err = tx.Game(2); err != nil || len(g.Watchers) > 0 {
			t.Errorf("after the end it is watched by %+v, %v", g.Watchers, err)
		}
		return tx.Forget(5, "a former player", noon)
	})
	noFaults(t, s)
	do(t, s, func(tx *Tx) error {
		if g, err := tx.Game(1); err != nil || len(g.Watchers) > 0 || len(watches(tx, 5))+len(watches(tx, 3)) > 0 {
			t.Errorf("watched by %+v, %v", g.Watchers, err)
		}
		return nil
	})
}
