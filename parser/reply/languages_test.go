package reply

import (
	"slices"
	"strings"
	"testing"
)

// TestLanguages holds that each word of the table can be found: that it has the
// form in which lines are compared, and stands in its row once.
func TestLanguages(t *testing.T) {
	if len(languages) > 64 {
		t.Fatalf("%d languages do not fit a languageSet", len(languages))
	}
	for _, l := range languages {
		lists := map[string][]string{
			"openers": l.openers, "verbs": l.verbs, "self": l.self, "from": l.from, "date": l.date, "to": l.to,
			"subject": l.subject, "other": l.other, "titles": l.titles, "forwards": l.forwards, "mobile": l.mobile, "sent": l.sent, "legal": l.legal, "banners": l.banners,
		}
		for name, list := range lists {
			for _, w := range list {
				if lowered(w) != strings.TrimSpace(w) || lowered(w) == "" {
					t.Errorf("%s, %s: %q is compared as %q", l.code, name, w, lowered(w))
				}
			}
			sorted := slices.Sorted(slices.Values(list))
			if once := slices.Compact(slices.Clone(sorted)); len(once) < len(list) {
				t.Errorf("%s, %s: something is there twice in %q", l.code, name, sorted)
			}
		}
		for _, from := range l.from {
			for _, date := range l.date {
				if block := []string{from + ": Unlur", date + ": x"}; !isHeaderBlock(block) {
					t.Errorf("%s: %q is no printed header", l.code, block)
				}
			}
		}
		for _, title := range l.titles {
			if !isSeparator("-----" + title + "-----") {
				t.Errorf("%s: %q does not separate", l.code, title)
			}
		}
		for _, line := range l.sent {
			if !isAdvertisement(strings.Replace(line, "*", "xyz", 1)+"X") && !isAdvertisement(strings.Replace(line, "*", "xyz", 1)) {
				t.Errorf("%s: %q is no advertisement", l.code, line)
			}
		}
		for _, title := range l.forwards {
			if !isForward("-----" + title + "-----") {
				t.Errorf("%s: %q passes nothing on", l.code, title)
			}
		}
		for _, banner := range l.banners {
			if !isBanner("[" + banner + "]") {
				t.Errorf("%s: %q is no banner", l.code, banner)
			}
		}
		for _, notice := range l.legal {
			if !isLegalNotice(notice + " etc.") {
				t.Errorf("%s: %q is no notice", l.code, notice)
			}
		}
		for _, line := range l.mobile {
			if !isMobileSignature(strings.Replace(line, "*", "xyz", 1)) {
				t.Errorf("%s: %q is no signature", l.code, line)
			}
		}
	}
}
