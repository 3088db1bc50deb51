package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unlurbot/store/kv"
	"unlurbot/store/layout"
)

// pairOf gives two replicas of a store, of which the first leads, and a log that the second follows.
func pairOf(t *testing.T, path string) (leader, follower *Store, number *uint64) {
	t.Helper()
	whole, err := os.ReadFile(path)
	check(err)
	number = new(uint64)
	for i, into := range []**Store{&leader, &follower} {
		path := filepath.Join(t.TempDir(), fmt.Sprint("replica", i, ".db"))
		check(os.WriteFile(path, whole, 0o600))
		*into, err = OpenReplica(path)
		check(err)
		check((*into).Adopt("the club"))
	}
	t.Cleanup(func() { check(errors.Join(leader.Close(), follower.Close())) })
	check(leader.Lead(func(w *WriteSet) (Head, error) {
		*number++
		head := Head{"the club", *number, fmt.Sprint("entry ", *number)}
		return head, follower.Apply(head, w)
	}, func() bool { return true }))
	return leader, follower, number
}

// fileOf gives the file of a new store.
func fileOf(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "s.db")
	check(open(t, path).Close())
	return path
}

// A replica to which everything is applied that another one writes is the same store, however far each has come; so is
// one of an older schema, which each brings up to date by itself.
func TestReplicasAreTheSame(t *testing.T) {
	for upgrades, path := range []string{fileOf(t), oldFile(t, nil)} {
		leader, follower, number := pairOf(t, path)
		before := *number
		if before != uint64(upgrades) {
			t.Errorf("%d entries before anything was written", before)
		}
		check(leader.Update(func(tx *Tx) error { return tx.Suppress("somebody@example.org", noon) }))
		if diff := cmp.Diff(dump(t, leader), dump(t, follower)); diff != "" {
			t.Error(diff)
		}
		head, err := follower.Head()
		if want := (Head{"the club", before + 1, fmt.Sprint("entry ", before+1)}); err != nil || head != want {
			t.Errorf("%v, want %v: %v", head, want, err)
		}
		noFaults(t, leader)
		noFaults(t, follower)
	}
}

// A follower whose program is newer than that of the leader leaves its file as the leader's is.
func TestFollowsAnOlderProgram(t *testing.T) {
	path := oldFile(t, nil)
	s, err := OpenReplica(path)
	check(err)
	check(s.Adopt("the club"))
	write := kv.Write{Kind: kv.Put, Bucket: bucketPlayers, Key: number(uint32(1000)), Value: []byte("{}")}
	check(s.Apply(Head{"the club", 1, "1"}, &WriteSet{Writes: []kv.Write{write}}))
	check(s.Close())
	if got := schemaOf(path); got != 2 {
		t.Errorf("it has schema %d", got)
	}
}

// Everything that can be in a store gets to the other replica.
func TestAllIsReplicated(t *testing.T) {
	leader, follower, _ := pairOf(t, fileOf(t))
	check(leader.Update(fillFile))
	check(leader.Update(func(tx *Tx) error {
		gus, err := tx.PlayerByName("Gus")
		check(err)
		return tx.Forget(gus.ID, "a former player", noon)
	}))
	if diff := cmp.Diff(dump(t, leader), dump(t, follower)); diff != "" {
		t.Error(diff)
	}
	noFaults(t, follower)
}

// A replica is written by its leader alone: nobody opens it as a store of its own, and whoever follows can't write.
// A backup of it is a store of its own when it is restored.
func TestReplicaIsNobodyElses(t *testing.T) {
	leader, follower, _ := pairOf(t, fileOf(t))
	write := func(tx *Tx) error { return tx.Suppress("somebody@example.org", noon) }
	if err := follower.Update(write); !errors.Is(err, ErrDeposed) || follower.Leads() || !leader.Leads() {
		t.Errorf("the follower: %v, leads %v, the leader %v", err, follower.Leads(), leader.Leads())
	}
	check(leader.Update(write))
	leader.Follow()
	if err := leader.Update(write); !errors.Is(err, ErrDeposed) || leader.Leads() {
		t.Errorf("the former leader: %v", err)
	}
	if err := follower.Apply(Head{"the club", 2, "2"}, &WriteSet{Schema: layout.Latest + 1}); !errors.Is(err, ErrNewer) {
		t.Errorf("a schema of the future: %v", err)
	}
	path := filepath.Join(t.TempDir(), "backup.db")
	_, err := SaveCopy(path, leader.db.CopyTo)
	check(err)
	if _, err := Open(path, fixedSecret); !errors.Is(err, ErrReplica) {
		t.Errorf("opened as a store of its own: %v", err)
	}
	check(os.Chmod(path, 0o644))
	if _, err := OpenReplica(path); !errors.Is(err, ErrExposed) {
		t.Errorf("opened while others may read it: %v", err)
	}
	check(os.Chmod(path, 0o600))
	restored := filepath.Join(t.TempDir(), "restored.db")
	_, err = Restore(path, restored, nil)
	check(err)
	s := open(t, restored)
	if head, err := s.Head(); err != nil || head != (Head{}) || !s.Leads() {
		t.Errorf("restored: %v, %v", head, err)
	}
	check(s.Update(write))
}
