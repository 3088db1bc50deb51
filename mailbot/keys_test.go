package mailbot

import (
	"os"
	"testing"
	"time"

	"unlurbot/mailbot/token"
	"unlurbot/store"
)

func (h *house) rotate(overlap time.Duration) {
	h.t.Helper()
	h.check(RotateKey(h.store, h.now, overlap))
}

// presentKey gives the key with which mails are sealed now.
func (h *house) presentKey() (key []byte) {
	h.t.Helper()
	h.check(h.store.View(func(tx *store.Tx) error {
		k, err := tx.Keys()
		if err == nil {
			key = k.Present
		}
		return err
	}))
	return key
}

// While a bot runs its key can be replaced. Answers to older mails are played
// until the overlap is over, and new mails have the new key at once.
func TestRotationWhileTheBotRuns(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	h.rotate(10 * 24 * time.Hour)
	if d := h.reply("ana@example.org", "C4"); d != Played {
		t.Error(d)
	}
	if _, ok := token.Unseal(h.presentKey(), token.InID(h.last("bo@example.net").MessageID)); !ok {
		t.Error("a new mail has an old key")
	}
	old := h.last("bo@example.net")
	h.rotate(10 * 24 * time.Hour)
	h.now = h.now.Add(10*24*time.Hour - time.Hour)
	if d := h.write(note{from: "bo@example.net", answers: old, body: "D5"}); d != Played {
		t.Errorf("an hour before the end: %s", d)
	}
	old = h.last("ana@example.org")
	h.rotate(time.Hour)
	h.now = h.now.Add(2 * time.Hour)
	if d := h.write(note{from: "ana@example.org", answers: old, body: "E6"}); d != Held {
		t.Errorf("an hour after the end: %s", d)
	}
	if d := h.reply("ana@example.org", "yes"); d != Played {
		t.Errorf("the question is sealed with the new key, and its answer %s", d)
	}
	h.fresh = nil
}

// After a key has leaked nothing that it sealed is believed: neither a move nor
// a report that a mail came back, nor is somebody's unsubscribing.
func TestLeakedKey(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	leaked := h.presentKey()
	h.rotate(0)
	ana := "unlur+" + token.Seal(leaked, token.Token{Purpose: token.ForGame, Number: 1, Seat: 1}) + "@example.org"
	if d := h.write(note{from: "ana@example.org", to: ana, body: "resign"}); d != Held {
		t.Errorf("a resignation: %s", d)
	}
	if d := h.receive(returned(h.mails["ana@example.org"][0], "failed", "5.1.1")); d != IgnoredBounce {
		t.Errorf("a bounce: %s", d)
	}
	bo := "unlur+" + token.Seal(leaked, token.OfStopLink(2, h.now)) + "@example.org"
	if d := h.write(note{from: "mal@example.com", to: bo, subject: "unsubscribe"}); d == Unsubscribed {
		t.Error("anybody could unsubscribe Bo")
	}
	if d := h.write(note{from: "bo@example.net", to: bo, subject: "unsubscribe"}); d != Held {
		t.Errorf("Bo, who wants no more mails, is not asked: %s", d)
	}
	if got := h.record(1); got != "" {
		t.Errorf("the game is %s", got)
	}
	h.fresh = nil
}

// A backup does not know the keys that came after it. What answers a mail of
// theirs, and none of those before it, is held and asked about.
func TestBackupFromBeforeARotation(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	backup := h.backup()
	h.rotate(0)
	if d := h.write(note{from: "ana@example.org", body: "show", vouched: true}); d != Answered {
		t.Fatal(d)
	}
	unknown := h.last("ana@example.org")
	h.check(h.store.Close())
	h.check(os.Remove(h.path))
	_, err := store.Restore(backup, h.path)
	h.check(err)
	h.reopen()
	if d := h.write(note{from: "ana@example.org", to: unknown.ReplyTo.Addr, body: "C4"}); d != Held {
		t.Errorf("an answer to a mail of the lost store: %s", d)
	}
	if d := h.reply("ana@example.org", "yes"); d != Played {
		t.Errorf("and confirmed: %s", d)
	}
	h.check(h.store.Update(func(tx *store.Tx) error { return tx.SetRestored(time.Time{}) }))
	h.fresh = nil
}

// Who moves first is drawn as before when a challenge is dealt with again out of
// a backup from before a rotation.
func TestDrawOutlivesARotation(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"challenge bo@example.net", "challenge bo@example.net size 6", "challenge bo@example.net size 8"} {
		raw := "From: ana@example.org\nTo: unlur@example.org\nMessage-ID: <1@client.test>\n" +
			"Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n" + border + "\n" + text + "\n"
		before, after := newHouse(t), newHouse(t)
		before.receive(raw)
		after.rotate(0)
		after.receive(raw)
		if a, b := before.game(1).Players, after.game(1).Players; a != b {
			t.Errorf("%s: %v and %v", text, a, b)
		}
	}
}
