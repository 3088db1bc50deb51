package trials

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/journal"
	"unlurbot/mailbot/process"
	"unlurbot/store"
	"unlurbot/store/mailkey"
)

// begin opens a store for a process, which may be one after another.
func begin(t *testing.T, path string) (*process.Process, *Trials) {
	t.Helper()
	s, err := store.Open(path, func() ([]byte, error) { return make([]byte, 32), nil })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	p := &process.Process{Store: s, Now: time.Now, Log: slog.New(slog.DiscardHandler)}
	return p, New(p)
}

// next holds what can be dealt with next, and how often that was tried.
func next(t *testing.T, trials *Trials, places []mailkey.Key, wantN, wantTried int) {
	t.Helper()
	if n, tried, err := trials.Next(places); n != wantN || tried != wantTried || err != nil {
		t.Errorf("the next %d were tried %d times, %v; want %d, %d times", n, tried, err, wantN, wantTried)
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// played is the work on some mails.
func played(places []mailkey.Key) func(*store.Tx) error {
	return func(tx *store.Tx) error {
		return tx.MarkSeen(store.Seen{Decision: "played", At: time.Unix(1, 0)}, places...)
	}
}

// Mails among which a process has died are dealt with one by one by the next one, and what
// it dies over alone is counted, until it is settled.
func TestDeath(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trials.db")
	p, trials := begin(t, path)
	all := []mailkey.Key{mailkey.Place(1, 1), mailkey.Place(1, 2), mailkey.Place(1, 3)}
	next(t, trials, all, 3, 0)
	check(t, trials.Begin(all[:2], 0))
	next(t, trials, all, 3, 0) // what this process has begun it has not died over
	trials = New(p)
	next(t, trials, all, 1, 1)
	next(t, trials, all[2:], 1, 0)
	next(t, trials, []mailkey.Key{all[2], all[0]}, 1, 0) // up to one that was tried
	for death := 2; death < Most; death++ {
		check(t, trials.Begin(all[:1], death-1))
		trials = New(p)
		next(t, trials, all, 1, death)
	}
	check(t, trials.Begin(all[:1], Most-1))
	fault := errors.New("a fault")
	if err := trials.Settle(all[:1], func(*store.Tx) error { return fault }); !errors.Is(err, fault) {
		t.Error(err)
	}
	var left []string // what the file holds in the rehearsal, and then in the transaction that counts
	check(t, trials.Settle(all[:1], func(tx *store.Tx) error {
		file, err := journal.Open(Beside(path))
		check(t, err)
		left = append(left, strings.Join(file.Left(), ", "))
		file.End(true)
		n, err := tx.Trials(all[0])
		if _, unseen := tx.WasSeen(all[0]); n != Most-1 || err != nil || !errors.Is(unseen, store.ErrNotFound) {
			t.Error(n, err, unseen)
		}
		return played(all[:1])(tx)
	}))
	if want := []string{"uid:1:1 3", ""}; !slices.Equal(left, want) {
		t.Errorf("noted %q, want %q", left, want)
	}
	next(t, trials, all[1:], 1, 1)
	check(t, trials.Settle(all, played(all)))
	trials = New(p)
	next(t, trials, all, 3, 0)
}

// Of two machines that take over from each other each has a file of its own, and no mail has them die for ever.
func TestDeathOnTwoMachines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trials.db")
	p, _ := begin(t, path)
	one := []mailkey.Key{mailkey.Place(1, 1)}
	deaths := 0
	for ; ; deaths++ {
		trials := New(p)
		_, tried, err := trials.Next(one)
		if check(t, err); tried >= Most || deaths > 2*Most {
			break
		}
		check(t, trials.Begin(one, tried))
		check(t, os.Rename(Beside(path), path+".mine"))
		if err := os.Rename(path+".other", Beside(path)); deaths > 0 {
			check(t, err)
		}
		check(t, os.Rename(path+".mine", path+".other"))
	}
	if deaths < Most || deaths > 2*Most {
		t.Errorf("they have died %d times", deaths)
	}
}

// What can't be settled stays noted, but not for this process. One that can't write the store any more notes what it begins all the
// same, and takes it back: it lives on.
func TestFailure(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trials.db")
	p, trials := begin(t, path)
	one := []mailkey.Key{mailkey.Filed(1, 1)}
	next(t, trials, one, 1, 0)
	check(t, trials.Begin(one, 0))
	fault := errors.New("a fault")
	if err := trials.Settle(one, func(*store.Tx) error { return fault }); !errors.Is(err, fault) {
		t.Error(err)
	}
	next(t, trials, one, 1, 0)
	next(t, New(p), one, 1, 1)
	check(t, trials.Settle(one, played(one)))
	one = []mailkey.Key{mailkey.Filed(1, 2)}
	next(t, trials, one, 1, 0)
	check(t, trials.Begin(one, 0))
	trials = New(p) // killed
	next(t, trials, one, 1, 1)
	check(t, p.Store.Close())
	check(t, trials.Begin(one, 1))
	trouble := (*process.StoreError)(nil)
	if err := trials.Settle(one, played(one)); !errors.As(err, &trouble) {
		t.Error(err)
	}
	trials.TakeBack()
	_, trials = begin(t, path)
	next(t, trials, one, 1, 1)
}

// What a process was killed over is in a file at first, and in the store once the next one has read it, one trial for each
// mail however often that is read. Mails that were dealt with in the last moment were not tried, and what else is in the
// file means nothing. A process that ends leaves no file.
func TestLeftInTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trials.db")
	p, trials := begin(t, path)
	all := []mailkey.Key{mailkey.Place(1, 1), mailkey.Place(1, 2), mailkey.Place(1, 3)}
	tried := func(places ...mailkey.Key) (times []int) {
		check(t, p.Store.View(func(tx *store.Tx) error {
			for _, place := range places {
				n, err := tx.Trials(place)
				check(t, err)
				times = append(times, n)
			}
			return nil
		}))
		return times
	}
	next(t, trials, all, 3, 0)
	check(t, trials.Begin(all, 0))
	check(t, p.Update(played(all[1:2])))
	file, err := os.ReadFile(Beside(path))
	check(t, err)
	if got := tried(all...); !slices.Equal(got, []int{0, 0, 0}) {
		t.Errorf("in the store already: %v", got)
	}
	for range 2 { // as if the next process had been killed before it cleared the file
		check(t, os.WriteFile(Beside(path), append(append(slices.Clone(file), file...), "\x00\x00\nuid:1 1\nuid:1:3 \nuid:1:3 99\n"...), 0o600))
		trials = New(p)
		next(t, trials, all, 1, 1)
		if got := tried(all...); !slices.Equal(got, []int{1, 0, 1}) {
			t.Errorf("tried %v times", got)
		}
	}
	next(t, trials, all[1:], 1, 0)
	check(t, trials.Begin(all[1:2], 0))
	trials.End()
	if _, err := os.Stat(Beside(path)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file is left: %v", err)
	}
	next(t, trials, all[1:], 1, 0)
	faults, err := p.Store.Verify(nil)
	if check(t, err); len(faults) > 0 {
		t.Error(faults)
	}
}

// What is begun when the work ends for another reason was not tried, whether it is the first trial or a later one.
func TestTakeBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trials.db")
	p, trials := begin(t, path)
	all := []mailkey.Key{mailkey.Place(1, 1), mailkey.Place(1, 2), mailkey.Place(1, 3)}
	next(t, trials, all, 3, 0)
	check(t, trials.Begin(all[:1], 0))
	trials = New(p) // killed
	next(t, trials, all, 1, 1)
	check(t, trials.Begin(all[:1], 1))
	trials.TakeBack()
	next(t, trials, all, 1, 1)
	trials = New(p) // killed again, but not over it
	next(t, trials, all, 1, 1)

	check(t, trials.Begin(all[1:], 0))
	trials.TakeBack()
	trials = New(p)
	next(t, trials, all[1:], 2, 0)
}

// Where the file can't be made, the store has it all.
func TestNoFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trials.db")
	check(t, os.Mkdir(Beside(path), 0o700))
	p, trials := begin(t, path)
	one := []mailkey.Key{mailkey.Place(1, 1)}
	next(t, trials, one, 1, 0)
	check(t, trials.Begin(one, 0))
	trials = New(p)
	next(t, trials, one, 1, 1)
	check(t, trials.Begin(one, 1))
	noted := 2 // up to the end of the rehearsal
	check(t, trials.Settle(one, func(*store.Tx) error {
		next(t, New(p), one, 1, noted)
		noted--
		return nil
	}))
}
