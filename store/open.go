package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"unlurbot/store/kv"
	"unlurbot/store/layout"
)

// What opening a store can fail with, beside a *layout.Error, ErrReadOnly, ErrNoRoom
// and the errors of the system.
var (
	// ErrLocked says that another process has the file open.
	ErrLocked = kv.ErrLocked
	// ErrForeign says that some other program wrote the file.
	ErrForeign = kv.ErrForeign
	// ErrDamaged says that the file is cut off or can't be made sense of.
	ErrDamaged = kv.ErrDamaged
	// ErrExposed says that other users than the file's owner may open it.
	ErrExposed = errors.New("store: other users may open the file")
	// ErrEmpty says that there is nothing in a file that is only looked at.
	ErrEmpty = errors.New("store: the file is empty")
)

// LockPatience is how long Open, OpenToRead and Peek wait for the process before
// us, which may just be stopping. It is to be set before they are called, by tests
// for instance, in which nobody stops.
var LockPatience = 2 * time.Second

// An OpenError says which file could not be opened, and why.
type OpenError = kv.OpenError

// Open opens the store file, readable by its owner only, and makes it if it is
// missing; newSecret then gives the first key for tokens, which is kept in the
// file; see Keys. A file of an older schema is brought up to date, which Migrated tells,
// and a copy of it as it was is kept beside it. One that hasn't exactly the buckets of
// its schema, or whose schema is unknown here, is refused with a *layout.Error. What Open finds is on the disk:
// a process that was killed before its fsync may have left more in the cache.
//
// A file that others may open is refused rather than closed to them: with the
// keys in it they could have answered in everybody's name, and whoever has let
// them must know (see RotateKey).
//
// Any error is an *OpenError, for ErrLocked, a *layout.Error, ErrForeign, ErrDamaged,
// ErrExposed, ErrReadOnly, ErrNoRoom and ErrBroken among others, and has changed
// nothing.
func Open(path string, newSecret func() ([]byte, error)) (*Store, error) {
	info, err := os.Stat(path)
	if err == nil && Exposed(info) {
		err = ErrExposed
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = kv.MakeFile(path, func(f *os.File) error {
			made, err := openFile(f.Name(), newSecret, keepNone)
			if err != nil {
				return err
			}
			return made.Close()
		})
		if errors.Is(err, fs.ErrExist) {
			err = nil // another process was faster; the lock decides
		}
	}
	if err != nil {
		return nil, &OpenError{Path: path, Err: kv.Explained(err)}
	}
	s, err := openFile(path, newSecret, keepCopy, mustBeAlone)
	if err != nil {
		return nil, &OpenError{Path: path, Err: err}
	}
	return s, nil
}

// mustBeAlone fails with ErrReplica for a file that belongs to a cluster.
func mustBeAlone(db *kv.DB) error {
	return db.View(func(tx *kv.Tx) error {
		if tx.Bucket(bucketMeta).Get(keyHead) != nil {
			return ErrReplica
		}
		return nil
	})
}

// Exposed says whether others than the owner of a file may open it, or a socket; a directory holds nothing itself. Windows has
// no such modes.
func Exposed(info fs.FileInfo) bool {
	return runtime.GOOS != "windows" && !info.IsDir() && info.Mode().Perm()&0o077 != 0
}

// OpenToRead opens a store that must exist, to look at it, and changes nothing.
// Others may look too, but nobody can write meanwhile. A file of an older
// schema is copied to the directory for temporary files and the copy is brought
// up to date, as Migrated tells. Any error is an *OpenError.
func OpenToRead(path string) (*Store, error) {
	db, schema, err := openPlain(path)
	if err != nil {
		return nil, &OpenError{Path: path, Err: err}
	}
	s := newStore(db)
	if schema < layout.Latest {
		if s, err = openCopy(db); err != nil {
			return nil, &OpenError{Path: path, Err: err}
		}
	}
	return s, nil
}

// Peek tells the schema of a file that Open would take, without changing it. Any
// error is an *OpenError.
func Peek(path string) (schema uint64, err error) {
	db, schema, err := openPlain(path)
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		return 0, &OpenError{Path: path, Err: err}
	}
	return schema, nil
}

// openFile opens a file for writing, unless one of some checks fails, and makes a store of one that is empty;
// keep is what is done before one of an older schema is changed.
func openFile(path string, newSecret func() ([]byte, error), keep keeping, checks ...func(*kv.DB) error) (*Store, error) {
	db, err := kv.Open(path, kv.Options{Patience: LockPatience})
	if err != nil {
		return nil, kv.Explained(err)
	}
	s := newStore(db)
	if err := s.prepare(newSecret, keep, checks); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// prepare syncs an open file and brings it to the latest schema, if the checks allow it.
func (s *Store) prepare(newSecret func() ([]byte, error), keep keeping, checks []func(*kv.DB) error) error {
	if err := s.db.Sync(); err != nil {
		return err
	}
	schema, err := inspect(s.db)
	switch {
	case errors.Is(err, ErrEmpty):
		return s.Update(func(t *Tx) error { return fill(t.tx, newSecret) })
	case err != nil:
		return err
	}
	for _, check := range checks {
		if err := check(s.db); err != nil {
			return err
		}
	}
	if schema < layout.Latest {
		return s.migrate(schema, keep, func(*Tx) error { return nil })
	}
	return s.sign()
}

// sign notes that this program writes the file from now on, if another one did. A full disk is no
// reason not to begin: it has room for what is free in the file.
func (s *Store) sign() error {
	known := false
	err := s.db.View(func(tx *kv.Tx) error {
		known = layout.Writer(tx) == layout.Program()
		return nil
	})
	if err != nil || known {
		return err
	}
	if err = s.db.Update(layout.Sign); errors.Is(err, ErrNoRoom) {
		return nil
	}
	return err
}

// fill gives an empty file its buckets.
func fill(tx *kv.Tx, newSecret func() ([]byte, error)) error {
	for _, b := range buckets {
		if _, err := tx.CreateBucket(b.name); err != nil {
			return fmt.Errorf("store: %w", err)
		}
	}
	secret, err := newSecret()
	if err != nil {
		return fmt.Errorf("store: making the secret: %w", err)
	}
	if err := put(&Tx{tx: tx}, bucketMeta, keyKeys, &Keys{Present: secret, Fixed: derive(secret, fixedLabel)}); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return layout.Sign(tx)
}

// openPlain opens a file of any known schema to read it as it is.
func openPlain(path string) (db *kv.DB, schema uint64, err error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, 0, err
	case !info.Mode().IsRegular():
		return nil, 0, errors.New("store: not a regular file")
	case info.Size() == 0:
		return nil, 0, ErrEmpty
	}
	db, err = kv.Open(path, kv.Options{Patience: LockPatience, ReadOnly: true})
	if err != nil {
		return nil, 0, err
	}
	if schema, err = inspect(db); err != nil {
		return nil, 0, errors.Join(err, db.Close())
	}
	return db, schema, nil
}

// openCopy makes a copy of an open file, which it closes, and opens that, up to
// date, for as long as the store is open.
func openCopy(db *kv.DB) (s *Store, err error) {
	dir, err := os.MkdirTemp("", "unlurbot-")
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	copied := filepath.Join(dir, filepath.Base(db.Path()))
	err = kv.MakeFile(copied, func(f *os.File) error { return db.CopyTo(f) })
	if err = errors.Join(err, db.Close()); err == nil {
		s, err = openFile(copied, nil, keepNone)
	}
	if err != nil {
		return nil, errors.Join(kv.Explained(err), os.RemoveAll(dir))
	}
	s.discard = func() error { return os.RemoveAll(dir) }
	return s, nil
}

// inspect gives the schema of an open file, of whose layout it is then; ErrEmpty if it
// has none yet.
func inspect(db *kv.DB) (schema uint64, err error) {
	look := func(tx *kv.Tx) error {
		info, err := os.Stat(db.Path())
		if err == nil && info.Size() < tx.Size() {
			return fmt.Errorf("%w: it is cut off after %d of %d bytes", ErrDamaged, info.Size(), tx.Size())
		}
		if tx.IsEmpty() {
			return ErrEmpty
		}
		if schema, err = layout.Of(tx); err != nil {
			return err
		}
		return layout.Check(tx, schema, bucketsOf(schema))
	}
	if p := kv.Guarded(func() { err = db.View(look) }); p != nil {
		err = fmt.Errorf("%w: %v", ErrDamaged, p)
	}
	return schema, err
}
