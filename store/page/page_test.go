package page

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
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

// Those of schema 8, too.
func TestFormerPages(t *testing.T) {
	html := strings.Repeat("<p>Your turn", 1000)
	block := s2.Encode(nil, []byte(html))
	former := append(binary.BigEndian.AppendUint32([]byte{formerLetter}, crc32.Checksum([]byte(html), sums)), block...)
	if diff := cmp.Diff(html, Page(former).String()); diff != "" {
		t.Error(diff)
	}
	if n, err := opened(former[:len(former)-1]); !errors.Is(err, ErrDamaged) {
		t.Errorf("%d bytes of a page that was cut: %v", n, err)
	}
}

// The dictionary stays what it is: pages in stores hang on it.
func TestDictionaryStays(t *testing.T) {
	const sum = "3adb47aa51e63441f19630dda477c4eb4d3f90473ecf74766121976e9ee0411a"
	if got := fmt.Sprintf("%x", sha256.Sum256(sample)); got != sum {
		t.Errorf("the dictionary is another, with the sum %s", got)
	}
}

// Pages of boards, as they are today, get small: those that are another than the sample.
func TestPagesGetSmall(t *testing.T) {
	boards, err := filepath.Glob("../../templates/testdata/mails/*/*.html")
	if err != nil {
		t.Fatal(err)
	}
	html, packed := 0, 0
	for _, path := range boards {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(raw) > 15_000 && !bytes.Equal(raw, sample) {
			html, packed = html+len(raw), packed+len(New(raw))
		}
	}
	if packed == 0 || packed > html/10 {
		t.Errorf("of %d bytes %d are left", html, packed)
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
