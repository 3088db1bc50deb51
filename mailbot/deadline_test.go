package mailbot_test

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
	"unlurbot/templates"
)

const (
	anaAddress = "ana@example.org"
	boAddress  = "bo@example.net"
)

// opened is a game in which both have moved, and it is Ana's turn.
func opened(t *testing.T, pace string) *bottest.Bot {
	t.Helper()
	b := bottest.New(t)
	ana, bo := b.Person(anaAddress), b.Person(boAddress)
	ana.Writes("challenge " + boAddress + " first pace " + pace)
	bo.Replies("accept")
	ana.Replies("C4")
	bo.Replies("D5")
	b.Fresh = nil
	return b
}

// lines tells what was sent since the last look.
func linesOf(b *bottest.Bot) (all []string) {
	for _, m := range b.Fresh {
		all = append(all, bottest.Line(m))
	}
	b.Fresh = nil
	return all
}

func expectLines(b *bottest.Bot, want ...string) {
	b.T.Helper()
	if diff := cmp.Diff(want, linesOf(b)); diff != "" {
		b.T.Error(diff)
	}
}

// A turn of which the player can't have heard begins anew, as often as it must: when
// the relay takes mails again after three weeks, there is enough time to answer.
func TestTurnMailThatCouldNotLeave(t *testing.T) {
	t.Parallel()
	for name, wish := range bottest.SomeOf(map[string]string{"with reminders": "on", "without reminders": "off"}) {
		t.Run(name, func(t *testing.T) {
			b := opened(t, "3d")
			bo := b.Person(boAddress)
			bo.Writes("set reminders " + wish)
			b.Fresh = nil
			b.RelayDown = true
			b.Person(anaAddress).Replies("E6")
			for range 21 * 24 {
				b.Pass(time.Hour)
			}
			b.RelayDown = false
			b.Quiet()
			expectLines(b, boAddress+": turn 1 3 contract you", anaAddress+": moved 1 3 contract opponent")
			b.Pass(35 * time.Hour)
			bo.Replies("F7").Is(decision.Played)

		})
	}
}

// Answers that wait are no reason for more time: anybody could ask for so many that
// they do.
func TestAnswersThatWait(t *testing.T) {
	t.Parallel()
	b := opened(t, "3d")
	b.RelayDown = true
	b.Person(anaAddress).Writes("show #1")
	b.Pass(36 * time.Hour)
	b.Pass(36 * time.Hour)
	if g := b.Game(1); g.State != store.Finished {
		t.Errorf("the game is %s", g.State)
	}
	b.RelayDown = false
	b.Quiet()

}

// Of reminders that wait to be sent the last one goes out, and none after the move,
// after the end of the game, or to somebody who wants none.
func TestRemindersThatWait(t *testing.T) {
	t.Parallel()
	reminder := anaAddress + ": reminder 1 2 contract you"
	for _, row := range bottest.Some([]struct {
		name string
		do   func(b *bottest.Bot)
		want []string
	}{
		{"two of them", func(*bottest.Bot) {}, []string{reminder}},
		{"a move", func(b *bottest.Bot) { b.Person(anaAddress).Writes("E6 #1") },
			[]string{boAddress + ": turn 1 3 contract you", anaAddress + ": moved 1 3 contract opponent"}},
		{"the end", func(b *bottest.Bot) { b.Pass(24 * time.Hour) },
			[]string{anaAddress + ": over 1 2 over lost timeout", boAddress + ": over 1 2 over won timeout"}},
		{"no reminders", func(b *bottest.Bot) { b.Person(anaAddress).Writes("set reminders off") },
			[]string{anaAddress + ": noted"}},
	}) {
		t.Run(row.name, func(t *testing.T) {
			b := opened(t, "3d")
			b.RelayDown = true
			b.Pass(36 * time.Hour)
			b.Pass(12 * time.Hour)
			row.do(b)
			b.RelayDown = false
			b.Quiet()
			expectLines(b, row.want...)
		})
	}
}

// Nobody out of reach is sent reminders, and there is a day more, once.
func TestGrace(t *testing.T) {
	t.Parallel()
	b := opened(t, "3d")
	b.Receive(bottest.Returned(b.Person(anaAddress).Last(), "failed", "5.1.1"))
	b.Fresh = nil
	b.Pass(95 * time.Hour)
	expectLines(b)
	b.Pass(time.Hour)
	if g := b.Game(1); g.State != store.Finished {
		t.Errorf("the game is %s", g.State)
	}
	expectLines(b, boAddress+": over 1 2 over won timeout") // Ana's is held back
}

// Of a turn whose mail came back another one may tell that was held back meanwhile: as
// long as that can't leave either, the turn begins anew.
func TestTurnMailThatCameBack(t *testing.T) {
	t.Parallel()
	b := opened(t, "3d")
	ana := b.Person(anaAddress)
	b.Receive(bottest.Returned(ana.Last(), "failed", "5.1.1"))
	b.Person(boAddress).Replies("undo")
	b.Pass(24 * time.Hour)
	b.RelayDown = true
	ana.Writes("games")
	b.Pass(90 * time.Hour)
	if g := b.Game(1); g.State != store.Playing {
		t.Errorf("the game is %s", g.State)
	}
	b.RelayDown = false
	b.Quiet()

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
			b := opened(t, "3d")
			ana := b.Person(anaAddress)
			before := b.Game(1)
			for range 2 {
				if d := b.Receive(reply(ana.Last())).Decision; d != decision.IgnoredAuto && d != decision.IgnoredBounce && d != decision.Duplicate {
					t.Error(d)
				}
			}
			expectLines(b)
			if g := b.Game(1); g.Clock != before.Clock || !g.Rings.Equal(before.Rings) || len(g.Events) != len(before.Events) {
				t.Errorf("the game is %+v", g)
			}
			for i, wait := range []time.Duration{36 * time.Hour, 12 * time.Hour} {
				b.Pass(wait)
				if says := strings.Contains(ana.Last().Text, "away 10d"); says != (i == 0) {
					t.Errorf("reminder %d speaks of away: %v", i+1, says)
				}
				b.Fresh = nil
				b.Receive(strings.Replace(reply(ana.Last()), "mail.example.org", "mail2.example.org", 1))
			}
		})
	}
}

// diesAtTheClock kills the bot after a clock has rung and before that is on the disk.
func diesAtTheClock(t *testing.T, b *bottest.Bot) {
	t.Helper()
	b.Mailbot.AroundWaking(store.WakeClock, func(_ *store.Tx, happen func() error) error {
		if err := happen(); err != nil {
			t.Error(err)
		}
		runtime.Goexit()
		return nil
	})
	died := make(chan struct{})
	go func() {
		defer close(died)
		t.Errorf("it lives on: %v", b.Mailbot.Wake(t.Context()))
	}()
	<-died
	b.Mailbot.MendWaking(store.WakeClock)
}

// A process that dies after the clock has rung and before that is on the disk begins
// anew: the game ends once, and both hear of it once.
func TestKilledWhenTimeIsUp(t *testing.T) {
	t.Parallel()
	b := opened(t, "3d")
	b.Pass(48 * time.Hour)
	b.Fresh = nil
	b.Now = b.Now.Add(24 * time.Hour)
	diesAtTheClock(t, b)
	if g := b.Game(1); g.State != store.Playing {
		t.Errorf("the game is %s already", g.State)
	}
	b.Restart()
	b.Wake()
	b.Wake()
	expectLines(b, anaAddress+": over 1 2 over lost timeout", boAddress+": over 1 2 over won timeout")
}

// Wake-ups are on whole seconds, also at half of an odd number of them.
func TestHalfOfAnOddTime(t *testing.T) {
	t.Parallel()
	b := opened(t, "10d+1d")
	b.Now = b.Now.Add(time.Second)
	b.Person(anaAddress).Replies("E6")
	b.Now = b.Now.Add(time.Second)
	b.Person(boAddress).Replies("F7")
	b.Fresh = nil
	if turn := b.Game(1).Clock.Turn; turn%(2*time.Second) == 0 {
		t.Fatalf("the turn has %v", turn)
	}
	b.Pass(7 * 24 * time.Hour)
	expectLines(b, anaAddress+": reminder 1 4 contract you")
}

// A clock that meets a fault rings again the next day.
func TestClockWithAFault(t *testing.T) {
	t.Parallel()
	b := opened(t, "3d")
	b.Mailbot.AroundWaking(store.WakeClock, func(*store.Tx, func() error) error { return errors.New("a fault") })
	b.Pass(72 * time.Hour)
	expectLines(b)
	b.Mailbot.MendWaking(store.WakeClock)
	b.Pass(24 * time.Hour)
	expectLines(b, anaAddress+": over 1 2 over lost timeout", boAddress+": over 1 2 over won timeout")
}

// A backup is restored after two months, and the filed mails are read again. What
// happened before the last of them has happened as it had, to the second; in a game
// that still went on nobody loses by what came between. It is all the same how many of
// the mails are read at once.
func TestRestoredWithDeadlines(t *testing.T) {
	for _, atOnce := range bottest.Some([]int{1, 2, 100}) {
		t.Run(fmt.Sprint(atOnce), func(t *testing.T) { restoreWithDeadlines(t, atOnce) })
	}
}

func restoreWithDeadlines(t *testing.T, atOnce int) {
	b := opened(t, "3d")
	carla, ana := b.Person("carla@example.org"), b.Person(anaAddress)
	carla.Writes("challenge ana first pace 5d")
	ana.Replies("accept")
	carla.Replies("C4")
	ana.Replies("D5")
	backup, known := b.Backup(), len(b.Box)
	b.Pass(40 * time.Hour)
	carla.Writes("E6 #2")
	b.Pass(31 * time.Hour) // Ana's second reminder in game 1
	ana.Writes("away 2d")
	b.Pass(30 * time.Hour)
	ana.Writes("back")
	b.Pass(2 * time.Hour) // and she loses it
	b.Waited = 20 * time.Minute
	b.Person(boAddress).Writes("rematch #1")
	before := []*store.Game{b.Game(1), b.Game(2), b.Game(3)}
	if before[0].State != store.Finished || before[1].State != store.Playing {
		t.Fatalf("the games are %s and %s", before[0].State, before[1].State)
	}
	b.Fresh = nil

	b.GoBackTo(backup)
	b.Now = b.Now.AddDate(0, 2, 0)
	b.Wake() // nothing yet: there are mails to be read
	expectLines(b)
	for group := range slices.Chunk(filedSince(b, known), atOnce) {
		_, err := b.Mailbot.Receive(t.Context(), group...)
		b.Check(err)
		b.Quiet()
	}
	for _, m := range b.Fresh {
		if bottest.Field(m, "X-Unlur-Event") == string(templates.Reminder) {
			t.Errorf("somebody is reminded of what was played: %s", tell(m))
		}
	}
	for i, want := range before {
		got := b.Game(want.Number)
		got.TurnMail = want.TurnMail // a place in the outbox, which was another one
		if diff := cmp.Diff(want, got, cmp.Comparer(sameMoment)); diff != "" {
			t.Errorf("game %d (-before +after):\n%s", i+1, diff)
		}
	}
	last := b.Box[len(b.Box)-1].Arrived
	b.Check(b.Store.Update(func(tx *store.Tx) error { return errors.Join(tx.SetRestored(time.Time{}), tx.SetAlive(last)) }))
	b.Look()
	b.Fresh = nil
	b.Wake()
	if g := b.Game(2); g.State != store.Playing {
		t.Errorf("game 2 is %s", g.State)
	}
	expectLines(b, boAddress+": lapsed 3 0", anaAddress+": lapsed 3 0")
	b.Pass(5 * 24 * time.Hour)
	if g := b.Game(2); g.State != store.Finished {
		t.Errorf("the clock of game 2 does not run: it is %s", g.State)
	}

}

func sameMoment(a, b time.Time) bool { return a.Equal(b) }

// Who moves and takes it back before the opponent hears of it has as much time as if
// that had not been, however often. When none is left the opponent is asked.
func TestTakingBackWinsNoTime(t *testing.T) {
	t.Parallel()
	b := opened(t, "2d")
	ana := b.Person(anaAddress)
	b.Configure(func(c *mailbot.Config) { c.UndoGrace = 10 * time.Minute })
	b.Pass(47 * time.Hour)
	before := b.Game(1).Rings
	for range 3 {
		ana.Writes("E6 #1")
		ana.Writes("undo #1").Is(decision.Played)
		if at := b.Game(1).Rings; at.After(before) {
			t.Errorf("the time ends at %v, not %v", at, before)
		}
	}
	b.Now = before.Add(-5 * time.Minute)
	ana.Writes("E6 #1")
	b.Pass(6 * time.Minute)
	ana.Writes("undo #1").Is(decision.Noted)

}

// What the opponent must know beside the move is not taken back unread: that a
// challenge was accepted, and what has become of a plan.
func TestTakingBackKeepsNothingSecret(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, before, moves, hears string
	}{
		{"a plan is dropped", "if E6 F7 #1", "E7 #1", "I've dropped your plan"},
		{"a plan is played", "if E6 F7, G8 H9 #1", "E6 #1\nif F7 G7 #1", "5 G7"},
	} {
		b := opened(t, "3d")
		bo, ana := b.Person(boAddress), b.Person(anaAddress)
		b.Configure(func(c *mailbot.Config) { c.UndoGrace = 10 * time.Minute })
		bo.Writes(row.before)
		ana.Writes(row.moves)
		if d := ana.Writes("undo #1").Decision; d != decision.Noted {
			t.Errorf("%s: undo is %s", row.name, d)
		}
		told := func(m *store.Outgoing) bool {
			return strings.Contains(strings.Join(strings.Fields(m.Text), " "), row.hears)
		}
		if !slices.ContainsFunc(bo.Mails(), told) {
			t.Errorf("%s: Bo has not heard of it, but\n%s", row.name, bo.Last().Text)
		}
		b.Fresh = nil
	}
	b := bottest.New(t)
	ana, bo := b.Person(anaAddress), b.Person(boAddress)
	b.Configure(func(c *mailbot.Config) { c.UndoGrace = 10 * time.Minute })
	ana.Writes("challenge " + boAddress + " second")
	bo.Writes("accept #1\nC4 #1")
	bo.Writes("undo #1")
	if !slices.ContainsFunc(ana.Mails(), func(m *store.Outgoing) bool { return strings.Contains(m.Text, "accepted") }) {
		t.Errorf("Ana does not know that the game has begun, but\n%s", ana.Last().Text)
	}

}
