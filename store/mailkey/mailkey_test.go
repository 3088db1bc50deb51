package mailkey

import "testing"

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
