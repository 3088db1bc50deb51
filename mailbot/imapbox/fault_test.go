package imapbox_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/sandbox"
)

// remove deletes a folder behind the Box's back.
func remove(t *testing.T, s *sandbox.Servers, folder string) {
	t.Helper()
	if err := client(t, s).Delete(folder).Wait(); err != nil {
		t.Fatal(err)
	}
}

func TestDialErrors(t *testing.T) {
	tests := []struct {
		name   string
		script script
		change func(*imapbox.Config)
		op     string
		hint   string // in the advice
		is     error
	}{
		{
			name: "nobody there", op: imapbox.OpConnect, hint: "imap.port",
			change: func(c *imapbox.Config) { c.Port = 1<<16 - 1 },
		},
		{
			name: "unknown security", op: imapbox.OpConnect,
			change: func(c *imapbox.Config) { c.Security = "ssl" },
		},
		{
			name: "silent greeting", script: hang("* OK"), op: imapbox.OpGreeting, is: context.DeadlineExceeded,
		},
		{
			name: "turned away", script: instead("* OK", "* BYE too many connections\r\n", true),
			op: imapbox.OpGreeting, hint: "a limit is reached",
		},
		{
			name: "turned away before TLS", script: instead("* OK", "* BYE not today\r\n", true),
			op: imapbox.OpGreeting, hint: "refuses connections",
			change: func(c *imapbox.Config) { c.Security = imapbox.SecurityStartTLS },
		},
		{
			name: "logged in before TLS", script: instead("* OK", "* PREAUTH come in\r\n", false),
			op: imapbox.OpGreeting, hint: "does not greet",
			change: func(c *imapbox.Config) { c.Security = imapbox.SecurityStartTLS },
		},
		{
			name: "hung up on instead of TLS", script: instead("S1 ", "* BYE no\r\n", true),
			op:     imapbox.OpTLS,
			change: func(c *imapbox.Config) { c.Security = imapbox.SecurityStartTLS },
		},
		{
			name: "no UIDVALIDITY", script: instead("[UIDVALIDITY", "", false), op: imapbox.OpSelect,
		},
		{
			name: "another protocol", script: instead("* OK", "220 mail.example.org ESMTP\r\n", false),
			op: imapbox.OpGreeting, hint: "imap.port",
		},
		{
			name: "hung up on", script: instead("* OK", "", true), op: imapbox.OpGreeting, hint: "imap.port",
		},
		{
			name: "TLS to a plain server", op: imapbox.OpTLS, hint: "starttls",
			change: func(c *imapbox.Config) { c.Security = imapbox.SecurityTLS },
		},
		{
			name: "silent in the handshake", script: hang(""), op: imapbox.OpTLS, is: context.DeadlineExceeded,
			change: func(c *imapbox.Config) { c.Security = imapbox.SecurityTLS },
		},
		{
			name: "no STARTTLS", op: imapbox.OpTLS, hint: "does not offer STARTTLS",
			change: func(c *imapbox.Config) { c.Security = imapbox.SecurityStartTLS },
		},
		{
			name: "login refused", op: imapbox.OpLogin, hint: "imap.username",
			change: func(c *imapbox.Config) { c.Username = "unlur@elsewhere.test" },
		},
		{
			name: "login refused with the password", op: imapbox.OpLogin, hint: "imap.username",
			script: instead("T1 OK", "T1 NO bad password secret\r\n", false),
		},
		{
			name: "logins disabled", op: imapbox.OpLogin, hint: "tls or starttls",
			script: instead("* OK", "* OK [CAPABILITY IMAP4rev1 LOGINDISABLED] hello\r\n", false),
		},
		{
			name: "silent login", script: hang("T1 OK"), op: imapbox.OpLogin, is: context.DeadlineExceeded,
		},
		{
			name: "no such mailbox", op: imapbox.OpSelect, hint: "imap.mailbox",
			change: func(c *imapbox.Config) { c.Mailbox = "Nowhere" },
		},
	}
	for _, test := range tests {
		t.Run(test.name, bubble(func(t *testing.T) {
			s := startSandbox(t)
			port := portOf(t, s.IMAPAddr())
			if test.script != nil {
				port = proxy(t, s.IMAPAddr(), test.script)
			}
			cfg := config(port)
			if test.change != nil {
				test.change(&cfg)
			}
			begun := time.Now()
			_, err := imapbox.Dial(t.Context(), cfg)
			checkError(t, err, test.op, test.is)
			if test.is == nil {
				lasts(t, begun, 0)
			} else {
				lasts(t, begun, patience)
			}
			var failed *imapbox.Error
			if errors.As(err, &failed) && !strings.Contains(failed.Advice(), test.hint) {
				t.Errorf("advice: %s", failed.Advice())
			}
		}))
	}
}

// A name that nobody knows is another trouble than a server that is down.
func TestAdviceOnUnknownName(t *testing.T) {
	failed := &imapbox.Error{Op: imapbox.OpConnect, Server: "imap.example.org:993", Err: &net.DNSError{Err: "no such host", Name: "imap.example.org"}}
	if advice := failed.Advice(); !strings.Contains(advice, "imap.example.org:993 can't be resolved: check imap.host") {
		t.Error(advice)
	}
}

func checkError(t *testing.T, err error, op string, is error) {
	t.Helper()
	var failed *imapbox.Error
	if !errors.As(err, &failed) || failed.Op != op {
		t.Fatalf("got %v, want one at %q", err, op)
	}
	if is != nil && !errors.Is(err, is) {
		t.Errorf("got %v, want %v", err, is)
	}
	if strings.Contains(err.Error()+failed.Advice(), "secret") {
		t.Errorf("the password is in %v", err)
	}
}

// A server that falls silent in the middle of any command costs the command,
// and the connection, but no more time than CommandTimeout.
func TestWatchdog(t *testing.T) {
	tests := []struct {
		name, at, op string
		call         func(context.Context, *imapbox.Box) error
	}{
		{"list", "* SEARCH", imapbox.OpList, func(ctx context.Context, b *imapbox.Box) error {
			_, err := b.List(ctx)
			return err
		}},
		{"sizes", "RFC822.SIZE", imapbox.OpFetch, func(ctx context.Context, b *imapbox.Box) error {
			_, _, err := b.Fetch(ctx, []uint32{1})
			return err
		}},
		{"in the middle of a body", "Subject: C4", imapbox.OpFetch, func(ctx context.Context, b *imapbox.Box) error {
			_, _, err := b.Fetch(ctx, []uint32{1})
			return err
		}},
		{"file", "COPYUID", imapbox.OpFile, func(ctx context.Context, b *imapbox.Box) error {
			return b.File(ctx, imapbox.Done, []uint32{1})
		}},
		{"entering IDLE", "+ idling", imapbox.OpWait, func(ctx context.Context, b *imapbox.Box) error {
			return b.Wait(ctx, nap)
		}},
		{"leaving IDLE", "IDLE completed", imapbox.OpWait, func(ctx context.Context, b *imapbox.Box) error {
			return b.Wait(ctx, 0)
		}},
	}
	for _, test := range tests {
		t.Run(test.name, bubble(func(t *testing.T) {
			s := startSandbox(t)
			deliver(t, s, "C4")
			b := dial(t, config(proxy(t, s.IMAPAddr(), hang(test.at))))
			begun := time.Now()
			checkError(t, test.call(t.Context(), b), test.op, context.DeadlineExceeded)
			lasts(t, begun, patience)
			if _, err := b.List(t.Context()); err == nil {
				t.Error("the connection is still in use")
			}
			if err := b.Close(); err != nil {
				t.Error(err)
			}
		}))
	}
}

func TestContextEndsACommand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		ctx, cancel := context.WithCancel(t.Context())
		b := dial(t, config(proxy(t, s.IMAPAddr(), func(line string, _ <-chan struct{}) (string, bool) {
			if strings.HasPrefix(line, "* SEARCH") {
				cancel()
				return "", false
			}
			return line, false
		})))
		_, err := b.List(ctx)
		checkError(t, err, imapbox.OpList, context.Canceled)
	})
}

func TestCloseDoesNotWaitLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		b := dial(t, config(proxy(t, s.IMAPAddr(), hang("BYE"))))
		begun := time.Now()
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		lasts(t, begun, 2*time.Second)
		if err := b.Close(); err != nil {
			t.Errorf("closing twice: %v", err)
		}
	})
}

func TestServerGoesAway(t *testing.T) {
	for name, hangUp := range map[string]script{
		"with BYE":       instead("* SEARCH", "* BYE shutting down\r\n", true),
		"without a word": instead("* SEARCH", "", true),
		"with nonsense":  instead("* SEARCH", "what?\r\n", false),
	} {
		t.Run(name, bubble(func(t *testing.T) {
			s := startSandbox(t)
			b := dial(t, config(proxy(t, s.IMAPAddr(), hangUp)))
			_, err := b.List(t.Context())
			checkError(t, err, imapbox.OpList, nil)
			var failed *imapbox.Error
			if errors.As(err, &failed) && failed.Refused() {
				t.Errorf("%v passes for an answer", err)
			}
			if b.Wait(t.Context(), nap) == nil {
				t.Error("waiting on a dead connection")
			}
		}))
	}
}

func TestServerGoesAwayWhileWaiting(t *testing.T) {
	for name, caps := range map[string][]string{"with IDLE": nil, "without IDLE": {"IDLE"}} {
		t.Run(name, bubble(func(t *testing.T) {
			s := startSandbox(t)
			b := dial(t, config(proxy(t, s.IMAPAddr(), without(caps...))))
			waited := make(chan error)
			go func() { waited <- b.Wait(t.Context(), nap) }()
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if err := <-waited; err == nil {
				t.Error("the wait ended without an error")
			}
		}))
	}
}

// Dovecot ends the answer with NO when a mail in it has just been removed.
func TestFetchSaysThatSomeAreGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		b := dial(t, config(proxy(t, s.IMAPAddr(), func(line string, _ <-chan struct{}) (string, bool) {
			if tag, ok := strings.CutSuffix(line, " OK UID FETCH completed\r\n"); ok {
				line = tag + " NO [EXPUNGEISSUED] some are gone\r\n"
			}
			return line, false
		})))
		deliver(t, s, "C4")
		mails, _, err := b.Fetch(t.Context(), []uint32{1, 2})
		if err != nil || len(mails) != 1 {
			t.Errorf("fetched %d mails, %v", len(mails), err)
		}
	})
}

func TestFetchRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		b := dial(t, config(proxy(t, s.IMAPAddr(), func(line string, _ <-chan struct{}) (string, bool) {
			if tag, ok := strings.CutSuffix(line, " OK UID FETCH completed\r\n"); ok {
				line = tag + " NO [UNAVAILABLE] not now\r\n"
			}
			return line, false
		})))
		deliver(t, s, "C4")
		_, _, err := b.Fetch(t.Context(), []uint32{1})
		checkError(t, err, imapbox.OpFetch, nil)
		var failed *imapbox.Error
		if errors.As(err, &failed) && !failed.Refused() {
			t.Errorf("%v is an answer", err)
		}
		wantList(t, b, 1) // the connection is good
	})
}

// A mail that the server can't read does not keep the others waiting.
func TestOneMailCanNotBeRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		among := false
		b := dial(t, config(proxy(t, s.IMAPAddr(), func(line string, _ <-chan struct{}) (string, bool) {
			among = among || strings.Contains(line, "(UID 2 BODY[]")
			if tag, ok := strings.CutSuffix(line, " OK UID FETCH completed\r\n"); ok && among {
				among = false
				line = tag + " NO [SERVERBUG] the disk is bad\r\n"
			}
			return line, false
		})))
		fill(t, s, 3)
		mails := fetchAll(t, b, list(t, b))
		if len(mails) != 2 || mails[0].UID != 1 || mails[1].UID != 3 {
			t.Errorf("fetched %v", mails)
		}
		_, _, err := b.Fetch(t.Context(), []uint32{2})
		checkError(t, err, imapbox.OpFetch, nil)
	})
}

// A server may offer IDLE and then not want it.
func TestIdleRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		var last int // tag that the server has answered
		b := dial(t, config(proxy(t, s.IMAPAddr(), func(line string, _ <-chan struct{}) (string, bool) {
			if strings.HasPrefix(line, "+ idling") {
				return fmt.Sprintf("T%d NO not now\r\n", last+1), false
			}
			if tag, _, ok := strings.Cut(line, " "); ok && strings.HasPrefix(tag, "T") {
				last, _ = strconv.Atoi(tag[1:])
			}
			return line, false
		})))
		begun := time.Now()
		if err := b.Wait(t.Context(), nap); err != nil {
			t.Error(err)
		}
		lasts(t, begun, nap)
	})
}
