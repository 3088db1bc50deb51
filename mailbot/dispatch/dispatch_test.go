package dispatch

import (
	"strings"
	"testing"

	"unlurbot/parser"
)

// Orders are carried out as they stand in the mail, but a plan above a move behind it, and
// "stop", once, behind all else.
func TestTheOrderOfOrders(t *testing.T) {
	for _, row := range []struct{ written, done string }{
		{"C4, say Hello", "C4, say Hello"},
		{"if C4 D5, E6", "E6, if C4 D5"},
		{"if C4 D5, E6 #2, games, D7 #3", "E6 #2, games, D7 #3, if C4 D5"},
		{"C4, if D5 E6", "C4, if D5 E6"},
		{"if C4 D5, games", "if C4 D5, games"},
		{"stop, seek, stop, games", "seek, games, stop"},
		{"", ""},
	} {
		asked := parser.ReadOrders(strings.ReplaceAll(row.written, ", ", "\n"), "").Commands
		var done []string
		for _, c := range inOrder(asked) {
			done = append(done, c.String())
		}
		if got := strings.Join(done, ", "); got != row.done {
			t.Errorf("%s is done as %s, want %s", row.written, got, row.done)
		}
	}
}
