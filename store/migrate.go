package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"go.etcd.io/bbolt"
)

// migrations bring a file of one schema to the next: the first one that of
// schema 1 to schema 2. They are kept for ever, and so they use no type that
// may change, except those whose JSON has not changed since.
var migrations = []func(*bbolt.Tx) error{
	toSchema2,
}

func toSchema2(tx *bbolt.Tx) error {
	if err := splitOutbox(tx); err != nil {
		return err
	}
	if err := listOpenGames(tx); err != nil {
		return err
	}
	if err := logResults(tx); err != nil {
		return err
	}
	return keysOfSecret(tx)
}

// listOpenGames makes the lists of what goes on. Schema 1 has only lists of all
// games, no challenges to everybody, nobody who watches, and a mail for each event.
func listOpenGames(tx *bbolt.Tx) error {
	open, err := tx.CreateBucket([]byte("open"))
	if err != nil {
		return err
	}
	for _, none := range []string{"seeks", "watched", "news"} {
		if _, err := tx.CreateBucket([]byte(none)); err != nil {
			return err
		}
	}
	return tx.Bucket([]byte("games")).ForEach(func(key, raw []byte) error {
		var g struct {
			State   string    `json:"state"`
			Players [2]uint32 `json:"players"`
		}
		if err := json.Unmarshal(raw, &g); err != nil || g.State != "waiting" && g.State != "playing" {
			return err
		}
		for _, id := range g.Players {
			if err := open.Put(append(number(PlayerID(id)), key...), []byte{}); err != nil {
				return err
			}
		}
		return nil
	})
}

// keysOfSecret makes the keys of the one secret that schema 1 has for tokens.
func keysOfSecret(tx *bbolt.Tx) error {
	meta := tx.Bucket([]byte("meta"))
	secret := bytes.Clone(meta.Get([]byte("secret")))
	raw, err := json.Marshal(struct {
		Present []byte `json:"present"`
		Fixed   []byte `json:"fixed"`
	}{secret, derive(secret, fixedLabel)})
	if err != nil {
		return err
	}
	if err := meta.Put([]byte("keys"), raw); err != nil {
		return err
	}
	return meta.Delete([]byte("secret"))
}

// A Migration tells that a file was brought to Schema.
type Migration struct {
	From, To uint64
	Copy     string // the file as it was before; empty if there is none to keep
}

// Migrated tells what was done to the file when it was opened, if anything.
func (s *Store) Migrated() (m Migration, done bool) { return s.migrated, s.migrated.To != 0 }

// migrate brings a file to Schema: first a copy, then all steps in one
// transaction, so that it is either done or has not begun.
func (s *Store) migrate(from uint64, keep keeping) error {
	kept, err := keep(s, from)
	if err != nil {
		return fmt.Errorf("store: the copy before the way from schema %d to %d: %w", from, Schema, err)
	}
	err = s.Update(func(t *Tx) error {
		for n, step := range migrations[from-1:] {
			if err := step(t.tx); err != nil {
				return fmt.Errorf("store: from schema %d to %d: %w", from+uint64(n), from+uint64(n)+1, err)
			}
		}
		return putSchema(t.tx, Schema)
	})
	if err != nil {
		return err
	}
	s.migrated = Migration{From: from, To: Schema, Copy: kept}
	return nil
}

// keeping keeps a copy of a file of a schema, before it is changed, and tells
// where; the empty string if there is none.
type keeping func(s *Store, schema uint64) (path string, err error)

// keepNone is for files that are copies themselves.
func keepNone(*Store, uint64) (string, error) { return "", nil }

// keepCopy keeps the file as it is under the next free name beside it. A copy
// that an earlier try has left is good enough: otherwise a service manager that
// tries again and again would fill the disk.
func keepCopy(s *Store, schema uint64) (path string, err error) {
	for n := 1; ; n++ {
		path = fmt.Sprintf("%s.schema-%d", s.db.Path(), schema)
		if n > 1 {
			path += fmt.Sprintf("-%d", n)
		}
		err := makeFile(path, func(f *os.File) error { return writeTo(s.db, f) })
		if !errors.Is(err, fs.ErrExist) {
			return path, err
		}
		if same, err := s.isCopy(path); same || err != nil {
			return path, err
		}
	}
}

// isCopy tells whether a file holds what the open one holds. Their bytes may
// differ where nothing is stored.
func (s *Store) isCopy(path string) (same bool, err error) {
	db, _, err := openPlain(path)
	if err != nil {
		return false, nil // whatever it is, it is no copy
	}
	err = db.View(func(there *bbolt.Tx) error {
		return s.db.View(func(here *bbolt.Tx) error {
			same = sameEntries(there.Cursor(), here.Cursor(), func(name []byte) bool {
				return sameEntries(there.Bucket(name).Cursor(), here.Bucket(name).Cursor(), func([]byte) bool { return true })
			})
			return nil
		})
	})
	return same, errors.Join(err, db.Close())
}

// sameEntries compares two buckets, and with inside what is below their keys.
func sameEntries(a, b *bbolt.Cursor, inside func(key []byte) bool) bool {
	ka, va := a.First()
	kb, vb := b.First()
	for ka != nil && kb != nil {
		if !bytes.Equal(ka, kb) || !bytes.Equal(va, vb) || !inside(ka) {
			return false
		}
		ka, va = a.Next()
		kb, vb = b.Next()
	}
	return ka == nil && kb == nil
}

func putSchema(tx *bbolt.Tx, schema uint64) error {
	return tx.Bucket(bucketMeta).Put(keySchema, binary.BigEndian.AppendUint64(nil, schema))
}

// splitOutbox is the way from schema 1 to 2. In schema 1 a mail in the outbox
// was one value, rewritten whole after each attempt. Schema 2 keeps the mail in
// "letters" and its delivery in "outbox", notes in "trials" which mails are
// being worked on, keeps in "requests" what waits to be confirmed, in "wake-ups"
// what happens by itself, and in "counters" how often things happened. People who
// are nobody it knows by keys in the place of addresses.
func splitOutbox(tx *bbolt.Tx) error {
	for _, name := range []string{"letters", "trials", "requests", "wake-ups", "counters", "suppressed", "invited"} {
		if _, err := tx.CreateBucket([]byte(name)); err != nil {
			return err
		}
	}
	if err := hideStrangers(tx); err != nil {
		return err
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

// hideStrangers puts keys into the place of the addresses of people who are
// nobody. A time far off was the mark of those who wanted no mails.
func hideStrangers(tx *bbolt.Tx) error {
	strangers, suppressed := tx.Bucket([]byte("strangers")), tx.Bucket([]byte("suppressed"))
	fixed := derive(derive(tx.Bucket([]byte("meta")).Get([]byte("secret")), fixedLabel), purposeOfAddresses)
	addresses := map[string][]byte{}
	err := strangers.ForEach(func(address, at []byte) error {
		addresses[string(address)] = bytes.Clone(at)
		return nil
	})
	for address, at := range addresses {
		key := addressKey(fixed, address)
		bucket := strangers
		if string(at) > `"2100` {
			bucket = suppressed
		}
		err = errors.Join(err, strangers.Delete([]byte(address)), bucket.Put(key[:], at))
	}
	return err
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
