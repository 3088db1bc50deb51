package mailbot_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/admin"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/health"
	"unlurbot/mailbot/journal"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/trials"
	"unlurbot/store"
)

// mailsFrom are mails of people who ask for help, one each.
func mailsFrom(people ...string) (group []mailbot.Incoming) {
	for i, name := range people {
		group = append(group, mailbot.Incoming{UIDValidity: 1, UID: uint32(100 + i), Raw: fmt.Appendf(nil,
			bottest.Verdict("example.org")+"From: %s@example.org\nTo: %s\nMessage-ID: <%s@client.test>\n\nhelp\n", name, bottest.Address, name)})
	}
	return group
}

// answered lists who got mails, in their order.
func whoWasAnswered(b *bottest.Bot) (people []string) {
	b.Quiet()
	for _, m := range b.Fresh {
		people = append(people, m.EnvelopeTo)
	}
	b.Fresh = nil
	return people
}

// A mail that meets a fault costs those that share its transaction nothing, and
// the answers still leave in the order in which the mails arrived.
func TestFaultInAGroup(t *testing.T) {
	t.Parallel()
	for _, bad := range bottest.Some([][]int{{0}, {2}, {4}, {0, 1}, {1, 3}, {0, 1, 2, 3, 4}}) {
		t.Run(fmt.Sprint(bad), func(t *testing.T) {
			b := bottest.New(t)
			group := mailsFrom("ana", "bo", "carla", "dan", "eva")
			b.Mailbot.BeforeHandling(func(in mailbot.Incoming) {
				if slices.Contains(bad, int(in.UID-100)) {
					panic("a fault")
				}
			})
			decisions, err := b.Mailbot.Receive(b.T.Context(), group...)
			b.Check(err)
			var want []string
			for i, d := range decisions {
				expected := decision.Answered
				if slices.Contains(bad, i) {
					expected = decision.Incident
				} else {
					want = append(want, []string{"ana", "bo", "carla", "dan", "eva"}[i]+"@example.org")
				}
				if d != expected {
					t.Errorf("mail %d: %s, want %s", i, d, expected)
				}
			}
			if got := whoWasAnswered(b); !slices.Equal(got, want) {
				t.Errorf("answered: %v, want %v", got, want)
			}
		})
	}
}

// noTrials holds a bot that was killed now to having died over no mail.
func noTrials(b *bottest.Bot, group []mailbot.Incoming) {
	b.T.Helper()
	file, err := journal.Open(trials.Beside(b.Path))
	b.Check(err)
	if left := file.Left(); len(left) > 0 {
		b.T.Errorf("noted in the file: %q", left)
	}
	file.End(true)
	b.Check(b.Store.View(func(tx *store.Tx) error {
		for _, in := range group {
			if n, err := tx.Trials(in.Place()); n > 0 || err != nil {
				b.T.Errorf("mail %d was tried %d times, %v", in.UID, n, err)
			}
		}
		return nil
	}))
}

// Whoever stops the bot waits for the mail at hand and for no other one, however many
// came together; and the others are as if nobody had begun with them.
func TestStopAmongMails(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ctx, stop := context.WithCancel(t.Context())
	b.Mailbot.BeforeHandling(func(in mailbot.Incoming) {
		if in.UID == 101 {
			stop()
		}
	})
	group := mailsFrom("ana", "bo", "carla", "dan", "eva")
	decisions, err := b.Mailbot.Receive(ctx, group...)
	if !errors.Is(err, context.Canceled) || !slices.Equal(decisions, []decision.Decision{decision.Answered, decision.Answered}) {
		t.Fatalf("%v, %v", decisions, err)
	}
	noTrials(b, group)
	decisions, err = b.Mailbot.Receive(t.Context(), group[len(decisions):]...)
	b.Check(err)
	if got := whoWasAnswered(b); len(decisions) != 3 || len(got) != len(group) {
		t.Errorf("answered: %v", got)
	}
}

// untilDeath gives mails to the bot until it dies over one, and says whether it did.
func untilDeath(b *bottest.Bot, group []mailbot.Incoming, deadly func(mailbot.Incoming) bool) (decisions []decision.Decision, died bool) {
	defer b.Mailbot.BeforeHandling(nil)
	b.Mailbot.BeforeHandling(func(in mailbot.Incoming) {
		if deadly(in) {
			runtime.Goexit()
		}
	})
	return receiveOrDie(b, group)
}

// receiveOrDie gives mails to the bot, and says whether it died.
func receiveOrDie(b *bottest.Bot, group []mailbot.Incoming) (decisions []decision.Decision, died bool) {
	var err error
	died = dies(func() { decisions, err = b.Mailbot.Receive(b.T.Context(), group...) })
	return decisions, died || err != nil
}

// dies says whether a bot died over some work. Death is the end of the goroutine in the middle of it, which
// leaves of that work what the end of the process would.
func dies(work func()) (died bool) {
	died = true
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
		died = false
	}()
	<-done
	return died
}

// A mail over which the process dies alone is set aside after the second time,
// and all others are dealt with.
func TestDeadlyMail(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	b.Configure(func(c *mailbot.Config) { c.Operator = "club@example.org" })
	group := mailsFrom("ana", "bo", "carla", "dan")
	deadly := func(in mailbot.Incoming) bool { return in.UID == 102 }
	for death := range trials.Most {
		if _, died := untilDeath(b, group, deadly); !died {
			t.Fatalf("it did not die, having died %d times", death)
		}
		b.Restart()
	}
	decisions, died := untilDeath(b, group, deadly)
	if want := []decision.Decision{decision.Duplicate, decision.Duplicate, decision.SetAside, decision.Answered}; died || !slices.Equal(decisions, want) {
		t.Errorf("died: %v, decisions %v, want %v", died, decisions, want)
	}
	want := []string{"ana@example.org", "bo@example.org", "club@example.org", "dan@example.org"}
	if got := whoWasAnswered(b); !slices.Equal(got, want) {
		t.Errorf("mails to %v, want %v", got, want)
	}

	// The operator has looked at it, has mended the program, and moves the mail
	// back to the inbox, where it gets a new number.
	group[2].UID = 200
	decisions, err := b.Mailbot.Receive(b.T.Context(), group[2])
	b.Check(err)
	if decisions[0] != decision.Answered {
		t.Errorf("moved back, it is %s", decisions[0])
	}
}

// fault lets a mail meet one.
func fault(of uint32) func(mailbot.Incoming) {
	return func(in mailbot.Incoming) {
		if in.UID == of {
			panic("a fault")
		}
	}
}

// All that is done about a mail counts: the process doesn't die for ever over what the operator asks for, or over an apology.
func TestDeadlyElsewhere(t *testing.T) {
	t.Parallel()
	for name, deadly := range map[string]func(*mailbot.Bot){
		"looking": func(b *mailbot.Bot) {
			b.Operate(&admin.Desk{}, func() (*health.Status, error) { runtime.Goexit(); return nil, nil })
		},
		"apologizing": func(b *mailbot.Bot) {
			b.BeforeHandling(fault(101))
			b.BeforeApology(func(mailbot.Incoming) { runtime.Goexit() })
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := withOperator(t)
			group := mailsFrom("ana", "club")
			group[1].Raw = bytes.Replace(group[1].Raw, []byte("help"), []byte("operator status"), 1)
			for death := range trials.Most {
				deadly(b.Mailbot)
				if _, died := receiveOrDie(b, group); !died {
					t.Fatalf("it did not die, having died %d times", death)
				}
				b.Restart()
			}
			decisions, died := receiveOrDie(b, group)
			if want := []decision.Decision{decision.Duplicate, decision.SetAside}; died || !slices.Equal(decisions, want) {
				t.Errorf("died: %v, decisions %v, want %v", died, decisions, want)
			}
		})
	}
}

// A mail that was tried before is an incident like any other if it meets a fault, and the apology another one.
func TestTriedMailWithFaults(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	group := mailsFrom("ana", "bo")
	if _, died := untilDeath(b, group, func(in mailbot.Incoming) bool { return in.UID == 101 }); !died {
		t.Fatal("it did not die")
	}
	b.Restart()
	b.Mailbot.BeforeHandling(fault(101))
	b.Mailbot.BeforeApology(fault(101))
	decisions, err := b.Mailbot.Receive(t.Context(), group...)
	b.Check(err)
	if want := []decision.Decision{decision.Answered, decision.Incident}; !slices.Equal(decisions, want) {
		t.Errorf("%v, want %v", decisions, want)
	}
	noTrials(b, group)
}

// A mail that is read again after a backup was restored has much more time: it
// did no harm when it was read first.
func TestFiledMailIsTriedLonger(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	group := mailsFrom("ana")
	group[0].Filed = true
	for range trials.MostFiled - 1 {
		if _, died := untilDeath(b, group, func(mailbot.Incoming) bool { return true }); !died {
			t.Fatal("it did not die")
		}
		b.Restart()
	}
	decisions, err := b.Mailbot.Receive(b.T.Context(), group...)
	b.Check(err)
	if want := []decision.Decision{decision.Answered}; !slices.Equal(decisions, want) {
		t.Errorf("%v, want %v", decisions, want)
	}
}

// A process that ends by itself, again and again, but never over the same mail
// alone, sets nothing aside.
func TestInnocentMails(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	group := mailsFrom("ana", "bo", "carla", "dan")
	for i := range group { // each time over another mail
		if _, died := untilDeath(b, group, func(in mailbot.Incoming) bool { return in.UID == group[i].UID }); !died {
			t.Fatal("it did not die")
		}
		b.Restart()
	}
	_, err := b.Mailbot.Receive(b.T.Context(), group...)
	b.Check(err)
	if got := whoWasAnswered(b); len(got) != len(group) {
		t.Errorf("mails to %v", got)
	}
}

// A bot that is paused by a mail dies over none of those that came with it, and once it goes on, deals with them.
func TestPausedAmongMails(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	b.Configure(func(c *mailbot.Config) { c.Operator = "club@example.org" })
	group := mailsFrom("ana", "club", "carla")
	group[1].Raw = bytes.Replace(group[1].Raw, []byte("\nhelp\n"), []byte("\noperator pause We move.\n"), 1)
	decisions, err := b.Mailbot.Receive(t.Context(), group...)
	b.Check(err)
	if len(decisions) != 2 {
		t.Errorf("decisions %v of a paused bot", decisions)
	}
	noTrials(b, group)
	b.Operator("resume")
	decisions, err = b.Mailbot.Receive(t.Context(), group[2])
	b.Check(err)
	if want := []decision.Decision{decision.Answered}; !slices.Equal(decisions, want) {
		t.Errorf("%v, want %v", decisions, want)
	}
}

// A mail over which a paused bot dies is set aside when it goes on, and nobody else's: those beside it were told that they are kept.
func TestDeadlyMailInAPause(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	b.Operator("pause: We move.")
	group := mailsFrom("ana", "bo", "carla")
	hold := func() bool {
		defer b.Restart()
		looked := 0
		b.Mailbot.SetReached(func(p mailbot.Point) {
			if p != mailbot.PointNoted {
				return
			}
			if looked++; looked == 2 {
				runtime.Goexit()
			}
		})
		return dies(func() { b.Check(b.Mailbot.Hold(b.T.Context(), group...)) })
	}
	for death := range trials.Most {
		if !hold() {
			t.Fatalf("it did not die, having died %d times", death)
		}
	}
	b.Operator("resume")
	decisions, err := b.Mailbot.Receive(b.T.Context(), group...)
	b.Check(err)
	if want := []decision.Decision{decision.Answered, decision.SetAside, decision.Answered}; !slices.Equal(decisions, want) {
		t.Errorf("%v, want %v", decisions, want)
	}
}

// A disk that can't take what a paused bot does about a mail is no fault of the mail, though the process died among mails before.
func TestRestartsOnAFullDiskInAPause(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	group := mailsFrom("ana")
	if _, died := untilDeath(b, group, func(mailbot.Incoming) bool { return true }); !died {
		t.Fatal("it did not die")
	}
	b.Restart()
	b.Operator("pause: We move.")
	for range 2 * trials.Most {
		b.Mailbot.SetReached(func(p mailbot.Point) {
			if p == mailbot.PointHandled {
				runtime.Goexit()
			}
		})
		if !dies(func() { b.Check(b.Mailbot.Hold(b.T.Context(), group...)) }) {
			t.Fatal("what could not be written was done")
		}
		b.Restart()
	}
	b.Operator("resume")
	decisions, err := b.Mailbot.Receive(b.T.Context(), group...)
	b.Check(err)
	if want := []decision.Decision{decision.Answered}; !slices.Equal(decisions, want) {
		t.Errorf("%v, want %v", decisions, want)
	}
}

// A transaction that can't be written is no fault of the mails in it: they are
// not counted as tried, however often that happens and the bot is ended for it.
func TestStoreFailureIsNoTrial(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	group := mailsFrom("ana", "bo")
	for range trials.Most + 1 {
		b.Mailbot.SetReached(func(p mailbot.Point) {
			if p == mailbot.PointNoted {
				b.Check(b.Store.Close())
			}
		})
		if _, err := b.Mailbot.Receive(b.T.Context(), group...); err == nil {
			t.Fatal("a closed store takes everything")
		}
		b.Reopen()
		noTrials(b, group)
	}
	decisions, err := b.Mailbot.Receive(b.T.Context(), group...)
	b.Check(err)
	if want := []decision.Decision{decision.Answered, decision.Answered}; !slices.Equal(decisions, want) {
		t.Errorf("%v, want %v", decisions, want)
	}
}

// A panic that ends the process leaves the notes of the mails at hand, an end that was asked for leaves none.
func TestPanicLeavesTheNotes(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	group := mailsFrom("ana", "bo")
	loop := func(reached func(mailbot.Point)) {
		defer func() { _ = recover() }()
		b.Mailbot.SetReached(reached)
		ctx, stop := context.WithCancel(t.Context())
		b.Check(b.Mailbot.ReceiveLoop(ctx, mailbot.Mailboxes{Inbox: func(context.Context) (mailbot.Mailbox, error) {
			_, err := b.Mailbot.Receive(ctx, group...)
			b.Check(err)
			stop()
			return nil, context.Canceled
		}}, time.Minute))
	}
	loop(func(p mailbot.Point) {
		if p == mailbot.PointNoted {
			panic("a fault")
		}
	})
	b.Restart()
	file, err := os.ReadFile(trials.Beside(b.Path))
	if want := fmt.Sprintf("%s 1\n%s 1\n", group[0].Place(), group[1].Place()); err != nil || string(file) != want {
		t.Errorf("%q, %v is left, want %q", file, err, want)
	}
	loop(nil)
	if _, err := os.Stat(trials.Beside(b.Path)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file is left: %v", err)
	}
	if got := whoWasAnswered(b); len(got) != len(group) {
		t.Errorf("answered: %v", got)
	}
}

// A disk that can't take what is done, and a process that is started anew for it
// again and again, are no fault of the mails either: none is set aside.
func TestRestartsOnAFullDisk(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	group := mailsFrom("ana", "bo")
	b.Configure(func(c *mailbot.Config) {
		c.Reached = func(p mailbot.Point) {
			if p == mailbot.PointHandled {
				runtime.Goexit() // what is done by now comes to nothing
			}
		}
	})
	for range 4 * trials.Most {
		if _, died := untilDeath(b, group, func(mailbot.Incoming) bool { return false }); !died {
			t.Fatal("what could not be written was done")
		}
		b.Restart()
	}
	b.Configure(func(c *mailbot.Config) { c.Reached = nil })
	decisions, err := b.Mailbot.Receive(b.T.Context(), group...)
	b.Check(err)
	if want := []decision.Decision{decision.Answered, decision.Answered}; !slices.Equal(decisions, want) {
		t.Errorf("%v, want %v", decisions, want)
	}
}

// The operator gets ten mails a day, and the last one says so.
func TestOperatorIsNotFlooded(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	b.Configure(func(c *mailbot.Config) { c.Operator = "club@example.org" })
	b.Mailbot.BeforeHandling(func(mailbot.Incoming) { panic("a fault") })
	for day := range 2 {
		for i := range 2 * 10 {
			mail := mailsFrom(fmt.Sprintf("person%d-%d", day, i))
			mail[0].UID = uint32(100*(day+1) + i)
			_, err := b.Mailbot.Receive(b.T.Context(), mail...)
			b.Check(err)
		}
		if n := len(whoWasAnswered(b)); n != 10 {
			t.Errorf("%d mails to the operator in a day", n)
		}
		if last := b.Person("club@example.org").Last().Text; !strings.Contains(last, "the last email of this kind today") {
			t.Errorf("the last mail of the day:\n%s", last)
		}
		b.Now = b.Now.Add(24 * time.Hour)
	}
}
