package mailbot_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// A request that nobody has confirmed is forgotten.
func TestRequestsAreForgotten(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	b.Check(b.Store.Update(func(tx *store.Tx) error {
		r := &store.Request{Address: "eve@example.com", Commands: []store.Requested{{Verb: "name"}}, Made: b.Now}
		return errors.Join(tx.AddRequest(r), tx.WakeAt(store.WakeUp{At: b.Now.AddDate(0, 0, 1), Kind: store.WakeRequest, Number: uint32(r.ID)}))
	}))
	b.Now = b.Now.AddDate(0, 0, 1)
	b.Wake()
	b.Check(b.Store.View(func(tx *store.Tx) error {
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
		want  decision.Decision
	}{
		{"a minute before", time.Minute, decision.Started},
		{"on the second", 0, decision.Refused},
		{"a minute after", -time.Minute, decision.Refused},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := bottest.New(t)
			b.Person("ana@example.org").Writes("challenge bo@example.net first")
			lapses := b.Game(1).Lapses
			b.Now = lapses.Add(48 * time.Hour) // the bot was off
			m := b.Person("bo@example.net").Last()
			raw := fmt.Sprintf("From: bo@example.net\nTo: %s\nMessage-ID: <late@client.test>\n\naccept\n", m.ReplyTo.Addr)
			decisions, err := b.Mailbot.Receive(t.Context(), mailbot.Incoming{UIDValidity: 1, UID: 99, Arrived: lapses.Add(-row.early), Raw: []byte(raw)})
			b.Check(err)
			if decisions[0] != row.want {
				t.Errorf("%s, want %s", decisions[0], row.want)
			}
			b.Quiet()

		})
	}
}
