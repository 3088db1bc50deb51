package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"
)

// What opening a store can fail with, beside a *LayoutError, ErrReadOnly, ErrNoRoom
// and the errors of the system.
var (
	// ErrLocked says that another process has the file open.
	ErrLocked = errors.New("store: the file is in use by another process")
	// ErrForeign says that some other program wrote the file.
	ErrForeign = errors.New("store: the file is of another program")
	// ErrDamaged says that the file is cut off or can't be made sense of.
	ErrDamaged = errors.New("store: the file is damaged")
	// ErrExposed says that other users than the file's owner may open it.
	ErrExposed = errors.New("store: other users may open the file")
	// ErrEmpty says that there is nothing in a file that is only looked at.
	ErrEmpty = errors.New("store: the file is empty")
)

// LockPatience is how long Open, OpenToRead and Peek wait for the process before
// us, which may just be stopping. It is to be set before they are called, by tests
// for instance, in which nobody stops.
var LockPatience = 2 * time.Second

// growStep is by how many bytes the file grows at a time. Each growing costs
// an fsync more.
const growStep = 1 << 20

// An OpenError says which file could not be opened, and why.
type OpenError struct {
	Path string
	Err  error
}

// Error implements error.
func (e *OpenError) Error() string { return fmt.Sprintf("%s: %v", e.Path, e.Err) }

// Unwrap gives the cause.
func (e *OpenError) Unwrap() error { return e.Err }

// Open opens the store file, readable by its owner only, and makes it if it is
// missing; newSecret then gives the first key for tokens, which is kept in the
// file; see Keys. A file of an older schema is brought up to date, which Migrated tells,
// and a copy of it as it was is kept beside it. One that hasn't exactly the buckets of
// its schema, or whose schema is unknown here, is refused with a *LayoutError. What Open finds is on the disk:
// a process that was killed before its fsync may have left more in the cache.
//
// A file that others may open is refused rather than closed to them: with the
// keys in it they could have answered in everybody's name, and whoever has let
// them must know (see RotateKey).
//
// Any error is an *OpenError, for ErrLocked, a *LayoutError, ErrForeign, ErrDamaged,
// ErrExposed, ErrReadOnly, ErrNoRoom and ErrBroken among others, and has changed
// nothing.
func Open(path string, newSecret func() ([]byte, error)) (*Store, error) {
	info, err := os.Stat(path)
	if err == nil && Exposed(info) {
		err = ErrExposed
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = makeFile(path, func(f *os.File) error { return initialise(f.Name(), newSecret) })
		if errors.Is(err, fs.ErrExist) {
			err = nil // another process was faster; the lock decides
		}
	}
	if err != nil {
		return nil, &OpenError{path, explained(err)}
	}
	s, err := openFile(path, newSecret, keepCopy)
	if err != nil {
		return nil, &OpenError{path, err}
	}
	return s, nil
}

// Exposed says whether others than the owner of a file may open it. Windows has
// no such modes.
func Exposed(info fs.FileInfo) bool {
	return runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0
}

// OpenToRead opens a store that must exist, to look at it, and changes nothing.
// Others may look too, but nobody can write meanwhile. A file of an older
// schema is copied to the directory for temporary files and the copy is brought
// up to date, as Migrated tells. Any error is an *OpenError.
func OpenToRead(path string) (*Store, error) {
	db, schema, err := openPlain(path)
	if err != nil {
		return nil, &OpenError{path, err}
	}
	s := &Store{db: db}
	if schema < Schema {
		if s, err = openCopy(db); err != nil {
			return nil, &OpenError{path, err}
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
		return 0, &OpenError{path, err}
	}
	return schema, nil
}

// openFile opens a file for writing, and makes a store of one that is empty;
// keep is what is done before one of an older schema is changed.
func openFile(path string, newSecret func() ([]byte, error), keep keeping) (*Store, error) {
	size := 0
	if info, err := os.Stat(path); err == nil {
		size = int(info.Size())
	}
	db, err := openBolt(path, &bbolt.Options{Timeout: LockPatience, InitialMmapSize: roomFor(size)})
	if err != nil {
		return nil, explained(err)
	}
	db.AllocSize = growStep
	s := &Store{db: db}
	if err := s.prepare(newSecret, keep); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// prepare syncs an open file and brings it to Schema.
func (s *Store) prepare(newSecret func() ([]byte, error), keep keeping) error {
	if err := s.db.Sync(); err != nil {
		return s.breakDown(err)
	}
	schema, err := inspect(s.db)
	switch {
	case errors.Is(err, ErrEmpty):
		return s.Update(func(t *Tx) error { return fill(t.tx, newSecret) })
	case err != nil:
		return err
	case schema < Schema:
		return s.migrate(schema, keep)
	}
	return s.claim()
}

// claim notes that this program writes the file from now on, if another one did. A
// full disk is no reason not to begin: it has room for what is free in the file.
func (s *Store) claim() error {
	known := false
	err := s.View(func(t *Tx) error {
		known = programOf(t.tx) == Program()
		return nil
	})
	if err != nil || known {
		return err
	}
	if err = s.Update(func(t *Tx) error { return noteProgram(t.tx) }); errors.Is(err, ErrNoRoom) {
		return nil
	}
	return err
}

// initialise makes a store of an empty file.
func initialise(path string, newSecret func() ([]byte, error)) error {
	s, err := openFile(path, newSecret, keepNone)
	if err != nil {
		return err
	}
	return s.Close()
}

// fill gives an empty file its buckets.
func fill(tx *bbolt.Tx, newSecret func() ([]byte, error)) error {
	for _, name := range buckets {
		if _, err := tx.CreateBucket(name); err != nil {
			return fmt.Errorf("store: %w", err)
		}
	}
	secret, err := newSecret()
	if err != nil {
		return fmt.Errorf("store: making the secret: %w", err)
	}
	if err := put(&Tx{tx: tx}, bucketMeta, keyKeys, newKeys(secret)); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return errors.Join(putSchema(tx, Schema), noteProgram(tx))
}

// openPlain opens a file of any known schema to read it as it is.
func openPlain(path string) (db *bbolt.DB, schema uint64, err error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, 0, err
	case !info.Mode().IsRegular():
		return nil, 0, errors.New("store: this is no file")
	case info.Size() == 0:
		return nil, 0, ErrEmpty
	}
	db, err = openBolt(path, &bbolt.Options{Timeout: LockPatience, ReadOnly: true})
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
func openCopy(db *bbolt.DB) (s *Store, err error) {
	dir, err := os.MkdirTemp("", "unlurbot-")
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	copied := filepath.Join(dir, filepath.Base(db.Path()))
	err = makeFile(copied, func(f *os.File) error { return writeTo(db, f) })
	if err = errors.Join(err, db.Close()); err == nil {
		s, err = openFile(copied, nil, keepNone)
	}
	if err != nil {
		return nil, errors.Join(explained(err), os.RemoveAll(dir))
	}
	s.discard = func() error { return os.RemoveAll(dir) }
	return s, nil
}

// openBolt opens bbolt's file and no more.
func openBolt(path string, options *bbolt.Options) (db *bbolt.DB, err error) {
	var file *os.File
	options.OpenFile = func(name string, flag int, mode os.FileMode) (_ *os.File, err error) {
		file, err = os.OpenFile(name, flag, mode)
		return file, err
	}
	// bbolt reads through a map of the file. Where a file that was cut off has
	// no more bytes the processor faults, and on nonsense bbolt panics; it then
	// leaves the file open and locked.
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			db, err = nil, errors.Join(fmt.Errorf("%w: %v", ErrDamaged, p), file.Close())
		}
	}()
	db, err = bbolt.Open(path, 0o600, options)
	switch {
	case errors.Is(err, bbolterrors.ErrTimeout):
		return nil, ErrLocked
	case errors.Is(err, bbolterrors.ErrInvalid), errors.Is(err, bbolterrors.ErrVersionMismatch), errors.Is(err, bbolterrors.ErrChecksum):
		return nil, fmt.Errorf("%w, or damaged: %w", ErrForeign, err)
	case err != nil:
		return nil, fmt.Errorf("store: %w", err)
	}
	return db, nil
}

// roomFor gives how much address space to map for a file. While somebody makes
// a copy the map can't be changed, and whoever writes would have to wait; so
// there is room for years from the beginning. It costs no memory.
func roomFor(size int) int {
	if strconv.IntSize < 64 || runtime.GOOS == "windows" { // where mapping makes the file longer
		return 0
	}
	return size + 1<<30
}

// inspect gives the schema of an open file, of whose layout it is then; ErrEmpty if it
// has none yet.
func inspect(db *bbolt.DB) (schema uint64, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", ErrDamaged, p)
		}
	}()
	err = db.View(func(tx *bbolt.Tx) error {
		info, err := os.Stat(db.Path())
		if err == nil && info.Size() < tx.Size() {
			return fmt.Errorf("%w: it is cut off after %d of %d bytes", ErrDamaged, info.Size(), tx.Size())
		}
		if first, _ := tx.Cursor().First(); first == nil {
			return ErrEmpty
		}
		meta := tx.Bucket(bucketMeta)
		if meta == nil || len(meta.Get(keySchema)) != 8 {
			return ErrForeign
		}
		schema = binary.BigEndian.Uint64(meta.Get(keySchema))
		if schema == 0 {
			return ErrForeign
		}
		return checkLayout(tx, schema)
	})
	return schema, err
}
