// Package kv is a file of buckets, each of which has keys with values in the order of
// the keys, and the only package that knows it as one of bbolt. It opens the file
// and locks it, says what a failing disk means, copies and checks it, and tells on
// request what transactions have written. What the buckets hold is the business of
// package store and those below it, its only callers.
package kv

import (
	"errors"
	"io"
	"sync"

	"go.etcd.io/bbolt"
)

// A DB is an open file. It is safe for concurrent use.
type DB struct {
	bolt *bbolt.DB

	writing sync.Mutex               // held through each Update, until its outcome is known
	first   func(*Tx, []Write) error // see Precede; nil for nobody; guarded by writing
	given   int64                    // how many looks into the file there had been when pages were given back; guarded by writing
	state   sync.RWMutex
	broken  error // why the file is not to be trusted any more; guarded by state
}

// Path is the name by which the file was opened.
func (db *DB) Path() string { return db.bolt.Path() }

// Close waits for open transactions and closes the file.
func (db *DB) Close() error {
	path := db.Path()
	err := db.bolt.Close()
	if db.failed() != nil {
		// What the cache holds need not be what the disk holds, and the next
		// process must read the disk.
		err = errors.Join(err, ForgetCache(path))
	}
	return err
}

// Sync waits until all that was ever written is on the disk.
func (db *DB) Sync() error {
	if err := db.bolt.Sync(); err != nil {
		return db.breakDown(err)
	}
	return nil
}

// View runs a function on a snapshot of the file. It fails with ErrBroken once an
// Update has done so.
func (db *DB) View(f func(*Tx) error) error {
	if err := db.failed(); err != nil {
		return err
	}
	return db.bolt.View(func(tx *bbolt.Tx) error { return f(newTx(tx)) })
}

// Update runs a function that may write. If Update returns nil, all of it is on the
// disk. If the function returns an error, Update returns that, and nothing is
// changed. The same is true of ErrNoRoom and ErrReadOnly, which say that the disk
// took nothing: the file stays usable, and a later Update may succeed. After
// ErrBroken it is not known what is on the disk: every further View and Update
// fails, and the file must be closed and opened again, best by another process.
func (db *DB) Update(f func(*Tx) error) error {
	db.writing.Lock()
	defer db.writing.Unlock()
	return db.update(f, db.first)
}

// Repeat is Update for what is known elsewhere already: nobody is asked first, see Precede.
func (db *DB) Repeat(f func(*Tx) error) error {
	db.writing.Lock()
	defer db.writing.Unlock()
	return db.update(f, nil)
}

func (db *DB) update(f func(*Tx) error, first func(*Tx, []Write) error) error {
	if err := db.failed(); err != nil {
		return err
	}
	var refused error
	var id int
	agreed := false // whoever is asked first, to what was written
	err := db.bolt.Update(func(bolt *bbolt.Tx) error {
		id = bolt.ID()
		tx := newTx(bolt)
		tx.recording = first != nil
		refused = f(tx)
		if refused == nil && len(tx.writes) > 0 {
			tx.recording = false
			refused = first(tx, tx.writes)
			agreed = refused == nil
		}
		return refused
	})
	switch {
	case refused != nil:
		return refused
	case err != nil && agreed: // what is known elsewhere is not in this file
		return db.breakDown(err)
	case err != nil:
		return db.notCommitted(id, err)
	}
	if looks := db.bolt.Stats().TxStats.CursorCount; looks-db.given >= mostLooks {
		db.given = looks
		db.GiveBack()
	}
	return nil
}

// mostLooks is after how many looks into the file Update gives its pages back: what some players' mails take, in a backlog each
// commit. Most looks are at pages that others have looked at; one that is not takes 64 kB, which Linux maps at once. When they were given
// back too seldom to cost anything, after 1 << 16 looks, they were nearly half of the bot's memory in a backlog; they are a fifth, for
// some 5 % of its time.
const mostLooks = 1 << 9

// GiveBack gives back the pages of the file that were read, see Tx.Release. It is for who has nothing to do for now.
func (db *DB) GiveBack() {
	_ = db.View(func(tx *Tx) error {
		tx.Release()
		return nil
	})
}

// CopyTo writes the file as it is, without what others write meanwhile.
func (db *DB) CopyTo(w io.Writer) error {
	return db.View(func(tx *Tx) error {
		_, err := tx.WriteTo(w)
		return err
	})
}
