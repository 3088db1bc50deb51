package smtpout_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-smtp"
	"github.com/google/go-cmp/cmp"

	"unlurbot/mailbot/credential"
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/sandbox"
	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/testing/loopback"
	"unlurbot/store"
)

// patience is what a mail gets. Like all times here it is a bubble's, in which none
// passes while anybody has something to do.
const patience = 3 * time.Minute

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

func config(port int) smtpout.Config {
	return smtpout.Config{Host: "127.0.0.1", Port: port, Security: smtpout.SecurityNone, Timeout: patience, Dial: loopback.Dial}
}

func sender(t *testing.T, cfg smtpout.Config) *smtpout.Sender {
	t.Helper()
	s, err := smtpout.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func send(t *testing.T, s *smtpout.Sender) {
	t.Helper()
	if err := s.Send(t.Context(), turn()); err != nil {
		t.Fatal(err)
	}
}

// failed checks that an error is the expected kind of Failure.
func failed(t *testing.T, err error, step string, permanent bool, code int) *smtpout.Failure {
	t.Helper()
	var f *smtpout.Failure
	if !errors.As(err, &f) {
		t.Fatalf("got %v, want a Failure", err)
	}
	if f.Step != step || f.Permanent != permanent || f.Code != code {
		t.Errorf("got %+v, want step %s, permanent %v, code %d", f, step, permanent, code)
	}
	if strings.Contains(f.Error()+f.Text+fmt.Sprint(f.Err)+f.Advice(), "secret") {
		t.Errorf("the password is in %+v", f)
	}
	return f
}

// The whole way through real servers: sent, delivered, announced, fetched.
func TestThroughTheSandbox(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		box, err := sandbox.Start(sandbox.Config{Listen: loopback.Listen})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { box.Close() })
		port := func(addr string) int {
			_, p, _ := net.SplitHostPort(addr)
			n, _ := strconv.Atoi(p)
			return n
		}
		ana, err := imapbox.Dial(t.Context(), imapbox.Config{
			Host: "127.0.0.1", Port: port(box.IMAPAddr()), Security: imapbox.SecurityNone,
			Username: "ana", Credential: credential.Password("any"), Mailbox: "INBOX", DoneMailbox: "Done", Dial: loopback.Dial,
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { ana.Close() })

		send(t, sender(t, config(port(box.SMTPAddr()))))
		if err := ana.Wait(t.Context(), patience); err != nil {
			t.Fatal(err)
		}
		mails, _, err := ana.Fetch(t.Context(), []uint32{1})
		if err != nil || len(mails) != 1 {
			t.Fatalf("fetched %d mails, %v", len(mails), err)
		}
		head, mail, found := strings.Cut(string(mails[0].Raw), "+0000\r\n") // the end of Received
		if !found || !strings.HasPrefix(head, "Return-Path: <unlur+bounce-abc@sandbox.test>\r\n") {
			t.Errorf("the server wrote:\n%s", head)
		}
		if diff := cmp.Diff(written(t, turn()), mail); diff != "" {
			t.Errorf("the mail changed on the way (-sent +fetched):\n%s", diff)
		}
	})
}

func TestConnectionIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := (&server{}).listen(t)
		s := sender(t, config(srv.port))
		for range 3 {
			send(t, s)
		}
		if n := srv.sessions(); n != 1 {
			t.Errorf("%d sessions for three mails", n)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		send(t, s)
		want := received{from: "unlur+bounce-abc@sandbox.test", to: "ana@sandbox.test", mail: written(t, turn())}
		for _, got := range srv.taken() {
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(received{})); diff != "" {
				t.Errorf("taken (-want +got):\n%s", diff)
			}
		}
		if n := len(srv.taken()); n != 4 {
			t.Errorf("%d mails were taken", n)
		}
	})
}

// A connection that has ended while nobody looked costs no failure.
func TestStaleConnectionIsReplaced(t *testing.T) {
	closing := says(421, smtp.EnhancedCode{4, 4, 2}, "idle for too long")
	for name, srv := range map[string]*server{
		"closed":                 {},
		"421":                    {onMail: nth(2, closing)},
		"hung up at the address": {onRcpt: nth(2, hangUp)},
	} {
		t.Run(name, bubble(func(t *testing.T) {
			srv.listen(t)
			s := sender(t, config(srv.port))
			send(t, s)
			if name == "closed" {
				srv.hangUp()
			}
			send(t, s)
			if n := len(srv.taken()); n != 2 {
				t.Errorf("%d mails were taken", n)
			}
			if n := srv.sessions(); n != 2 {
				t.Errorf("%d sessions", n)
			}
		}))
	}
}

func TestRefusals(t *testing.T) {
	tests := []struct {
		name      string
		server    *server
		step      string
		permanent bool
		code      int
		enhanced  string
		text      string
	}{
		{
			"sender refused", &server{onMail: says(550, smtp.EnhancedCode{5, 7, 1}, "not you")},
			smtpout.StepSender, false, 550, "5.7.1", "not you", // the operator can mend it
		},
		{
			"login asked for", &server{onMail: says(530, smtp.EnhancedCode{5, 7, 0}, "log in first")},
			smtpout.StepSender, false, 530, "5.7.0", "log in first",
		},
		{
			"greylisted", &server{onRcpt: says(451, smtp.EnhancedCode{4, 7, 1}, "come back later")},
			smtpout.StepRecipient, false, 451, "4.7.1", "come back later",
		},
		{
			"unknown recipient", &server{onRcpt: says(550, smtp.EnhancedCode{5, 1, 1}, "no such person\nhere")},
			smtpout.StepRecipient, true, 550, "5.1.1", "no such person here",
		},
		{
			"no enhanced code", &server{onRcpt: says(550, smtp.NoEnhancedCode, "no")},
			smtpout.StepRecipient, true, 550, "", "no",
		},
		{
			"permanent by code, temporary by enhanced code", &server{onRcpt: says(550, smtp.EnhancedCode{4, 2, 2}, "full")},
			smtpout.StepRecipient, false, 550, "4.2.2", "full",
		},
		{
			"full mailbox", &server{onRcpt: says(552, smtp.EnhancedCode{5, 2, 2}, "full")},
			smtpout.StepRecipient, false, 552, "5.2.2", "full",
		},
		{
			"daily quota", &server{onData: says(550, smtp.EnhancedCode{5, 4, 5}, "enough for today")},
			smtpout.StepContent, false, 550, "5.4.5", "enough for today",
		},
		{
			"content refused", &server{onData: says(554, smtp.EnhancedCode{5, 6, 0}, "spam")},
			smtpout.StepContent, true, 554, "5.6.0", "spam",
		},
		{
			"disk full", &server{onData: says(452, smtp.EnhancedCode{4, 3, 1}, "no room")},
			smtpout.StepContent, false, 452, "4.3.1", "no room",
		},
		{
			"closing", &server{onMail: says(421, smtp.EnhancedCode{4, 3, 2}, "going down")},
			smtpout.StepSender, false, 421, "4.3.2", "going down",
		},
		{
			"dropped after DATA", &server{onData: hangUp},
			smtpout.StepContent, false, 0, "", "",
		},
	}
	for i, test := range append(tests, tests...) {
		inTurn := i >= len(tests) // without PIPELINING
		t.Run(fmt.Sprintf("%s, in turn: %v", test.name, inTurn), bubble(func(t *testing.T) {
			test.server = &server{onMail: test.server.onMail, onRcpt: test.server.onRcpt, onData: test.server.onData}
			for _, hook := range []*func(*smtp.Conn) error{&test.server.onMail, &test.server.onRcpt, &test.server.onData} {
				if *hook != nil {
					*hook = nth(1, *hook)
				}
			}
			test.server.listen(t)
			cfg := config(test.server.port)
			hidden := 0
			if inTurn {
				cfg.Dial = inTurnOnly(&hidden)
			}
			s := sender(t, cfg)
			f := failed(t, s.Send(t.Context(), turn()), test.step, test.permanent, test.code)
			if f.Enhanced != test.enhanced || f.Text != test.text {
				t.Errorf("the server said %q %q", f.Enhanced, f.Text)
			}
			if f.Err == nil || f.Advice() == "" {
				t.Errorf("an empty %+v", f)
			}
			if n := len(test.server.taken()); n != 0 {
				t.Errorf("%d mails were taken", n)
			}
			// The next mail goes, on a connection that is in order again.
			send(t, s)
			if n := len(test.server.taken()); n != 1 {
				t.Errorf("%d mails were taken", n)
			}
			if inTurn && hidden != test.server.sessions() {
				t.Errorf("PIPELINING was hidden %d times", hidden)
			}
			if want := map[bool]int{true: 1, false: 2}[test.code != 0 && test.code != 421]; test.server.sessions() != want {
				t.Errorf("%d sessions, want %d", test.server.sessions(), want)
			}
		}))
	}
}

// inTurnOnly connects to a server as if that didn't know PIPELINING, and counts how often it has said so.
func inTurnOnly(hidden *int) func(ctx context.Context, network, address string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := loopback.Dial(ctx, network, address)
		return hiding{c, hidden}, err
	}
}

type hiding struct {
	net.Conn
	hidden *int
}

func (c hiding) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	word := []byte("PIPELINING")
	*c.hidden += bytes.Count(b[:n], word)
	copy(b[:n], bytes.ReplaceAll(b[:n], word, []byte("X-NOTHING-")))
	return n, err
}

// What a server says ends in the log, in the store and on a terminal: of what it
// says without end only the beginning is kept, and nothing that acts.
func TestServersWordsAreTamed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := (&server{onRcpt: says(450, smtp.EnhancedCode{4, 2, 0}, "\x1b[2Jgone\u202e away\xff "+strings.Repeat("é", 2000))}).listen(t)
		err := sender(t, config(s.port)).Send(t.Context(), turn())
		f := failed(t, err, smtpout.StepRecipient, false, 450)
		if !strings.HasPrefix(f.Text, "[2Jgone away éé") || !strings.HasSuffix(f.Text, "éé…") || len(f.Text) > 1010 || !utf8.ValidString(err.Error()) {
			t.Errorf("%q", f.Text)
		}
	})
}

// The server takes the mail and breaks down right after: that is a success.
func TestErrorAfterDelivery(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var delivered atomic.Bool
		srv := (&server{
			onData: func(*smtp.Conn) error { delivered.Store(true); return nil },
			onReset: func(c *smtp.Conn) error { // the answer to DATA is out by now
				if delivered.Swap(false) {
					return hangUp(c)
				}
				return nil
			},
		}).listen(t)
		s := sender(t, config(srv.port))
		send(t, s)
		send(t, s)
		if n := len(srv.taken()); n != 2 {
			t.Errorf("%d mails were taken", n)
		}
	})
}

// SMTPUTF8 is asked for only where an address needs it: it makes a mail
// undeliverable at servers that lack it.
func TestSMTPUTF8OnlyForAddresses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := (&server{}).listen(t)
		s := sender(t, config(srv.port))
		for _, to := range []string{"ana@sandbox.test", "añá@sandbox.test"} {
			mail := turn()
			mail.EnvelopeTo = to
			if err := s.Send(t.Context(), mail); err != nil {
				t.Fatal(err)
			}
		}
		taken := srv.taken()
		if taken[0].smtputf8 || !taken[1].smtputf8 {
			t.Errorf("SMTPUTF8 was asked for: %v, %v", taken[0].smtputf8, taken[1].smtputf8)
		}
	})
}

func TestMailThatCannotBeSent(t *testing.T) {
	srv := (&server{}).listen(t)
	s := sender(t, config(srv.port))
	for name, spoil := range map[string]func(*store.Outgoing){
		"no envelope sender":   func(o *store.Outgoing) { o.EnvelopeFrom = "" },
		"no recipient":         func(o *store.Outgoing) { o.EnvelopeTo = "" },
		"a damaged page":       func(o *store.Outgoing) { o.HTML = o.HTML[:3] },
		"command in recipient": func(o *store.Outgoing) { o.EnvelopeTo = "a@b>\r\nRSET" },
		"parameter in sender":  func(o *store.Outgoing) { o.EnvelopeFrom = "a@b> BODY=8BITMIME" },
		"no Message-ID":        func(o *store.Outgoing) { o.MessageID = "" },
	} {
		t.Run(name, func(t *testing.T) {
			mail := turn()
			spoil(mail)
			_ = failed(t, s.Send(t.Context(), mail), smtpout.StepMail, true, 0)
		})
	}
	if n := srv.sessions(); n != 0 {
		t.Errorf("%d sessions for nothing", n)
	}
}

// A server that falls silent costs the mail's time and no more.
func TestSilenceAfterTheMail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		over := make(chan struct{})
		srv := &server{onData: nth(1, func(*smtp.Conn) error { <-over; return errors.New("too late") })}
		srv.listen(t)
		t.Cleanup(func() { close(over) })
		s := sender(t, config(srv.port))
		begun := time.Now()
		f := failed(t, s.Send(t.Context(), turn()), smtpout.StepContent, false, 0)
		lasts(t, begun, patience)
		if !errors.Is(f, context.DeadlineExceeded) {
			t.Errorf("got %v", f)
		}
	})
}

func TestCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		srv := (&server{onRcpt: func(*smtp.Conn) error { cancel(); return errors.New("late") }}).listen(t)
		s := sender(t, config(srv.port))
		var f *smtpout.Failure
		if err := s.Send(ctx, turn()); !errors.As(err, &f) || f.Permanent {
			t.Errorf("got %v", err)
		}
	})
}

func TestManySendersAndGoroutines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := (&server{}).listen(t)
		shared := sender(t, config(srv.port))
		var crowd sync.WaitGroup
		for range 4 {
			own := sender(t, config(srv.port))
			crowd.Go(func() {
				for i := range 10 {
					for _, s := range []*smtpout.Sender{shared, own} {
						if err := s.Send(t.Context(), turn()); err != nil {
							t.Error(err)
						}
					}
					if i == 5 {
						if err := errors.Join(shared.Close(), shared.Check(t.Context())); err != nil {
							t.Error(err)
						}
					}
				}
			})
		}
		crowd.Wait()
		if n := len(srv.taken()); n != 80 {
			t.Errorf("%d mails were taken", n)
		}
	})
}

func TestNewRefuses(t *testing.T) {
	for _, cfg := range []smtpout.Config{
		{},
		{Host: "127.0.0.1", Port: 25, Security: "ssl"},
		{Host: "", Port: 25, Security: smtpout.SecurityNone},
		{Host: "127.0.0.1", Port: 70000, Security: smtpout.SecurityNone},
	} {
		if _, err := smtpout.New(cfg); err == nil {
			t.Errorf("New(%+v) agreed", cfg)
		}
	}
}
