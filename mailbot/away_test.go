package mailbot_test

import (
	"strconv"
	"testing"
	"time"

	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// Who is away and says until when from now on has another end than before, be it
// earlier or later.
func TestAwayAgainHasAnotherEnd(t *testing.T) {
	t.Parallel()
	for _, days := range []string{"3", "20"} {
		b := bottest.New(t)
		ana := b.Person("ana@example.org")
		b.Begin(ana, b.Person("bo@example.net"))
		ana.Writes("away 10d")
		began := b.Now
		b.Now = b.Now.Add(48 * time.Hour)
		ana.Writes("away " + days + "d")
		b.Check(b.Store.View(func(tx *store.Tx) error {
			ana, err := tx.PlayerByAddress("ana@example.org")
			b.Check(err)
			length, err := strconv.Atoi(days)
			b.Check(err)
			if len(ana.Away) != 1 || ana.Away[0].From.After(began) || ana.Away[0].To.Sub(b.Now).Abs() > time.Duration(length)*24*time.Hour || ana.Away[0].To.Sub(b.Now) < time.Duration(length)*24*time.Hour-time.Hour {
				t.Errorf("away %sd: %v at %v", days, ana.Away, b.Now)
			}
			return nil
		}))
		b.Fresh = nil
	}
}
