package mailbot

import (
	"strings"
	"testing"
)

// A move that was taken back is no part of what is shown of a game, nor does it
// count.
func TestMomentsWithoutTakeBacks(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.org")
	h.reply("ana@example.org", "C4")
	h.reply("ana@example.org", "undo")
	h.reply("bo@example.org", "allow")
	h.reply("ana@example.org", "D5")
	for _, look := range []struct{ body, row string }{
		{"show at 1", "D- . . . .(X). . . . / 11"},
		{"preview E6", "D- . . . . X . . . . / 11"},
	} {
		h.reply("bo@example.org", look.body)
		if got := h.last("bo@example.org").Text; !strings.Contains(got, look.row) || strings.Contains(got, "C4") || strings.Contains(got, "1 undo") {
			t.Errorf("%s:\n%s", look.body, got)
		}
	}
}
