package store

import (
	"path/filepath"
	"testing"
	"time"

	"unlurbot/game"
)

// A mail that can be recalled can be taken back
// until its time to leave has come, or is hastened.
func TestRecall(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	later := noon.Add(time.Hour)
	do(t, s, func(tx *Tx) error {
		for _, d := range []Delivery{{NextTry: later, Recallable: true}, {NextTry: noon}, {NextTry: later}, {NextTry: noon}} {
			check(tx.Enqueue(&Outgoing{EnvelopeTo: "ana", MessageID: "m", Delivery: d}))
		}
		due, next, err := tx.Due(noon, 10, nobody)
		check(err)
		if len(due) != 2 || due[0].ID != 2 || due[1].ID != 4 || !next.Equal(later) {
			t.Errorf("%d mails are due, the next at %v", len(due), next)
		}
		return nil
	})
	recalled := func(id uint64, now time.Time) (recalled bool) {
		do(t, s, func(tx *Tx) (err error) {
			recalled, err = tx.Recall(id, now)
			if tx.Waits(id) == (recalled || id == 99) {
				t.Errorf("mail %d waits: %v", id, tx.Waits(id))
			}
			return err
		})
		return recalled
	}
	for _, step := range []struct {
		name string
		id   uint64
		now  time.Time
		want bool
	}{
		{"a mail that was to leave at once", 2, noon, false},
		{"one that waits for another reason", 3, noon, false},
		{"one that is gone", 99, noon, false},
		{"one whose time has come", 1, later, false},
		{"one whose time comes before this is in the store", 1, later.Add(-commitMargin), false},
		{"one that can be recalled", 1, noon, true},
	} {
		if got := recalled(step.id, step.now); got != step.want {
			t.Errorf("%s: %v", step.name, got)
		}
	}
	do(t, s, func(tx *Tx) error {
		m := &Outgoing{EnvelopeTo: "bo", MessageID: "m", Delivery: Delivery{NextTry: later, Recallable: true}}
		check(tx.Enqueue(m))
		check(tx.Hasten(m.ID, noon))
		check(tx.Hasten(3, noon)) // which has another reason to wait
		check(tx.Hasten(99, noon))
		due, _, err := tx.Due(noon, 10, nobody)
		if len(due) != 3 || due[2].ID != m.ID {
			t.Errorf("%d mails are due", len(due))
		}
		return err
	})
	noFaults(t, s)
}

// A clock that is put off rings at the later time only.
func TestPutOff(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, fillAll)
	var rings WakeUp
	do(t, s, func(tx *Tx) error {
		g, err := tx.Game(1)
		check(err)
		g.Pace, g.Rings = game.DefaultPace(), noon
		check(tx.PutGame(g))
		rings = WakeUp{At: noon, Kind: WakeClock, Number: 1}
		check(tx.WakeAt(rings))
		return tx.PutOff(rings, noon.Add(99*time.Hour+time.Millisecond))
	})
	noFaults(t, s)
	do(t, s, func(tx *Tx) error {
		if there, err := tx.Woken(rings); there || err != nil {
			t.Errorf("the old wake-up is there: %v, %v", there, err)
		}
		g, err := tx.Game(1)
		if !g.Rings.Equal(noon.Add(99 * time.Hour)) {
			t.Errorf("it rings at %v", g.Rings)
		}
		return err
	})
}
