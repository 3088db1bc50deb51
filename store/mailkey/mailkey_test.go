package mailkey

import (
	"strings"
	"testing"
)

// Each way to know a mail gives a key of a known form, its own one, and only two of them
// are places.
func TestForms(t *testing.T) {
	raw := []byte("From: ana@example.org\r\nSubject: move\r\n\r\nC4\r\n")
	seen := map[Key]string{}
	for name, key := range map[string]Key{
		"place": Place(7, 12), "filed": Filed(7, 12), "token": Token("abc"), "author": Author("ana@example.org", "x@example.org"),
		"content": Content("ana@example.org", "x@example.org", "C4", raw), "bytes": Bytes("ana@example.org", "x@example.org", raw),
		"raw": Content("ana@example.org", "", "C4", raw),
	} {
		if !IsKey([]byte(key)) || IsPlace([]byte(key)) != (name == "place" || name == "filed") {
			t.Errorf("%s: %s is of another form", name, key)
		}
		if other, taken := seen[key]; taken {
			t.Errorf("%s and %s have the key %s", name, other, key)
		}
		seen[key] = name
	}
	if IsKey([]byte("x")) || IsKey([]byte("mid:12")) || IsPlace([]byte("uid:1:x")) {
		t.Error("anything is a key")
	}
}

// The keys of one mail lie beside each other, and those of schema 8 are known.
func TestKeysLieTogether(t *testing.T) {
	raw := []byte("From: ana@example.org\r\nSubject: move\r\n\r\nC4\r\n")
	const ana, id = "ana@example.org", "x@example.org"
	for kind, key := range map[string]Key{"author": Author(ana, id), "mid": Content(ana, id, "C4", raw), "bytes": Bytes(ana, id, raw)} {
		if beginning := string(Author(ana, id)[:2*mailHash]) + ":" + kind + ":"; !strings.HasPrefix(string(key), beginning) {
			t.Errorf("%s does not begin with %s", key, beginning)
		}
		if former := key.Former(); former != key[2*mailHash+1:] || !IsKey([]byte(former)) {
			t.Errorf("%s was %s before", key, former)
		}
	}
	for _, key := range []Key{Place(7, 12), Filed(7, 12), Token("abc"), Content(ana, "", "C4", raw)} {
		if former := key.Former(); former != key {
			t.Errorf("%s was %s before", key, former)
		}
	}
}
