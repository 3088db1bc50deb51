package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unlurbot/store/kv"
	"unlurbot/store/layout"
)

// oldFile gives a file of the oldest schema to change, after an own change to it.
func oldFile(t *testing.T, change func(*kv.Tx) error) (path string) {
	t.Helper()
	old, err := os.ReadFile("testdata/v2.db")
	check(err)
	path = filepath.Join(t.TempDir(), "old.db")
	check(os.WriteFile(path, old, 0o600))
	if change != nil {
		db, err := kv.Open(path, kv.Options{})
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
	check(os.WriteFile(path+".schema-2", []byte("somebody's"), 0o600))
	s := open(t, path)
	m, done := s.Migrated()
	if want := (Migration{From: 2, To: layout.Latest, Copy: path + ".schema-2-2"}); !done || m != want {
		t.Errorf("%+v, want %+v", m, want)
	}
	if diff := cmp.Diff([]string{"old.db", "old.db.schema-2", "old.db.schema-2-2"}, beside(path)); diff != "" {
		t.Error(diff)
	}
	if kept, err := os.ReadFile(path + ".schema-2"); err != nil || string(kept) != "somebody's" {
		t.Errorf("a file was replaced: %q %v", kept, err)
	}
	info, err := os.Stat(m.Copy)
	check(err)
	if info.Mode().Perm() != 0o600 || schemaOf(m.Copy) != 2 {
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
	path := oldFile(t, func(tx *kv.Tx) error { // in whose line no mail can wait
		return tx.Bucket("outbox").Put(place(99), fmt.Appendf(nil, `{"recipient":%q}`, strings.Repeat("x", 1<<16)))
	})
	before, err := os.ReadFile(path)
	check(err)
	for range 2 {
		_, err := Open(path, fixedSecret)
		if opening := (*OpenError)(nil); !errors.As(err, &opening) || !strings.Contains(err.Error(), "from schema 2 to 3: key too large") {
			t.Errorf("Open says %v", err)
		}
	}
	after, err := os.ReadFile(path)
	check(err)
	if string(before) != string(after) {
		t.Error("the file was changed")
	}
	if diff := cmp.Diff([]string{"old.db", "old.db.schema-2"}, beside(path)); diff != "" {
		t.Error(diff)
	}
}

// HTML parts that are stored as they read are compressed, whether their mails wait or
// were given up; what can't be read stays as it is.
func TestPagesAreCompressed(t *testing.T) {
	const mail = `{"id":%d,"envelope_to":"ana@example.org","text":"C4 & more","html":"<p>\u003cb&amp;</p>"}`
	unreadable := `{"html":"<p>`
	s := open(t, oldFile(t, func(tx *kv.Tx) error {
		check(tx.Bucket("letters").Put(place(1), fmt.Appendf(nil, mail, 1)))
		check(tx.Bucket("given-up").Put(place(3), fmt.Appendf(nil, `{"mail":`+mail+`,"delivery":{"recipient":"ana@example.org"}}`, 3)))
		return tx.Bucket("letters").Put(place(2), []byte(unreadable))
	}))
	do(t, s, func(tx *Tx) error {
		givenUp, err := tx.GivenUp()
		check(err)
		waits, err := tx.outgoing(place(1), &Delivery{})
		check(err)
		for _, m := range []*Outgoing{waits, givenUp[0]} {
			if m.HTML.String() != "<p><b&amp;</p>" || m.Text != "C4 & more" {
				t.Errorf("mail %d says %q and %q", m.ID, m.Text, m.HTML)
			}
		}
		if raw := string(tx.tx.Bucket(bucketLetters).Get(place(2))); raw != unreadable {
			t.Errorf("%q", raw)
		}
		return nil
	})
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
	if m, done := s.Migrated(); !done || m != (Migration{From: 2, To: layout.Latest}) {
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

// Of the private games that were over, the results and the standings of both players say
// so.
func TestPrivateResultsAreHidden(t *testing.T) {
	old, err := OpenToRead(oldFile(t, nil))
	check(err)
	over := 0
	check(old.View(func(tx *Tx) error { return each(tx, bucketResults, func([]byte, *Result) error { over++; return nil }) }))
	check(old.Close())
	s := open(t, oldFile(t, func(tx *kv.Tx) error {
		games := map[string]map[string]any{}
		for key, raw := range tx.Bucket("games").Scan(nil) {
			var g map[string]any
			check(json.Unmarshal(raw, &g))
			if n, _ := g["result"].(float64); n != 0 && int(n)%3 != 0 { // some stay as they are
				g["private"] = true
				games[string(key)] = g
			}
		}
		for key, g := range games {
			raw, err := encode(g)
			check(err)
			check(tx.Bucket("games").Put([]byte(key), raw))
		}
		return nil
	}))
	noFaults(t, s)
	do(t, s, func(tx *Tx) error {
		hidden, counted := 0, 0
		check(each(tx, bucketResults, func(_ []byte, r *Result) error {
			g, err := tx.Game(r.Game)
			check(err)
			if r.Private != g.Private {
				t.Errorf("result %d of game %d: private is %t", r.Number, g.Number, r.Private)
			}
			if r.Private {
				hidden++
			}
			return nil
		}))
		check(each(tx, bucketStanding, func(_ []byte, s *Standing) error {
			counted += s.Private.Games()
			return nil
		}))
		if hidden == 0 || hidden == over || counted != 2*hidden {
			t.Errorf("%d of %d results are private, and %d are counted so", hidden, over, counted)
		}
		return nil
	})
}
