package store

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Wake-ups come in the order of their times, none before its time, each until
// it is taken away.
func TestWakeUps(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	day := func(n int) time.Time { return noon.AddDate(0, 0, n) }
	late, soon, also := WakeUp{day(3), WakeRequest, 1}, WakeUp{day(1), WakeRequest, 7}, WakeUp{day(1), WakeRequest, 300}
	do(t, s, func(tx *Tx) error {
		for _, w := range []WakeUp{late, also, soon, soon} {
			check(tx.WakeAt(w))
		}
		return nil
	})
	due := func(now time.Time, limit int) (due []WakeUp) {
		check(s.View(func(tx *Tx) (err error) {
			due, err = tx.DueWakes(now, limit)
			return err
		}))
		return due
	}
	for _, look := range []struct {
		now   time.Time
		limit int
		want  []WakeUp
	}{
		{day(1).Add(-time.Second), 10, nil},
		{day(1), 10, []WakeUp{soon, also}},
		{day(9), 10, []WakeUp{soon, also, late}},
		{day(9), 2, []WakeUp{soon, also}},
	} {
		if diff := cmp.Diff(look.want, due(look.now, look.limit)); diff != "" {
			t.Errorf("at %v: %s", look.now, diff)
		}
	}
	do(t, s, func(tx *Tx) error {
		for w, want := range map[WakeUp]bool{soon: true, {day(2), WakeRequest, 1}: false} {
			if there, err := tx.Woken(w); err != nil || there != want {
				t.Errorf("%+v was there: %v %v", w, there, err)
			}
		}
		return nil
	})
	if diff := cmp.Diff([]WakeUp{also, late}, due(day(9), 10)); diff != "" {
		t.Error(diff)
	}
}
