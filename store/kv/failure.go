package kv

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	bbolterrors "go.etcd.io/bbolt/errors"
)

// What Update fails with when the disk does.
var (
	// ErrNoRoom says that the disk, the quota or the limit for the size of a
	// file is full. Nothing was changed; there may be room later.
	ErrNoRoom = errors.New("store: no space left for the file")
	// ErrReadOnly says that the file can't be written. Nothing was changed.
	ErrReadOnly = errors.New("store: the file can't be written")
	// ErrBroken says that what is in memory need not be what is on the disk:
	// a write or an fsync failed in a way after which nobody knows.
	ErrBroken = errors.New("store: the disk failed; the file can't be trusted until it is reopened")
)

// notCommitted finds out what a failed commit means for the file. Only
// failures that are known to leave everything as it was are forgiven:
//
//   - A page could not be written because there was no room. bbolt writes to
//     free pages only, syncs them, and then writes the meta page that makes them
//     count; so nothing counts, and it reads its list of free pages again.
//   - The file could not be made longer. The same, even before any page.
//
// After all else the file is broken. An fsync that failed is never repeated:
// Linux reports a lost page once, calls it clean and says yes the next time. If
// it was the fsync of the meta page, bbolt even goes on with the transaction
// that it reported as failed, and reuses the pages of the one before. And when
// mapping the file failed, bbolt has no map at all any more.
func (db *DB) notCommitted(id int, err error) error {
	if errors.Is(err, bbolterrors.ErrDatabaseReadOnly) || errors.Is(err, bbolterrors.ErrDatabaseNotOpen) {
		return fmt.Errorf("%w: %w", ErrReadOnly, err) // nothing was begun
	}
	if kind := kindOf(err); kind != nil && db.standsBefore(id) {
		return fmt.Errorf("%w: %w", kind, err)
	}
	return db.breakDown(err)
}

// breakDown makes the DB fail from now on, for a reason.
func (db *DB) breakDown(reason error) error {
	db.state.Lock()
	defer db.state.Unlock()
	db.broken = fmt.Errorf("%w: %w", ErrBroken, reason)
	return db.broken
}

// failed gives the failure after which the file is not to be trusted, if any.
func (db *DB) failed() error {
	db.state.RLock()
	defer db.state.RUnlock()
	return db.broken
}

// standsBefore tells whether the file is in the state before a transaction:
// a meta page of which too much was written would bring it to the one after.
func (db *DB) standsBefore(id int) bool {
	tx, err := db.bolt.Begin(false)
	if err != nil {
		return false
	}
	present := tx.ID()
	return tx.Rollback() == nil && present == id-1
}

// kindOf recognises the failures of a commit that changed nothing, nil for all
// others.
func kindOf(err error) error {
	path := (*fs.PathError)(nil)
	if errors.As(err, &path) && path.Op == "write" {
		return refusal(path.Err)
	}
	// Of what ftruncate said, bbolt's grow passes on the text only.
	if text, ok := strings.CutPrefix(err.Error(), "file resize error: "); ok {
		for _, number := range []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, syscall.EROFS, syscall.EPERM, syscall.EACCES} {
			if strings.HasSuffix(text, ": "+number.Error()) {
				return refusal(number)
			}
		}
	}
	return nil
}

// refusal tells what it means that the system did not write, nil if it means
// that the disk is broken.
func refusal(err error) error {
	number := syscall.Errno(0)
	if !errors.As(err, &number) {
		return nil
	}
	switch number {
	case syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG:
		return ErrNoRoom
	case syscall.EROFS, syscall.EPERM, syscall.EACCES:
		return ErrReadOnly
	}
	return nil
}

// Explained puts ErrNoRoom or ErrReadOnly before an error of the system that
// means it.
func Explained(err error) error {
	if kind := refusal(err); kind != nil && !errors.Is(err, kind) {
		return fmt.Errorf("%w: %w", kind, err)
	}
	return err
}
