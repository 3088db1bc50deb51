package mailbot

import (
	"testing"
	"time"

	"unlurbot/store"
)

// In a game that was cancelled nothing is played any more.
func TestNoMoveAfterCancelling(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	h.reply("ana@example.org", "C4")
	for range 30 {
		h.pass(24 * time.Hour)
	}
	if g := h.game(1); g.State != store.Cancelled {
		t.Fatalf("the game is %s", g.State)
	}
	for _, move := range []string{"D5", "black", "resign"} {
		if d := h.reply("bo@example.net", move); d != Refused {
			t.Errorf("%s is %s", move, d)
		}
	}
	if record := h.record(1); record != "C4" {
		t.Errorf("the record is %s", record)
	}
	h.fresh = nil
}
