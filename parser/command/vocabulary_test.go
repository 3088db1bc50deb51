package command

import (
	"strings"
	"testing"

	"unlurbot/parser/lexicon"
)

// TestTongues holds that each word of the table has the form in which it is
// compared, so that none is there in vain.
func TestTongues(t *testing.T) {
	for _, l := range lexicon.Tongues {
		for _, list := range []string{l.Greet, l.Hail, l.Ask, l.Lead, l.Yes, l.No, l.Polite, l.Close, l.NoName, l.Accept, l.Decline, l.Resign, l.Stop, l.Takes, l.Agree, l.Differ, l.Chat} {
			if list == "" {
				continue
			}
			for entry := range strings.SplitSeq(list, ", ") {
				if entry == "" || entry != strings.ToLower(entry) || entry != strings.Join(strings.Fields(entry), " ") || strings.Contains(entry, ",") {
					t.Errorf("%s: %q", l.Name, entry)
				}
			}
		}
	}
}
