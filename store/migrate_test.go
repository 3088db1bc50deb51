package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"
)

// oldFile gives a file of schema 1 to change, after an own change to it.
func oldFile(t *testing.T, change func(*bbolt.Tx) error) (path string) {
	t.Helper()
	old, err := os.ReadFile("testdata/v1.db")
	check(err)
	path = filepath.Join(t.TempDir(), "old.db")
	check(os.WriteFile(path, old, 0o600))
	if change != nil {
		db, err := bbolt.Open(path, 0o600, nil)
		check(err)
		check(db.Update(change))
		check(db.Close())
	}
	return path
}

func beside(path string) (names []string) {
	entries, err := os.ReadDir(filepath.Dir(path))
	check(err)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func schemaOf(path string) uint64 {
	schema, err := Peek(path)
	check(err)
	return schema
}

// Before an old file is changed a copy is kept beside it, under a name that is
// free.
func TestCopyBeforeMigration(t *testing.T) {
	path := oldFile(t, nil)
	check(os.WriteFile(path+".schema-1", []byte("somebody's"), 0o600))
	s := open(t, path)
	m, done := s.Migrated()
	if want := (Migration{From: 1, To: Schema, Copy: path + ".schema-1-2"}); !done || m != want {
		t.Errorf("%+v, want %+v", m, want)
	}
	if diff := cmp.Diff([]string{"old.db", "old.db.schema-1", "old.db.schema-1-2"}, beside(path)); diff != "" {
		t.Error(diff)
	}
	if kept, err := os.ReadFile(path + ".schema-1"); err != nil || string(kept) != "somebody's" {
		t.Errorf("a file was replaced: %q %v", kept, err)
	}
	info, err := os.Stat(m.Copy)
	check(err)
	if info.Mode().Perm() != 0o600 || schemaOf(m.Copy) != 1 {
		t.Errorf("the copy has the mode %v and the schema %d", info.Mode(), schemaOf(m.Copy))
	}
	looked, err := OpenToRead(m.Copy)
	check(err)
	if diff := cmp.Diff(dump(t, s), dump(t, looked)); diff != "" {
		t.Errorf("brought up to date, the copy says something else: %s", diff)
	}
	check(looked.Close())
}

// A way that can't be gone to its end is not begun: the file stays of its
// schema, and trying again leaves no second copy.
func TestMigrationThatFails(t *testing.T) {
	path := oldFile(t, func(tx *bbolt.Tx) error { return tx.Bucket([]byte("outbox")).Put([]byte("\xff"), []byte("{")) })
	before, err := os.ReadFile(path)
	check(err)
	for range 2 {
		_, err := Open(path, fixedSecret)
		if opening := (*OpenError)(nil); !errors.As(err, &opening) || !strings.Contains(err.Error(), "from schema 1 to 2") {
			t.Errorf("Open says %v", err)
		}
	}
	after, err := os.ReadFile(path)
	check(err)
	if string(before) != string(after) {
		t.Error("the file was changed")
	}
	if diff := cmp.Diff([]string{"old.db", "old.db.schema-1"}, beside(path)); diff != "" {
		t.Error(diff)
	}
}

// Looking at an old file changes neither it nor what lies beside it.
func TestLookingAtAnOldFile(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	path := oldFile(t, nil)
	check(os.Chmod(path, 0o400))
	before, err := os.ReadFile(path)
	check(err)
	s, err := OpenToRead(path)
	check(err)
	noFaults(t, s)
	if m, done := s.Migrated(); !done || m != (Migration{From: 1, To: Schema}) {
		t.Errorf("%+v", m)
	}
	check(s.Close())
	after, err := os.ReadFile(path)
	check(err)
	if string(before) != string(after) || len(beside(path)) != 1 || len(beside(filepath.Join(temporary, "x"))) != 0 {
		t.Errorf("something was changed or left behind: %q", beside(path))
	}
}

// A store is made whole or not at all.
func TestStoreThatCanNotBeMade(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	broken := errors.New("no randomness")
	_, err := Open(path, func() ([]byte, error) { return nil, broken })
	if !errors.Is(err, broken) || len(beside(path)) != 0 {
		t.Errorf("%v, there is %q", err, beside(path))
	}
	if _, err := OpenToRead(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("looking at nothing: %v", err)
	}
}
