package unit

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"unlurbot/store"
)

// A mail that is read soon counts from its arrival, and one that had to wait takes
// nobody's time away.
func TestSince(t *testing.T) {
	now := time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)
	for _, tc := range []struct {
		waited     string
		turn, term bool // they begin with the arrival
	}{
		{"0s", true, true}, {"59m59s", true, true}, {"1h", false, true}, {"23h59m59s", false, true}, {"24h", false, false},
	} {
		waited, err := time.ParseDuration(tc.waited)
		if err != nil {
			t.Fatal(err)
		}
		arrived := now.Add(-waited)
		got := Since(now, arrived)
		want := Times{Now: now, Arrived: arrived, TurnBegins: now, TermBegins: now}
		if tc.turn {
			want.TurnBegins = arrived
		}
		if tc.term {
			want.TermBegins = arrived
		}
		if got != want {
			t.Errorf("after %s: %+v, want %+v", tc.waited, got, want)
		}
	}
	if got, want := Since(now, now), At(now); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// Every step sees the changes of the others, and the store gets them at the end.
func TestLoadedOnce(t *testing.T) {
	s, err := store.Open(filepath.Join(t.TempDir(), "unlurbot.db"), func() ([]byte, error) { return make([]byte, 32), nil })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	err = s.Update(func(tx *store.Tx) error {
		u := New(tx, At(time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)))
		added := &store.Player{Name: "Ana", Address: "ana@example.org"}
		if err := tx.AddPlayer(added); err != nil {
			return err
		}
		first, err := u.Player(added.ID)
		if err != nil {
			return err
		}
		first.Language = "ca"
		u.ChangePlayer(first)
		u.ChangePlayer(first)
		again, err := u.Player(added.ID)
		if again != first {
			t.Error("a player is loaded twice")
		}
		if stored, err := tx.Player(added.ID); err != nil || stored.Language != "" {
			t.Errorf("stored before its time: %+v, %v", stored, err)
		}
		if err := errors.Join(err, u.WriteBack("nobody")); err != nil {
			return err
		}
		stored, err := tx.Player(added.ID)
		if err == nil && stored.Language != "ca" {
			t.Errorf("not written back: %+v", stored)
		}
		if free, err := u.Seated(&store.Game{}, 1); free != Anybody || err != nil {
			t.Errorf("on a free seat sits %+v, %v", free, err)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
