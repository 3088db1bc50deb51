//go:build linux && (amd64 || arm64)

package store

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"unlurbot/mailbot/testing/baddisk"
)

// waiting is what the model of the next test knows: the mails in the outbox.
type waiting map[uint64]string

func (w waiting) with(change func(waiting)) waiting {
	after := waiting{}
	for id, text := range w {
		after[id] = text
	}
	change(after)
	return after
}

func waitingIn(s *Store) waiting {
	found := waiting{}
	check(s.View(func(tx *Tx) error {
		mails, err := tx.Outbox()
		for _, m := range mails {
			found[m.ID] = m.Text
		}
		return err
	}))
	return found
}

// Whatever the disk does at whatever moment of a commit: what Update has
// promised is there, what it has refused is not, the file is whole, and a store
// that says it is usable is. Only after ErrBroken may a transaction have
// happened or not, but never by half.
func TestNothingIsLostOnBrokenDisks(t *testing.T) {
	errnos := []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, syscall.EIO, syscall.EROFS, syscall.ENOMEM}
	seeds := uint64(3)
	if testing.Short() {
		seeds = 1
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			path := filepath.Join(t.TempDir(), "s.db")
			s, err := Open(path, fixedSecret)
			check(err)
			now, last := waiting{}, uint64(0)
			met := map[error]int{}
			for range 40 {
				after, change := nextChange(r, now, last)
				failing, errno := r.IntN(12), errnos[r.IntN(len(errnos))]
				baddisk.Run(t, func(baddisk.Call) syscall.Errno {
					if failing--; failing < 0 && r.IntN(2) == 0 {
						return errno
					}
					return 0
				}, func() { err = s.Update(change) })
				kind := kindIn(err)
				met[kind]++
				switch {
				case err == nil:
					now = after
				case kind == nil:
					t.Fatalf("an error without a kind: %v", err)
				case errors.Is(err, ErrBroken):
					if again := s.Update(change); !errors.Is(again, ErrBroken) {
						t.Fatalf("a broken store goes on: %v", again)
					}
					check(s.Close())
					if s, err = Open(path, fixedSecret); err != nil {
						t.Fatal(err)
					}
					if cmp.Equal(after, waitingIn(s)) {
						now = after
					}
				}
				if diff := cmp.Diff(now, waitingIn(s)); diff != "" {
					t.Fatalf("after %v: %s", err, diff)
				}
				last = max(last, sequence(s))
				noFaults(t, s)
			}
			check(s.Close())
			s = open(t, path)
			noFaults(t, s)
			if diff := cmp.Diff(now, waitingIn(s)); diff != "" {
				t.Error(diff)
			}
			for _, kind := range []error{nil, ErrNoRoom, ErrReadOnly, ErrBroken} {
				if met[kind] == 0 {
					t.Errorf("%v was never met", kind)
				}
			}
		})
	}
}

// nextChange adds mails of any size to the outbox or takes some away.
func nextChange(r *rand.Rand, now waiting, last uint64) (after waiting, change func(*Tx) error) {
	if len(now) > 5 && r.IntN(3) > 0 {
		after = now.with(func(w waiting) {
			for id := range now {
				if len(w) > 2 {
					delete(w, id)
				}
			}
		})
		return after, func(tx *Tx) error {
			for id := range now {
				if _, stays := after[id]; !stays {
					check(tx.Sent(id))
				}
			}
			return nil
		}
	}
	var texts []string
	for range 1 + r.IntN(4) {
		texts = append(texts, strings.Repeat("x", r.IntN(200_000)))
	}
	after = now.with(func(w waiting) {
		for i, text := range texts {
			w[last+1+uint64(i)] = text
		}
	})
	return after, func(tx *Tx) error {
		for _, text := range texts {
			check(tx.Enqueue(&Outgoing{EnvelopeTo: "ana@example.org", MessageID: "m", Text: text}))
		}
		return nil
	}
}

func sequence(s *Store) (last uint64) {
	check(s.View(func(tx *Tx) error {
		last = tx.tx.Bucket(bucketOutbox).Sequence()
		return nil
	}))
	return last
}

func kindIn(err error) error {
	for _, kind := range []error{ErrNoRoom, ErrReadOnly, ErrBroken} {
		if errors.Is(err, kind) {
			return kind
		}
	}
	return nil
}

// What each failure of the disk means.
func TestFailures(t *testing.T) {
	metaFails := func(errno syscall.Errno) baddisk.Refusal {
		return func(c baddisk.Call) syscall.Errno {
			if c.IsMeta() {
				return errno
			}
			return 0
		}
	}
	for name, c := range map[string]struct {
		refuse baddisk.Refusal
		want   error
		reads  int // mails in the store after it was opened again
	}{
		"no room for a page":              {baddisk.NthFails(unix.SYS_PWRITE64, 1, syscall.ENOSPC), ErrNoRoom, 1},
		"no room for a later page":        {baddisk.NthFails(unix.SYS_PWRITE64, 3, syscall.ENOSPC), ErrNoRoom, 1},
		"no quota":                        {baddisk.NthFails(unix.SYS_PWRITE64, 1, syscall.EDQUOT), ErrNoRoom, 1},
		"no room for a longer file":       {baddisk.NthFails(unix.SYS_FTRUNCATE, 1, syscall.ENOSPC), ErrNoRoom, 1},
		"the longest file there may be":   {baddisk.NthFails(unix.SYS_FTRUNCATE, 1, syscall.EFBIG), ErrNoRoom, 1},
		"no room for a meta page":         {metaFails(syscall.ENOSPC), ErrNoRoom, 1},
		"a disk that became read-only":    {baddisk.NthFails(unix.SYS_PWRITE64, 1, syscall.EROFS), ErrReadOnly, 1},
		"a page that can't be written":    {baddisk.NthFails(unix.SYS_PWRITE64, 1, syscall.EIO), ErrBroken, 1},
		"a meta page that can't":          {metaFails(syscall.EIO), ErrBroken, 1},
		"pages that don't reach the disk": {baddisk.NthFails(unix.SYS_FDATASYNC, 1, syscall.EIO), ErrBroken, 1},
		"a late \"no room\"":              {baddisk.NthFails(unix.SYS_FDATASYNC, 1, syscall.ENOSPC), ErrBroken, 1},
		"a longer file that does not":     {baddisk.NthFails(unix.SYS_FSYNC, 1, syscall.EIO), ErrBroken, 1},
		"a meta page that was written nevertheless": {func(c baddisk.Call) syscall.Errno {
			if c.IsMeta() {
				check(c.Write())
				return syscall.ENOSPC
			}
			return 0
		}, ErrBroken, 2},
		// The kernel has the page and would write it later; nobody knows.
		"a meta page that does not": {baddisk.NthFails(unix.SYS_FDATASYNC, 2, syscall.EIO), ErrBroken, 2},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "s.db")
			s, err := Open(path, fixedSecret)
			check(err)
			mail := func(tx *Tx) error {
				return tx.Enqueue(&Outgoing{EnvelopeTo: "ana@example.org", MessageID: "m", Text: strings.Repeat("x", 3<<20)})
			}
			do(t, s, mail)
			baddisk.Run(t, c.refuse, func() { err = s.Update(mail) })
			if !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
			broken := errors.Is(c.want, ErrBroken)
			if err := s.View(func(*Tx) error { return nil }); errors.Is(err, ErrBroken) != broken {
				t.Errorf("then View says %v", err)
			}
			if err := s.Update(func(*Tx) error { return nil }); errors.Is(err, ErrBroken) != broken || !broken && err != nil {
				t.Errorf("then Update says %v", err)
			}
			if !broken {
				noFaults(t, s)
			}
			forgot := false
			baddisk.Run(t, func(c baddisk.Call) syscall.Errno {
				forgot = forgot || c.Number == unix.SYS_FADVISE64
				return 0
			}, func() { check(s.Close()) })
			if forgot != broken {
				t.Errorf("the cache was forgotten: %v", forgot)
			}
			s = open(t, path)
			noFaults(t, s)
			if n := len(waitingIn(s)); n != c.reads {
				t.Errorf("%d mails, want %d", n, c.reads)
			}
		})
	}
}

// What a process before us has written and not synced is synced before anybody
// looks at it; if that fails, the file is not opened.
func TestOpenSyncs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	check(open(t, path).Close())
	var err error
	baddisk.Run(t, baddisk.NthFails(unix.SYS_FDATASYNC, 1, syscall.EIO), func() { _, err = Open(path, fixedSecret) })
	if opening := (*OpenError)(nil); !errors.As(err, &opening) || !errors.Is(err, ErrBroken) {
		t.Error(err)
	}
	noFaults(t, open(t, path))
}

// What the log has taken and the disk has not may be told as done by no replica: its leader is broken, also
// where the disk is merely full, and its file is as it was before, so that the log goes on from there.
func TestLogTakesWhatTheDiskDoesNot(t *testing.T) {
	path, entries := fileOf(t), uint64(0)
	leader, err := OpenReplica(path)
	check(err)
	check(leader.Adopt("the club"))
	check(leader.Lead(func(*WriteSet) (Head, error) {
		entries++
		return Head{"the club", entries, "an entry"}, nil
	}, func() bool { return true }))
	baddisk.Run(t, baddisk.NthFails(unix.SYS_PWRITE64, 1, syscall.ENOSPC), func() {
		err = leader.Update(func(tx *Tx) error { return tx.Suppress("somebody@example.org", noon) })
	})
	if !errors.Is(err, ErrBroken) || entries != 1 {
		t.Fatalf("%d entries, %v", entries, err)
	}
	check(leader.Close())
	again, err := OpenReplica(path)
	check(err)
	if head, err := again.Head(); err != nil || head.Number != 0 {
		t.Errorf("opened again it is at %v: %v", head, err)
	}
	check(again.Close())
}
