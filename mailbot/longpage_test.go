package mailbot

import (
	"strings"
	"testing"

	"unlurbot/store"
)

// A mail of the day can hold more words than the store takes as an HTML part. It
// goes without that then: kept, it would be a mail that nobody can read any more.
func TestLongDay(t *testing.T) {
	const ana, bo = "ana@example.org", "bo@example.net"
	h := daily(t)
	h.brief = true
	for i := range 13 {
		said := "#1 say " + strings.Repeat("'", 1980-i) + "\n"
		if d := h.vouched(ana, strings.Repeat(said, 10)); d != Said {
			t.Fatal(d)
		}
	}
	h.untilMorning()
	h.fresh = nil
	days := h.digests(bo)
	if len(days) != 1 {
		t.Fatalf("%d mails of the day", len(days))
	}
	if m := days[0]; len(m.Text) < store.MaxPage/5 || len(m.HTML.String()) > store.MaxPage {
		t.Errorf("text %d, HTML %d bytes", len(m.Text), len(m.HTML.String()))
	}
}
