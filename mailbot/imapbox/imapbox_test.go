package imapbox_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/mailbot/credential"
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/sandbox"
	"unlurbot/mailbot/testing/loopback"
)

// Like all times here these are a bubble's, in which none passes while anybody has
// something to do.
const (
	patience = 20 * time.Second // the CommandTimeout; after 30 s the library gives up by itself
	nap      = 10 * time.Minute // to wait for mail
)

// bubble is a test that runs in a bubble.
func bubble(test func(t *testing.T)) func(t *testing.T) {
	return func(t *testing.T) { synctest.Test(t, test) }
}

// lasts wants what has begun to have taken so long.
func lasts(t *testing.T, begun time.Time, want time.Duration) {
	t.Helper()
	if took := time.Since(begun); took != want {
		t.Errorf("it took %v, want %v", took, want)
	}
}

func startSandbox(t *testing.T) *sandbox.Servers {
	t.Helper()
	s, err := sandbox.Start(sandbox.Config{Listen: loopback.Listen})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func portOf(t testing.TB, addr string) int {
	t.Helper()
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func config(port int) imapbox.Config {
	return imapbox.Config{
		Host: "127.0.0.1", Port: port, Security: imapbox.SecurityNone,
		Username: "unlur@sandbox.test", Credential: credential.Password("secret"),
		Mailbox: "INBOX", DoneMailbox: "Unlur-Done", FailedMailbox: "Unlur-Failed",
		MaxSize: 10_000, CommandTimeout: patience, Dial: loopback.Dial,
	}
}

func dial(t *testing.T, cfg imapbox.Config) *imapbox.Box {
	t.Helper()
	b, err := imapbox.Dial(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// deliver puts a mail into the bot's mailbox.
func deliver(t *testing.T, s *sandbox.Servers, body string) {
	t.Helper()
	mail := "From: ana@sandbox.test\r\nSubject: " + body[:min(len(body), 10)] + "\r\n\r\n" + body + "\r\n"
	err := loopback.SendMail(t.Context(), s.SMTPAddr(), "ana@sandbox.test", []string{"unlur@sandbox.test"}, []byte(mail))
	if err != nil {
		t.Fatal(err)
	}
}

func list(t *testing.T, b *imapbox.Box) []uint32 {
	t.Helper()
	uids, err := b.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return uids
}

func wantList(t *testing.T, b *imapbox.Box, want ...uint32) {
	t.Helper()
	if diff := cmp.Diff(want, list(t, b)); diff != "" {
		t.Errorf("UIDs in the mailbox (-want +got):\n%s", diff)
	}
}

// done opens the mailbox for filed mails itself.
func done(t *testing.T, s *sandbox.Servers) *imapbox.Box {
	t.Helper()
	cfg := config(portOf(t, s.IMAPAddr()))
	cfg.Mailbox, cfg.DoneMailbox = "Unlur-Done", "INBOX"
	return dial(t, cfg)
}

func TestRoundTrip(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		b := dial(t, config(portOf(t, s.IMAPAddr())))
		wantList(t, b)
		if b.UIDValidity() == 0 {
			t.Error("no UIDVALIDITY")
		}
		if err := b.CanFile(); err != nil {
			t.Errorf("the sandbox can move mails: %v", err)
		}

		deliver(t, s, "C4")
		deliver(t, s, "D5")
		begun := time.Now()
		if err := b.Wait(t.Context(), nap); err != nil {
			t.Fatal(err)
		}
		lasts(t, begun, 0)
		wantList(t, b, 1, 2)
		mails, _, err := b.Fetch(t.Context(), []uint32{2, 1})
		if err != nil {
			t.Fatal(err)
		}
		for i, body := range []string{"D5", "C4"} {
			m := mails[i]
			if m.UID != uint32(2-i) || m.HeaderOnly || int64(len(m.Raw)) != m.Size || !strings.HasSuffix(string(m.Raw), "\r\n\r\n"+body+"\r\n") {
				t.Errorf("mail %d is %+v:\n%s", i, m, m.Raw)
			}
		}

		if err := b.File(t.Context(), imapbox.Done, []uint32{1, 2}); err != nil {
			t.Fatal(err)
		}
		wantList(t, b)
		if err := b.File(t.Context(), imapbox.Done, []uint32{1, 2, 99}); err != nil {
			t.Errorf("filing again: %v", err)
		}
		wantList(t, done(t, s), 1, 2)
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		if _, err := b.List(t.Context()); err == nil {
			t.Error("a closed Box lists")
		}
	})
}

func TestBigMail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		b := dial(t, config(portOf(t, s.IMAPAddr())))
		deliver(t, s, "small")
		deliver(t, s, strings.Repeat("big mail\r\n", 2000))
		deliver(t, s, "last")
		mails, _, err := b.Fetch(t.Context(), list(t, b))
		if err != nil {
			t.Fatal(err)
		}
		if len(mails) != 3 || mails[0].HeaderOnly || !mails[1].HeaderOnly || mails[2].HeaderOnly {
			t.Fatalf("fetched %+v", mails)
		}
		big := mails[1]
		if big.UID != 2 || big.Size < 20_000 || !strings.Contains(string(big.Raw), "\r\nSubject: big mail\r\n") || strings.Index(string(big.Raw), "\r\n\r\n") != len(big.Raw)-4 {
			t.Errorf("the big mail is UID %d, size %d:\n%s", big.UID, big.Size, big.Raw)
		}
	})
}

func TestEndlessHeaderIsCut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		mail := "Subject: x\r\nX-Long:" + strings.Repeat(" word\r\n", 100_000) + "\r\nC4\r\n"
		if err := loopback.SendMail(t.Context(), s.SMTPAddr(), "", []string{"unlur@sandbox.test"}, []byte(mail)); err != nil {
			t.Fatal(err)
		}
		mails, _, err := dial(t, config(portOf(t, s.IMAPAddr()))).Fetch(t.Context(), []uint32{1})
		if err != nil {
			t.Fatal(err)
		}
		if n := len(mails[0].Raw); n != 256<<10 {
			t.Errorf("the header has %d bytes", n)
		}
	})
}

func TestNothingToDo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		b := dial(t, config(portOf(t, s.IMAPAddr())))
		if mails, _, err := b.Fetch(t.Context(), nil); len(mails) != 0 || err != nil {
			t.Errorf("fetched %v, %v", mails, err)
		}
		if err := b.File(t.Context(), imapbox.Done, nil); err != nil {
			t.Error(err)
		}
	})
}

func TestVanishedMail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		b := dial(t, config(portOf(t, s.IMAPAddr())))
		other := dial(t, config(portOf(t, s.IMAPAddr())))
		for _, body := range []string{"C4", "D5", "E6"} {
			deliver(t, s, body)
		}
		uids := list(t, b)
		if err := other.File(t.Context(), imapbox.Done, []uint32{2}); err != nil {
			t.Fatal(err)
		}
		mails, _, err := b.Fetch(t.Context(), uids)
		if err != nil {
			t.Fatal(err)
		}
		if len(mails) != 2 || mails[0].UID != 1 || mails[1].UID != 3 {
			t.Errorf("fetched %+v", mails)
		}
		if err := b.File(t.Context(), imapbox.Done, uids); err != nil {
			t.Error(err)
		}
		wantList(t, b)
	})
}

func TestWaitLetsTimePass(t *testing.T) {
	for name, missing := range map[string][]string{"with IDLE": nil, "without IDLE": {"IDLE"}} {
		t.Run(name, bubble(func(t *testing.T) {
			s := startSandbox(t)
			b := dial(t, config(proxy(t, s.IMAPAddr(), without(missing...))))
			for range 3 {
				begun := time.Now()
				if err := b.Wait(t.Context(), nap); err != nil {
					t.Fatal(err)
				}
				lasts(t, begun, nap)
				wantList(t, b)
			}
		}))
	}
}

// An announcement that comes with the answer to another command counts too.
func TestWaitKnowsWhatWasAnnouncedBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		b := dial(t, config(proxy(t, s.IMAPAddr(), without("IDLE"))))
		wantList(t, b)
		deliver(t, s, "C4")
		if err := b.File(t.Context(), imapbox.Done, []uint32{99}); err != nil { // as good as a NOOP
			t.Fatal(err)
		}
		begun := time.Now()
		if err := b.Wait(t.Context(), nap); err != nil {
			t.Fatal(err)
		}
		lasts(t, begun, 0)
		wantList(t, b, 1)
	})
}

func TestCancelledWaitLeavesTheBoxUsable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		idling := make(chan struct{})
		b := dial(t, config(proxy(t, s.IMAPAddr(), func(line string, _ <-chan struct{}) (string, bool) {
			if strings.HasPrefix(line, "+ idling") {
				close(idling)
			}
			return line, false
		})))
		ctx, cancel := context.WithCancel(t.Context())
		go func() { <-idling; cancel() }()
		if err := b.Wait(ctx, nap); !errors.Is(err, context.Canceled) {
			t.Errorf("waited to %v", err)
		}
		wantList(t, b)
	})
}

// In no bubble: to wait for one's turn is no waiting there, and so no time would pass.
func TestSeveralGoroutines(t *testing.T) {
	s := startSandbox(t)
	cfg := config(portOf(t, s.IMAPAddr()))
	cfg.CommandTimeout = math.MaxInt64
	b := dial(t, cfg)
	const each = 10
	var crowd sync.WaitGroup
	for range 4 {
		crowd.Go(func() {
			for range each {
				deliver(t, s, "C4")
				if err := b.Wait(t.Context(), 0); err != nil {
					t.Error(err)
				}
				uids := list(t, b)
				if _, _, err := b.Fetch(t.Context(), uids); err != nil {
					t.Error(err)
				}
				if err := b.File(t.Context(), imapbox.Done, uids); err != nil {
					t.Error(err)
				}
			}
		})
	}
	crowd.Wait()
	wantList(t, b)
	cfg.Mailbox, cfg.DoneMailbox = cfg.DoneMailbox, cfg.Mailbox
	if n := len(list(t, dial(t, cfg))); n != 4*each {
		t.Errorf("%d mails were filed, want %d", n, 4*each)
	}
}

func TestCloseEndsAWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		idling := make(chan struct{})
		b := dial(t, config(proxy(t, s.IMAPAddr(), func(line string, _ <-chan struct{}) (string, bool) {
			if strings.HasPrefix(line, "+ idling") {
				close(idling)
			}
			return line, false
		})))
		waited := make(chan error)
		go func() { waited <- b.Wait(t.Context(), nap) }()
		<-idling
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		if err := <-waited; err == nil {
			t.Error("the wait ended without an error")
		}
	})
}

// fill is used where many mails are wanted.
func fill(t *testing.T, s *sandbox.Servers, n int) {
	t.Helper()
	for i := range n {
		deliver(t, s, fmt.Sprintf("mail %d", i))
	}
}

// fetchAll fetches in as many steps as it takes.
func fetchAll(t *testing.T, b *imapbox.Box, uids []uint32) []imapbox.Message {
	t.Helper()
	var all []imapbox.Message
	for rest := uids; len(rest) > 0; {
		var some []imapbox.Message
		var err error
		if some, rest, err = b.Fetch(t.Context(), rest); err != nil {
			t.Fatal(err)
		}
		all = append(all, some...)
	}
	return all
}

// A set with many bodies in one answer is what stalls a careless client.
func TestManyBodiesInOneAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		b := dial(t, config(portOf(t, s.IMAPAddr())))
		fill(t, s, 150)
		mails := fetchAll(t, b, list(t, b))
		if len(mails) != 150 {
			t.Fatalf("fetched %d mails", len(mails))
		}
		for i, m := range mails {
			if !strings.Contains(string(m.Raw), fmt.Sprintf("\r\n\r\nmail %d\r\n", i)) {
				t.Fatalf("mail %d is another one:\n%s", i, m.Raw)
			}
		}
	})
}
