package store

import (
	"fmt"
	"time"

	"unlurbot/store/mailkey"
)

// Seen notes what became of a mail.
type Seen struct {
	At       time.Time `json:"at"`
	Decision string    `json:"decision"`

	// Doubt says how uncertain it was who had sent the mail: 0 for not at all, as in
	// all notes of schema 2, and more for more. Whoever forges a mail has more of it,
	// so that a forged copy is not taken for the mail itself.
	Doubt int `json:"doubt,omitempty"`
	// Forms are those in which the mail came with that much doubt: a word each for all
	// that tells copies apart which have the same sender, id and words; none for any
	// form.
	Forms []string `json:"forms,omitempty"`
	// Request is what the mail has asked for and is to be confirmed, 0 for nothing.
	Request RequestID `json:"request,omitempty"`
}

// WasSeen tells what became of a mail, or fails with ErrNotFound.
func (t *Tx) WasSeen(key mailkey.Key) (*Seen, error) {
	return get[Seen](t, bucketSeen, []byte(key))
}

// MarkSeen notes what became of a mail under all keys by which it could come
// back.
func (t *Tx) MarkSeen(s Seen, keys ...mailkey.Key) error {
	raw, err := encode(&s)
	if err != nil {
		return fmt.Errorf("store: %s: %w", bucketSeen, err)
	}
	for _, key := range keys {
		if err := t.tx.Bucket(bucketSeen).Put([]byte(key), raw); err != nil {
			return err
		}
	}
	return nil
}
