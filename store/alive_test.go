package store

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/game"
)

// Outages stay for two years, in their order, and a store that was never read says
// so.
func TestOutages(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	day := 24 * time.Hour
	first := game.Span{From: noon, To: noon.Add(day)}
	second := game.Span{From: noon.Add(10 * day), To: noon.Add(11 * day)}
	late := game.Span{From: noon.Add(735 * day), To: noon.Add(736 * day)}
	do(t, s, func(tx *Tx) error {
		if at, err := tx.Alive(); err != nil || !at.IsZero() {
			t.Errorf("alive at %v: %v", at, err)
		}
		if spans, err := tx.Outages(); err != nil || spans != nil {
			t.Errorf("outages %v: %v", spans, err)
		}
		check(tx.AddOutage(first))
		check(tx.AddOutage(second))
		return tx.SetAlive(noon.Add(11 * day))
	})
	noFaults(t, s)
	expect := func(tx *Tx, want ...game.Span) {
		t.Helper()
		spans, err := tx.Outages()
		check(err)
		if diff := cmp.Diff(want, spans); diff != "" {
			t.Error(diff)
		}
	}
	do(t, s, func(tx *Tx) error {
		at, err := tx.Alive()
		check(err)
		if !at.Equal(noon.Add(11 * day)) {
			t.Errorf("alive at %v", at)
		}
		expect(tx, first, second)
		check(tx.AddOutage(late))
		expect(tx, second, late)
		return nil
	})
	noFaults(t, s)
}
