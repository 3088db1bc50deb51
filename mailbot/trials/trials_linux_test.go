package trials

import (
	"path/filepath"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"unlurbot/mailbot/testing/baddisk"
	"unlurbot/store/mailkey"
)

// Where the disk has no room for the file just then, the store has the note. What the file has is taken back even if the store can't be
// written any more, and the rest later.
func TestNoRoom(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trials.db")
	p, trials := begin(t, path)
	all := []mailkey.Key{mailkey.Place(1, 1), mailkey.Place(1, 2), mailkey.Place(1, 3)}
	next(t, trials, all, 3, 0)
	room, err := baddisk.Fill(Beside(path))
	check(t, err)
	check(t, trials.Begin(all[:2], 0))
	check(t, room())
	next(t, New(p), all, 1, 1)
	check(t, trials.Begin(all[2:], 0))
	check(t, p.Store.Close())
	trials.TakeBack()
	other, fresh := begin(t, path)
	next(t, fresh, all, 1, 1)
	next(t, fresh, all[1:], 1, 1)
	next(t, fresh, all[2:], 1, 0)
	p.Store = other.Store
	trials.TakeBack()
	next(t, fresh, all, 3, 0)
}

// A disk that fails as the next process writes down what it has found, again and again, makes no more trials of it: whether the store
// has it then, nobody knows.
func TestFoundOnAFailingDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trials.db")
	p, trials := begin(t, path)
	one := []mailkey.Key{mailkey.Place(1, 1)}
	next(t, trials, one, 1, 0)
	check(t, trials.Begin(one, 0))
	for range Most {
		baddisk.Run(t, baddisk.NthFails(unix.SYS_FDATASYNC, 2, syscall.EIO), func() {
			if _, _, err := New(p).Next(one); err == nil {
				t.Error("a failing disk takes it")
			}
		})
		_ = p.Store.Close() // which is broken
		p, _ = begin(t, path)
	}
	next(t, New(p), one, 1, 1)
}
