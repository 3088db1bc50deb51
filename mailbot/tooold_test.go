package mailbot_test

import (
	"testing"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
	"unlurbot/store/mailkey"
)

// A mail whose marks are gone is not carried out a second time: not when it is moved back
// from where it was filed, and not when somebody brings a copy that the server vouches for.
func TestForgottenMailsAreNotPlayedAgain(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	b := bottest.New(t, func(c *mailbot.Config) { c.Keep.Seen = 400 * day })
	ana := b.Person("ana@example.org")
	b.Person("bo@example.net").Writes("help")
	b.Write(bottest.Note{From: ana.Address, Body: "challenge bo@example.net", Vouched: true}).Is(decision.Challenged)
	first := b.Box[len(b.Box)-1]
	comes := func(in mailbot.Incoming, want decision.Decision) {
		t.Helper()
		b.UID++
		in.UID = b.UID
		for range 2 { // as it does on a server that can't move mails
			got, err := b.Mailbot.Receive(t.Context(), in)
			b.Check(err)
			if got[0] != want {
				t.Errorf("it is %s, want %s", got[0], want)
			}
			want = decision.Duplicate
		}
	}
	copied := func(change func(*mailbot.Incoming)) mailbot.Incoming {
		in := first
		change(&in)
		return in
	}
	count := func() (games int) {
		b.Check(b.Store.View(func(tx *store.Tx) error {
			return tx.EachGame(func(*store.Game) error { games++; return nil })
		}))
		return games
	}
	brought := func(in *mailbot.Incoming) { in.Arrived = b.Now }

	b.Now = b.Now.Add(399 * day)
	comes(first, decision.Duplicate)
	comes(copied(brought), decision.Duplicate)

	b.Now = b.Now.Add(10 * day)
	ana.Writes("help") // the newest mark never goes
	b.Check(b.Store.Update(func(tx *store.Tx) error {
		var keys [][]byte
		for key := range tx.SeenByAge().From(nil) {
			keys = append(keys, append([]byte(nil), key...))
		}
		return tx.SeenByAge().Forget(keys, b.Now.Add(-402*day))
	}))
	b.Check(b.Store.View(func(tx *store.Tx) error {
		if _, err := tx.WasSeen(mailkey.Place(first.UIDValidity, first.UID)); err == nil {
			t.Error("its marks are still there")
		}
		return nil
	}))
	games := count()
	comes(first, decision.TooOld)
	comes(copied(brought), decision.Held)
	comes(copied(func(in *mailbot.Incoming) { in.Arrived = time.Time{} }), decision.Duplicate) // of the one before
	if count() != games || games != 1 {
		t.Error("it was carried out again")
	}
}
