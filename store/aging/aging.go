// Package aging goes through the entries of a bucket by age, to remove old ones.
// All it knows of an entry is the time in its
// JSON. Package store says which buckets those are; package mailbot/keep says what is old.
package aging

import (
	"encoding/json"
	"errors"
	"iter"
	"time"

	"unlurbot/store/kv"
)

// Entries are those of one bucket, in a transaction.
type Entries struct {
	Tx     *kv.Tx
	Bucket string
	Path   []string // the keys in the JSON of an entry that lead to its time
}

// errTimeless says of an entry that it tells no time.
var errTimeless = errors.New("store: an entry without its time")

// since gives the time of an entry.
func (e Entries) since(raw []byte) (at time.Time, err error) {
	for _, key := range e.Path {
		inside := map[string]json.RawMessage{}
		if err := json.Unmarshal(raw, &inside); err != nil {
			return at, err
		}
		if raw = inside[key]; raw == nil {
			return at, errTimeless
		}
	}
	err = json.Unmarshal(raw, &at)
	return at, err
}

// From goes through the entries from a key on, in the order of the keys, with the time since
// when each is there. Those that can't be read are left out: verifying the store tells of
// them. The keys are valid inside the transaction only.
func (e Entries) From(key []byte) iter.Seq2[[]byte, time.Time] {
	return func(yield func(key []byte, since time.Time) bool) {
		for key, raw := range e.Tx.Bucket(e.Bucket).ScanFrom(key) {
			if since, err := e.since(raw); err == nil && !yield(key, since) {
				break
			}
		}
		e.Tx.Release()
	}
}

// Forget takes out those of some entries that are older than a time. One that was written
// anew meanwhile stays.
func (e Entries) Forget(keys [][]byte, before time.Time) error {
	b := e.Tx.Bucket(e.Bucket)
	for _, key := range keys {
		raw := b.Get(key)
		if raw == nil {
			continue
		}
		if since, err := e.since(raw); err != nil || !since.Before(before) {
			continue
		}
		if err := b.Delete(key); err != nil {
			return err
		}
	}
	return nil
}
