//go:build realservers

package imapbox_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"unlurbot/mailbot/credential"
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/testing/realservers"
)

// An account is one mailbox on Dovecot.
type account struct {
	tb   testing.TB
	addr string
	cfg  imapbox.Config
}

func newAccount(t *testing.T, s *realservers.Servers, name string) *account {
	t.Helper()
	cfg := config(portOf(t, s.IMAPAddr))
	cfg.Username, cfg.Credential = name+"@"+s.Domain, credential.Password(realservers.Password)
	// Over TCP, where waiting is for go test to end.
	cfg.Dial, cfg.CommandTimeout, cfg.LogoutTimeout = nil, math.MaxInt64, math.MaxInt64
	return &account{t, s.IMAPAddr, cfg}
}

func (a *account) check(err error) {
	a.tb.Helper()
	if err != nil {
		a.tb.Fatal(err)
	}
}

// client is another one that is logged in to the same mailbox.
func (a *account) client() *imapclient.Client {
	a.tb.Helper()
	c, err := imapclient.DialInsecure(a.addr, nil)
	a.check(err)
	a.tb.Cleanup(func() { c.Close() })
	a.check(c.Login(a.cfg.Username, realservers.Password).Wait())
	_, err = c.Select("INBOX", nil).Wait()
	a.check(err)
	return c
}

func (a *account) append(c *imapclient.Client, mail string, at time.Time) {
	a.tb.Helper()
	command := c.Append("INBOX", int64(len(mail)), &imap.AppendOptions{Time: at})
	_, err := command.Write([]byte(mail))
	a.check(errors.Join(err, command.Close()))
	_, err = command.Wait()
	a.check(err)
}

// count looks how many mails a folder has.
func (a *account) count(folder string) uint32 {
	a.tb.Helper()
	data, err := a.client().Status(folder, &imap.StatusOptions{NumMessages: true}).Wait()
	a.check(err)
	return *data.NumMessages
}

func TestOnDovecot(t *testing.T) {
	s := realservers.Start(t)
	for name, story := range map[string]func(*testing.T, *account){
		"lease": dovecotLease, "filing": dovecotFiling, "vanishing": dovecotVanishing,
		"since": dovecotSince, "many": dovecotMany,
	} {
		t.Run(name, func(t *testing.T) { story(t, newAccount(t, s, name)) })
	}
}

func dovecotLease(t *testing.T, a *account) {
	watch := newWatch()
	as := func(owner string) imapbox.Config {
		cfg := a.cfg
		cfg.Owner, cfg.Now = owner, watch.Now
		return cfg
	}
	first := dial(t, as("store.1"))
	a.check(first.Unprotected())
	_, err := imapbox.Dial(t.Context(), as("other.1"))
	wantOther(t, err)
	for range 2 {
		watch.add(11 * time.Minute)
		wantList(t, first)
		if n := a.count(imapbox.LeaseMailbox); n != 1 {
			t.Errorf("%d mails in the lease folder", n)
		}
	}
	second := dial(t, as("store.2"))
	watch.add(11 * time.Minute)
	_, err = first.List(t.Context())
	wantOther(t, err)
	wantList(t, second)
	a.check(second.Close())
	if n := a.count(imapbox.LeaseMailbox); n != 0 {
		t.Errorf("%d mails are left in the lease folder", n)
	}
	wantList(t, dial(t, as("other.2")))
}

func dovecotFiling(t *testing.T, a *account) {
	c := a.client()
	for range 4 {
		a.append(c, "Subject: x\r\n\r\nC4\r\n", time.Now())
	}
	b := dial(t, a.cfg)
	a.check(b.CanFile())
	for range 2 {
		a.check(b.File(t.Context(), imapbox.Done, []uint32{1, 3, 99}))
		a.check(b.File(t.Context(), imapbox.Failed, []uint32{4}))
	}
	wantList(t, b, 2)
	if done, failed := a.count("Unlur-Done"), a.count("Unlur-Failed"); done != 2 || failed != 1 {
		t.Errorf("%d mails are done, %d have failed", done, failed)
	}
	a.check(c.Delete("Unlur-Done").Wait())
	a.check(b.File(t.Context(), imapbox.Done, []uint32{2}))
	wantList(t, b)
	if n := a.count("Unlur-Done"); n != 1 {
		t.Errorf("%d mails in the folder that was made again", n)
	}
}

// Another client deletes and marks mails at every moment.
func dovecotVanishing(t *testing.T, a *account) {
	c := a.client()
	for i := range 150 {
		a.append(c, fmt.Sprintf("Subject: x\r\n\r\nmail %d\r\n", i), time.Now())
	}
	steal := func(uids ...imap.UID) {
		t.Helper()
		deleted := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}
		a.check(c.Store(imap.UIDSetNum(uids...), deleted, nil).Close())
		a.check(c.UIDExpunge(imap.UIDSetNum(uids...)).Close())
		seen := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagSeen}}
		a.check(c.Store(imap.UIDSetNum(10, 20, 110, 120), seen, nil).Close())
	}
	b := dial(t, a.cfg)
	uids := list(t, b)
	steal(1, 140)
	read, rest, err := b.Fetch(t.Context(), uids)
	a.check(err)
	steal(2, 130)
	read = append(read, fetchAll(t, b, rest)...)
	if len(read) != 150-3 { // 2 was read in time
		t.Errorf("%d mails were read", len(read))
	}
	for _, m := range read {
		if want := fmt.Sprintf("Subject: x\r\n\r\nmail %d\r\n", m.UID-1); string(m.Raw) != want {
			t.Errorf("mail %d is %q", m.UID, m.Raw)
		}
	}
	steal(149)
	a.check(b.File(t.Context(), imapbox.Done, uids))
	wantList(t, b)
	if n := a.count("Unlur-Done"); n != 145 {
		t.Errorf("%d mails were filed", n)
	}
}

func dovecotSince(t *testing.T, a *account) {
	c := a.client()
	for day := range 6 {
		a.append(c, "Subject: x\r\n\r\nC4\r\n", time.Date(2026, 3, 10+day, 12, 0, 0, 0, time.UTC))
	}
	cfg := a.cfg
	cfg.Since = time.Date(2026, 3, 13, 9, 30, 0, 0, time.UTC)
	wantList(t, dial(t, cfg), 3, 4, 5, 6)
	// The folder of what is done is read like any other.
	a.check(dial(t, a.cfg).File(t.Context(), imapbox.Done, []uint32{1, 2, 3, 4, 5, 6}))
	cfg.Mailbox = cfg.DoneMailbox
	again := dial(t, cfg)
	wantList(t, again, 3, 4, 5, 6)
	a.check(again.File(t.Context(), imapbox.Done, []uint32{3}))
	wantList(t, again, 3, 4, 5, 6)
}

// waiting fills a mailbox by doubling what is in it.
func (a *account) waiting(mails int) {
	a.tb.Helper()
	c := a.client()
	a.append(c, "Subject: x\r\n\r\n"+strings.Repeat("0123456789 abcdef\r\n", 270), time.Now()) // five kB
	for there := 1; there < mails; {
		var some imap.SeqSet
		more := min(there, mails-there)
		some.AddRange(1, uint32(more))
		_, err := c.Copy(some, "INBOX").Wait()
		a.check(err)
		there += more
	}
}

// Fifty thousand mails wait, and the memory stays flat.
func dovecotMany(t *testing.T, a *account) {
	const mails = 50_000
	a.waiting(mails)
	b := dial(t, a.cfg)
	uids := list(t, b)
	if len(uids) != mails {
		t.Fatalf("%d mails wait", len(uids))
	}
	next := uint32(1)
	for rest := uids; len(rest) > 0; {
		var messages []imapbox.Message
		var err error
		messages, rest, err = b.Fetch(t.Context(), rest)
		a.check(err)
		if n := held(messages); len(messages) != 100 || n > 512<<10 {
			t.Fatalf("%d mails of %d bytes at a time", len(messages), n)
		}
		for _, m := range messages {
			if m.UID != next || len(m.Raw) != 5143 && len(m.Raw) != 5144 {
				t.Fatalf("mail %d of %d bytes instead of mail %d", m.UID, len(m.Raw), next)
			}
			next++
		}
	}
}

// BenchmarkFetchFromDovecot reads many mails of five kB; so many a second.
func BenchmarkFetchFromDovecot(b *testing.B) {
	s := realservers.Start(b)
	cfg := imapbox.Config{
		Host: "127.0.0.1", Port: portOf(b, s.IMAPAddr), Security: imapbox.SecurityNone,
		Username: "many@" + s.Domain, Credential: credential.Password(realservers.Password), Mailbox: "INBOX", DoneMailbox: "Unlur-Done",
	}
	a := &account{b, s.IMAPAddr, cfg}
	const mails = 10_000
	a.waiting(mails)
	box, err := imapbox.Dial(b.Context(), cfg)
	a.check(err)
	defer box.Close()
	for b.Loop() {
		rest, err := box.List(b.Context())
		a.check(err)
		for len(rest) > 0 {
			_, rest, err = box.Fetch(b.Context(), rest)
			a.check(err)
		}
	}
	b.ReportMetric(mails*float64(b.N)/b.Elapsed().Seconds(), "mails/s")
}
