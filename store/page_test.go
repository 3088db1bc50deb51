package store

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// A mail comes out of the outbox as it went in, and its HTML part too.
func TestPagesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		html := strings.Repeat(rapid.StringMatching(`[ -~é]{0,40}`).Draw(t, "HTML"), rapid.IntRange(0, 2000).Draw(t, "times"))
		mail := &Outgoing{
			ID: 7, EnvelopeTo: "ana@example.org", Text: rapid.String().Draw(t, "text"), HTML: NewPage(html),
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
		if diff := cmp.Diff(html, read.HTML.String()); diff != "" {
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
	if mail.HTML.String() != html || mail.ID != 3 {
		t.Errorf("%+v", mail)
	}
}

// bomb makes a page that is longer than NewPage allows.
func bomb(t *testing.T) Page {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(bytes.Repeat([]byte(" "), MaxPage+1)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

// A damaged page is an error, and one that would fill the memory too.
func TestDamagedPages(t *testing.T) {
	good := NewPage(strings.Repeat("<p>Your turn", 100))
	for name, page := range map[string]Page{
		"cut": good[:len(good)/2], "no flate": Page("<!DOCTYPE html>"), "a bomb": bomb(t),
	} {
		if n, err := page.WriteTo(io.Discard); err == nil || n > MaxPage {
			t.Errorf("%s: read as %d bytes: %v", name, n, err)
		}
	}
	if n, err := NewPage(strings.Repeat(" ", MaxPage)).WriteTo(io.Discard); n != MaxPage || err != nil {
		t.Errorf("the longest page: %d bytes: %v", n, err)
	}
}
