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

// Precede makes f be asked from now on before the end of each Update that writes something: it
// is given what was written, in that order, and may write more, of which nobody is told. If it
// fails, so does the Update, and nothing is changed. If it doesn't, others rely on what was
// written; should it not get to the disk then, the file counts as broken (ErrBroken). It must not
// call Update itself, and what it is given is its own. It is for a file of which there are copies that are to stay the
// same (see Apply). Nil asks nobody.
func (db *DB) Precede(f func(tx *Tx, writes []Write) error) {
	db.writing.Lock()
	defer db.writing.Unlock()
	db.first = f
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
