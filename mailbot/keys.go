package mailbot

import (
	"crypto/rand"
	"strings"
	"time"
	"unicode"

	"unlurbot/store"
)

// A keyring holds the keys of tokens: first the one that new mails get, behind
// it the former ones of which tokens are still accepted.
type keyring [][]byte

func newKeyring(k *store.Keys, now time.Time) keyring {
	ring := keyring{k.Present}
	for _, f := range k.Former {
		if now.Before(f.Until) {
			ring = append(ring, f.Key)
		}
	}
	return ring
}

// seal writes a token as text.
func (r keyring) seal(t token) string { return seal(r[0], t) }

// unseal reads a token; ok is false for anything that seal did not write with
// one of the keys.
func (r keyring) unseal(text string) (t token, ok bool) {
	for _, key := range r {
		if t, ok := unseal(key, text); ok {
			return t, true
		}
	}
	return token{}, false
}

// withoutTokens takes the tokens out of what somebody writes to somebody else: who
// copies a cell out of a board may copy its link too, "C4<mailto:unlur%2B...>". Mail
// programs break long words, and mark the lines that they quote, so only letters and
// digits count: blanks, line ends and signs within a token hide none of it.
func (r keyring) withoutTokens(text string) string {
	var letters []byte // that can be part of a token, with nothing else that is a letter or a digit between them
	var places []int   // where they stand in the text
	var rest strings.Builder
	kept := 0 // the text up to there is in rest
	drop := func() {
		for i := 0; i+tokenLength <= len(letters); i++ {
			if _, ok := r.unseal(string(letters[i : i+tokenLength])); !ok {
				continue
			}
			rest.WriteString(text[kept:places[i]] + "*")
			i += tokenLength - 1
			kept = places[i] + 1
		}
		letters, places = letters[:0], places[:0]
	}
	for at, c := range text {
		switch {
		case isTokenLetter(c):
			letters, places = append(letters, byte(c)), append(places, at)
		case unicode.IsLetter(c) || unicode.IsDigit(c):
			drop()
		}
	}
	drop()
	return rest.String() + text[kept:]
}

// isTokenLetter says whether tokens have a letter, in either case.
func isTokenLetter(c rune) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '2' <= c && c <= '7'
}

// keyring reads the keys that are good for this errand. They are read in its
// transaction since they can be changed while the bot runs.
func (e *errand) keyring() (keyring, error) {
	if e.ring != nil {
		return e.ring, nil
	}
	k, err := e.u.Tx.Keys()
	if err != nil {
		return nil, err
	}
	e.ring = newKeyring(k, e.u.Now)
	return e.ring, nil
}

// What the fixed keys of the store are for. To draw is among them so that a
// mail that is dealt with again, out of a backup from before a rotation, gives
// the same seats.
const (
	keyOfDraw      = "unlurbot draw"
	keyOfWishes    = "unlurbot wishes"
	keyOfStrangers = "unlurbot strangers"
	keyOfOwner     = "unlurbot owner"
	keyOfLog       = "unlurbot log"
)

// NewSecret makes a key for tokens.
func NewSecret() ([]byte, error) {
	secret := make([]byte, 32)
	_, err := rand.Read(secret)
	return secret, err
}

// RotateKey gives a store a new key for tokens; a bot that has the store open
// goes on with it at once. Answers to mails from before are accepted for the
// overlap; after that, and with an overlap of 0 from now on, they are mails
// without a token. It may fail with store.ErrTooManyKeys.
func RotateKey(s *store.Store, now time.Time, overlap time.Duration) error {
	fresh, err := NewSecret()
	if err != nil {
		return err
	}
	return s.Update(func(tx *store.Tx) error { return tx.RotateKey(fresh, now, overlap) })
}
