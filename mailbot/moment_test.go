package mailbot_test

import (
	"strings"
	"testing"

	"unlurbot/mailbot/testing/bottest"
)

// A move that was taken back is no part of what is shown of a game, nor does it
// count.
func TestMomentsWithoutTakeBacks(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.org")
	b.Begin(ana, bo)
	ana.Replies("C4")
	ana.Replies("undo")
	bo.Replies("allow")
	ana.Replies("D5")
	for _, look := range []struct{ body, row string }{
		{"show at 1", "D- . . . .(X). . . . / 11"},
		{"preview E6", "D- . . . . X . . . . / 11"},
	} {
		bo.Replies(look.body)
		if got := bo.Last().Text; !strings.Contains(got, look.row) || strings.Contains(got, "C4") || strings.Contains(got, "1 undo") {
			t.Errorf("%s:\n%s", look.body, got)
		}
	}
}
