package store

import (
	"errors"
	"fmt"
	"time"

	"unlurbot/store/aging"
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

// WasSeen tells what became of a mail, or fails with ErrNotFound. What was noted up to schema 8 lies under the former key,
// until it is old enough to be taken out.
func (t *Tx) WasSeen(key mailkey.Key) (*Seen, error) {
	seen, err := get[Seen](t, bucketSeen, []byte(key))
	if former := key.Former(); former != key && errors.Is(err, ErrNotFound) {
		return get[Seen](t, bucketSeen, []byte(former))
	}
	return seen, err
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

// SeenByAge gives the notes on incoming mails by the times at which they were made.
func (t *Tx) SeenByAge() aging.Entries {
	return aging.Entries{Tx: t.tx, Bucket: bucketSeen, Path: []string{"at"}}
}

// seen checks the notes on incoming mails.
func (v *verifier) seen() {
	walk(v, bucketSeen, func(key []byte, s *Seen) {
		if !mailkey.IsKey(key) {
			v.fault("seen: no mail is known by %q", key)
		}
		if s.At.IsZero() || s.Decision == "" {
			v.fault("seen: %s: nothing was decided, or never", key)
		}
		if s.Doubt < 0 || uint64(s.Request) > v.tx.tx.Bucket(bucketRequests).Sequence() {
			v.fault("seen: %s: its sender was certain by %d, and it led to request %d", key, s.Doubt, s.Request)
		}
	})
}

// A trial is a mail over which the process may have ended, see package mailbot/trials. It is forgotten with the
// transaction that settles the mail.
type trial struct {
	Count int `json:"count"`
}

// Trials tells how often the process may have ended over a mail.
func (t *Tx) Trials(key mailkey.Key) (int, error) {
	found, err := known[trial](t, bucketTrials, []byte(key))
	return found.Count, err
}

// SetTrials notes how often that was; 0 when the work on the mail has come to an end.
func (t *Tx) SetTrials(key mailkey.Key, count int) error {
	if count == 0 {
		return t.tx.Bucket(bucketTrials).Delete([]byte(key))
	}
	return put(t, bucketTrials, []byte(key), &trial{count})
}

// trials checks those on mails that are not settled.
func (v *verifier) trials() {
	walk(v, bucketTrials, func(key []byte, t *trial) {
		if !mailkey.IsPlace(key) || t.Count < 1 {
			v.fault("trials: %q was tried %d times", key, t.Count)
		}
	})
}
