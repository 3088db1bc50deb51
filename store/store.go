package store

import (
	"errors"
	"sync/atomic"

	"unlurbot/store/kv"
	"unlurbot/store/recent"
)

// What Update fails with when the disk does.
var (
	// ErrNoRoom says that the disk, the quota or the limit for the size of a
	// file is full. Nothing was changed; there may be room later.
	ErrNoRoom = kv.ErrNoRoom
	// ErrReadOnly says that the file can't be written. Nothing was changed.
	ErrReadOnly = kv.ErrReadOnly
	// ErrBroken says that what is in memory need not be what is on the disk:
	// a write or an fsync failed in a way after which nobody knows.
	ErrBroken = kv.ErrBroken
)

// A Store is an open file. It is safe for concurrent use.
type Store struct {
	db       *kv.DB
	recent   *recent.Values[Outgoing] // mails that were put into the outbox
	migrated Migration
	discard  func() error // removes the copy that is looked at in place of the file, if any

	lives atomic.Pointer[func() bool] // whether a replica leads; nil if it is none
}

// mostRecent is how many mails are remembered: a few more than a hundred mails of a backlog lead to, which are dealt with together.
const mostRecent = 256

func newStore(db *kv.DB) *Store { return &Store{db: db, recent: recent.New[Outgoing](mostRecent)} }

// Close waits for open transactions and closes the file.
func (s *Store) Close() error {
	err := s.db.Close()
	if s.discard != nil {
		err = errors.Join(err, s.discard())
	}
	return err
}

// GiveBack gives the system back what the process has in memory of the file. It is for who has nothing to do for now.
func (s *Store) GiveBack() { s.db.GiveBack() }

// Path is that of the file.
func (s *Store) Path() string { return s.db.Path() }

// View runs a function on a snapshot of the store. It fails with ErrBroken
// once an Update has done so.
func (s *Store) View(f func(*Tx) error) error {
	return s.db.View(func(tx *kv.Tx) error { return f(&Tx{tx: tx, recent: s.recent}) })
}

// Update runs a function that may change the store. If Update returns nil, all
// of it is on the disk. If the function returns an error, Update returns that,
// and nothing is changed. The same is true of ErrNoRoom and ErrReadOnly, which
// say that the disk took nothing: the store stays usable, and a later Update
// may succeed. After ErrBroken it is not known what is on the disk: every
// further View and Update fails, and the file must be closed and opened again,
// best by another process. A replica that doesn't lead changes nothing, and fails with ErrDeposed.
func (s *Store) Update(f func(*Tx) error) error {
	return s.db.Update(func(tx *kv.Tx) error {
		t := &Tx{tx: tx, recent: s.recent}
		if err := f(t); err != nil {
			return err
		}
		return t.writeCounters()
	})
}

// A Migration tells that a file was brought to the latest schema.
type Migration struct {
	From, To uint64
	Copy     string // the file as it was before; empty if there is none to keep
}

// Migrated tells what was done to the file when it was opened, if anything.
func (s *Store) Migrated() (m Migration, done bool) { return s.migrated, s.migrated.To != 0 }
