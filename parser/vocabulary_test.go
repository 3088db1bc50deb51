package parser

import (
	"strings"
	"testing"
)

// TestTongues holds that each word of the table has the form in which it is
// compared, so that none is there in vain.
func TestTongues(t *testing.T) {
	for _, l := range tongues {
		for _, list := range []string{l.greet, l.hail, l.ask, l.lead, l.yes, l.no, l.polite, l.close, l.noName, l.accept, l.decline, l.resign, l.stop, l.takes, l.agree, l.differ, l.chat} {
			if list == "" {
				continue
			}
			for entry := range strings.SplitSeq(list, ", ") {
				if entry == "" || entry != strings.ToLower(entry) || entry != strings.Join(strings.Fields(entry), " ") || strings.Contains(entry, ",") {
					t.Errorf("%s: %q", l.name, entry)
				}
			}
		}
	}
}
