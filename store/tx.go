package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash"

	"unlurbot/store/kv"
	"unlurbot/store/recent"
)

// A Tx is one transaction, valid only inside the function that it was given
// to. What its methods return is the caller's own; change it and put it back.
type Tx struct {
	tx     *kv.Tx
	recent *recent.Values[Outgoing]
	fixed  map[string][]byte // what FixedKey gave, by purpose, and under "" its root: they never change

	counted    map[window]*counting // the counters that were looked at here
	recounted  []*counting          // those of them that have changed
	counterMAC hash.Hash            // that gives their keys

	enqueued uint64 // the number of the first mail that was put into the outbox here, 0 for none
}

// get reads the JSON value of a key, or fails with ErrNotFound.
func get[T any](t *Tx, bucket string, key []byte) (*T, error) {
	raw := t.tx.Bucket(bucket).Get(key)
	if raw == nil {
		return nil, ErrNotFound
	}
	return decode[T](bucket, key, raw)
}

// known does the same, and gives an empty value if there is none.
func known[T any](t *Tx, bucket string, key []byte) (*T, error) {
	v, err := get[T](t, bucket, key)
	switch {
	case err == nil:
		return v, nil
	case errors.Is(err, ErrNotFound):
		err = nil
	}
	return new(T), err
}

func decode[T any](bucket string, key, raw []byte) (*T, error) {
	v := new(T)
	if err := json.Unmarshal(raw, v); err != nil {
		return nil, fmt.Errorf("store: %s %x: %w", bucket, key, err)
	}
	return v, nil
}

// put writes the JSON value of a key.
func put[T any](t *Tx, bucket string, key []byte, v *T) error {
	_, err := write(t, bucket, key, v)
	return err
}

// write is put, and gives what it has written.
func write[T any](t *Tx, bucket string, key []byte, v *T) (raw []byte, err error) {
	if raw, err = encode(v); err != nil {
		return nil, fmt.Errorf("store: %s %x: %w", bucket, key, err)
	}
	return raw, t.tx.Bucket(bucket).Put(key, raw)
}

// encode makes JSON in which HTML stays readable, a third shorter than
// json.Marshal would make it.
func encode(v any) ([]byte, error) {
	var raw bytes.Buffer
	e := json.NewEncoder(&raw)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(raw.Bytes(), []byte("\n")), nil
}

// each goes through a bucket in the order of its keys.
func each[T any](t *Tx, bucket string, f func(key []byte, v *T) error) error {
	for k, raw := range t.tx.Bucket(bucket).Scan(nil) {
		v, err := decode[T](bucket, k, raw)
		if err != nil {
			return err
		}
		if err := f(k, v); err != nil {
			return err
		}
	}
	return nil
}

// deleteAll takes keys out of a bucket.
func (t *Tx) deleteAll(bucket string, keys [][]byte) error {
	for _, key := range keys {
		if err := t.tx.Bucket(bucket).Delete(key); err != nil {
			return err
		}
	}
	return nil
}

// Errors that callers tell apart.
var (
	// ErrNotFound says that there is no such thing in the store.
	ErrNotFound = errors.New("store: not found")
	// ErrTaken says that a name, an address or a seat belongs to somebody else.
	ErrTaken = errors.New("store: the name is taken")
)
