package token

import (
	"strings"
	"testing"
)

// FuzzToken holds the laws of tokens against any text: nothing but what Seal has
// written is one, but for the case of its letters.
func FuzzToken(f *testing.F) {
	key := []byte("a key for tests")
	sealed := Seal(key, Token{Purpose: ForGame, Number: 42, Seat: 1, Ply: 7})
	for _, text := range []string{
		"", sealed, strings.ToUpper(sealed), sealed[1:], sealed + "=", strings.Repeat("\n", Length), strings.Repeat("ı", Length),
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got, ok := Unseal(key, text); ok && !strings.EqualFold(Seal(key, got), text) {
			t.Errorf("%q is %+v, which is written %q", text, got, Seal(key, got))
		}
		if _, ok := (Ring{[]byte("another key"), []byte("and one more")}).Unseal(text); ok {
			t.Errorf("%q is a token of keys that never sealed one", text)
		}
		for _, id := range []string{text, text + "." + text, text + "@example.org"} {
			if part := InID(id); !strings.HasPrefix(id, part) || strings.Contains(part, ".") {
				t.Errorf("%q has the token %q", id, part)
			}
		}
	})
}
