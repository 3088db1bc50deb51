package store

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// leaving gives the mails that leave, one batch after the other, until none can.
func (s *Store) leaving(t *rapid.T, now time.Time, limit int) (left []*Outgoing) {
	for {
		var due []*Outgoing
		check(s.Update(func(tx *Tx) (err error) {
			if due, _, err = tx.Due(now, limit, nobody); len(due) > limit {
				t.Fatalf("%d mails are given, the limit is %d", len(due), limit)
			}
			for _, m := range due {
				check(tx.Sent(m.ID))
			}
			return err
		}))
		if len(due) == 0 {
			return left
		}
		left = append(left, due...)
	}
}

// Mails leave by their precedence, and all to one recipient in the order in which they
// were made, but those that leave behind all others; what waits for its day holds back its game and nothing
// else, what failed everything to its recipient, among those that leave last and among the others.
func TestOrderOfLeaving(t *testing.T) {
	dir, n := t.TempDir(), 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		s, err := Open(filepath.Join(dir, fmt.Sprint(n)), func() ([]byte, error) { return []byte("a secret"), nil })
		check(err)
		defer s.Close()
		var all []*Outgoing
		check(s.Update(func(tx *Tx) error {
			for range rapid.IntRange(1, 20).Draw(t, "mails") {
				m := &Outgoing{
					EnvelopeTo: rapid.SampledFrom([]string{"ana", "bo", "an"}).Draw(t, "to"), MessageID: "m",
					Game:       rapid.SampledFrom([]GameNumber{0, 1, 2}).Draw(t, "game"),
					Precedence: Precedence{Waits: rapid.Bool().Draw(t, "waits"), Caused: rapid.SampledFrom([]int{0, 1, 300, 1 << 20}).Draw(t, "caused")},
					Delivery:   Delivery{NextTry: noon.Add(rapid.SampledFrom([]time.Duration{-time.Hour, 0, 12 * time.Hour}).Draw(t, "next"))},
				}
				check(tx.Enqueue(m))
				if rapid.IntRange(0, 9).Draw(t, "fails") == 0 {
					check(tx.Postpone(m.ID, noon, m.NextTry, "451 later"))
					m.Attempts = 1
				}
				all = append(all, m)
			}
			return nil
		}))
		left := s.leaving(t, noon, rapid.IntRange(1, 5).Draw(t, "limit"))
		has := func(list []*Outgoing, m *Outgoing) int {
			return slices.IndexFunc(list, func(o *Outgoing) bool { return o.ID == m.ID })
		}
		kept := func(m *Outgoing) bool { // by itself or by an earlier one
			return slices.ContainsFunc(all, func(o *Outgoing) bool {
				return o.EnvelopeTo == m.EnvelopeTo && o.IsLast() == m.IsLast() && o.Number() <= m.Number() && o.NextTry.After(noon) &&
					(o.ID == m.ID || o.Attempts > 0 || o.Game != 0 && o.Game == m.Game)
			})
		}
		for _, m := range all {
			if gone := has(left, m) >= 0; gone == kept(m) {
				t.Errorf("mail %d to %s about game %d, at %v: left %v", m.Number(), m.EnvelopeTo, m.Game, m.NextTry, gone)
			}
		}
		if len(left) == len(all) { // else somebody comes first for a mail that does not leave
			first := slices.MinFunc(left, func(a, b *Outgoing) int { return cmp.Compare(a.ID, b.ID) })
			if first.EnvelopeTo != left[0].EnvelopeTo {
				t.Errorf("the first mail is %d to %s, and should be to %s", left[0].Number(), left[0].EnvelopeTo, first.EnvelopeTo)
			}
		}
		if i := slices.IndexFunc(left, func(m *Outgoing) bool { return m.IsLast() }); i >= 0 {
			if slices.ContainsFunc(left[i:], func(m *Outgoing) bool { return !m.IsLast() }) {
				t.Error("a mail that leaves last leaves before another")
			}
		}
		for i, m := range left {
			for _, o := range left[i+1:] {
				if o.EnvelopeTo == m.EnvelopeTo && o.IsLast() == m.IsLast() && o.Number() < m.Number() {
					t.Errorf("to %s mail %d leaves after %d", m.EnvelopeTo, o.Number(), m.Number())
				}
			}
		}
	})
}

// A later mail can take the place of one that no sender can have: one that is new in
// the same transaction, or whose time has not come and that was never tried.
func TestReplaceable(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, fillAll)
	enqueue := func(tx *Tx, to string, g GameNumber, at time.Time, told *Told) uint64 {
		m := &Outgoing{Player: 1, EnvelopeTo: to, MessageID: "m", Game: g, Told: told, Delivery: Delivery{NextTry: at}}
		check(tx.Enqueue(m))
		return m.ID
	}
	is := func(tx *Tx, to string, g GameNumber, want uint64) {
		t.Helper()
		got := tx.Replaceable(to, g, noon)
		if got == nil && want != 0 || got != nil && got.ID != want {
			t.Errorf("to %s about game %d: %v, want mail %d", to, g, got, want)
		}
	}
	told, tomorrow := &Told{Kind: "turn"}, noon.Add(12*time.Hour)
	var waits, tried uint64
	do(t, s, func(tx *Tx) error {
		fresh := enqueue(tx, "a@x.example", 1, noon, told)
		is(tx, "a@x.example", 1, fresh)
		is(tx, "a@x.example", 2, 0)
		is(tx, "b@x.example", 1, 0)
		enqueue(tx, "a@x.example", 1, noon, nil) // which nothing replaces, and nothing goes past it
		is(tx, "a@x.example", 1, 0)
		waits = enqueue(tx, "a@x.example", 2, tomorrow, told)
		tried = enqueue(tx, "a@x.example", 3, noon, told)
		return tx.Postpone(tried, noon, tomorrow, "451 later")
	})
	do(t, s, func(tx *Tx) error {
		is(tx, "a@x.example", 1, 0)
		is(tx, "a@x.example", 2, waits)
		is(tx, "a@x.example", 3, 0)
		_, err := tx.Hold("a@x.example")
		is(tx, "a@x.example", 2, 0)
		return err
	})
	noFaults(t, s)
}
