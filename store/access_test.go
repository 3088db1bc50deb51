//go:build unix

package store

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// withoutMask runs f as a process that takes no rights from the files it makes.
func withoutMask(f func()) {
	old := syscall.Umask(0)
	defer syscall.Umask(old)
	f()
}

// Whatever is made of a store is for its owner only: the file, the copy from
// before an update, backups, restored stores and what is looked at.
func TestOnlyTheOwnerReads(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	old, err := os.ReadFile("testdata/v2.db")
	check(err)
	check(os.WriteFile(file("old.db"), old, 0o600))
	withoutMask(func() {
		check(open(t, file("new.db")).Close())
		s := open(t, file("old.db"))
		_, err := SaveCopy(file("backup.db"), s.db.CopyTo)
		check(err)
		check(s.Close())
		_, err = Restore(file("backup.db"), file("restored.db"), nil)
		check(err)
		check(os.WriteFile(file("older.db"), old, 0o600))
		t.Setenv("TMPDIR", dir)
		s, err = OpenToRead(file("older.db"))
		check(err)
		if err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			check(err)
			info, err := d.Info()
			check(err)
			if path != dir && Exposed(info) {
				t.Errorf("%s is %v", path, info.Mode())
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
		check(s.Close())
	})
	for _, name := range []string{"new.db", "old.db", "old.db.schema-2", "backup.db", "restored.db"} {
		if _, err := os.Stat(file(name)); err != nil {
			t.Error(err)
		}
	}
}

// A store that others may open is not used, whatever they may do with it. To
// look at it does no more harm.
func TestExposedStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	check(open(t, path).Close())
	for mode, refused := range map[os.FileMode]bool{
		0o600: false, 0o700: false, 0o640: true, 0o604: true, 0o620: true, 0o602: true, 0o610: true, 0o644: true, 0o666: true,
	} {
		check(os.Chmod(path, mode))
		s, err := Open(path, fixedSecret)
		if errors.Is(err, ErrExposed) != refused || err != nil && !refused {
			t.Errorf("%o: %v", mode, err)
		}
		if err == nil {
			check(s.Close())
		}
		s, err = OpenToRead(path)
		check(err)
		check(s.Close())
	}
	if _, err := Open(t.TempDir(), fixedSecret); err == nil || errors.Is(err, ErrExposed) {
		t.Errorf("a directory: %v", err)
	}
}
