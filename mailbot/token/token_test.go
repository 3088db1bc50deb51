package token

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"unlurbot/game"
)

func drawToken(t *rapid.T) Token {
	return Token{
		Purpose: Purpose(rapid.IntRange(int(ForGame), int(ForDigest)).Draw(t, "purpose")),
		Number:  rapid.Uint32().Draw(t, "number"),
		Seat:    game.Seat(rapid.IntRange(0, 2).Draw(t, "seat")),
		Ply:     rapid.IntRange(0, 1<<16-1).Draw(t, "ply"),
		Asks:    Question(rapid.Uint16().Draw(t, "offer")),
	}
}

// A token is read back whatever case it comes in, and fits into a local part
// beside a name of a sensible length.
func TestTokenRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want, key := drawToken(t), rapid.SliceOfN(rapid.Byte(), 1, 40).Draw(t, "key")
		sealed := Seal(key, want)
		if len(sealed) != Length || Length != 31 || // which config counts on
			strings.ToLower(sealed) != sealed || len("unlurbot-of-the-club+"+sealed) > 64 {
			t.Fatalf("%q", sealed)
		}
		for _, s := range []string{sealed, strings.ToUpper(sealed), strings.ToUpper(sealed[:9]) + sealed[9:]} {
			if got, ok := Unseal(key, s); !ok || got != want {
				t.Fatalf("%q is %+v, want %+v", s, got, want)
			}
		}
	})
}

// Whichever bit of a token is flipped, of its bytes or of its letters, it is none
// any more; except that a letter may change its case.
func TestTokenWithAFlippedBit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.SliceOfN(rapid.Byte(), 16, 32).Draw(t, "key")
		sealed := Seal(key, drawToken(t))
		whole, err := encoding.DecodeString(strings.ToUpper(sealed))
		if err != nil {
			t.Fatal(err)
		}
		for i := range 8 * len(whole) {
			flipped := slices.Clone(whole)
			flipped[i/8] ^= 1 << (i % 8)
			if _, ok := Unseal(key, strings.ToLower(encoding.EncodeToString(flipped))); ok {
				t.Fatalf("%s is accepted without its bit %d", sealed, i)
			}
		}
		for i := range 8 * len(sealed) {
			flipped := []byte(sealed)
			flipped[i/8] ^= 1 << (i % 8)
			if _, ok := Unseal(key, string(flipped)); ok != strings.EqualFold(string(flipped), sealed) {
				t.Fatalf("%s, changed to %q, is accepted: %v", sealed, flipped, ok)
			}
		}
	})
}

// There is one text for a token. What is shorter, longer, padded, broken or has
// other bits where the last letter has some to spare is refused.
func TestTokenHasOneText(t *testing.T) {
	const alphabet = "abcdefghijklmnopqrstuvwxyz234567"
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.SliceOfN(rapid.Byte(), 16, 32).Draw(t, "key")
		sealed := Seal(key, drawToken(t))
		most := len(sealed) - 1
		others := []string{
			"", sealed[1:], sealed[:most], sealed + "a", "a" + sealed, sealed + sealed, sealed + "=", sealed[:most] + "=", sealed + " ", " " + sealed[1:],
			strings.Repeat("\n", Length), sealed[:most] + "\n", sealed[:9] + "\r\n" + sealed[11:], sealed[:9] + "\n" + sealed[9:],
			sealed[:most] + "!", sealed[:most] + "\x00", strings.Repeat("ı", Length/2) + "a", sealed[:most-1] + "ſ",
		}
		for _, last := range alphabet {
			if byte(last) != sealed[most] {
				others = append(others, sealed[:most]+string(last))
			}
		}
		for _, s := range others {
			if _, ok := Unseal(key, s); ok {
				t.Fatalf("%q is accepted as %q", s, sealed)
			}
		}
	})
}

// A token is accepted under the key with which it was sealed and for what it was
// sealed, and for nothing else: no other purpose, game, seat, ply, offer or key.
func TestTokenIsForOneThing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "key")
		other := rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "another key")
		want := drawToken(t)
		for name, change := range map[string]func(*Token){
			"purpose": func(t *Token) { t.Purpose = t.Purpose%ForRequest + 1 },
			"number":  func(t *Token) { t.Number++ },
			"seat":    func(t *Token) { t.Seat = (t.Seat + 1) % 3 },
			"ply":     func(t *Token) { t.Ply = (t.Ply + 1) % (1 << 16) },
			"offer":   func(t *Token) { t.Asks++ },
		} {
			changed := want
			change(&changed)
			if got, ok := Unseal(key, Seal(key, changed)); !ok || got == want || Seal(key, changed) == Seal(key, want) {
				t.Fatalf("a token with another %s is accepted: %+v", name, got)
			}
		}
		if _, ok := Unseal(other, Seal(key, want)); ok != slices.Equal(key, other) {
			t.Fatal("another key accepts it")
		}
	})
}

// The two seats of a game have different tokens that tell nothing of each other:
// whoever sees one can't make the other.
func TestSeatsHaveTheirOwnTokens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "key")
		first := Token{Purpose: ForGame, Number: rapid.Uint32().Draw(t, "game"), Seat: game.First, Ply: rapid.IntRange(0, 200).Draw(t, "ply")}
		second := first
		second.Seat = game.Second
		a, b := Seal(key, first), Seal(key, second)
		const open = 8 * body / 5 // letters that hold nothing of the HMAC
		if a == b || a[open+1:] == b[open+1:] {
			t.Fatalf("%s and %s", a, b)
		}
		if _, ok := Unseal(key, b[:open]+a[open:]); ok && b[:open] != a[:open] {
			t.Fatalf("%s and %s make a third one", a, b)
		}
	})
}

// Two different tokens have two different texts.
func TestTokensDiffer(t *testing.T) {
	key := []byte("key")
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawToken(t), drawToken(t)
		if (a == b) != (Seal(key, a) == Seal(key, b)) {
			t.Fatalf("%+v and %+v", a, b)
		}
	})
}
