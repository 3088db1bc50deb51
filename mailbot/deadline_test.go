package mailbot

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/store"
	"unlurbot/templates"
)

const (
	anaAddress = "ana@example.org"
	boAddress  = "bo@example.net"
)

// opened is a game in which both have moved, and it is Ana's turn.
func opened(t *testing.T, pace string) *house {
	t.Helper()
	h := newHouse(t)
	h.write(note{from: anaAddress, vouched: true, body: "challenge " + boAddress + " first pace " + pace})
	h.reply(boAddress, "accept")
	h.reply(anaAddress, "C4")
	h.reply(boAddress, "D5")
	h.fresh = nil
	return h
}

// lines tells what was sent since the last look.
func (h *house) lines() (all []string) {
	for _, m := range h.fresh {
		all = append(all, line(m))
	}
	h.fresh = nil
	return all
}

func (h *house) expectLines(want ...string) {
	h.t.Helper()
	if diff := cmp.Diff(want, h.lines()); diff != "" {
		h.t.Error(diff)
	}
}

// A turn of which the player can't have heard begins anew, as often as it must: when
// the relay takes mails again after three weeks, there is enough time to answer.
func TestTurnMailThatCouldNotLeave(t *testing.T) {
	t.Parallel()
	for name, wish := range map[string]string{"with reminders": "on", "without reminders": "off"} {
		t.Run(name, func(t *testing.T) {
			h := opened(t, "3d")
			h.write(note{from: boAddress, vouched: true, body: "set reminders " + wish})
			h.fresh = nil
			h.relayDown = true
			h.reply(anaAddress, "E6")
			for range 21 * 24 {
				h.pass(time.Hour)
			}
			h.relayDown = false
			h.post()
			h.expectLines(boAddress+": turn 1 3 contract you", anaAddress+": moved 1 3 contract opponent")
			h.pass(35 * time.Hour)
			if d := h.reply(boAddress, "F7"); d != Played {
				t.Error(d)
			}
			h.fresh = nil
		})
	}
}

// Answers that wait are no reason for more time: anybody could ask for so many that
// they do.
func TestAnswersThatWait(t *testing.T) {
	t.Parallel()
	h := opened(t, "3d")
	h.relayDown = true
	h.write(note{from: anaAddress, vouched: true, body: "show #1"})
	h.pass(36 * time.Hour)
	h.pass(36 * time.Hour)
	if g := h.game(1); g.State != store.Finished {
		t.Errorf("the game is %s", g.State)
	}
	h.relayDown = false
	h.post()
	h.fresh = nil
}

// Of reminders that wait to be sent the last one goes out, and none after the move,
// after the end of the game, or to somebody who wants none.
func TestRemindersThatWait(t *testing.T) {
	t.Parallel()
	reminder := anaAddress + ": reminder 1 2 contract you"
	for _, row := range []struct {
		name string
		do   func(h *house)
		want []string
	}{
		{"two of them", func(*house) {}, []string{reminder}},
		{"a move", func(h *house) { h.write(note{from: anaAddress, vouched: true, body: "E6 #1"}) },
			[]string{boAddress + ": turn 1 3 contract you", anaAddress + ": moved 1 3 contract opponent"}},
		{"the end", func(h *house) { h.pass(24 * time.Hour) },
			[]string{anaAddress + ": over 1 2 over lost timeout", boAddress + ": over 1 2 over won timeout"}},
		{"no reminders", func(h *house) { h.write(note{from: anaAddress, vouched: true, body: "set reminders off"}) },
			[]string{anaAddress + ": noted"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			h := opened(t, "3d")
			h.relayDown = true
			h.pass(36 * time.Hour)
			h.pass(12 * time.Hour)
			row.do(h)
			h.relayDown = false
			h.post()
			h.expectLines(row.want...)
		})
	}
}

// Nobody out of reach is sent reminders, and there is a day more, once.
func TestGrace(t *testing.T) {
	t.Parallel()
	h := opened(t, "3d")
	h.receive(returned(h.last(anaAddress), "failed", "5.1.1"))
	h.fresh = nil
	h.pass(95 * time.Hour)
	h.expectLines()
	h.pass(time.Hour)
	if g := h.game(1); g.State != store.Finished {
		t.Errorf("the game is %s", g.State)
	}
	h.expectLines(boAddress + ": over 1 2 over won timeout") // Ana's is held back
}

// Of a turn whose mail came back another one may tell that was held back meanwhile: as
// long as that can't leave either, the turn begins anew.
func TestTurnMailThatCameBack(t *testing.T) {
	t.Parallel()
	h := opened(t, "3d")
	h.receive(returned(h.last(anaAddress), "failed", "5.1.1"))
	h.reply(boAddress, "undo")
	h.pass(24 * time.Hour)
	h.relayDown = true
	h.write(note{from: anaAddress, vouched: true, body: "games"})
	h.pass(90 * time.Hour)
	if g := h.game(1); g.State != store.Playing {
		t.Errorf("the game is %s", g.State)
	}
	h.relayDown = false
	h.post()
	h.fresh = nil
}

// vacations are replies of programs to a mail of ours, as they come.
var vacations = map[string]func(m *store.Outgoing) string{
	"to Reply-To, as Gmail's": func(m *store.Outgoing) string {
		return fmt.Sprintf("Return-Path: <>\nFrom: %s\nTo: %s\nSubject: On holiday Re: %s\nMessage-ID: <v1@mail.example.org>\nIn-Reply-To: <%s>\nReferences: <%s>\nPrecedence: bulk\nAuto-Submitted: auto-replied\nX-Autoreply: yes\n\nI am away until Monday.\n",
			anaAddress, m.ReplyTo.Addr, m.Subject, m.MessageID, m.MessageID)
	},
	"to the envelope sender, as Sieve's": func(m *store.Outgoing) string {
		return fmt.Sprintf("Return-Path: <>\nFrom: %s\nTo: %s\nSubject: Auto: %s\nMessage-ID: <v2@mail.example.org>\nIn-Reply-To: <%s>\nReferences: <%s>\nAuto-Submitted: auto-replied (vacation)\nPrecedence: bulk\n\nresign\n\nI have left the company.\n",
			anaAddress, m.EnvelopeFrom, m.Subject, m.MessageID, m.MessageID)
	},
	"to the envelope sender, without the id": func(m *store.Outgoing) string {
		return fmt.Sprintf("Return-Path: <>\nFrom: %s\nTo: %s\nSubject: Out of Office: %s\nMessage-ID: <v3@mail.example.org>\nAuto-Submitted: auto-replied\n\nE6\n",
			anaAddress, m.EnvelopeFrom, m.Subject)
	},
}

// An out-of-office reply plays nothing, costs nothing and is not answered. The next
// reminder, and that alone, speaks of "away".
func TestOutOfOffice(t *testing.T) {
	t.Parallel()
	for name, reply := range vacations {
		t.Run(name, func(t *testing.T) {
			h := opened(t, "3d")
			before := h.game(1)
			for range 2 {
				if d := h.receive(reply(h.last(anaAddress))); d != IgnoredAuto && d != IgnoredBounce && d != Duplicate {
					t.Error(d)
				}
			}
			h.expectLines()
			if g := h.game(1); g.Clock != before.Clock || !g.Rings.Equal(before.Rings) || len(g.Events) != len(before.Events) {
				t.Errorf("the game is %+v", g)
			}
			for i, wait := range []time.Duration{36 * time.Hour, 12 * time.Hour} {
				h.pass(wait)
				if says := strings.Contains(h.last(anaAddress).Text, "away 10d"); says != (i == 0) {
					t.Errorf("reminder %d speaks of away: %v", i+1, says)
				}
				h.fresh = nil
				h.receive(strings.Replace(reply(h.last(anaAddress)), "mail.example.org", "mail2.example.org", 1))
			}
		})
	}
}

// A process that dies after the clock has rung and before that is on the disk begins
// anew: the game ends once, and both hear of it once.
func TestKilledWhenTimeIsUp(t *testing.T) {
	h := opened(t, "3d")
	h.pass(48 * time.Hour)
	h.fresh = nil
	saved := h.bot.wakings[store.WakeClock]
	h.bot.wakings[store.WakeClock] = func(e *errand, number uint32) error {
		if err := saved(e, number); err != nil {
			t.Error(err)
		}
		runtime.Goexit()
		return nil
	}
	h.now = h.now.Add(24 * time.Hour)
	died := make(chan struct{})
	go func() {
		defer close(died)
		_, err := h.bot.alarms.UpTo(t.Context(), h.now, false)
		t.Errorf("it lives on: %v", err)
	}()
	<-died
	h.bot.wakings[store.WakeClock] = saved
	if g := h.game(1); g.State != store.Playing {
		t.Errorf("the game is %s already", g.State)
	}
	h.restart()
	h.wake()
	h.wake()
	h.expectLines(anaAddress+": over 1 2 over lost timeout", boAddress+": over 1 2 over won timeout")
}

// Wake-ups are on whole seconds, also at half of an odd number of them.
func TestHalfOfAnOddTime(t *testing.T) {
	t.Parallel()
	h := opened(t, "10d+1d")
	h.now = h.now.Add(time.Second)
	h.reply(anaAddress, "E6")
	h.now = h.now.Add(time.Second)
	h.reply(boAddress, "F7")
	h.fresh = nil
	if turn := h.game(1).Clock.Turn; turn%(2*time.Second) == 0 {
		t.Fatalf("the turn has %v", turn)
	}
	h.pass(7 * 24 * time.Hour)
	h.expectLines(anaAddress + ": reminder 1 4 contract you")
}

// A clock that meets a fault rings again the next day.
func TestClockWithAFault(t *testing.T) {
	t.Parallel()
	h := opened(t, "3d")
	saved := h.bot.wakings[store.WakeClock]
	h.bot.wakings[store.WakeClock] = func(*errand, uint32) error { return errors.New("a fault") }
	h.pass(72 * time.Hour)
	h.expectLines()
	h.bot.wakings[store.WakeClock] = saved
	h.pass(24 * time.Hour)
	h.expectLines(anaAddress+": over 1 2 over lost timeout", boAddress+": over 1 2 over won timeout")
}

// A backup is restored after two months, and the filed mails are read again. What
// happened before the last of them has happened as it had, to the second; in a game
// that still went on nobody loses by what came between. It is all the same how many of
// the mails are read at once.
func TestRestoredWithDeadlines(t *testing.T) {
	for _, atOnce := range []int{1, 2, 100} {
		t.Run(fmt.Sprint(atOnce), func(t *testing.T) { restoreWithDeadlines(t, atOnce) })
	}
}

func restoreWithDeadlines(t *testing.T, atOnce int) {
	h := opened(t, "3d")
	h.write(note{from: "carla@example.org", vouched: true, body: "challenge ana first pace 5d"})
	h.reply(anaAddress, "accept")
	h.reply("carla@example.org", "C4")
	h.reply(anaAddress, "D5")
	backup, known := h.backup(), len(h.box)
	h.pass(40 * time.Hour)
	h.write(note{from: "carla@example.org", vouched: true, body: "E6 #2"})
	h.pass(31 * time.Hour) // Ana's second reminder in game 1
	h.write(note{from: anaAddress, vouched: true, body: "away 2d"})
	h.pass(30 * time.Hour)
	h.write(note{from: anaAddress, vouched: true, body: "back"})
	h.pass(2 * time.Hour) // and she loses it
	h.waited = 20 * time.Minute
	h.write(note{from: boAddress, vouched: true, body: "rematch #1"})
	before := []*store.Game{h.game(1), h.game(2), h.game(3)}
	if before[0].State != store.Finished || before[1].State != store.Playing {
		t.Fatalf("the games are %s and %s", before[0].State, before[1].State)
	}
	h.fresh = nil

	h.goBackTo(backup)
	h.now = h.now.AddDate(0, 2, 0)
	h.wake() // nothing yet: there are mails to be read
	h.expectLines()
	for group := range slices.Chunk(h.filedSince(known), atOnce) {
		_, err := h.bot.Receive(t.Context(), group...)
		h.check(err)
		h.post()
	}
	for _, m := range h.fresh {
		if field(m, "X-Unlur-Event") == string(templates.Reminder) {
			t.Errorf("somebody is reminded of what was played: %s", tell(m))
		}
	}
	for i, want := range before {
		got := h.game(want.Number)
		got.TurnMail = want.TurnMail // a place in the outbox, which was another one
		if diff := cmp.Diff(want, got, cmp.Comparer(sameMoment)); diff != "" {
			t.Errorf("game %d (-before +after):\n%s", i+1, diff)
		}
	}
	last := h.box[len(h.box)-1].Arrived
	h.check(h.store.Update(func(tx *store.Tx) error { return errors.Join(tx.SetRestored(time.Time{}), tx.SetAlive(last)) }))
	h.look()
	h.fresh = nil
	h.wake()
	if g := h.game(2); g.State != store.Playing {
		t.Errorf("game 2 is %s", g.State)
	}
	h.expectLines(boAddress+": lapsed 3 0", anaAddress+": lapsed 3 0")
	h.pass(5 * 24 * time.Hour)
	if g := h.game(2); g.State != store.Finished {
		t.Errorf("the clock of game 2 does not run: it is %s", g.State)
	}
	h.fresh = nil
}

func sameMoment(a, b time.Time) bool { return a.Equal(b) }

// Who moves and takes it back before the opponent hears of it has as much time as if
// that had not been, however often. When none is left the opponent is asked.
func TestTakingBackWinsNoTime(t *testing.T) {
	t.Parallel()
	h := opened(t, "2d")
	h.bot.cfg.UndoGrace = 10 * time.Minute
	h.pass(47 * time.Hour)
	before := h.game(1).Rings
	for range 3 {
		h.vouched(anaAddress, "E6 #1")
		if d := h.vouched(anaAddress, "undo #1"); d != Played {
			t.Fatal(d)
		}
		if at := h.game(1).Rings; at.After(before) {
			t.Errorf("the time ends at %v, not %v", at, before)
		}
	}
	h.now = before.Add(-5 * time.Minute)
	h.vouched(anaAddress, "E6 #1")
	h.pass(6 * time.Minute)
	if d := h.vouched(anaAddress, "undo #1"); d != Noted {
		t.Error(d)
	}
	h.fresh = nil
}

// What the opponent must know beside the move is not taken back unread: that a
// challenge was accepted, and what has become of a plan.
func TestTakingBackKeepsNothingSecret(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, before, moves, hears string
	}{
		{"a plan is dropped", "if E6 F7 #1", "E7 #1", "your plan is dropped"},
		{"a plan is played", "if E6 F7, G8 H9 #1", "E6 #1\nif F7 G7 #1", "5 G7"},
	} {
		h := opened(t, "3d")
		h.bot.cfg.UndoGrace = 10 * time.Minute
		h.vouched(boAddress, row.before)
		h.vouched(anaAddress, row.moves)
		if d := h.vouched(anaAddress, "undo #1"); d != Noted {
			t.Errorf("%s: undo is %s", row.name, d)
		}
		told := func(m *store.Outgoing) bool {
			return strings.Contains(strings.Join(strings.Fields(m.Text), " "), row.hears)
		}
		if !slices.ContainsFunc(h.mails[boAddress], told) {
			t.Errorf("%s: Bo has not heard of it, but\n%s", row.name, h.last(boAddress).Text)
		}
		h.fresh = nil
	}
	h := newHouse(t)
	h.bot.cfg.UndoGrace = 10 * time.Minute
	h.vouched(anaAddress, "challenge "+boAddress+" second")
	h.vouched(boAddress, "accept #1\nC4 #1")
	h.vouched(boAddress, "undo #1")
	if !slices.ContainsFunc(h.mails[anaAddress], func(m *store.Outgoing) bool { return strings.Contains(m.Text, "accepted") }) {
		t.Errorf("Ana does not know that the game has begun, but\n%s", h.last(anaAddress).Text)
	}
	h.fresh = nil
}
