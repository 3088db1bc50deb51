package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/store/layout"
	"unlurbot/store/mailkey"
)

func backup(t *testing.T, s *Store) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "backup.db")
	size, err := SaveCopy(path, func(w io.Writer) error {
		return s.View(func(tx *Tx) error {
			_, err := tx.WriteTo(w)
			return err
		})
	})
	check(err)
	info, err := os.Stat(path)
	check(err)
	if info.Size() != size || info.Mode().Perm() != 0o600 {
		t.Errorf("%d bytes of %d, mode %v", info.Size(), size, info.Mode())
	}
	return path
}

// A backup that may not be read is not called a file that can't be written.
func TestUnreadableSource(t *testing.T) {
	denied := &OpenError{Path: "backup.db", Err: &fs.PathError{Op: "open", Path: "backup.db", Err: syscall.EACCES}}
	_, err := SaveCopy(filepath.Join(t.TempDir(), "copy.db"), func(io.Writer) error { return denied })
	if !errors.Is(err, fs.ErrPermission) || errors.Is(err, ErrReadOnly) {
		t.Error(err)
	}
}

// A backup is a store of its own, as of its moment, and never replaces a file.
func TestBackup(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, fillAll)
	before := dump(t, s)
	saved := backup(t, s)
	do(t, s, func(tx *Tx) error { return tx.Sent(1) })
	b := open(t, saved)
	noFaults(t, b)
	if diff := cmp.Diff(before, dump(t, b)); diff != "" {
		t.Error(diff)
	}
	if _, err := SaveCopy(saved, nil); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second one: %v", err)
	}
}

// A copy that breaks off, or is no whole store, leaves nothing.
func TestBackupThatFails(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, fillAll)
	whole := copyOf(s)
	unplugged := errors.New("unplugged")
	path := filepath.Join(t.TempDir(), "backup.db")
	for name, write := range map[string]func(io.Writer) error{
		"breaks off": func(w io.Writer) error {
			_, err := w.Write(whole[:9000])
			return errors.Join(err, unplugged)
		},
		"is too short": func(w io.Writer) error {
			_, err := w.Write(whole[:len(whole)-1])
			return err
		},
		"is empty": func(io.Writer) error { return nil },
	} {
		_, err := SaveCopy(path, write)
		if err == nil || len(beside(path)) > 0 {
			t.Errorf("a copy that %s: %v, left %q", name, err, beside(path))
		}
	}
}

// A restored store is what the backup was, and remembers since when mails are
// to be read again.
func TestRestore(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, fillAll)
	do(t, s, func(tx *Tx) error {
		return tx.MarkSeen(Seen{At: noon.Add(72 * time.Hour), Decision: "played"}, mailkey.Place(7, 99))
	})
	saved := backup(t, s)
	restored := func(from string) time.Time {
		path := filepath.Join(t.TempDir(), "s.db")
		since, err := Restore(from, path, nil)
		check(err)
		r := open(t, path)
		noFaults(t, r)
		do(t, r, func(tx *Tx) error {
			remembered, err := tx.Restored()
			check(err)
			if !remembered.Equal(since) {
				t.Errorf("it remembers %v, not %v", remembered, since)
			}
			return tx.SetRestored(time.Time{})
		})
		if diff := cmp.Diff(dump(t, s), dump(t, r)); diff != "" {
			t.Error(diff)
		}
		return since
	}
	if since := restored(saved); !since.Equal(noon.Add(24 * time.Hour)) {
		t.Errorf("since %v", since)
	}

	// A store that was restored itself and has not read everything again.
	do(t, s, func(tx *Tx) error { return tx.SetRestored(noon) })
	twice := backup(t, s)
	do(t, s, func(tx *Tx) error { return tx.SetRestored(time.Time{}) })
	if since := restored(twice); !since.Equal(noon) {
		t.Errorf("since %v", since)
	}
}

// The backup of a store that has seen no mail knows of none.
func TestRestoreOfANewStore(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	path := filepath.Join(t.TempDir(), "r.db")
	since, err := Restore(backup(t, s), path, nil)
	check(err)
	if since.Unix() != 0 {
		t.Errorf("since %v", since)
	}
	noFaults(t, open(t, path))
}

// A backup of an old schema is restored as a store of this one, and stays as
// it is.
func TestRestoreOfAnOldBackup(t *testing.T) {
	old := oldFile(t, nil)
	path := filepath.Join(t.TempDir(), "s.db")
	_, err := Restore(old, path, nil)
	check(err)
	if schemaOf(old) != 2 || schemaOf(path) != layout.Latest || len(beside(path)) != 1 {
		t.Errorf("schemas %d and %d, files %q", schemaOf(old), schemaOf(path), beside(path))
	}
}

// What can't be restored leaves nothing and changes nothing.
func TestRestoreRefuses(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, fillAll)
	good := backup(t, s)
	do(t, s, spoilGame(2, func(g *Game) { g.Course.Ply++ }))
	bad := backup(t, s)
	path := filepath.Join(t.TempDir(), "s.db")

	faults := (*FaultsError)(nil)
	if _, err := Restore(bad, path, nil); !errors.As(err, &faults) || len(faults.Faults) != 1 {
		t.Errorf("a damaged backup: %v", err)
	}
	opening := (*OpenError)(nil)
	if _, err := Restore(filepath.Join(t.TempDir(), "nothing.db"), path, nil); !errors.As(err, &opening) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no backup: %v", err)
	}
	if _, err := Restore(s.db.Path(), path, nil); !errors.Is(err, ErrLocked) {
		t.Errorf("a store that is open: %v", err)
	}
	if names := beside(path); len(names) > 0 {
		t.Errorf("left %q", names)
	}
	check(os.WriteFile(path, nil, 0o600))
	if _, err := Restore(good, path, nil); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over an empty file: %v", err)
	}
}
