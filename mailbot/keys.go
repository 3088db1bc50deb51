package mailbot

import (
	"crypto/rand"
	"time"

	"unlurbot/store"
)

// keyOfOwner is what a fixed key of the store is for.
const keyOfOwner = "unlurbot owner"

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
