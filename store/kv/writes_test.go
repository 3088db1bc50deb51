package kv

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
)

// What was recorded makes a copy that holds the same after each transaction, whatever
// was written, and if what was written is changed afterwards. Of transactions that
// fail there is no record.
func TestWritesMakeACopy(t *testing.T) {
	dir := t.TempDir()
	db, replica := open(t, filepath.Join(dir, "s.db")), open(t, filepath.Join(dir, "copy.db"))
	told := 0
	db.Precede(func(_ *Tx, writes []Write) error {
		told++
		update(t, replica, func(tx *Tx) { check(tx.Apply(writes)) })
		return nil
	})
	r := rand.New(rand.NewPCG(1, 2))
	kinds := map[WriteKind]int{}
	succeeded, value := 0, make([]byte, 100)
	for range 300 {
		fails := r.IntN(4) == 0
		err := db.Update(func(tx *Tx) error {
			for range 1 + r.IntN(20) {
				name := fmt.Sprint("bucket ", r.IntN(3))
				b, key := made(tx, name), fmt.Appendf(nil, "key %d", r.IntN(30))
				switch r.IntN(8) {
				case 0:
					check(b.Delete(key))
				case 1:
					_, err := b.NextSequence()
					check(err)
				case 2:
					check(b.SetSequence(b.Sequence() + uint64(r.IntN(5))))
				case 3:
					check(tx.DeleteBucket(name))
				default:
					check(b.Put(key, fmt.Append(nil, r.IntN(1000))))
				}
			}
			for i := range value {
				value[i] = byte(r.IntN(256))
			}
			check(made(tx, "values").Put([]byte("value"), value))
			for _, w := range tx.writes {
				kinds[w.Kind]++
			}
			if fails {
				return errors.New("it is not to be")
			}
			return nil
		})
		if (err != nil) != fails {
			t.Fatal(err)
		}
		if !fails {
			succeeded++
		}
		clear(value)
		check(db.View(func(here *Tx) error {
			return replica.View(func(there *Tx) error {
				if !Same(here, there) {
					t.Fatal("the copy holds something else")
				}
				return nil
			})
		}))
	}
	if told != succeeded {
		t.Errorf("%d of %d transactions were told of", told, succeeded)
	}
	for _, kind := range []WriteKind{Put, Delete, Sequence, CreateBucket, DeleteBucket} {
		if kinds[kind] == 0 {
			t.Errorf("there was no %q", kind)
		}
	}
	db.Precede(nil)
	update(t, db, func(tx *Tx) { check(made(tx, "more").Put([]byte("key"), nil)) })
	if told != succeeded {
		t.Error("somebody is told who has asked not to be")
	}
}

// Whoever is asked first can refuse what was written, and add to it, of which nobody is told.
func TestWritesRefused(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "s.db"))
	update(t, db, func(tx *Tx) { made(tx, "b") })
	var told [][]Write
	refused := errors.New("it is not to be")
	db.Precede(func(tx *Tx, writes []Write) error {
		told = append(told, writes)
		if len(told) == 1 {
			return refused
		}
		return tx.Bucket("b").Put([]byte("head"), []byte("1"))
	})
	put := func(tx *Tx) error { return tx.Bucket("b").Put([]byte("key"), []byte("value")) }
	if err := db.Update(put); !errors.Is(err, refused) {
		t.Errorf("refused: %v", err)
	}
	check(db.View(func(tx *Tx) error {
		if tx.Bucket("b").Get([]byte("key")) != nil {
			t.Error("what was refused is there")
		}
		return nil
	}))
	check(db.Update(put))
	check(db.Update(func(*Tx) error { return nil })) // nothing to ask about
	check(db.View(func(tx *Tx) error {
		if string(tx.Bucket("b").Get([]byte("key")))+string(tx.Bucket("b").Get([]byte("head"))) != "value1" {
			t.Error("what was agreed to is not there")
		}
		return nil
	}))
	if len(told) != 2 || len(told[1]) != 1 || string(told[1][0].Key) != "key" {
		t.Errorf("told of %v", told)
	}
}

// What can't be written to a copy, since it is another file, is an error.
func TestWritesOfAnotherFile(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "s.db"))
	for _, w := range []Write{{Kind: Put, Bucket: "none", Key: []byte("key")}, {Kind: DeleteBucket, Bucket: "none"}, {Kind: "move", Bucket: "there"}} {
		err := db.Update(func(tx *Tx) error {
			made(tx, "there")
			return tx.Apply([]Write{w})
		})
		if err == nil {
			t.Errorf("%+v was applied", w)
		}
	}
}
