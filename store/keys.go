package store

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"time"
)

// maxFormerKeys is how many keys are accepted beside the present one. Each costs
// an HMAC more for whatever looks like a token.
const maxFormerKeys = 16

// leastKey is how many bytes a key has at least: the 80 bits that a token
// promises.
const leastKey = 10

// ErrTooManyKeys says that so many former keys are still accepted that there
// is no room for one more.
var ErrTooManyKeys = errors.New("store: too many former keys are still valid; another rotation works only with no overlap")

var keyKeys = []byte("keys")

// fixedLabel tells the fixed key from all else that is made of the first secret.
const fixedLabel = "unlurbot fixed key 1"

// Keys are what tokens in mails are sealed with.
type Keys struct {
	// Present is the key for all new mails.
	Present []byte `json:"present"`
	// Former are those that were present before, the latest first. Some may be
	// out of date already.
	Former []FormerKey `json:"former,omitempty"`
	// Fixed is the root of what FixedKey gives.
	Fixed []byte `json:"fixed"`
}

// A FormerKey was the present one once. What was sealed with it is accepted
// before Until.
type FormerKey struct {
	Key   []byte    `json:"key"`
	Until time.Time `json:"until"`
}

func derive(key []byte, purpose string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(purpose))
	return mac.Sum(nil)
}

// Keys gives the keys as they are in this transaction. They change while a bot
// runs, so nobody may keep them longer.
func (t *Tx) Keys() (*Keys, error) { return get[Keys](t, bucketMeta, keyKeys) }

// FixedKey gives the key for one purpose that RotateKey never changes. It is for
// what must be the same for as long as the store lives and is no proof of
// anything: hashes by which something is found again that is kept in no other
// form, and draws that must come out as before when a mail is dealt with again.
// Tokens have keys that can be replaced; see Keys.
func (t *Tx) FixedKey(purpose string) ([]byte, error) {
	if key, known := t.fixed[purpose]; known {
		return key, nil
	}
	if t.fixed == nil {
		k, err := t.Keys()
		if err != nil {
			return nil, err
		}
		t.fixed = map[string][]byte{"": k.Fixed}
	}
	t.fixed[purpose] = derive(t.fixed[""], purpose)
	return t.fixed[purpose], nil
}

// RotateKey makes a fresh key the present one. What was sealed before is
// accepted for the overlap longer, and by no key for longer than that: an overlap
// of 0 is for keys that somebody else may know. It fails with ErrTooManyKeys if
// it is called too often with a long overlap.
func (t *Tx) RotateKey(fresh []byte, now time.Time, overlap time.Duration) error {
	k, err := t.Keys()
	if err != nil {
		return err
	}
	until := now.Add(overlap)
	var former []FormerKey
	for _, f := range append([]FormerKey{{k.Present, until}}, k.Former...) {
		if f.Until.After(until) {
			f.Until = until
		}
		if f.Until.After(now) {
			former = append(former, f)
		}
	}
	if len(former) > maxFormerKeys {
		return ErrTooManyKeys
	}
	return put(t, bucketMeta, keyKeys, &Keys{Present: fresh, Former: former, Fixed: k.Fixed})
}

// keys checks the keys. It names none of them: what it says is printed.
func (v *verifier) keys() {
	k, err := v.tx.Keys()
	if err != nil {
		v.fault("meta: the keys for tokens can't be read")
		return
	}
	if len(k.Present) < leastKey || len(k.Fixed) < leastKey {
		v.fault("meta: the keys for tokens are missing or too short")
	}
	if len(k.Former) > maxFormerKeys {
		v.fault("meta: there are %d former keys for tokens", len(k.Former))
	}
	seen := map[string]bool{string(k.Present): true}
	for i, f := range k.Former {
		switch {
		case len(f.Key) < leastKey || f.Until.IsZero():
			v.fault("meta: former key %d for tokens is too short or has no end", i+1)
		case seen[string(f.Key)]:
			v.fault("meta: former key %d for tokens is there twice", i+1)
		}
		seen[string(f.Key)] = true
	}
}
