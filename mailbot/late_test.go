package mailbot_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// Nothing can be played any more in a game that was cancelled, though the rules of
// the game know nothing of that.
func TestCancelledIsOver(t *testing.T) {
	t.Parallel()
	for _, body := range bottest.Some([]string{"C4", "black", "resign", "C4\nif D5 E6", "undo", "if C4 D5", "preview C4", "yes"}) {
		t.Run(body, func(t *testing.T) {
			b := bottest.New(t)
			ana := b.Person("ana@example.org")
			ana.Writes("challenge bo@example.org first pace 12h")
			b.Person("bo@example.org").Replies("accept")
			turn := ana.Last()
			b.Pass(13 * time.Hour)
			if g := b.Game(1); g.State != store.Cancelled {
				t.Fatalf("the game is %s", g.State)
			}
			for _, answered := range []*store.Outgoing{turn, ana.Last()} {
				ana.Answers(answered, body)
			}
			if g := b.Game(1); g.State != store.Cancelled || len(g.Events) > 0 {
				t.Errorf("the game is %s: %v", g.State, g.Events)
			}
		})
	}
}

// What is planned in a game that is cancelled is forgotten, which the end of the
// test finds out.
func TestCancelledPlan(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	ana.Writes("challenge bo@example.org first pace 12h")
	b.Person("bo@example.org").Replies("accept")
	ana.Replies("C4\nif any D5")
	ana.Replies("undo")
	b.Pass(13 * time.Hour)
	if g := b.Game(1); g.State != store.Cancelled || !g.Plans[0].IsEmpty() || g.UndoAsked != game.NoSeat {
		t.Errorf("the game is %s, with %v, and %v asks", g.State, g.Plans, g.UndoAsked)
	}
}

// What comes of a wake-up hangs on when the bot gets to it. After a backup was
// restored that may be another thing, which mail programs must not take for a mail
// that they have.
func TestWakeUpsTellWhatTheyDid(t *testing.T) {
	t.Parallel()
	told := map[string]string{}
	for _, late := range []time.Duration{7 * time.Hour, 13 * time.Hour} {
		b := bottest.New(t)
		ana := b.Person("ana@example.org")
		ana.Writes("challenge bo@example.org first pace 12h")
		b.Person("bo@example.org").Replies("accept")
		b.Pass(late)
		m := ana.Last()
		told[m.MessageID] += " " + bottest.Field(m, "X-Unlur-Event")
	}
	for id, events := range told {
		if len(told) != 2 {
			t.Errorf("%s is%s", id, events)
		}
	}
}

// A move that was filed before the store was lost is not too late afterwards: the
// backup does not know of an outage in which it came. One that was never read is.
// Before a late mail is read, all happens that was due, also what only comes of
// other things: here the end of the grace.
func TestGraceIsOver(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.org")
	ana.Writes("challenge bo@example.org first pace 12h")
	bo.Replies("accept")
	ana.Replies("C4")
	bo.Replies("D5")
	turn := ana.Last()
	b.Check(b.Store.Update(func(tx *store.Tx) error {
		ana, err := tx.Player(b.Game(1).Players[0])
		if err != nil {
			return err
		}
		ana.Unreachable = b.Now
		return tx.PutPlayer(ana)
	}))
	b.Now = b.Now.Add(40 * time.Hour)
	raw := "From: ana@example.org\r\nTo: " + turn.ReplyTo.Addr + "\r\nMessage-ID: <late@example.org>\r\n\r\nE6\r\n"
	decisions, err := b.Mailbot.Receive(t.Context(), mailbot.Incoming{UIDValidity: 1, UID: 100, Arrived: b.Now, Raw: []byte(raw)})
	b.Check(err)
	if decisions[0] != decision.Refused {
		t.Errorf("a move after the grace is %s", decisions[0])
	}
}

// Nor does a mail get ahead of what was due when the bot is told to stop just then.
func TestStoppedBeforeALateMove(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	ana.Writes("challenge bo@example.org first pace 12h")
	b.Person("bo@example.org").Replies("accept")
	turn := ana.Last()
	b.Now = b.Now.Add(13 * time.Hour)
	raw := "From: ana@example.org\r\nTo: " + turn.ReplyTo.Addr + "\r\nMessage-ID: <late@example.org>\r\n\r\nE6\r\n"
	ctx, stop := context.WithCancel(t.Context())
	stop()
	late := mailbot.Incoming{UIDValidity: 1, UID: 100, Arrived: b.Now, Raw: []byte(raw)}
	if decisions, err := b.Mailbot.Receive(ctx, late); !errors.Is(err, context.Canceled) || len(decisions) > 0 {
		t.Errorf("after the stop a late move is %v, %v", decisions, err)
	}
	decisions, err := b.Mailbot.Receive(t.Context(), late)
	if err != nil || decisions[0] != decision.Refused {
		t.Errorf("a late move is %v, %v", decisions, err)
	}
}
