package trials

import (
	"errors"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"unlurbot/mailbot/process"
	"unlurbot/store"
	"unlurbot/store/mailkey"
)

// begin opens a store for a process, which may be one after another.
func begin(t *testing.T, path string) (*process.Process, *Trials) {
	t.Helper()
	s, err := store.Open(path, func() ([]byte, error) { return make([]byte, 32), nil })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	p := &process.Process{Store: s, Now: time.Now, Log: slog.New(slog.DiscardHandler)}
	return p, New(p)
}

func nothing(*store.Tx) error { return nil }

// Mails among which a process has died are dealt with one by one by the next one, and what
// it dies over alone is counted, until it is settled.
func TestDeath(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trials.db")
	p, trials := begin(t, path)
	all := []mailkey.Key{mailkey.Place(1, 1), mailkey.Place(1, 2), mailkey.Place(1, 3)}
	next := func(places []mailkey.Key, wantN, wantTried int) {
		t.Helper()
		if n, tried, err := trials.Next(places); n != wantN || tried != wantTried || err != nil {
			t.Errorf("the next %d were tried %d times, %v; want %d, %d times", n, tried, err, wantN, wantTried)
		}
	}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	next(all, 3, 0)
	check(trials.Begin(all[:2]))
	next(all, 3, 0) // what this process has begun it has not died over
	trials = New(p)
	next(all, 1, 1)
	next(all[2:], 1, 0)
	next([]mailkey.Key{all[2], all[0]}, 1, 0) // up to one that was tried
	for death := 2; death < Most; death++ {
		check(trials.Begin(all[:1]))
		trials = New(p)
		next(all, 1, death)
	}
	check(trials.Rehearse(all[0], func(tx *store.Tx) { _ = tx.MarkSeen(store.Seen{Decision: "rehearsed"}, all[0]) }))
	next(all, 1, 0)
	check(p.Store.View(func(tx *store.Tx) error {
		if _, err := tx.WasSeen(all[0]); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("of a rehearsal there is left %v", err)
		}
		return nil
	}))
	next(all[1:], 1, 1)
	check(trials.Settle(all, nothing))
	trials = New(p)
	next(all, 3, 0)
}

// What can't be settled stays noted, but not for this process; a store that can't be written
// leaves no note.
func TestFailure(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trials.db")
	p, trials := begin(t, path)
	one := []mailkey.Key{mailkey.Filed(1, 1)}
	if err := trials.Begin(one); err != nil {
		t.Fatal(err)
	}
	fault := errors.New("a fault")
	if err := trials.Settle(one, func(*store.Tx) error { return fault }); !errors.Is(err, fault) {
		t.Error(err)
	}
	if n, tried, err := trials.Next(one); n != 1 || tried != 0 || err != nil {
		t.Error(n, tried, err)
	}
	if n, tried, err := New(p).Next(one); n != 1 || tried != 1 || err != nil {
		t.Error(n, tried, err)
	}
	if err := trials.Settle(one, nothing); err != nil {
		t.Error(err)
	}
	if err := p.Store.Close(); err != nil {
		t.Fatal(err)
	}
	trouble := (*process.StoreError)(nil)
	if err := trials.Begin(one); !errors.As(err, &trouble) {
		t.Error(err)
	}
	if _, trials = begin(t, path); len(trials.noted) > 0 {
		t.Error(trials.noted)
	}
	if n, tried, err := trials.Next(one); n != 1 || tried != 0 || err != nil {
		t.Error(n, tried, err)
	}
}
