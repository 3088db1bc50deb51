package store

import (
	"path/filepath"
	"slices"
	"testing"
)

// What waits for one player is that player's alone, in its order, and who is told of
// somebody's games is known.
func TestNews(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, fillAll)
	words := func(tx *Tx, id PlayerID) (all []string) {
		news, err := tx.NewsFor(id)
		check(err)
		for _, n := range news {
			all = append(all, n.Words)
		}
		return all
	}
	do(t, s, func(tx *Tx) error {
		for _, text := range []string{"one", "two", "three"} {
			check(tx.AddNews(2, &News{Game: 2, Words: text}))
			check(tx.AddNews(1, &News{Game: 5, Words: "to Ana: " + text}))
		}
		if got := words(tx, 2); !slices.Equal(got, []string{"Good luck!", "one", "two", "three"}) {
			t.Errorf("for bo: %q", got)
		}
		for id, want := range map[PlayerID][]PlayerID{1: {2}, 2: nil, 3: {1}} {
			if got, err := tx.ReadersOf(id); err != nil || !slices.Equal(got, want) {
				t.Errorf("of player %d read %v, want %v; %v", id, got, want, err)
			}
		}
		check(tx.DropNews(1))
		if got := words(tx, 1); len(got) > 0 || len(words(tx, 2)) != 4 {
			t.Errorf("left: %q", got)
		}
		return nil
	})
	noFaults(t, s)
}
