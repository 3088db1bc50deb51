package reply

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// TestLanguages holds that each word of the file can be found: that its key is known, that it
// has the form in which lines are compared, and stands in its list once.
func TestLanguages(t *testing.T) {
	d := json.NewDecoder(bytes.NewReader(languagesJSON))
	d.DisallowUnknownFields()
	if err := d.Decode(new([]language)); err != nil {
		t.Error(err)
	}
	if len(languages) > 64 {
		t.Fatalf("%d languages do not fit a languageSet", len(languages))
	}
	for _, l := range languages {
		lists := map[string][]string{
			"openers": l.Openers, "verbs": l.Verbs, "self": l.Self, "from": l.From, "date": l.Date, "to": l.To,
			"subject": l.Subject, "other": l.Other, "titles": l.Titles, "forwards": l.Forwards, "mobile": l.Mobile, "sent": l.Sent, "legal": l.Legal, "banners": l.Banners,
		}
		for name, list := range lists {
			for _, w := range list {
				if lowered(w) != strings.TrimSpace(w) || lowered(w) == "" {
					t.Errorf("%s, %s: %q is compared as %q", l.Code, name, w, lowered(w))
				}
			}
			sorted := slices.Sorted(slices.Values(list))
			if once := slices.Compact(slices.Clone(sorted)); len(once) < len(list) {
				t.Errorf("%s, %s: something is there twice in %q", l.Code, name, sorted)
			}
		}
		for _, from := range l.From {
			for _, date := range l.Date {
				if block := []string{from + ": Unlur", date + ": x"}; !isHeaderBlock(block) {
					t.Errorf("%s: %q is no printed header", l.Code, block)
				}
			}
		}
		for _, title := range l.Titles {
			if !isSeparator("-----" + title + "-----") {
				t.Errorf("%s: %q does not separate", l.Code, title)
			}
		}
		for _, line := range l.Sent {
			if !isAdvertisement(strings.Replace(line, "*", "xyz", 1)+"X") && !isAdvertisement(strings.Replace(line, "*", "xyz", 1)) {
				t.Errorf("%s: %q is no advertisement", l.Code, line)
			}
		}
		for _, title := range l.Forwards {
			if !isForward("-----" + title + "-----") {
				t.Errorf("%s: %q passes nothing on", l.Code, title)
			}
		}
		for _, banner := range l.Banners {
			if !isBanner("[" + banner + "]") {
				t.Errorf("%s: %q is no banner", l.Code, banner)
			}
		}
		for _, notice := range l.Legal {
			if !isLegalNotice(notice + " etc.") {
				t.Errorf("%s: %q is no notice", l.Code, notice)
			}
		}
		for _, line := range l.Mobile {
			if !isMobileSignature(strings.Replace(line, "*", "xyz", 1)) {
				t.Errorf("%s: %q is no signature", l.Code, line)
			}
		}
	}
}
