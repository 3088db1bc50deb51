package mailbot

import (
	"strconv"
	"testing"
	"time"

	"unlurbot/store"
)

// Who is away and says until when from now on has another end than before, be it
// earlier or later.
func TestAwayAgainHasAnotherEnd(t *testing.T) {
	t.Parallel()
	for _, days := range []string{"3", "20"} {
		h := newHouse(t)
		h.begin("ana@example.org", "bo@example.net")
		h.vouched("ana@example.org", "away 10d")
		began := h.now
		h.now = h.now.Add(48 * time.Hour)
		h.vouched("ana@example.org", "away "+days+"d")
		h.check(h.store.View(func(tx *store.Tx) error {
			ana, err := tx.PlayerByAddress("ana@example.org")
			h.check(err)
			length, err := strconv.Atoi(days)
			h.check(err)
			if len(ana.Away) != 1 || ana.Away[0].From.After(began) || ana.Away[0].To.Sub(h.now).Abs() > time.Duration(length)*24*time.Hour || ana.Away[0].To.Sub(h.now) < time.Duration(length)*24*time.Hour-time.Hour {
				t.Errorf("away %sd: %v at %v", days, ana.Away, h.now)
			}
			return nil
		}))
		h.fresh = nil
	}
}
