package mailbot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/trials"
	"unlurbot/store"
)

// mailsFrom are mails of people who ask for help, one each.
func mailsFrom(people ...string) (group []Incoming) {
	for i, name := range people {
		group = append(group, Incoming{UIDValidity: 1, UID: uint32(100 + i), Raw: fmt.Appendf(nil,
			"Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n"+border+"From: %s@example.org\nTo: %s\nMessage-ID: <%s@client.test>\n\nhelp\n", name, botAddress, name)})
	}
	return group
}

// answered lists who got mails, in their order.
func (h *house) answered() (people []string) {
	h.post()
	for _, m := range h.fresh {
		people = append(people, m.EnvelopeTo)
	}
	h.fresh = nil
	return people
}

// A mail that meets a fault costs those that share its transaction nothing, and
// the answers still leave in the order in which the mails arrived.
func TestFaultInAGroup(t *testing.T) {
	t.Parallel()
	for _, bad := range [][]int{{0}, {2}, {4}, {0, 1}, {1, 3}, {0, 1, 2, 3, 4}} {
		t.Run(fmt.Sprint(bad), func(t *testing.T) {
			h := newHouse(t)
			group := mailsFrom("ana", "bo", "carla", "dan", "eva")
			h.bot.ways[0] = func(e *errand) (Decision, error) {
				if slices.Contains(bad, int(e.in.UID-100)) {
					panic("a fault")
				}
				return handle(e)
			}
			decisions, err := h.bot.Receive(h.t.Context(), group...)
			h.check(err)
			var want []string
			for i, d := range decisions {
				expected := Answered
				if slices.Contains(bad, i) {
					expected = Incident
				} else {
					want = append(want, []string{"ana", "bo", "carla", "dan", "eva"}[i]+"@example.org")
				}
				if d != expected {
					t.Errorf("mail %d: %s, want %s", i, d, expected)
				}
			}
			if got := h.answered(); !slices.Equal(got, want) {
				t.Errorf("answered: %v, want %v", got, want)
			}
		})
	}
}

// Whoever stops the bot waits for the mail at hand and for no other one, however many
// came together; and the others are as if nobody had begun with them.
func TestStopAmongMails(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ctx, stop := context.WithCancel(t.Context())
	h.bot.ways[0] = func(e *errand) (Decision, error) {
		if e.in.UID == 101 {
			stop()
		}
		return handle(e)
	}
	group := mailsFrom("ana", "bo", "carla", "dan", "eva")
	decisions, err := h.bot.Receive(ctx, group...)
	if !errors.Is(err, context.Canceled) || !slices.Equal(decisions, []Decision{Answered, Answered}) {
		t.Fatalf("%v, %v", decisions, err)
	}
	h.check(h.store.View(func(tx *store.Tx) error {
		for _, in := range group {
			if n, err := tx.Trials(in.Place()); n > 0 || err != nil {
				t.Errorf("mail %d was tried %d times, %v", in.UID, n, err)
			}
		}
		return nil
	}))
	decisions, err = h.bot.Receive(t.Context(), group[len(decisions):]...)
	h.check(err)
	if got := h.answered(); len(decisions) != 3 || len(got) != len(group) {
		t.Errorf("answered: %v", got)
	}
}

// restart gives the house a bot that knows nothing but the store.
func (h *house) restart() {
	h.t.Helper()
	old := h.bot
	var err error
	h.bot, err = New(old.cfg, h.store, old.process.Now, slog.New(slog.DiscardHandler))
	h.check(err)
	h.bot.ways, h.bot.wakings, h.bot.process.Reached = old.ways, old.wakings, old.process.Reached // what a test has put there
}

// until gives mails to the bot until it dies over one, and says whether it did.
// Death is the end of the goroutine in the middle of the work, which leaves of
// that work what the end of the process would.
func (h *house) until(group []Incoming, deadly func(Incoming) bool) (decisions []Decision, died bool) {
	bot := h.bot
	saved := bot.ways
	defer func() { bot.ways = saved }()
	h.bot.ways[0] = func(e *errand) (Decision, error) {
		if deadly(e.in.Incoming) {
			runtime.Goexit()
		}
		return handle(e)
	}
	died = true
	done := make(chan struct{})
	go func() {
		defer close(done)
		var err error
		if decisions, err = h.bot.Receive(h.t.Context(), group...); err == nil {
			died = false
		}
	}()
	<-done
	return decisions, died
}

// A mail over which the process dies alone is set aside after the second time,
// and all others are dealt with.
func TestDeadlyMail(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.bot.cfg.Operator = "club@example.org"
	group := mailsFrom("ana", "bo", "carla", "dan")
	deadly := func(in Incoming) bool { return in.UID == 102 }
	for death := range trials.Most {
		if _, died := h.until(group, deadly); !died {
			t.Fatalf("it did not die, having died %d times", death)
		}
		h.restart()
	}
	decisions, died := h.until(group, deadly)
	if want := []Decision{Duplicate, Duplicate, SetAside, Answered}; died || !slices.Equal(decisions, want) {
		t.Errorf("died: %v, decisions %v, want %v", died, decisions, want)
	}
	want := []string{"ana@example.org", "bo@example.org", "club@example.org", "dan@example.org"}
	if got := h.answered(); !slices.Equal(got, want) {
		t.Errorf("mails to %v, want %v", got, want)
	}

	// The operator has looked at it, has mended the program, and moves the mail
	// back to the inbox, where it gets a new number.
	group[2].UID = 200
	decisions, err := h.bot.Receive(h.t.Context(), group[2])
	h.check(err)
	if decisions[0] != Answered {
		t.Errorf("moved back, it is %s", decisions[0])
	}
}

// A mail that is read again after a backup was restored has much more time: it
// did no harm when it was read first.
func TestFiledMailIsTriedLonger(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	group := mailsFrom("ana")
	group[0].Filed = true
	for range trials.MostFiled - 1 {
		if _, died := h.until(group, func(Incoming) bool { return true }); !died {
			t.Fatal("it did not die")
		}
		h.restart()
	}
	decisions, err := h.bot.Receive(h.t.Context(), group...)
	h.check(err)
	if want := []Decision{Answered}; !slices.Equal(decisions, want) {
		t.Errorf("%v, want %v", decisions, want)
	}
}

// A process that ends by itself, again and again, but never over the same mail
// alone, sets nothing aside.
func TestInnocentMails(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	group := mailsFrom("ana", "bo", "carla", "dan")
	for i := range group { // each time over another mail
		if _, died := h.until(group, func(in Incoming) bool { return in.UID == group[i].UID }); !died {
			t.Fatal("it did not die")
		}
		h.restart()
	}
	_, err := h.bot.Receive(h.t.Context(), group...)
	h.check(err)
	if got := h.answered(); len(got) != len(group) {
		t.Errorf("mails to %v", got)
	}
}

// A transaction that can't be written is no fault of the mails in it: they are
// not counted as tried, however often that happens.
func TestStoreFailureIsNoTrial(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	group := mailsFrom("ana", "bo")
	h.bot.process.Reached = func(p Point) {
		if p == PointNoted {
			h.check(h.store.Close())
		}
	}
	for range trials.Most + 1 {
		if _, err := h.bot.Receive(h.t.Context(), group...); err == nil {
			t.Fatal("a closed store takes everything")
		}
		h.reopen()
	}
	h.bot.process.Reached = nil
	decisions, err := h.bot.Receive(h.t.Context(), group...)
	h.check(err)
	if want := []Decision{Answered, Answered}; !slices.Equal(decisions, want) {
		t.Errorf("%v, want %v", decisions, want)
	}
}

// A disk that can't take what is done, and a process that is started anew for it
// again and again, are no fault of the mails either: none is set aside.
func TestRestartsOnAFullDisk(t *testing.T) {
	h := newHouse(t)
	group := mailsFrom("ana", "bo")
	h.bot.process.Reached = func(p Point) {
		if p == PointHandled {
			runtime.Goexit() // what is done by now comes to nothing
		}
	}
	for range 4 * trials.Most {
		if _, died := h.until(group, func(Incoming) bool { return false }); !died {
			t.Fatal("what could not be written was done")
		}
		h.restart()
	}
	h.bot.process.Reached = nil
	decisions, err := h.bot.Receive(h.t.Context(), group...)
	h.check(err)
	if want := []Decision{Answered, Answered}; !slices.Equal(decisions, want) {
		t.Errorf("%v, want %v", decisions, want)
	}
}

// reopen opens the store again, for the same process.
func (h *house) reopen() {
	h.t.Helper()
	s, err := store.Open(h.path, NewSecret)
	h.check(err)
	h.store, h.bot.process.Store = s, s
}

// The operator gets ten mails a day, and the last one says so.
func TestOperatorIsNotFlooded(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.bot.cfg.Operator = "club@example.org"
	h.bot.ways[0] = func(*errand) (Decision, error) { panic("a fault") }
	for day := range 2 {
		for i := range 2 * 10 {
			mail := mailsFrom(fmt.Sprintf("person%d-%d", day, i))
			mail[0].UID = uint32(100*(day+1) + i)
			_, err := h.bot.Receive(h.t.Context(), mail...)
			h.check(err)
		}
		if n := len(h.answered()); n != 10 {
			t.Errorf("%d mails to the operator in a day", n)
		}
		if last := h.last("club@example.org").Text; !strings.Contains(last, "the last mail of this kind today") {
			t.Errorf("the last mail of the day:\n%s", last)
		}
		h.now = h.now.Add(24 * time.Hour)
	}
}
