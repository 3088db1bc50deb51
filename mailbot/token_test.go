package mailbot

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"unlurbot/game"
)

func drawToken(t *rapid.T) token {
	return token{
		purpose: purpose(rapid.IntRange(int(forGame), int(forRequest)).Draw(t, "purpose")),
		number:  rapid.Uint32().Draw(t, "number"),
		seat:    game.Seat(rapid.IntRange(0, 2).Draw(t, "seat")),
		ply:     rapid.IntRange(0, 1<<16-1).Draw(t, "ply"),
		offer:   offer(rapid.Uint16().Draw(t, "offer")),
	}
}

// A token is read back whatever case it comes in, and fits into a local part
// beside a name of a sensible length.
func TestTokenRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want, key := drawToken(t), rapid.SliceOfN(rapid.Byte(), 1, 40).Draw(t, "key")
		sealed := seal(key, want)
		if len(sealed) != tokenLength || tokenLength != 31 || // which config counts on
			strings.ToLower(sealed) != sealed || len("unlurbot-of-the-club+"+sealed) > 64 {
			t.Fatalf("%q", sealed)
		}
		for _, s := range []string{sealed, strings.ToUpper(sealed), strings.ToUpper(sealed[:9]) + sealed[9:]} {
			if got, ok := unseal(key, s); !ok || got != want {
				t.Fatalf("%q is %+v, want %+v", s, got, want)
			}
		}
	})
}

// No change of a token, and no other key, gives a token.
func TestTokenCannotBeChanged(t *testing.T) {
	const alphabet = "abcdefghijklmnopqrstuvwxyz234567"
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.SliceOfN(rapid.Byte(), 16, 32).Draw(t, "key")
		sealed := seal(key, drawToken(t))
		at := rapid.IntRange(0, len(sealed)-1).Draw(t, "at")
		letter := alphabet[rapid.IntRange(0, 31).Draw(t, "letter")]
		changed := sealed[:at] + string(letter) + sealed[at+1:]
		if _, ok := unseal(key, changed); ok != (changed == sealed) {
			t.Fatalf("%s, changed to %s, is accepted: %v", sealed, changed, ok)
		}
		for _, s := range []string{sealed + "a", sealed[1:], "", sealed[:len(sealed)-1] + "!", sealed[:tokenLength-1] + "\x00"} {
			if _, ok := unseal(key, s); ok {
				t.Fatalf("%q is accepted", s)
			}
		}
		if _, ok := unseal(append([]byte{1}, key...), sealed); ok {
			t.Fatal("another key accepts it")
		}
	})
}

// Two different tokens have two different texts.
func TestTokensDiffer(t *testing.T) {
	key := []byte("key")
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawToken(t), drawToken(t)
		if (a == b) != (seal(key, a) == seal(key, b)) {
			t.Fatalf("%+v and %+v", a, b)
		}
	})
}

// The draw is even, and the same for the same mail.
func TestDraw(t *testing.T) {
	first := 0
	for i := range 1000 {
		cause := strings.Repeat("x", i)
		seat := draw([]byte("key"), cause)
		if seat != draw([]byte("key"), cause) {
			t.Fatal("the draw changes")
		}
		if seat == game.First {
			first++
		}
	}
	if first < 400 || first > 600 {
		t.Errorf("%d of 1000 begin", first)
	}
}
