package kv

import (
	"encoding/binary"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func open(t *testing.T, path string) *DB {
	t.Helper()
	db, err := Open(path, Options{})
	check(err)
	t.Cleanup(func() { check(db.Close()) })
	return db
}

func update(t *testing.T, db *DB, f func(*Tx)) {
	t.Helper()
	check(db.Update(func(tx *Tx) error {
		f(tx)
		return nil
	}))
}

// made gives a bucket, which it makes if need be.
func made(tx *Tx, name string) *Bucket {
	if b := tx.Bucket(name); b != nil {
		return b
	}
	b, err := tx.CreateBucket(name)
	check(err)
	return b
}

func number(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// Scanning goes through the keys with a prefix and no others, in both directions, also
// where the prefix is the last or the first that there can be.
func TestScan(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "s.db"))
	keys := []string{"\x00", "\x00a", "a", "a\xff", "a\xff\xff", "ab", "b", "\xff", "\xff\xff", "\xff\xffz"}
	slices.Sort(keys)
	update(t, db, func(tx *Tx) {
		made(tx, "empty")
		b := made(tx, "full")
		for _, key := range keys {
			check(b.Put([]byte(key), []byte("of "+key)))
		}
		for _, prefix := range append(keys, "", "c", "abc", "a\xfe") {
			want := slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return len(key) < len(prefix) || key[:len(prefix)] != prefix })
			var there, back []string
			for key, value := range b.Scan([]byte(prefix)) {
				there = append(there, string(key))
				if string(value) != "of "+string(key) {
					t.Errorf("%q has the value %q", key, value)
				}
			}
			for key := range b.ScanBack([]byte(prefix)) {
				back = append(back, string(key))
			}
			slices.Reverse(back)
			if len(want) == 0 {
				want = nil
			}
			if diff := cmp.Diff([][]string{want, want}, [][]string{there, back}); diff != "" {
				t.Errorf("%q: %s", prefix, diff)
			}
		}
		for key := range tx.Bucket("empty").Scan(nil) {
			t.Errorf("an empty bucket has %q", key)
		}
		for key := range tx.Bucket("empty").ScanBack(nil) {
			t.Errorf("an empty bucket has %q", key)
		}
		if tx.Bucket("none") != nil {
			t.Error("there is a bucket that nobody made")
		}
	})
}
