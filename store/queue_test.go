package store

import (
	"path/filepath"
	"testing"
	"time"
)

// A mail is late when nothing but the relay keeps it here: not one that waits for its time,
// that failed and is tried again later, that stands behind such a one, or is held.
func TestQueue(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	now := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	yesterday, tomorrow := now.AddDate(0, 0, -1), now.AddDate(0, 0, 1)
	mail := func(to string, next time.Time, change func(*Tx, *Outgoing) error) {
		t.Helper()
		if err := s.Update(func(tx *Tx) error {
			m := &Outgoing{EnvelopeTo: to, MessageID: to + next.String(), Delivery: Delivery{NextTry: next}}
			if err := tx.Enqueue(m); err != nil || change == nil {
				return err
			}
			return change(tx, m)
		}); err != nil {
			t.Fatal(err)
		}
	}
	want := func(what string, q Queue) {
		t.Helper()
		if err := s.View(func(tx *Tx) error {
			got, err := tx.Queue(now, time.Hour)
			if got != q || err != nil {
				t.Errorf("%s: %+v, %v; want %+v", what, got, err, q)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	want("none", Queue{})
	mail("a@example.org", now, nil)
	mail("b@example.org", tomorrow, nil)
	mail("c@example.org", yesterday, func(tx *Tx, m *Outgoing) error { return tx.Postpone(m.ID, now, now.Add(time.Hour), "busy") })
	mail("c@example.org", yesterday, nil)
	mail("d@example.org", yesterday, func(tx *Tx, _ *Outgoing) error { _, err := tx.Hold("d@example.org"); return err })
	want("all have a reason", Queue{Waiting: 5, Held: 1})
	mail("e@example.org", yesterday, nil)
	want("one is late", Queue{Waiting: 6, Held: 1, Late: yesterday})
}
