package kv

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// An OpenError says which file could not be opened, and why.
type OpenError struct {
	Path string
	Err  error
}

// Error implements error.
func (e *OpenError) Error() string { return fmt.Sprintf("%s: %v", e.Path, e.Err) }

// Unwrap gives the cause.
func (e *OpenError) Unwrap() error { return e.Err }

// MakeFile makes a file that is there whole, for its owner only and on the
// disk, or not at all. It fails with fs.ErrExist rather than replace one. Errors of
// write are Explained, but for an *OpenError, which is about a file that is only read.
func MakeFile(path string, write func(*os.File) error) (err error) {
	if err := mustNotExist(path); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".unlurbot-part-*") // mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if gone := os.Remove(f.Name()); !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}()
	err = write(f)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if source := (*OpenError)(nil); errors.As(err, &source) {
		return err
	}
	if err != nil {
		return Explained(err)
	}
	// A link never replaces anything. Where there are none, as on a memory
	// stick, the look before must do.
	err = os.Link(f.Name(), path)
	if err != nil && mustNotExist(path) == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return err
	}
	if err := syncDir(filepath.Dir(path)); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// Replace puts a file that is on the disk in the place of another one in the same directory.
func Replace(path, by string) error {
	if err := os.Rename(by, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

func mustNotExist(path string) error {
	_, err := os.Lstat(path)
	switch {
	case err == nil:
		return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	case errors.Is(err, fs.ErrNotExist):
		return nil
	}
	return err
}

// syncDir waits until the names in a directory are on the disk. Some file
// systems can't sync a directory; there is nothing to wait for then.
func syncDir(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	err = dir.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		err = nil
	}
	return errors.Join(err, dir.Close())
}
