package store

import (
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unlurbot/store/kv"
	"unlurbot/store/layout"
)

// A file in which there is everything has the buckets of the table and no others. Each is
// verified, and says how a player is forgotten in it and told of it, or why not.
func TestTableOfBuckets(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "filled.db"))
	do(t, s, fillFile)
	rows := map[string]bucket{}
	for _, b := range buckets {
		if _, twice := rows[b.name]; twice {
			t.Errorf("%s is there twice", b.name)
		}
		rows[b.name] = b
		if b.verify == nil || b.key == "" || b.since > layout.Latest {
			t.Errorf("%s is verified by nobody, has no keys or is of schema %d", b.name, b.since)
		}
		if (b.forget == nil) == (b.stays == "") {
			t.Errorf("%s: somebody is forgotten, or %q", b.name, b.stays)
		}
		if (b.export == nil) == (b.untold == "") {
			t.Errorf("%s: a player is told of it, or %q", b.name, b.untold)
		}
		if b.export != nil && b.forget == nil {
			t.Errorf("%s tells of players and does not forget them", b.name)
		}
		if (b.numbers == "") != (b.number == nil) {
			t.Errorf("%s has numbers of %q", b.name, b.numbers)
		}
	}
	check(s.db.View(func(tx *kv.Tx) error {
		if diff := cmp.Diff(slices.Sorted(maps.Keys(rows)), slices.Collect(tx.Names())); diff != "" {
			t.Error(diff)
		}
		return nil
	}))
}

// Nothing that the sequence of a bucket gives can be given twice, also in buckets to come.
func TestNumbersAreVerified(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, fillFile)
	counting := map[string]bool{}
	for _, b := range buckets {
		counting[b.numbers] = true
	}
	check(s.db.View(func(tx *kv.Tx) error {
		for _, b := range buckets {
			if given := tx.Bucket(b.name).Sequence(); given > 0 && !counting[b.name] {
				t.Errorf("%s has given %d numbers, and nobody verifies them", b.name, given)
			}
		}
		return nil
	}))
}

// Of somebody who asks each part of what is known is told.
func TestExport(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, fillFile)
	do(t, s, func(tx *Tx) error {
		gus, err := tx.PlayerByName("Gus")
		check(err)
		x, err := tx.Export(gus)
		check(err)
		for i := range reflect.TypeOf(*x).NumField() {
			if reflect.ValueOf(*x).Field(i).IsNil() {
				t.Errorf("nothing is told of the %s", reflect.TypeOf(*x).Field(i).Name)
			}
		}
		return nil
	})
}
