package page

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/s2"
	"pgregory.net/rapid"
)

// A page comes out of JSON as it went in, whatever it says.
func TestPagesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		html := strings.Repeat(rapid.StringMatching(`[ -~é]{0,40}`).Draw(t, "HTML"), rapid.IntRange(0, 2000).Draw(t, "times"))
		raw, err := json.Marshal(New([]byte(html)))
		if err != nil {
			t.Fatal(err)
		}
		var read Page
		if err := json.Unmarshal(raw, &read); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(html, read.String()); diff != "" {
			t.Error(diff)
		}
	})
}

// deflated is a page as it was written up to schema 7.
func deflated(t *testing.T, html []byte) Page {
	t.Helper()
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	_, err := w.Write(html)
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

// opened is how many bytes a page has: -1 if it can't be read.
func opened(p Page) (n int, err error) {
	n = -1
	err = p.Open(func(html []byte) error {
		n = len(html)
		return nil
	})
	return n, err
}

// Pages of stores from before are read.
func TestOldPages(t *testing.T) {
	for _, html := range []string{"<p>Your turn", strings.Repeat(" ", Max)} {
		old := deflated(t, []byte(html))
		if diff := cmp.Diff(html, old.String()); diff != "" {
			t.Error(diff)
		}
		for _, wrong := range []Page{old[:len(old)-1], old[:1]} {
			if n, err := opened(wrong); !errors.Is(err, ErrDamaged) || n >= 0 {
				t.Errorf("%d bytes of a page that was cut: %v", n, err)
			}
		}
	}
}

// A damaged page is an error, and one that would fill the memory too.
func TestDamagedPages(t *testing.T) {
	good := New([]byte(strings.Repeat("<p>Your turn", 100)))
	long := bytes.Repeat([]byte(" "), Max+1)
	for name, page := range map[string]Page{
		"cut": good[:len(good)/2], "no page": Page("<!DOCTYPE html>"), "a byte": good[:1], "a head": good[:head], "empty block": append(good[:head:head], 0),
		"an old bomb": deflated(t, long), "a bomb": append(good[:head:head], s2.Encode(nil, long)...),
	} {
		if n, err := opened(page); !errors.Is(err, ErrDamaged) || n >= 0 {
			t.Errorf("%s: read as %d bytes: %v", name, n, err)
		}
	}
	if n, err := opened(New([]byte(strings.Repeat(" ", Max)))); n != Max || err != nil {
		t.Errorf("the longest page: %d bytes: %v", n, err)
	}
}

// What is done with a page may fail too, which says nothing of the page.
func TestPagesThatCannotBeUsed(t *testing.T) {
	errFull := errors.New("no room")
	err := New([]byte("<p>Your turn")).Open(func([]byte) error { return errFull })
	if !errors.Is(err, errFull) || errors.Is(err, ErrDamaged) {
		t.Error(err)
	}
}

// A wrong bit in what is kept of a page, wherever it is, is found or changes nothing,
// and the mail can be read.
func TestWrongBitsInPages(t *testing.T) {
	html := strings.Repeat("<p>Your turn", 20) + "C4 D5 E6"
	text := base64.StdEncoding.AppendEncode(nil, New([]byte(html)))
	for i := range 8 * len(text) {
		wrong := bytes.Clone(text)
		wrong[i/8] ^= 1 << (i % 8)
		var page Page
		if err := page.UnmarshalText(wrong); err != nil {
			t.Fatal(err)
		}
		if _, err := opened(page); err == nil && page.String() != html {
			t.Errorf("%s: the page is %q", wrong, page)
		}
	}
}
