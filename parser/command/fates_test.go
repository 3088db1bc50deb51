package command

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each line is told of that is not empty, whatever the line ends are.
func TestFatesOfLines(t *testing.T) {
	const reply = "Hello Bo,\n\nC4\nif D5 E6\n\nHave a good week!\n"
	want := []string{"greeting", "command (C4)", "command (if D5 E6)", "note"}
	for _, end := range []string{"\n", "\r\n", "\r", "\u2028"} {
		ended := strings.ReplaceAll(reply, "\n", end)
		if diff := cmp.Diff(want, ReadOrders(ended, "").Fates(ended)); diff != "" {
			t.Errorf("line ends %q:\n%s", end, diff)
		}
	}
}
