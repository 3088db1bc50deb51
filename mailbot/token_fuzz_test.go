package mailbot

import (
	"strings"
	"testing"

	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/token"
)

// FuzzToken holds the laws of tokens against any text: nothing but what seal has
// written is one, but for the case of its letters, and an address that has one is
// of the bot and says the same in any case.
func FuzzToken(f *testing.F) {
	key, b := []byte("a key for tests"), &Bot{cfg: Config{Address: botAddress}}
	sealed := token.Seal(key, token.Token{Purpose: token.ForGame, Number: 42, Seat: 1, Ply: 7})
	for _, text := range []string{
		"", sealed, strings.ToUpper(sealed), sealed[1:], sealed + "=", strings.Repeat("\n", token.Length), strings.Repeat("ı", token.Length),
		letters.House{Address: b.cfg.Address}.Detail(sealed), strings.ToUpper(letters.House{Address: b.cfg.Address}.Detail(sealed)), "unlur+@example.org", "unlur@example.org", "unlur+a+b@example.org", "@", "+@", "unlur+a@b@example.org",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got, ok := token.Unseal(key, text); ok && !strings.EqualFold(token.Seal(key, got), text) {
			t.Errorf("%q is %+v, which is written %q", text, got, token.Seal(key, got))
		}
		if _, ok := (token.Ring{[]byte("another key"), []byte("and one more")}).Unseal(text); ok {
			t.Errorf("%q is a token of keys that never sealed one", text)
		}
		for _, id := range []string{text, text + "." + text, text + "@example.org"} {
			if part := token.InID(id); !strings.HasPrefix(id, part) || strings.Contains(part, ".") {
				t.Errorf("%q has the token %q", id, part)
			}
		}
		detail, ok := b.cfg.detailOf(text)
		if ok && !strings.EqualFold(letters.House{Address: b.cfg.Address}.Detail(detail), text) {
			t.Errorf("%q has the detail %q", text, detail)
		}
		if _, again := b.cfg.detailOf(letters.House{Address: b.cfg.Address}.Detail(text)); !again {
			t.Errorf("%q is no detail of the bot", text)
		}
	})
}

// A token fits into the address of any bot that the configuration takes, and is
// found in it again, in any case (RFC 5321 section 4.5.3.1.1).
func TestTokenFitsIntoTheAddress(t *testing.T) {
	sealed := token.Seal([]byte("a key for tests"), token.Token{Purpose: token.ForGame, Number: 1<<32 - 1, Seat: 2, Ply: 1<<16 - 1, Asks: 1<<16 - 1})
	for length := 1; length <= 32; length++ {
		own := strings.Repeat("u", length)
		b := &Bot{cfg: Config{Address: own + "@Example.org"}}
		address := letters.House{Address: b.cfg.Address}.Detail(sealed)
		if local, _, _ := strings.Cut(address, "@"); len(local) > 64 {
			t.Errorf("%s is too long", address)
		}
		for _, s := range []string{address, strings.ToUpper(address), strings.ToLower(address)} {
			if detail, ok := b.cfg.detailOf(s); !ok || !strings.EqualFold(detail, sealed) {
				t.Errorf("%s has the detail %q", s, detail)
			}
		}
	}
}
