package store

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unlurbot/store/kv"
)

// A copy of the file to which everything is applied that is written from then on is the
// same store.
func TestWritesMakeACopy(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	path := filepath.Join(t.TempDir(), "copy.db")
	_, err := SaveCopy(path, s.db.CopyTo)
	check(err)
	replica, err := kv.Open(path, kv.Options{})
	check(err)
	s.db.Record(func(writes []kv.Write) {
		check(replica.Update(func(tx *kv.Tx) error { return tx.Apply(writes) }))
	})
	do(t, s, fillFile)
	do(t, s, func(tx *Tx) error {
		gus, err := tx.PlayerByName("Gus")
		check(err)
		return tx.Forget(gus.ID, "a former player", noon)
	})
	check(replica.Close())
	same := open(t, path)
	if diff := cmp.Diff(dump(t, s), dump(t, same)); diff != "" {
		t.Error(diff)
	}
	noFaults(t, same)
}
