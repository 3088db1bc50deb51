package kv

import (
	"bytes"
	"io"
	"iter"

	"go.etcd.io/bbolt"
)

// A Tx is one transaction, valid only inside the function that it was given to, as
// are all keys and values that it gives.
type Tx struct {
	bolt    *bbolt.Tx
	buckets map[string]*Bucket // those that were asked for

	recording bool
	writes    []Write // if it is recording
}

func newTx(tx *bbolt.Tx) *Tx { return &Tx{bolt: tx, buckets: map[string]*Bucket{}} }

// Size is how many bytes WriteTo writes.
func (t *Tx) Size() int64 { return t.bolt.Size() }

// WriteTo writes the whole file as it is in this transaction. As long as that
// takes, no page of it is used again, so the file grows with everything that is
// written meanwhile.
func (t *Tx) WriteTo(w io.Writer) (int64, error) { return t.bolt.WriteTo(w) }

// Names goes through the names of the buckets, in their order.
func (t *Tx) Names() iter.Seq[string] {
	return func(yield func(string) bool) {
		for name := range scan(t.bolt.Cursor(), nil) {
			if !yield(string(name)) {
				return
			}
		}
	}
}

// IsEmpty tells whether there are no buckets.
func (t *Tx) IsEmpty() bool {
	for range t.Names() {
		return false
	}
	return true
}

// Bucket gives a bucket, nil if there is none of that name.
func (t *Tx) Bucket(name string) *Bucket {
	b, known := t.buckets[name]
	if !known {
		if found := t.bolt.Bucket([]byte(name)); found != nil {
			b = &Bucket{t, name, found}
		}
		t.buckets[name] = b
	}
	return b
}

// CreateBucket makes a bucket that is not there yet.
func (t *Tx) CreateBucket(name string) (*Bucket, error) {
	made, err := t.bolt.CreateBucket([]byte(name))
	if err != nil {
		return nil, err
	}
	b := &Bucket{t, name, made}
	t.buckets[name] = b
	return b, t.note(Write{Kind: CreateBucket, Bucket: name}, nil)
}

// DeleteBucket takes out a bucket with all that is in it.
func (t *Tx) DeleteBucket(name string) error {
	delete(t.buckets, name)
	return t.note(Write{Kind: DeleteBucket, Bucket: name}, t.bolt.DeleteBucket([]byte(name)))
}

// A Bucket has keys, each with a value, and a sequence of numbers.
type Bucket struct {
	tx   *Tx
	name string
	bolt *bbolt.Bucket
}

// Get gives the value of a key, nil if there is none.
func (b *Bucket) Get(key []byte) []byte { return b.bolt.Get(key) }

// Put writes the value of a key. The value must stay as it is until the end of the
// transaction.
func (b *Bucket) Put(key, value []byte) error {
	return b.tx.note(Write{Kind: Put, Bucket: b.name, Key: key, Value: value}, b.bolt.Put(key, value))
}

// Delete takes out a key. That there is none is no error.
func (b *Bucket) Delete(key []byte) error {
	return b.tx.note(Write{Kind: Delete, Bucket: b.name, Key: key}, b.bolt.Delete(key))
}

// Sequence is the last number that was given.
func (b *Bucket) Sequence() uint64 { return b.bolt.Sequence() }

// NextSequence gives a number that was never given before; the first one is 1.
func (b *Bucket) NextSequence() (uint64, error) {
	n, err := b.bolt.NextSequence()
	return n, b.tx.note(Write{Kind: Sequence, Bucket: b.name, Sequence: n}, err)
}

// SetSequence says which number was the last to be given.
func (b *Bucket) SetSequence(n uint64) error {
	return b.tx.note(Write{Kind: Sequence, Bucket: b.name, Sequence: n}, b.bolt.SetSequence(n))
}

// Scan goes through the keys that begin with a prefix, in their order. Nothing may be
// written to the bucket meanwhile.
func (b *Bucket) Scan(prefix []byte) iter.Seq2[[]byte, []byte] { return scan(b.bolt.Cursor(), prefix) }

func scan(c *bbolt.Cursor, prefix []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(key, value []byte) bool) {
		for k, v := c.Seek(prefix); k != nil && bytes.HasPrefix(k, prefix) && yield(k, v); k, v = c.Next() {
		}
	}
}

// ScanFrom goes through the keys from one on, in their order. Nothing may be written to the
// bucket meanwhile.
func (b *Bucket) ScanFrom(key []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(key, value []byte) bool) {
		c := b.bolt.Cursor()
		for k, v := c.Seek(key); k != nil && yield(k, v); k, v = c.Next() {
		}
	}
}

// ScanBack goes through the same keys as Scan, from the last one to the first.
func (b *Bucket) ScanBack(prefix []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(key, value []byte) bool) {
		c := b.bolt.Cursor()
		k, v := lastBefore(c, following(prefix))
		for ; k != nil && bytes.HasPrefix(k, prefix) && yield(k, v); k, v = c.Prev() {
		}
	}
}

// lastBefore moves to the last key before another one, the last of all before nil.
func lastBefore(c *bbolt.Cursor, end []byte) (key, value []byte) {
	if end != nil {
		if k, _ := c.Seek(end); k != nil {
			return c.Prev()
		}
	}
	return c.Last()
}

// following gives the first key after all that begin with a prefix, nil if all other
// ones come before them.
func following(prefix []byte) []byte {
	next := bytes.Clone(prefix)
	for n := len(next); n > 0; n-- {
		if next[n-1]++; next[n-1] != 0 {
			return next[:n]
		}
	}
	return nil
}

// Same tells whether two files hold the same. Their bytes may differ where nothing is
// stored.
func Same(a, b *Tx) bool {
	return sameEntries(a.bolt.Cursor(), b.bolt.Cursor(), func(name []byte) bool {
		a, b := a.bolt.Bucket(name), b.bolt.Bucket(name)
		return a.Sequence() == b.Sequence() && sameEntries(a.Cursor(), b.Cursor(), func([]byte) bool { return true })
	})
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
