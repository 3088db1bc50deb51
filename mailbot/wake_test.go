package mailbot

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"unlurbot/store"
)

// wake lets happen what is due, unless mails are to be read again before.
func (h *house) wake() {
	h.t.Helper()
	var since time.Time
	h.check(h.store.View(func(tx *store.Tx) (err error) {
		since, err = tx.Restored()
		return err
	}))
	if since.IsZero() {
		_, err := h.bot.alarms.UpTo(h.t.Context(), h.now, false)
		h.check(err)
	}
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

// A request that nobody has confirmed is forgotten.
func TestRequestsAreForgotten(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.check(h.store.Update(func(tx *store.Tx) error {
		r := &store.Request{Address: "eve@example.com", Commands: []store.Requested{{Verb: "name"}}, Made: h.now}
		return errors.Join(tx.AddRequest(r), tx.WakeAt(store.WakeUp{At: h.now.AddDate(0, 0, 1), Kind: store.WakeRequest, Number: uint32(r.ID)}))
	}))
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
