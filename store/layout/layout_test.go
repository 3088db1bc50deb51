package layout

import (
	"encoding/binary"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"unlurbot/store/kv"
)

// inFile does something with a new file that has some buckets.
func inFile(t *testing.T, do func(tx *kv.Tx) error, buckets ...string) {
	t.Helper()
	db, err := kv.Open(filepath.Join(t.TempDir(), "layout.db"), kv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *kv.Tx) error {
		for _, name := range buckets {
			if _, err := tx.CreateBucket(name); err != nil {
				return err
			}
		}
		return do(tx)
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// A file says its schema and who wrote it once it is signed; one that says none is not ours.
func TestSignedFiles(t *testing.T) {
	inFile(t, func(tx *kv.Tx) error {
		if _, err := Of(tx); !errors.Is(err, kv.ErrForeign) {
			t.Errorf("a file without a schema: %v", err)
		}
		if err := Sign(tx); err != nil {
			return err
		}
		if schema, err := Of(tx); schema != Latest || err != nil || Writer(tx) != Program() {
			t.Errorf("signed it has schema %d and is of %q, %v", schema, Writer(tx), err)
		}
		if err := tx.Bucket(bucketMeta).Put(KeySchema, binary.BigEndian.AppendUint64(nil, 0)); err != nil {
			return err
		}
		if _, err := Of(tx); !errors.Is(err, kv.ErrForeign) {
			t.Errorf("a file of schema 0: %v", err)
		}
		return nil
	}, bucketMeta)
	inFile(t, func(tx *kv.Tx) error {
		if _, err := Of(tx); !errors.Is(err, kv.ErrForeign) {
			t.Errorf("a file of something else: %v", err)
		}
		return nil
	}, "something else")
}

// A file has all buckets of its schema and no others, or the error names them; of a schema that
// is not known nothing more is said.
func TestWhatAFileMustHave(t *testing.T) {
	want := []string{bucketMeta, "games", "players"}
	for _, row := range []struct {
		schema           uint64
		has              []string
		missing, unknown string
		fails            bool
	}{
		{schema: Latest, has: want},
		{schema: Latest, has: []string{bucketMeta}, missing: "games players", fails: true},
		{schema: Latest, has: append([]string{"ladders"}, want...), unknown: "ladders", fails: true},
		{schema: Latest + 1, has: want, fails: true},
		{schema: Oldest - 1, has: want, fails: true},
	} {
		inFile(t, func(tx *kv.Tx) error {
			err := Check(tx, row.schema, want)
			e, _ := errors.AsType[*Error](err)
			if !row.fails && err != nil || row.fails && e == nil {
				t.Errorf("schema %d with %v: %v", row.schema, row.has, err)
			}
			if e != nil && (strings.Join(e.Missing, " ") != row.missing || strings.Join(e.Unknown, " ") != row.unknown) {
				t.Errorf("schema %d with %v lacks %v and has unknown %v", row.schema, row.has, e.Missing, e.Unknown)
			}
			return nil
		}, row.has...)
	}
}
