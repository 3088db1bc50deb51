package mailbot_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

type sendFunc func(m *store.Outgoing) error

func (f sendFunc) Send(_ context.Context, m *store.Outgoing) error { return f(m) }

var errNever = &smtpout.Failure{Permanent: true, Code: 550, Text: "nobody", Err: errors.New("550 nobody")}

// refuse lets a mail wait once more, and the relay refuse it.
func relayRefuses(b *bottest.Bot, m *store.Outgoing, failure *smtpout.Failure) {
	b.T.Helper()
	again := *m
	again.Delivery = store.Delivery{NextTry: b.Now}
	b.Check(b.Store.Update(func(tx *store.Tx) error { return tx.Enqueue(&again) }))
	ctx, cancel := context.WithCancel(b.T.Context())
	defer cancel()
	b.Configure(func(c *mailbot.Config) {
		c.Reached = func(p mailbot.Point) {
			if p == mailbot.PointMarked {
				cancel()
			}
		}
	})
	b.Check(b.Mailbot.SendLoop(ctx, []mailbot.Sender{sendFunc(func(*store.Outgoing) error { return failure })}))
	b.Configure(func(c *mailbot.Config) { c.Reached = nil })
	b.Check(b.Store.Update(func(tx *store.Tx) error { return tx.Sent(again.ID) }))
}

// A player whose mail is given up can't be reached: the opponent and the
// operator hear of it, once.
func TestGivenUpMailOfAGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := bottest.New(t)
		b.Configure(func(c *mailbot.Config) { c.Operator = "club@example.org" })
		b.Begin(b.Person("ana@example.org"), b.Person("bo@example.net"))
		b.Check(b.Store.Update(func(tx *store.Tx) error {
			for range 2 {
				m := &store.Outgoing{Player: 2, Game: 1, EnvelopeTo: "bo@example.net", MessageID: "1", Delivery: store.Delivery{NextTry: b.Now}}
				if err := tx.Enqueue(m); err != nil {
					return err
				}
			}
			return nil
		}))
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		b.Check(b.Mailbot.SendLoop(ctx, []mailbot.Sender{sendFunc(func(m *store.Outgoing) error {
			if m.EnvelopeTo == "bo@example.net" {
				return errNever
			}
			b.Fresh = append(b.Fresh, m)
			return nil
		})}))
		var told []string
		for _, m := range b.Fresh {
			told = append(told, bottest.Line(m))
		}
		slices.Sort(told)
		if got, want := strings.Join(told, "; "), "ana@example.org: unreachable 1 0 contract you; club@example.org: operator"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		b.Check(b.Store.View(func(tx *store.Tx) error {
			held, err := tx.Outbox()
			if err != nil || len(held) != 1 || !held[0].Held {
				t.Errorf("%v: the second mail is not held back: %+v", err, held)
			}
			return nil
		}))
	})
}

// A game of which nothing can be written, since what is stored of it is damaged,
// keeps nobody else's mails waiting when a mail of its players is given up.
func TestGivenUpMailOfADamagedGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := bottest.New(t)
		b.Begin(b.Person("ana@example.org"), b.Person("bo@example.net"))
		sound, damaged := b.Game(1), b.Game(1)
		damaged.Size = 99
		b.Check(b.Store.Update(func(tx *store.Tx) error {
			for _, m := range []*store.Outgoing{
				{Player: 2, Game: 1, EnvelopeTo: "bo@example.net", MessageID: "1", Delivery: store.Delivery{NextTry: b.Now}},
				{Player: 2, Game: 1, EnvelopeTo: "bo@example.net", MessageID: "2", Delivery: store.Delivery{NextTry: b.Now}},
				{EnvelopeTo: "carla@example.org", MessageID: "3", Delivery: store.Delivery{NextTry: b.Now.Add(time.Minute)}},
			} {
				if err := tx.Enqueue(m); err != nil {
					return err
				}
			}
			return tx.PutGame(damaged)
		}))
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		start := b.Now
		now := func() time.Time { return start.Add(time.Since(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC))) }
		b.UseClock(now)
		var tried []string
		b.Check(b.Mailbot.SendLoop(ctx, []mailbot.Sender{sendFunc(func(m *store.Outgoing) error {
			tried = append(tried, fmt.Sprint(now().Sub(start).Round(time.Minute), " ", m.MessageID))
			if m.EnvelopeTo == "bo@example.net" {
				return errNever
			}
			return nil
		})}))
		if got, want := strings.Join(tried, "; "), "0s 1; 0s 2; 1m0s 3"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		b.Check(b.Store.Update(func(tx *store.Tx) error { return tx.PutGame(sound) }))
	})
}
