// Package recent remembers values that were written lately, by the rows that they were written as: most mails leave as
// soon as they are in the outbox, and to read one back from its row takes longer than to write that.
package recent

import (
	"bytes"
	"hash/maphash"
	"slices"
	"sync"
)

// Values are the latest values of one kind that were written, each for the number that is its key. They may be told of
// what a transaction takes back, and of nothing that others write: each knows for which row it stands. They are
// safe for concurrent use; the zero value is not ready for it, see New.
type Values[T any] struct {
	most  int
	seed  maphash.Seed
	mu    sync.Mutex
	byKey map[uint64]value[T]
	order []uint64 // the oldest first
}

type value[T any] struct {
	value T
	row   uint64 // its hash
}

// New gives a memory for so many values.
func New[T any](most int) *Values[T] {
	return &Values[T]{most: most, seed: maphash.MakeSeed(), byKey: map[uint64]value[T]{}}
}

// Note remembers a value, unless its row says something else: JSON has no place for bytes that are no UTF-8.
func (r *Values[T]) Note(key uint64, v T, row []byte) {
	if bytes.Contains(row, []byte(`\ufffd`)) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.drop(key) // one that was taken back
	if len(r.order) == r.most {
		r.drop(r.order[0])
	}
	r.byKey[key] = value[T]{v, maphash.Bytes(r.seed, row)}
	r.order = append(r.order, key)
}

// Of gives the value that was written as a row, if it is remembered.
func (r *Values[T]) Of(key uint64, row []byte) (v T, ok bool) {
	r.mu.Lock()
	kept, here := r.byKey[key]
	r.mu.Unlock()
	if !here || maphash.Bytes(r.seed, row) != kept.row {
		return v, false
	}
	return kept.value, true
}

// Forget is for a value that is not needed any more.
func (r *Values[T]) Forget(key uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.drop(key)
}

func (r *Values[T]) drop(key uint64) {
	if _, here := r.byKey[key]; here {
		delete(r.byKey, key)
		r.order = slices.DeleteFunc(r.order, func(other uint64) bool { return other == key })
	}
}
