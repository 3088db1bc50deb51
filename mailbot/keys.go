package mailbot

import (
	"context"
	"crypto/rand"
	"errors"
	"net/url"
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

// requestedKey is RotateKey, asked for at the control socket.
func (b *Bot) requestedKey(_ context.Context, values url.Values) (any, error) {
	overlap, err := time.ParseDuration(values.Get("overlap"))
	if err == nil && overlap < 0 {
		err = errors.New("the overlap is negative")
	}
	if err == nil {
		err = RotateKey(b.process.Store, b.process.Now(), overlap)
	}
	if err != nil {
		b.process.Log.Warn("token key not rotated", "err", err)
		return nil, err
	}
	b.process.Log.Info("token key rotated", "former_accepted_for", overlap)
	return nil, nil
}

// RequestRotateKey asks a bot for RotateKey, with the overlap as a duration of Go.
const RequestRotateKey = "rotate-key"

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
