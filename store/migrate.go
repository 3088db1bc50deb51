package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"unlurbot/store/kv"
	"unlurbot/store/layout"
)

// migrate brings a file to the latest schema: first a copy, then all steps in one
// transaction, so that it is either done or has not begun. At its end more may be done in it.
func (s *Store) migrate(from uint64, keep keeping, end func(*Tx) error) error {
	kept, err := keep(s, from)
	if err != nil {
		return fmt.Errorf("store: the copy before the way from schema %d to %d: %w", from, layout.Latest, err)
	}
	err = s.db.Repeat(func(tx *kv.Tx) error {
		if err := upgrade(tx, from, layout.Latest, layout.Program()); err != nil {
			return err
		}
		return end(&Tx{tx: tx})
	})
	if err != nil {
		return err
	}
	s.migrated = Migration{From: from, To: layout.Latest, Copy: kept}
	return nil
}

// keeping keeps a copy of a file of a schema, before it is changed, and tells
// where; the empty string if there is none.
type keeping func(s *Store, schema uint64) (path string, err error)

// keepNone is for files that are copies themselves.
func keepNone(*Store, uint64) (string, error) { return "", nil }

// keepCopy keeps the file as it is under the next free name beside it. A copy
// that an earlier try has left is good enough: otherwise a service manager that
// tries again and again would fill the disk.
func keepCopy(s *Store, schema uint64) (path string, err error) {
	for n := 1; ; n++ {
		path = fmt.Sprintf("%s.schema-%d", s.db.Path(), schema)
		if n > 1 {
			path += fmt.Sprintf("-%d", n)
		}
		err := kv.MakeFile(path, func(f *os.File) error { return s.db.CopyTo(f) })
		if !errors.Is(err, fs.ErrExist) {
			return path, err
		}
		if same, err := s.isCopy(path); same || err != nil {
			return path, err
		}
	}
}

// isCopy tells whether a file holds what the open one holds. Their bytes may
// differ where nothing is stored.
func (s *Store) isCopy(path string) (same bool, err error) {
	db, _, err := openPlain(path)
	if err != nil {
		return false, nil // whatever it is, it is no copy
	}
	err = db.View(func(there *kv.Tx) error {
		return s.db.View(func(here *kv.Tx) error {
			same = kv.Same(there, here)
			return nil
		})
	})
	return same, errors.Join(err, db.Close())
}
