package imapbox_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/sandbox"
	"unlurbot/mailbot/testing/loopback"
)

// A wristwatch is a clock that a test sets.
type wristwatch struct {
	mu  sync.Mutex
	now time.Time
}

func newWatch() *wristwatch { return &wristwatch{now: time.Now()} }

func (w *wristwatch) Now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

func (w *wristwatch) add(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
}

// owned is the configuration of a bot that takes a lease.
func owned(port int, owner string, watch *wristwatch) imapbox.Config {
	cfg := config(port)
	cfg.Owner, cfg.Now = owner, watch.Now
	return cfg
}

// client looks at the mailbox as a person does.
func client(t *testing.T, s *sandbox.Servers) *imapclient.Client {
	t.Helper()
	conn, err := loopback.Dial(t.Context(), "tcp", s.IMAPAddr())
	if err != nil {
		t.Fatal(err)
	}
	c := imapclient.New(conn, nil)
	t.Cleanup(func() { c.Close() })
	if err := c.Login("unlur", "any").Wait(); err != nil {
		t.Fatal(err)
	}
	return c
}

// wantNotes counts the mails in the lease folder.
func wantNotes(t *testing.T, s *sandbox.Servers, want uint32) {
	t.Helper()
	data, err := client(t, s).Status(imapbox.LeaseMailbox, &imap.StatusOptions{NumMessages: true}).Wait()
	if err != nil || *data.NumMessages != want {
		t.Errorf("%+v in the lease folder, %v; want %d", data, err, want)
	}
}

// leave puts a mail into the lease folder, as an owner of an hour ago for instance.
func leave(t *testing.T, s *sandbox.Servers, mail string, at time.Time) {
	t.Helper()
	c := client(t, s)
	_ = c.Create(imapbox.LeaseMailbox, nil).Wait() // it may be there
	command := c.Append(imapbox.LeaseMailbox, int64(len(mail)), &imap.AppendOptions{Time: at})
	_, err := command.Write([]byte(mail))
	err = errors.Join(err, command.Close())
	if _, waited := command.Wait(); errors.Join(err, waited) != nil {
		t.Fatal(err, waited)
	}
}

func note(owner string) string { return "X-Unlur-Owner: " + owner + "\r\n\r\nhere\r\n" }

// wantOther wants a Box to find that the mailbox is somebody else's.
func wantOther(t *testing.T, err error) {
	t.Helper()
	var failed *imapbox.Error
	if !errors.Is(err, imapbox.ErrOtherBot) || !errors.As(err, &failed) {
		t.Fatalf("got %v, want %v", err, imapbox.ErrOtherBot)
	}
	if !strings.Contains(failed.Advice(), `delete the mail in the folder "Unlur-Lock"`) {
		t.Errorf("advice: %s", failed.Advice())
	}
}

func TestSecondBotIsTurnedAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, watch := startSandbox(t), newWatch()
		port := portOf(t, s.IMAPAddr())
		first := dial(t, owned(port, "store.1", watch))
		if err := first.Unprotected(); err != nil {
			t.Error(err)
		}
		_, err := imapbox.Dial(t.Context(), owned(port, "other.1", watch))
		wantOther(t, err)
		wantNotes(t, s, 1)
		watch.add(20 * time.Minute)
		wantList(t, first)
		_, err = imapbox.Dial(t.Context(), owned(port, "other.2", watch))
		wantOther(t, err)

		if err := first.Close(); err != nil {
			t.Error(err)
		}
		wantNotes(t, s, 0)
		wantList(t, dial(t, owned(port, "other.3", watch)))
	})
}

// A bot that was started again takes over from itself; the older one, should it
// live, stops.
func TestPredecessorIsTakenOverFrom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, watch := startSandbox(t), newWatch()
		port := portOf(t, s.IMAPAddr())
		old := dial(t, owned(port, "store.1", watch))
		successor := dial(t, owned(port, "store.2", watch))
		wantNotes(t, s, 1)
		watch.add(11 * time.Minute)
		_, err := old.List(t.Context())
		wantOther(t, err)
		if _, err := old.List(t.Context()); err == nil {
			t.Error("it goes on all the same")
		}
		wantList(t, successor)
		wantNotes(t, s, 1)
	})
}

// A connection that died without a word leaves its note; the next one of the
// same process finds it.
func TestReconnecting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, watch := startSandbox(t), newWatch()
		port := portOf(t, s.IMAPAddr())
		for range 3 {
			wantList(t, dial(t, owned(port, "store.1", watch)))
			wantNotes(t, s, 1)
		}
		_, err := imapbox.Dial(t.Context(), owned(port, "other.1", watch))
		wantOther(t, err)
	})
}

func TestStaleLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, watch := startSandbox(t), newWatch()
		port := portOf(t, s.IMAPAddr())
		leave(t, s, note("other.1"), time.Now().Add(-29*time.Minute))
		_, err := imapbox.Dial(t.Context(), owned(port, "store.1", watch))
		wantOther(t, err)

		s = startSandbox(t)
		port = portOf(t, s.IMAPAddr())
		leave(t, s, note("other.1"), time.Now().Add(-31*time.Minute))
		leave(t, s, "Subject: what is this folder?\r\n\r\n", time.Now())
		leave(t, s, note("!"), time.Now())
		wantList(t, dial(t, owned(port, "store.1", watch)))
		wantNotes(t, s, 3) // ours, and those that are no notes
	})
}

func TestManyStartAtTheSameMoment(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for range 5 {
			s, watch := startSandbox(t), newWatch()
			port := portOf(t, s.IMAPAddr())
			const bots = 4
			boxes := make([]*imapbox.Box, bots)
			errs := make([]error, bots)
			var crowd sync.WaitGroup
			for i := range bots {
				crowd.Go(func() {
					boxes[i], errs[i] = imapbox.Dial(t.Context(), owned(port, fmt.Sprintf("store%d.1", i), watch))
				})
			}
			crowd.Wait()
			won := 0
			for i, err := range errs {
				if err == nil {
					won++
					t.Cleanup(func() { boxes[i].Close() })
					wantList(t, boxes[i])
					continue
				}
				wantOther(t, err)
			}
			if won != 1 {
				t.Fatalf("%d bots are at work", won)
			}
		}
	})
}

// While the lease is renewed the mailbox is not selected; nothing of what comes
// meanwhile may be missed.
func TestRenewal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, watch := startSandbox(t), newWatch()
		b := dial(t, owned(portOf(t, s.IMAPAddr()), "store.1", watch))
		for i := range uint32(3) {
			watch.add(11 * time.Minute)
			deliver(t, s, "C4")
			messages, _, err := b.Fetch(t.Context(), []uint32{i + 1})
			if err != nil || len(messages) != 1 || !strings.Contains(string(messages[0].Raw), "C4") {
				t.Fatalf("fetched %v, %v", messages, err)
			}
			begun := time.Now()
			if err := b.Wait(t.Context(), nap); err != nil {
				t.Error(err)
			}
			lasts(t, begun, 0)
			wantNotes(t, s, 1)
		}
		wantList(t, b, 1, 2, 3)
		if err := b.File(t.Context(), imapbox.Done, []uint32{1, 2, 3}); err != nil {
			t.Error(err)
		}
		wantList(t, b)
		watch.add(-time.Hour) // somebody has set the clock
		wantList(t, b)
		wantNotes(t, s, 1)
	})
}

// Somebody has taken the mailbox from us, and has gone again.
func TestLeaseIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, watch := startSandbox(t), newWatch()
		b := dial(t, owned(portOf(t, s.IMAPAddr()), "store.1", watch))
		c := client(t, s)
		if _, err := c.Select(imapbox.LeaseMailbox, nil).Wait(); err != nil {
			t.Fatal(err)
		}
		deleted := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}
		if err := errors.Join(c.Store(imap.SeqSetNum(1), deleted, nil).Close(), c.Expunge().Close()); err != nil {
			t.Fatal(err)
		}
		wantList(t, b) // it is not looked at each time
		watch.add(11 * time.Minute)
		_, err := b.List(t.Context())
		wantOther(t, err)
		wantNotes(t, s, 0)
	})
}

// Somebody has tidied up and removed the whole folder. That is no reason to
// stop, but to dial again.
func TestLeaseFolderIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, watch := startSandbox(t), newWatch()
		cfg := owned(portOf(t, s.IMAPAddr()), "store.1", watch)
		b := dial(t, cfg)
		remove(t, s, imapbox.LeaseMailbox)
		watch.add(11 * time.Minute)
		_, err := b.List(t.Context())
		checkError(t, err, imapbox.OpLease, nil)
		if errors.Is(err, imapbox.ErrOtherBot) {
			t.Errorf("got %v", err)
		}
		wantList(t, dial(t, cfg))
		wantNotes(t, s, 1)
	})
}

// The mailbox itself was made anew while the other folder was selected.
func TestNewUIDValidityAfterRenewal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, watch := startSandbox(t), newWatch()
		selected := 0
		b := dial(t, owned(proxy(t, s.IMAPAddr(), func(line string, _ <-chan struct{}) (string, bool) {
			if strings.HasPrefix(line, "* OK [UIDVALIDITY") {
				if selected++; selected == 4 {
					line = "* OK [UIDVALIDITY 7] numbered anew\r\n"
				}
			}
			return line, false
		}), "store.1", watch))
		watch.add(11 * time.Minute)
		_, err := b.List(t.Context())
		checkError(t, err, imapbox.OpSelect, nil)
		if _, err := b.List(t.Context()); err == nil {
			t.Error("the connection is still in use")
		}
	})
}

// Where the server does not allow for a lease, the games go on without.
func TestUnprotected(t *testing.T) {
	for name, script := range map[string]script{
		"no folder": func(line string, over <-chan struct{}) (string, bool) {
			if tag, ok := strings.CutSuffix(line, " OK CREATE completed\r\n"); ok {
				return tag + " NO [NOPERM] not here\r\n", false
			}
			return line, false
		},
		"no mail": func(line string, _ <-chan struct{}) (string, bool) {
			if strings.HasPrefix(line, "+ ") { // the server is to say no before it has the mail
				return "T6 NO [OVERQUOTA] full\r\n", false
			}
			return without("LITERAL-", "LITERAL+")(line, nil)
		},
		"not even after the mail": func(line string, _ <-chan struct{}) (string, bool) {
			if tag, _, ok := strings.Cut(line, " OK [APPENDUID"); ok {
				return tag + " NO full\r\n", false
			}
			return line, false
		},
	} {
		t.Run(name, bubble(func(t *testing.T) {
			s, watch := startSandbox(t), newWatch()
			if err := client(t, s).Create("Unlur-Done", nil).Wait(); err != nil {
				t.Fatal(err)
			}
			b := dial(t, owned(proxy(t, s.IMAPAddr(), script), "store.1", watch))
			var failed *imapbox.Error
			if err := b.Unprotected(); !errors.As(err, &failed) || !failed.Refused() {
				t.Errorf("unprotected: %v", err)
			}
			deliver(t, s, "C4")
			wantList(t, b, 1)
			if err := b.File(t.Context(), imapbox.Done, []uint32{1}); err != nil {
				t.Error(err)
			}
			watch.add(11 * time.Minute)
			wantList(t, b)
		}))
	}
}

// A server that has just not the time for a lease is asked again.
func TestLeaseLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		_, err := imapbox.Dial(t.Context(), owned(proxy(t, s.IMAPAddr(), func(line string, _ <-chan struct{}) (string, bool) {
			if tag, _, ok := strings.Cut(line, " OK [APPENDUID"); ok {
				return tag + " NO [UNAVAILABLE] not now\r\n", false
			}
			return line, false
		}), "store.1", newWatch()))
		checkError(t, err, imapbox.OpLease, nil)
		checkWait(t, err, time.Minute)
	})
}

// Servers that want all folders below INBOX.
func TestLeaseBelowInbox(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, watch := startSandbox(t), newWatch()
		refusals := 0
		port := proxy(t, s.IMAPAddr(), func(line string, _ <-chan struct{}) (string, bool) {
			if tag, ok := strings.CutSuffix(line, " OK CREATE completed\r\n"); ok && refusals == 0 {
				refusals++
				return tag + " NO not at the top\r\n", false
			}
			return line, false
		})
		b := dial(t, owned(port, "store.1", watch))
		if err := b.Unprotected(); err != nil {
			t.Error(err)
		}
		data, err := client(t, s).Status("INBOX.Unlur-Lock", &imap.StatusOptions{NumMessages: true}).Wait()
		if err != nil || *data.NumMessages != 1 {
			t.Errorf("%+v, %v", data, err)
		}
	})
}

func TestLeaseWithoutUIDPlus(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, watch := startSandbox(t), newWatch()
		b := dial(t, owned(proxy(t, s.IMAPAddr(), without("UIDPLUS")), "store.1", watch))
		watch.add(11 * time.Minute)
		wantList(t, b)
		wantNotes(t, s, 1)
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		wantNotes(t, s, 0)
	})
}

// A Box that can't be opened after all does not keep others away.
func TestLeaseIsGivenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, watch := startSandbox(t), newWatch()
		cfg := owned(portOf(t, s.IMAPAddr()), "store.1", watch)
		cfg.Mailbox = "Nowhere"
		_, err := imapbox.Dial(t.Context(), cfg)
		checkError(t, err, imapbox.OpSelect, nil)
		wantNotes(t, s, 0)
	})
}

func TestImpossibleOwner(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		for _, owner := range []string{"store", "store.1\r\nSubject: x", ".", "a.b.c"} {
			_, err := imapbox.Dial(t.Context(), owned(portOf(t, s.IMAPAddr()), owner, newWatch()))
			checkError(t, err, imapbox.OpLease, nil)
		}
	})
}
