package address

import (
	"strings"
	"testing"

	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/token"
)

// FuzzDetail holds for any text that it is a detail of the bot once it was written as
// one, and that what has a detail is written with it, but for the case of its letters.
func FuzzDetail(f *testing.F) {
	const own Own = "unlur@example.org"
	sealed := token.Seal([]byte("a key for tests"), token.Token{Purpose: token.ForGame, Number: 42, Seat: 1, Ply: 7})
	for _, text := range []string{
		"", sealed, own.With(sealed), strings.ToUpper(own.With(sealed)), "unlur+@example.org", "unlur@example.org", "unlur+a+b@example.org", "@", "+@", "unlur+a@b@example.org",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		detail, ok := own.Detail(text)
		if ok && !strings.EqualFold(own.With(detail), text) {
			t.Errorf("%q has the detail %q", text, detail)
		}
		if ok && !own.Is(text) {
			t.Errorf("%q has a detail and is not the bot's", text)
		}
		if _, again := own.Detail(own.With(text)); !again {
			t.Errorf("%q is no detail of the bot", text)
		}
	})
}

// A token fits into the address of any bot that the configuration takes, and is
// found in it again, in any case (RFC 5321 section 4.5.3.1.1).
func TestTokenFitsIntoTheAddress(t *testing.T) {
	sealed := token.Seal([]byte("a key for tests"), token.Token{Purpose: token.ForGame, Number: 1<<32 - 1, Seat: 2, Ply: 1<<16 - 1, Asks: 1<<16 - 1})
	for length := 1; length <= 32; length++ {
		own := Own(strings.Repeat("u", length) + "@Example.org")
		address := own.With(sealed)
		if local, _, _ := strings.Cut(address, "@"); len(local) > 64 {
			t.Errorf("%s is too long", address)
		}
		for _, s := range []string{address, strings.ToUpper(address), strings.ToLower(address)} {
			if detail, ok := own.Detail(s); !ok || !strings.EqualFold(detail, sealed) {
				t.Errorf("%s has the detail %q", s, detail)
			}
		}
	}
}

// Nobody is challenged at an address of a program or of a machine, nor is the bot; whoever
// is in its domain can be.
func TestRefuses(t *testing.T) {
	for own, why := range map[Own]map[string]facts.InviteRefusal{
		"unlur@example.org": {
			"bo@example.org": 0, "bo@example.net": 0, "unlur.fan@example.org": 0,
			"unlur@example.org": facts.InvitesBot, "Unlur+42@Example.ORG": facts.InvitesBot,
			"root@localhost": facts.Nobody, "bo@[203.0.113.7]": facts.Nobody, "no-reply@example.net": facts.Nobody,
		},
		"unlur@club": {"bo@club": 0, "bo@CLUB": 0, "bo@localhost": facts.Nobody, "unlur@club": facts.InvitesBot},
	} {
		for address, want := range why {
			if got := own.Refuses(address); got != want {
				t.Errorf("%s says %d to %s, want %d", own, got, address, want)
			}
		}
	}
}
