package mailbot_test

import (
	"os"
	"testing"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/token"
	"unlurbot/store"
)

func rotateKey(b *bottest.Bot, overlap time.Duration) {
	b.T.Helper()
	b.Check(mailbot.RotateKey(b.Store, b.Now, overlap))
}

// presentKey gives the key with which mails are sealed now.
func presentKey(b *bottest.Bot) (key []byte) {
	b.T.Helper()
	b.Check(b.Store.View(func(tx *store.Tx) error {
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
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	rotateKey(b, 10*24*time.Hour)
	ana.Replies("C4").Is(decision.Played)
	if _, ok := token.Unseal(presentKey(b), token.InID(bo.Last().MessageID)); !ok {
		t.Error("a new mail has an old key")
	}
	old := bo.Last()
	rotateKey(b, 10*24*time.Hour)
	b.Now = b.Now.Add(10*24*time.Hour - time.Hour)
	if d := bo.Answers(old, "D5").Decision; d != decision.Played {
		t.Errorf("an hour before the end: %s", d)
	}
	old = ana.Last()
	rotateKey(b, time.Hour)
	b.Now = b.Now.Add(2 * time.Hour)
	if d := ana.Answers(old, "E6").Decision; d != decision.Held {
		t.Errorf("an hour after the end: %s", d)
	}
	if d := ana.Replies("yes").Decision; d != decision.Played {
		t.Errorf("the question is sealed with the new key, and its answer %s", d)
	}

}

// After a key has leaked nothing that it sealed is believed: neither a move nor
// a report that a mail came back, nor is somebody's unsubscribing.
func TestLeakedKey(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	anaExample := b.Person("ana@example.org")
	b.Begin(anaExample, b.Person("bo@example.net"))
	leaked := presentKey(b)
	rotateKey(b, 0)
	ana := "unlur+" + token.Seal(leaked, token.Token{Purpose: token.ForGame, Number: 1, Seat: 1}) + "@example.org"
	if d := b.Write(bottest.Note{From: "ana@example.org", To: ana, Body: "resign"}).Decision; d != decision.Held {
		t.Errorf("a resignation: %s", d)
	}
	if d := b.Receive(bottest.Returned(anaExample.Mails()[0], "failed", "5.1.1")).Decision; d != decision.IgnoredBounce {
		t.Errorf("a bounce: %s", d)
	}
	bo := "unlur+" + token.Seal(leaked, token.OfStopLink(2, b.Now)) + "@example.org"
	if d := b.Write(bottest.Note{From: "mal@example.com", To: bo, Subject: "unsubscribe"}).Decision; d == decision.Unsubscribed {
		t.Error("anybody could unsubscribe Bo")
	}
	if d := b.Write(bottest.Note{From: "bo@example.net", To: bo, Subject: "unsubscribe"}).Decision; d != decision.Held {
		t.Errorf("Bo, who wants no more mails, is not asked: %s", d)
	}
	if got := b.Record(1); got != "" {
		t.Errorf("the game is %s", got)
	}

}

// A backup does not know the keys that came after it. What answers a mail of
// theirs, and none of those before it, is held and asked about.
func TestBackupFromBeforeARotation(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	b.Begin(ana, b.Person("bo@example.net"))
	backup := b.Backup()
	rotateKey(b, 0)
	ana.Writes("show").Is(decision.Answered)
	unknown := ana.Last()
	b.Check(b.Store.Close())
	b.Check(os.Remove(b.Path))
	_, err := store.Restore(backup, b.Path, nil)
	b.Check(err)
	b.Reopen()
	if d := b.Write(bottest.Note{From: "ana@example.org", To: unknown.ReplyTo.Addr, Body: "C4"}).Decision; d != decision.Held {
		t.Errorf("an answer to a mail of the lost store: %s", d)
	}
	if d := ana.Replies("yes").Decision; d != decision.Played {
		t.Errorf("and confirmed: %s", d)
	}
	b.Check(b.Store.Update(func(tx *store.Tx) error { return tx.SetRestored(time.Time{}) }))

}

// Who moves first is drawn as before when a challenge is dealt with again out of
// a backup from before a rotation.
func TestDrawOutlivesARotation(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"challenge bo@example.net", "challenge bo@example.net size 6", "challenge bo@example.net size 8"} {
		raw := "From: ana@example.org\nTo: unlur@example.org\nMessage-ID: <1@client.test>\n" +
			bottest.Verdict("example.org") + "\n" + text + "\n"
		before, after := bottest.New(t), bottest.New(t)
		before.Receive(raw)
		rotateKey(after, 0)
		after.Receive(raw)
		if a, b := before.Game(1).Players, after.Game(1).Players; a != b {
			t.Errorf("%s: %v and %v", text, a, b)
		}
	}
}
