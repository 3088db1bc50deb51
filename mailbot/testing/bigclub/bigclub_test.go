package bigclub

import (
	"errors"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/store"
)

// A club is one that a bot could have: nothing in its store is wrong, and each
// player to move has time.
func TestMake(t *testing.T) {
	size := Size{Players: 300, Running: 900, Finished: 3000}
	path := filepath.Join(t.TempDir(), "club.db")
	must(Make(path, size, club.Rate))
	s, err := store.OpenToRead(path)
	must(err)
	defer func() { must(s.Close()) }()
	if faults, err := s.Verify(nil); err != nil || len(faults) > 0 {
		t.Fatal(err, faults)
	}
	states, planned := map[store.State]int{}, 0
	must(s.View(func(tx *store.Tx) error {
		return tx.EachGame(func(g *store.Game) error {
			states[g.State]++
			if !g.Plans[0].IsEmpty() || !g.Plans[1].IsEmpty() {
				planned++
			}
			left := g.Clock.LeftAt(g.Pace, g.Course.ToMove, g.Course.ToMove, game.Calendar{}, Now)
			if g.State == store.Playing && (left < 24*time.Hour || !g.Rings.After(Now)) {
				t.Errorf("game %d: %v are left, the clock rings at %v", g.Number, left, g.Rings)
			}
			return nil
		})
	}))
	if states[store.Finished] != size.Finished || states[store.Playing] != size.Running || states[store.Waiting] == 0 || planned == 0 {
		t.Error(states, planned)
	}
}

// Two clubs of one size have the same games.
func TestMakeTwice(t *testing.T) {
	size := Size{Players: 200, Running: 100, Finished: 100}
	var clubs [2][]*store.Game
	for i := range clubs {
		path := filepath.Join(t.TempDir(), "club.db")
		must(Make(path, size, club.Rate))
		s, err := store.OpenToRead(path)
		must(err)
		must(s.View(func(tx *store.Tx) error {
			return tx.EachGame(func(g *store.Game) error {
				clubs[i] = append(clubs[i], g)
				return nil
			})
		}))
		must(s.Close())
	}
	if !reflect.DeepEqual(clubs[0], clubs[1]) {
		t.Error("they differ")
	}
}

// BenchmarkVerify checks the store of a club, as an operator does and as each backup is: the time for a game.
func BenchmarkVerify(b *testing.B) {
	size := Size{Players: 1000, Running: 2000, Finished: 48_000}
	path := filepath.Join(b.TempDir(), "club.db")
	if err := Make(path, size, club.Rate); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s, err := store.OpenToRead(path)
		if err != nil {
			b.Fatal(err)
		}
		faults, err := s.Verify(nil)
		wrong, unrated := s.VerifyRatings(club.Rate)
		if err := errors.Join(err, unrated, s.Close()); err != nil || len(faults)+len(wrong) > 0 {
			b.Fatal(err, faults, wrong)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*(size.Running+size.Finished)), "µs/game")
}
