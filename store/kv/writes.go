package kv

import (
	"bytes"
	"errors"
	"fmt"
)

// A Write is one thing that a transaction has written.
type Write struct {
	Kind     WriteKind
	Bucket   string
	Key      []byte // of Put and Delete
	Value    []byte // of Put
	Sequence uint64 // of Sequence
}

// A WriteKind says what was written.
type WriteKind string

// The kinds.
const (
	Put          WriteKind = "put"
	Delete       WriteKind = "delete"
	Sequence     WriteKind = "sequence"
	CreateBucket WriteKind = "create"
	DeleteBucket WriteKind = "drop"
)

// Record makes f be told from now on what each Update has written, in the order in
// which it was written: for a copy of the file that is to stay the same (see Apply).
// It is called once it is on the disk, before Update returns, and never by two at a
// time; what it is given is its own. Of an Update that fails it hears nothing, and
// after ErrBroken a new copy must be made. It must not call Update itself.
func (db *DB) Record(f func([]Write)) {
	db.writing.Lock()
	defer db.writing.Unlock()
	db.record = f
}

// note keeps what was written, if it was.
func (t *Tx) note(w Write, err error) error {
	if err == nil && t.recording {
		w.Key, w.Value = bytes.Clone(w.Key), bytes.Clone(w.Value)
		t.writes = append(t.writes, w)
	}
	return err
}

// Apply writes what was written to a file that held the same as this one.
func (t *Tx) Apply(writes []Write) error {
	for _, w := range writes {
		if err := t.apply(w); err != nil {
			return fmt.Errorf("store: %s %s %x: %w", w.Kind, w.Bucket, w.Key, err)
		}
	}
	return nil
}

var (
	errNoBucket = errors.New("there is no such bucket")
	errNoWrite  = errors.New("there is no such way to write")
)

func (t *Tx) apply(w Write) error {
	b := t.Bucket(w.Bucket)
	switch {
	case w.Kind == CreateBucket:
		_, err := t.CreateBucket(w.Bucket)
		return err
	case w.Kind == DeleteBucket:
		return t.DeleteBucket(w.Bucket)
	case b == nil:
		return errNoBucket
	case w.Kind == Put:
		return b.Put(w.Key, w.Value)
	case w.Kind == Delete:
		return b.Delete(w.Key)
	case w.Kind == Sequence:
		return b.SetSequence(w.Sequence)
	}
	return errNoWrite
}
