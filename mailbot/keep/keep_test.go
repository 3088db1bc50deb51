package keep

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"unlurbot/mailbot/process"
	"unlurbot/mailbot/testing/tempdir"
	"unlurbot/store"
	"unlurbot/store/mailkey"
)

const day = 24 * time.Hour

var began = time.Date(2026, time.January, 1, 12, 0, 0, 0, time.UTC)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func open(path string) *store.Store {
	s, err := store.Open(path, func() ([]byte, error) { return []byte("a key for tests"), nil })
	check(err)
	return s
}

// A bot is a store, a clock and what was deleted from the mailbox of processed mails.
type bot struct {
	p    *process.Process
	log  bytes.Buffer
	now  time.Time
	read time.Time // up to when all mails are

	mu      sync.Mutex // for what follows
	needed  time.Time
	expired []time.Time
}

func newBot(s *store.Store) *bot {
	b := &bot{now: began}
	b.p = &process.Process{Store: s, Now: func() time.Time { return b.now }, Log: slog.New(slog.NewTextHandler(&b.log, nil))}
	return b
}

// keeper gives a new process's.
func (b *bot) keeper(p Policy) *Keeper {
	return New(b.p, p, func() time.Time {
		if b.read.IsZero() {
			return b.now
		}
		return b.read
	})
}

// done is the mailbox of processed mails.
func (b *bot) done() Mailbox {
	return Mailbox{
		Expire: func(_ context.Context, before time.Time) (int, error) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.expired = append(b.expired, before)
			return 1, nil
		},
		Needed: func() (time.Time, error) {
			b.mu.Lock()
			defer b.mu.Unlock()
			return b.needed, nil
		},
	}
}

// update writes, whoever reads it.
func (b *bot) update(f func(*store.Tx) error) { check(b.p.Update(f)) }

// keys are those of a mail, so many that a sweep has more than one transaction for a few.
func keys(uid uint32) (all []mailkey.Key) {
	for i := range uint32(12) {
		all = append(all, mailkey.Place(i, uid))
	}
	return all
}

// mark notes a mail as dealt with at a time.
func (b *bot) mark(uid uint32, at time.Time) {
	b.update(func(tx *store.Tx) error { return tx.MarkSeen(store.Seen{At: at, Decision: "played"}, keys(uid)...) })
}

// knows says whether a mail is known by all of its keys.
func (b *bot) knows(uid uint32) bool {
	known := true
	check(b.p.Store.View(func(tx *store.Tx) error {
		for _, key := range keys(uid) {
			_, err := tx.WasSeen(key)
			known = known && err == nil
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				return err
			}
		}
		return nil
	}))
	return known
}

func (b *bot) isTooOld(k *Keeper, arrived time.Time) (tooOld bool) {
	check(b.p.Store.View(func(tx *store.Tx) error {
		tooOld = k.TooOld(tx, arrived)
		return nil
	}))
	return tooOld
}

// Whatever comes when, however clocks are wrong by a day, and wherever sweeps are cut off and
// processes end: a mail that was dealt with is known, or it is too old. And a mail that is
// younger than the time to keep marks is never too old.
func TestNoMailIsPlayedTwice(t *testing.T) {
	const keep = 100 * day
	forgotten, runs := 0, 0
	dir := tempdir.New(t)
	rapid.Check(t, func(t *rapid.T) {
		runs++
		s := open(filepath.Join(dir, strconv.Itoa(runs)))
		defer func() { check(s.Close()) }()
		b := newBot(s)
		k := b.keeper(Policy{Seen: keep})
		arrived := map[uint32]time.Time{}
		for uid := uint32(1); uid < 40; uid++ {
			b.now = b.now.Add(time.Duration(rapid.IntRange(0, int(20*day)).Draw(t, "pass")))
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0: // an outage, of which the mails are read later
				b.now = b.now.Add(time.Duration(rapid.IntRange(0, int(400*day)).Draw(t, "outage")))
			case 1:
				k = b.keeper(Policy{Seen: keep}) // a new process
			case 2:
				ctx, cut := context.WithCancel(context.Background())
				steps := rapid.IntRange(0, 9).Draw(t, "steps")
				look := b.p.Now
				b.p.Now = func() time.Time { // it is asked for the time at each step
					if steps--; steps < 0 {
						cut()
					}
					return look()
				}
				_, err := k.Sweep(ctx, b.done())
				b.p.Now = look
				cut()
				if err != nil && !errors.Is(err, context.Canceled) {
					t.Fatal(err)
				}
			}
			// The mail server's clock is ahead or behind; what is ahead counts as just arrived.
			at := b.now.Add(time.Duration(rapid.IntRange(-int(day), int(day)).Draw(t, "clock")))
			if b.isTooOld(k, at) {
				t.Fatalf("a mail of %v is too old at %v", at, b.now)
			}
			arrived[uid] = at
			b.mark(uid, b.now)
			for uid, at := range arrived {
				if b.knows(uid) {
					continue
				}
				forgotten++
				if !b.isTooOld(k, at) || !b.isTooOld(b.keeper(Policy{Seen: keep}), at) {
					t.Fatalf("mail %d of %v was forgotten, and would be played again at %v", uid, at, b.now)
				}
			}
		}
	})
	if forgotten == 0 {
		t.Error("nothing was ever swept")
	}
}

// A bot that lay still for years forgets nothing at its start, and so restoring it would not
// read everything again; and the mails that came meanwhile are read.
func TestLongSleep(t *testing.T) {
	s := open(filepath.Join(tempdir.New(t), "s.db"))
	defer func() { check(s.Close()) }()
	b := newBot(s)
	b.mark(1, began)
	b.mark(2, began.Add(day))
	b.now = began.AddDate(3, 0, 0)
	k := b.keeper(Policy{Seen: 90 * day})
	swept, err := k.Sweep(t.Context(), b.done())
	if !swept || err != nil || !b.knows(1) || !b.knows(2) {
		t.Errorf("swept: %t, %v", swept, err)
	}
	if came := began.AddDate(0, 6, 0); b.isTooOld(k, came) {
		t.Error("a mail of the long time in which none was read is too old")
	}
	if !b.isTooOld(k, began) || b.isTooOld(k, time.Time{}) {
		t.Error("an old mail that comes again is not too old, or one of which nobody knows when it came")
	}
	b.mark(3, b.now) // the first mail after the sleep
	if _, err := k.Sweep(t.Context(), b.done()); err != nil || b.knows(1) || b.knows(2) || !b.knows(3) {
		t.Errorf("known: %t %t %t, %v", b.knows(1), b.knows(2), b.knows(3), err)
	}
}

// A clock that is years ahead for a night costs a month of marks, of those that would have
// gone next.
func TestWrongClockForANight(t *testing.T) {
	s := open(filepath.Join(tempdir.New(t), "s.db"))
	defer func() { check(s.Close()) }()
	b := newBot(s)
	for uid := range uint32(300) {
		b.mark(uid, began.Add(time.Duration(uid)*day))
	}
	b.now = began.AddDate(20, 0, 0)
	b.mark(1000, b.now) // a mail came in that night
	if _, err := b.keeper(Policy{Seen: 90 * day}).Sweep(t.Context(), b.done()); err != nil {
		t.Fatal(err)
	}
	for uid := range uint32(300) {
		if b.knows(uid) != (uid >= 31) {
			t.Errorf("mail %d: %t", uid, b.knows(uid))
		}
	}
}

// Nothing is swept while there are mails to read, or to read again after a restored backup.
func TestReadingComesFirst(t *testing.T) {
	s := open(filepath.Join(tempdir.New(t), "s.db"))
	defer func() { check(s.Close()) }()
	b := newBot(s)
	b.mark(1, began.AddDate(-1, 0, 0))
	b.mark(2, began)
	k := b.keeper(Policy{Seen: 90 * day})
	wants := func(what string, want bool) {
		t.Helper()
		if swept, err := k.Sweep(t.Context(), b.done()); swept != want || err != nil || b.knows(1) == want {
			t.Errorf("%s: %t, %v", what, swept, err)
		}
	}
	b.read = began.Add(-2 * time.Hour)
	wants("the mailbox is out of reach", false)
	b.read = time.Time{}
	b.update(func(tx *store.Tx) error { return tx.SetRestored(began.AddDate(0, -1, 0)) })
	wants("restored", false)
	b.update(func(tx *store.Tx) error { return tx.SetRestored(time.Time{}) })
	wants("all is read", true)
}

// What could not be sent goes after its time, and so do processed mails, but never those
// that a backup would need; all of it every night, and while the store can't be written
// an hour later.
func TestNights(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(filepath.Join(tempdir.New(t), "s.db"))
		defer func() { check(s.Close()) }()
		b := newBot(s)
		b.p.Now = func() time.Time { return time.Now().UTC() }
		k := New(b.p, Policy{GivenUp: 90 * day, Done: 400 * day}, time.Now)
		b.update(func(tx *store.Tx) error {
			for i := range 2 {
				m := &store.Outgoing{EnvelopeTo: fmt.Sprintf("p%d@example.org", i), Subject: "Unlur"}
				check(tx.Enqueue(m))
				check(tx.GiveUp(m.ID, time.Now().Add(-time.Duration(i)*89*day), "no"))
			}
			return nil
		})
		givenUp := func() (n int) {
			check(s.View(func(tx *store.Tx) error {
				all, err := tx.GivenUp()
				n = len(all)
				return err
			}))
			return n
		}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error)
		start := time.Now()
		needs := func(since time.Time) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.needed = since
		}
		go func() { done <- k.Loop(ctx, b.done()) }()
		time.Sleep(3 * day)
		synctest.Wait()
		if givenUp() != 1 || len(b.expired) != 0 {
			t.Errorf("%d given up, deleted %v", givenUp(), b.expired)
		}
		needs(start.Add(-500 * day))
		time.Sleep(2 * day)
		synctest.Wait()
		needs(start)
		time.Sleep(88 * day)
		synctest.Wait()
		if givenUp() != 0 || len(b.expired) != 90 || !b.expired[1].Equal(start.Add(-500*day)) {
			t.Fatalf("%d given up, deleted %d times", givenUp(), len(b.expired))
		}
		for _, before := range b.expired[2:] {
			if age := time.Since(before); before.After(start) || age < 400*day || before.Hour() != hour {
				t.Errorf("mails before %v were deleted", before)
			}
		}
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}
