package store

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// A mail comes out of the outbox as it went in.
func TestPagesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mail := &Outgoing{
			ID: 7, EnvelopeTo: "ana@example.org", Text: rapid.String().Draw(t, "text"),
			HTML:  strings.Repeat(rapid.StringMatching(`[ -~é]{0,40}`).Draw(t, "HTML"), rapid.IntRange(0, 2000).Draw(t, "times")),
			Files: []File{{Name: "a.sgf", Type: "text/plain", Data: []byte{1, 2}}},
		}
		raw, err := encode(mail)
		if err != nil {
			t.Fatal(err)
		}
		read := &Outgoing{}
		if err := json.Unmarshal(raw, read); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(mail, read); diff != "" {
			t.Error(diff)
		}
	})
}

// A mail of an older store has its HTML part as it is.
func TestOldPagesAreRead(t *testing.T) {
	const html = "<!DOCTYPE html>\n<p>Your turn"
	mail := &Outgoing{}
	if err := json.Unmarshal([]byte(`{"id": 3, "html": "`+strings.ReplaceAll(html, "\n", `\n`)+`"}`), mail); err != nil {
		t.Fatal(err)
	}
	if mail.HTML != html || mail.ID != 3 {
		t.Errorf("%+v", mail)
	}
}

// A damaged page is an error, and one that would fill the memory too.
func TestDamagedPages(t *testing.T) {
	good, err := packPage(strings.Repeat("<p>Your turn", 100))
	if err != nil {
		t.Fatal(err)
	}
	bomb, err := packPage(strings.Repeat(" ", MaxPage+1))
	if err != nil {
		t.Fatal(err)
	}
	for name, page := range map[string]string{"cut": good[:len(good)/2], "no base64": "%", "no flate": "AAAA", "a bomb": bomb} {
		if html, err := unpackPage(page); err == nil {
			t.Errorf("%s: read as %d bytes", name, len(html))
		}
	}
}
