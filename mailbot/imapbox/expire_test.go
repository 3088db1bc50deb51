package imapbox_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"

	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/sandbox"
)

// Mails that arrived before a time are deleted, to the second, in whatever order they lie,
// and no others; not even those that somebody has marked as deleted.
func TestExpire(t *testing.T) { bubble(testExpire)(t) }

func testExpire(t *testing.T) {
	s := startSandbox(t)
	before := time.Date(2026, time.March, 1, 0, 30, 0, 0, time.UTC)
	c := client(t, s)
	for _, at := range []time.Duration{-time.Second, 48 * time.Hour, -400 * 24 * time.Hour, 0, time.Second, -2 * time.Hour} {
		appended(t, s, before.Add(at))
	}
	if _, err := c.Select("INBOX", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	if err := c.Store(imap.UIDSetNum(5), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}, nil).Close(); err != nil {
		t.Fatal(err)
	}
	b := dial(t, config(portOf(t, s.IMAPAddr())))
	if n, err := b.Expire(t.Context(), before.In(time.FixedZone("", 9*3600))); n != 3 || err != nil {
		t.Errorf("%d deleted, %v", n, err)
	}
	wantList(t, b, 2, 4, 5)
	if n, err := b.Expire(t.Context(), before); n != 0 || err != nil {
		t.Errorf("%d deleted again, %v", n, err)
	}
}

// appended puts a mail into the mailbox that arrived at a time.
func appended(t *testing.T, s *sandbox.Servers, at time.Time) {
	t.Helper()
	const mail = "From: ana@sandbox.test\r\n\r\nC4\r\n"
	a := client(t, s).Append("INBOX", int64(len(mail)), &imap.AppendOptions{Time: at})
	if _, err := a.Write([]byte(mail)); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Wait(); err != nil {
		t.Fatal(err)
	}
}

// A server that could only delete what anybody has marked deletes nothing, and the advice
// says what to do.
func TestExpireNeedsUIDPlus(t *testing.T) { bubble(testExpireNeedsUIDPlus)(t) }

func testExpireNeedsUIDPlus(t *testing.T) {
	s := startSandbox(t)
	appended(t, s, time.Now().AddDate(-2, 0, 0))
	b := dial(t, config(proxy(t, s.IMAPAddr(), func(line string, _ <-chan struct{}) (string, bool) {
		return strings.ReplaceAll(line, " UIDPLUS", ""), false
	})))
	n, err := b.Expire(t.Context(), time.Now())
	failed := (*imapbox.Error)(nil)
	if n != 0 || !errors.As(err, &failed) || !strings.Contains(failed.Advice(), "leave keep.done out") {
		t.Errorf("%d deleted, %v", n, err)
	}
	wantList(t, b, 1)
}
