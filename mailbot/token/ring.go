package token

import (
	"strings"
	"time"
	"unicode"

	"unlurbot/store"
)

// A Ring holds the keys of tokens: first the one that new mails get, behind
// it the former ones of which tokens are still accepted.
type Ring [][]byte

// NewRing gives the keys that are good at a time.
func NewRing(k *store.Keys, now time.Time) Ring {
	ring := Ring{k.Present}
	for _, f := range k.Former {
		if now.Before(f.Until) {
			ring = append(ring, f.Key)
		}
	}
	return ring
}

// Seal writes a token as text.
func (r Ring) Seal(t Token) string { return Seal(r[0], t) }

// Unseal reads a token; ok is false for anything that Seal did not write with
// one of the keys.
func (r Ring) Unseal(text string) (t Token, ok bool) {
	for _, key := range r {
		if t, ok := Unseal(key, text); ok {
			return t, true
		}
	}
	return Token{}, false
}

// Without takes the tokens out of what somebody writes to somebody else: who
// copies a cell out of a board may copy its link too, "C4<mailto:unlur%2B...>". Mail
// programs break long words, and mark the lines that they quote, so only letters and
// digits count: blanks, line ends and signs within a token hide none of it.
func (r Ring) Without(text string) string {
	var letters []byte // that can be part of a token, with nothing else that is a letter or a digit between them
	var places []int   // where they stand in the text
	var rest strings.Builder
	kept := 0 // the text up to there is in rest
	drop := func() {
		for i := 0; i+Length <= len(letters); i++ {
			if _, ok := r.Unseal(string(letters[i : i+Length])); !ok {
				continue
			}
			rest.WriteString(text[kept:places[i]] + "*")
			i += Length - 1
			kept = places[i] + 1
		}
		letters, places = letters[:0], places[:0]
	}
	for at, c := range text {
		switch {
		case isLetter(c):
			letters, places = append(letters, byte(c)), append(places, at)
		case unicode.IsLetter(c) || unicode.IsDigit(c):
			drop()
		}
	}
	drop()
	return rest.String() + text[kept:]
}

// isLetter says whether tokens have a letter, in either case.
func isLetter(c rune) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '2' <= c && c <= '7'
}
