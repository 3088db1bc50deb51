package mailbot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"unlurbot/mailbot/smtpout"
	"unlurbot/store"
)

type sendFunc func(m *store.Outgoing) error

func (f sendFunc) Send(_ context.Context, m *store.Outgoing) error { return f(m) }

var errNever = &smtpout.Failure{Permanent: true, Code: 550, Text: "nobody", Err: errors.New("550 nobody")}

// refuse lets a mail wait once more, and the relay refuse it.
func (h *house) refuse(m *store.Outgoing, failure *smtpout.Failure) {
	h.t.Helper()
	again := *m
	again.Delivery = store.Delivery{NextTry: h.now}
	h.check(h.store.Update(func(tx *store.Tx) error { return tx.Enqueue(&again) }))
	ctx, cancel := context.WithCancel(h.t.Context())
	defer cancel()
	h.bot.process.Reached = func(p Point) {
		if p == PointMarked {
			cancel()
		}
	}
	h.check(h.bot.SendLoop(ctx, []Sender{sendFunc(func(*store.Outgoing) error { return failure })}))
	h.bot.process.Reached = nil
	h.check(h.store.Update(func(tx *store.Tx) error { return tx.Sent(again.ID) }))
}

// A player whose mail is given up can't be reached: the opponent and the
// operator hear of it, once.
func TestGivenUpMailOfAGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		h.bot.cfg.Operator = "club@example.org"
		h.begin("ana@example.org", "bo@example.net")
		h.check(h.store.Update(func(tx *store.Tx) error {
			for range 2 {
				m := &store.Outgoing{Player: 2, Game: 1, EnvelopeTo: "bo@example.net", MessageID: "1", Delivery: store.Delivery{NextTry: h.now}}
				if err := tx.Enqueue(m); err != nil {
					return err
				}
			}
			return nil
		}))
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		h.check(h.bot.SendLoop(ctx, []Sender{sendFunc(func(m *store.Outgoing) error {
			if m.EnvelopeTo == "bo@example.net" {
				return errNever
			}
			h.fresh = append(h.fresh, m)
			return nil
		})}))
		var told []string
		for _, m := range h.fresh {
			told = append(told, line(m))
		}
		slices.Sort(told)
		if got, want := strings.Join(told, "; "), "ana@example.org: unreachable 1 0 contract you; club@example.org: operator"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		h.check(h.store.View(func(tx *store.Tx) error {
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
		h := newHouse(t)
		h.begin("ana@example.org", "bo@example.net")
		sound, damaged := h.game(1), h.game(1)
		damaged.Size = 99
		h.check(h.store.Update(func(tx *store.Tx) error {
			for _, m := range []*store.Outgoing{
				{Player: 2, Game: 1, EnvelopeTo: "bo@example.net", MessageID: "1", Delivery: store.Delivery{NextTry: h.now}},
				{Player: 2, Game: 1, EnvelopeTo: "bo@example.net", MessageID: "2", Delivery: store.Delivery{NextTry: h.now}},
				{EnvelopeTo: "carla@example.org", MessageID: "3", Delivery: store.Delivery{NextTry: h.now.Add(time.Minute)}},
			} {
				if err := tx.Enqueue(m); err != nil {
					return err
				}
			}
			return tx.PutGame(damaged)
		}))
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		start := h.now
		h.bot.process.Now = func() time.Time { return start.Add(time.Since(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC))) }
		var tried []string
		h.check(h.bot.SendLoop(ctx, []Sender{sendFunc(func(m *store.Outgoing) error {
			tried = append(tried, fmt.Sprint(h.bot.process.Now().Sub(start).Round(time.Minute), " ", m.MessageID))
			if m.EnvelopeTo == "bo@example.net" {
				return errNever
			}
			return nil
		})}))
		if got, want := strings.Join(tried, "; "), "0s 1; 0s 2; 1m0s 3"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		h.check(h.store.Update(func(tx *store.Tx) error { return tx.PutGame(sound) }))
	})
}
