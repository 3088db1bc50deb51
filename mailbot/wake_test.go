package mailbot

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/store"
)

// awake replaces what wake-ups do by a note of it; the function says
// what else comes of one.
func (h *house) awake(do func(number uint32) error) (woken *[]uint32) {
	woken = new([]uint32)
	h.bot.wakings = map[store.WakeKind]waking{store.WakeRequest: func(e *errand, number uint32) error {
		*woken = append(*woken, number)
		return do(number)
	}}
	return woken
}

func well(uint32) error { return nil }

// wakeAt notes wake-ups with the numbers 1, 2, ... after some days.
func (h *house) wakeAt(days ...int) {
	h.t.Helper()
	h.check(h.store.Update(func(tx *store.Tx) error {
		for i, d := range days {
			if err := tx.AddRequest(&store.Request{Address: "eve@example.com", Commands: []store.Requested{{Verb: "name"}}, Made: h.now}); err != nil {
				return err
			}
			if err := tx.WakeAt(store.WakeUp{At: h.now.AddDate(0, 0, d), Kind: store.WakeRequest, Number: uint32(i + 1)}); err != nil {
				return err
			}
		}
		return nil
	}))
}

// wake lets happen what is due.
func (h *house) wake() {
	h.t.Helper()
	_, err := h.bot.wakeDue(h.t.Context(), h.now)
	h.check(err)
	h.post()
}

// pass lets time go by, and then happen what is due.
func (h *house) pass(d time.Duration) {
	h.t.Helper()
	h.now = h.now.Add(d)
	h.wake()
}

// outage lets time go by in which the bot reads no mails. What was due has not
// happened yet when it reads again.
func (h *house) outage(d time.Duration) {
	h.t.Helper()
	h.check(h.bot.intake.NoOutage(h.now))
	h.now = h.now.Add(d)
	h.look()
}

// look has the bot look at its mailbox, in which nothing is.
func (h *house) look() {
	h.t.Helper()
	ctx, end := context.WithCancel(h.t.Context())
	h.check(h.bot.ReceiveLoop(ctx, Mailboxes{Inbox: func(context.Context) (Mailbox, error) { return idleBox{end: end}, nil }}, time.Minute))
}

// An idleBox is empty, and ends the loop.
type idleBox struct {
	Mailbox
	end func()
}

func (idleBox) UIDValidity() uint32                         { return 1 }
func (idleBox) List(context.Context) ([]uint32, error)      { return nil, nil }
func (idleBox) Close() error                                { return nil }
func (b idleBox) Wait(context.Context, time.Duration) error { b.end(); return nil }

// What is due happens, in the order of its time, once.
func TestWakeUpsHappen(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	woken := h.awake(well)
	h.wakeAt(3, 1, 2, 9)
	h.wake()
	if len(*woken) > 0 {
		t.Errorf("%v too early", *woken)
	}
	h.now = h.now.AddDate(0, 0, 3)
	h.wake()
	h.restart()
	h.wake()
	if diff := cmp.Diff([]uint32{2, 3, 1}, *woken); diff != "" {
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
			h := newHouse(t)
			mended := false
			woken := h.awake(func(number uint32) error {
				if number == 2 && !mended {
					return fault()
				}
				return nil
			})
			h.wakeAt(1, 1, 1)
			h.now = h.now.AddDate(0, 0, 1)
			h.wake()
			h.wake()
			mended = true
			h.wake()
			if diff := cmp.Diff([]uint32{1, 2, 3}, *woken); diff != "" {
				t.Error(diff)
			}
			h.now = h.now.Add(wakeRest)
			h.wake()
			h.wake()
			if diff := cmp.Diff([]uint32{1, 2, 3, 2}, *woken); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A process that dies in the middle of one begins it anew.
func TestWakeUpThatIsInterrupted(t *testing.T) {
	h := newHouse(t)
	dying := true
	woken := h.awake(func(uint32) error {
		if dying {
			runtime.Goexit()
		}
		return nil
	})
	h.wakeAt(1)
	h.now = h.now.AddDate(0, 0, 1)
	died := make(chan struct{})
	go func() {
		defer close(died)
		_, err := h.bot.wakeDue(h.t.Context(), h.now)
		h.t.Errorf("it lives on: %v", err)
	}()
	<-died
	dying = false
	h.restart()
	h.wake()
	if diff := cmp.Diff([]uint32{1, 1}, *woken); diff != "" {
		t.Error(diff)
	}
}

// Nothing happens by itself that a mail could have prevented: not before the
// mails are read that came before its time, nor while some are to be read again
// after a backup was restored.
func TestMailsComeBeforeWakeUps(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	woken := h.awake(well)
	h.wakeAt(1, 2)
	h.now = h.now.AddDate(0, 0, 3)
	caughtUp := h.now.AddDate(0, 0, -2)
	look := func() {
		_, err := h.bot.wakeDue(t.Context(), caughtUp)
		h.check(err)
	}
	look()
	if !slices.Equal(*woken, []uint32{1}) {
		t.Errorf("%v, with mails read of the first day only", *woken)
	}
	caughtUp = h.now
	restored := func(since time.Time) {
		h.check(h.store.Update(func(tx *store.Tx) error { return tx.SetRestored(since) }))
	}
	restored(h.now.AddDate(0, 0, -9))
	look()
	if !slices.Equal(*woken, []uint32{1}) {
		t.Errorf("%v, with mails to be read again", *woken)
	}
	restored(time.Time{})
	look()
	if !slices.Equal(*woken, []uint32{1, 2}) {
		t.Errorf("%v in the end", *woken)
	}
}

// A request that nobody has confirmed is forgotten.
func TestRequestsAreForgotten(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.wakeAt(1)
	h.now = h.now.AddDate(0, 0, 1)
	h.wake()
	h.check(h.store.View(func(tx *store.Tx) error {
		if _, err := tx.Request(1); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("it is still there: %v", err)
		}
		return nil
	}))
}

// Whether an answer came in time is told by its arrival and not by when it is
// read: what was due before has happened then, and what was due after has not.
func TestInTimeIsByArrival(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name  string
		early time.Duration // before the challenge lapses
		want  Decision
	}{
		{"a minute before", time.Minute, Started},
		{"on the second", 0, Refused},
		{"a minute after", -time.Minute, Refused},
	} {
		t.Run(row.name, func(t *testing.T) {
			h := newHouse(t)
			h.write(note{from: "ana@example.org", vouched: true, body: "challenge bo@example.net first"})
			lapses := h.game(1).Lapses
			h.now = lapses.Add(48 * time.Hour) // the bot was off
			m := h.last("bo@example.net")
			raw := fmt.Sprintf("From: bo@example.net\nTo: %s\nMessage-ID: <late@client.test>\n\naccept\n", m.ReplyTo.Addr)
			decisions, err := h.bot.Receive(t.Context(), Incoming{UIDValidity: 1, UID: 99, Arrived: lapses.Add(-row.early), Raw: []byte(raw)})
			h.check(err)
			if decisions[0] != row.want {
				t.Errorf("%s, want %s", decisions[0], row.want)
			}
			h.post()
			h.fresh = nil
		})
	}
}
