package alarms

import (
	"errors"
	"log/slog"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/mailbot/process"
	"unlurbot/store"
)

// A night is the alarms of a store, and a note of what has happened.
type night struct {
	*Alarms
	t     *testing.T
	store *store.Store
	now   time.Time
	read  time.Time // up to when all mails are read; now if it is zero
	woken []uint32
	also  func(number uint32) error // what else comes of a wake-up; may be nil
}

func newNight(t *testing.T) *night {
	t.Helper()
	n := &night{t: t, now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	s, err := store.Open(filepath.Join(t.TempDir(), "s.db"), func() ([]byte, error) { return []byte("a key for tests"), nil })
	n.check(err)
	t.Cleanup(func() { n.check(s.Close()) })
	n.store = s
	n.restart()
	return n
}

// restart begins a process that knows nothing but the store.
func (n *night) restart() {
	p := &process.Process{Store: n.store, Now: func() time.Time { return n.now }, Log: slog.New(slog.DiscardHandler)}
	n.Alarms = New(p, func() time.Time {
		if n.read.IsZero() {
			return n.now
		}
		return n.read
	}, func(_ *store.Tx, w store.WakeUp, _ time.Time, _ bool) error {
		n.woken = append(n.woken, w.Number)
		if n.also == nil {
			return nil
		}
		return n.also(w.Number)
	}, func() {})
}

func (n *night) check(err error) {
	n.t.Helper()
	if err != nil {
		n.t.Fatal(err)
	}
}

// wakeAt notes wake-ups with the numbers 1, 2, ... after some days.
func (n *night) wakeAt(days ...int) {
	n.t.Helper()
	n.check(n.store.Update(func(tx *store.Tx) error {
		for i, d := range days {
			if err := tx.WakeAt(store.WakeUp{At: n.now.AddDate(0, 0, d), Kind: store.WakeRequest, Number: uint32(i + 1)}); err != nil {
				return err
			}
		}
		return nil
	}))
}

// wake lets happen what is due.
func (n *night) wake() {
	n.t.Helper()
	_, err := n.due(n.t.Context())
	n.check(err)
}

// What is due happens, in the order of its time, once.
func TestWakeUpsHappen(t *testing.T) {
	t.Parallel()
	n := newNight(t)
	n.wakeAt(3, 1, 2, 9)
	n.wake()
	if len(n.woken) > 0 {
		t.Errorf("%v too early", n.woken)
	}
	n.now = n.now.AddDate(0, 0, 3)
	n.wake()
	n.restart()
	n.wake()
	if diff := cmp.Diff([]uint32{2, 3, 1}, n.woken); diff != "" {
		t.Error(diff)
	}
}

// One that meets a fault costs the others nothing, and is tried again the next
// day. What it did before the fault is taken back.
func TestWakeUpWithAFault(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]func() error{
		"an error": func() error { return errors.New("a fault") },
		"a panic":  func() error { panic("a fault") },
	} {
		t.Run(name, func(t *testing.T) {
			n := newNight(t)
			mended := false
			n.also = func(number uint32) error {
				if number == 2 && !mended {
					return fault()
				}
				return nil
			}
			n.wakeAt(1, 1, 1)
			n.now = n.now.AddDate(0, 0, 1)
			n.wake()
			n.wake()
			mended = true
			n.wake()
			if diff := cmp.Diff([]uint32{1, 2, 3}, n.woken); diff != "" {
				t.Error(diff)
			}
			n.now = n.now.Add(faultRest)
			n.wake()
			n.wake()
			if diff := cmp.Diff([]uint32{1, 2, 3, 2}, n.woken); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A process that dies in the middle of one begins it anew.
func TestWakeUpThatIsInterrupted(t *testing.T) {
	n := newNight(t)
	dying := true
	n.also = func(uint32) error {
		if dying {
			runtime.Goexit()
		}
		return nil
	}
	n.wakeAt(1)
	n.now = n.now.AddDate(0, 0, 1)
	died := make(chan struct{})
	go func() {
		defer close(died)
		_, err := n.due(n.t.Context())
		n.t.Errorf("it lives on: %v", err)
	}()
	<-died
	dying = false
	n.restart()
	n.wake()
	if diff := cmp.Diff([]uint32{1, 1}, n.woken); diff != "" {
		t.Error(diff)
	}
}

// Nothing happens by itself that a mail could have prevented: not before the
// mails are read that came before its time, nor while some are to be read again
// after a backup was restored.
func TestMailsComeBeforeWakeUps(t *testing.T) {
	t.Parallel()
	n := newNight(t)
	n.wakeAt(1, 2)
	n.now = n.now.AddDate(0, 0, 3)
	n.read = n.now.AddDate(0, 0, -2)
	n.wake()
	if !slices.Equal(n.woken, []uint32{1}) {
		t.Errorf("%v, with mails read of the first day only", n.woken)
	}
	n.read = n.now
	restored := func(since time.Time) {
		n.check(n.store.Update(func(tx *store.Tx) error { return tx.SetRestored(since) }))
	}
	restored(n.now.AddDate(0, 0, -9))
	n.wake()
	if !slices.Equal(n.woken, []uint32{1}) {
		t.Errorf("%v, with mails to be read again", n.woken)
	}
	restored(time.Time{})
	n.wake()
	if !slices.Equal(n.woken, []uint32{1, 2}) {
		t.Errorf("%v in the end", n.woken)
	}
}

// However many are due when a mail arrives, all happen before it;
// another process of the same store has nothing left to do.
func TestAllThatIsDue(t *testing.T) {
	t.Parallel()
	n := newNight(t)
	n.wakeAt(make([]int, 2*batch+1)...)
	n.check(n.AllUpTo(t.Context(), n.now, false))
	if len(n.woken) != 2*batch+1 {
		t.Errorf("%d have happened", len(n.woken))
	}
	n.restart()
	if next, err := n.Next(n.now); !next.At.IsZero() || err != nil {
		t.Errorf("the next one is %+v, %v", next, err)
	}
}
