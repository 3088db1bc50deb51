package store

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"time"

	"go.etcd.io/bbolt"
)

// migrations bring a file of one schema to the next: the first one that of
// schema 1 to schema 2. They are kept for ever, and so they use no type that
// may change, except those whose JSON has not changed since.
var migrations = []func(*bbolt.Tx) error{
	splitOutbox,
}

// migrate brings a file to Schema, inside one transaction.
func migrate(tx *bbolt.Tx, from uint64) error {
	for n, step := range migrations[from-1:] {
		if err := step(tx); err != nil {
			return fmt.Errorf("store: from schema %d: %w", from+uint64(n), err)
		}
	}
	return putSchema(tx, Schema)
}

func putSchema(tx *bbolt.Tx, schema uint64) error {
	return tx.Bucket(bucketMeta).Put(keySchema, binary.BigEndian.AppendUint64(nil, schema))
}

// splitOutbox is the way from schema 1 to 2. In schema 1 a mail in the outbox
// was one value, rewritten whole after each attempt. Schema 2 keeps the mail in
// "letters" and its delivery in "outbox", and notes in "trials" which mails are
// being worked on.
func splitOutbox(tx *bbolt.Tx) error {
	for _, name := range []string{"letters", "trials"} {
		if _, err := tx.CreateBucket([]byte(name)); err != nil {
			return err
		}
	}
	type state struct {
		Recipient  string    `json:"recipient"`
		Attempts   int       `json:"attempts,omitempty"`
		FirstTry   time.Time `json:"first_try,omitzero"`
		NextTry    time.Time `json:"next_try"`
		LastAnswer string    `json:"last_answer,omitempty"`
	}
	split := func(raw []byte) (mail, delivery []byte, err error) {
		fields := map[string]json.RawMessage{}
		if err := json.Unmarshal(raw, &fields); err != nil {
			return nil, nil, err
		}
		var s state
		if err := json.Unmarshal(raw, &s); err != nil {
			return nil, nil, err
		}
		if err := json.Unmarshal(fields["envelope_to"], &s.Recipient); err != nil {
			return nil, nil, err
		}
		for _, name := range []string{"attempts", "first_try", "next_try", "last_answer"} {
			delete(fields, name)
		}
		if mail, err = json.Marshal(fields); err != nil {
			return nil, nil, err
		}
		delivery, err = json.Marshal(s)
		return mail, delivery, err
	}
	// bbolt forbids writing to a bucket while walking through it.
	err := rewrite(tx, "outbox", func(key, raw []byte) ([]byte, error) {
		mail, delivery, err := split(raw)
		if err != nil {
			return nil, err
		}
		return delivery, tx.Bucket([]byte("letters")).Put(key, mail)
	})
	if err != nil {
		return err
	}
	return rewrite(tx, "given-up", func(_, raw []byte) ([]byte, error) {
		mail, delivery, err := split(raw)
		if err != nil {
			return nil, err
		}
		return json.Marshal(map[string]json.RawMessage{"mail": mail, "delivery": delivery})
	})
}

// rewrite replaces every value of a bucket.
func rewrite(tx *bbolt.Tx, name string, change func(key, raw []byte) ([]byte, error)) error {
	bucket := tx.Bucket([]byte(name))
	var keys, values [][]byte
	err := bucket.ForEach(func(key, raw []byte) error {
		value, err := change(key, raw)
		keys, values = append(keys, append([]byte(nil), key...)), append(values, value)
		return err
	})
	if err != nil {
		return err
	}
	for i, key := range keys {
		if err := bucket.Put(key, values[i]); err != nil {
			return err
		}
	}
	return nil
}
