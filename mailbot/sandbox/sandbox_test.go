package sandbox_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"unlurbot/mailbot/sandbox"
)

func TestEveryAddressHasAMailbox(t *testing.T) {
	s := start(t, sandbox.Config{})
	send(t, s, "ana@sandbox.test", "Unlur+Token@Sandbox.TEST", "From: ana@sandbox.test\r\n\r\nC4\r\n")
	for _, name := range []string{"unlur", "UNLUR@sandbox.test", "unlur+x@SANDBOX.test"} {
		r := login(t, s, name)
		if n := r.open(t, "INBOX").NumMessages; n != 1 {
			t.Errorf("%s sees %d mails", name, n)
		}
		if mail := r.raw(t)[0]; !strings.Contains(mail, "\r\nDelivered-To: Unlur+Token@Sandbox.TEST\r\n") {
			t.Errorf("the mail lost the detail:\n%s", mail)
		}
	}
	r := login(t, s, "never-seen-before")
	for _, folder := range []string{"INBOX", "Drafts", "Sent", "Trash"} {
		r.open(t, folder)
	}
}

func TestLoginRefused(t *testing.T) {
	s := start(t, sandbox.Config{})
	for _, name := range []string{"", "+x", "ana@example.org", "@sandbox.test", strings.Repeat("x", 65)} {
		c, err := imapclient.DialInsecure(s.IMAPAddr(), nil)
		if err != nil {
			t.Fatal(err)
		}
		var answer *imap.Error
		if err := c.Login(name, "any").Wait(); !errors.As(err, &answer) {
			t.Errorf("login as %q: %v", name, err)
		}
		c.Close()
	}
}

func TestRefusals(t *testing.T) {
	s := start(t, sandbox.Config{MaxSize: 1000})
	big := "Subject: big\r\n\r\n" + strings.Repeat("x\r\n", 1000)
	tests := []struct {
		name, to, mail string
		declared       int64
		code           int
		enhanced       smtp.EnhancedCode
	}{
		{"another domain", "ana@example.org", "", 0, 550, smtp.EnhancedCode{5, 1, 2}},
		{"no name", "+x@sandbox.test", "", 0, 550, smtp.EnhancedCode{5, 1, 1}},
		{"too big, and says so", "ana@sandbox.test", big, 2000, 552, smtp.EnhancedCode{5, 3, 4}},
		{"too big", "ana@sandbox.test", big, 0, 552, smtp.EnhancedCode{5, 3, 4}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := letters(t, s)
			err := errors.Join(c.Mail("bo@sandbox.test", &smtp.MailOptions{Size: test.declared}), c.Rcpt(test.to, nil))
			if err == nil {
				var w io.WriteCloser
				if w, err = c.Data(); err == nil {
					_, err = io.WriteString(w, test.mail)
					err = errors.Join(err, w.Close())
				}
			}
			var refused *smtp.SMTPError
			if !errors.As(err, &refused) || refused.Code != test.code || refused.EnhancedCode != test.enhanced {
				t.Errorf("got %v, want %d %v", err, test.code, test.enhanced)
			}
			// The connection is good for the next mail.
			if err := c.Reset(); err != nil {
				t.Fatal(err)
			}
			if err := c.SendMail("", []string{"ana@sandbox.test"}, strings.NewReader("hi\r\n")); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestSMTPLoginIsWelcome(t *testing.T) {
	s := start(t, sandbox.Config{})
	for _, client := range []sasl.Client{
		sasl.NewPlainClient("", "ana", "any"),
		sasl.NewLoginClient("ana", "any"),
	} {
		c := letters(t, s)
		if err := c.Auth(client); err != nil {
			t.Error(err)
		}
		if err := c.Auth(sasl.NewAnonymousClient("ana")); err == nil {
			t.Error("an unknown mechanism was welcome")
		}
	}
}

func TestOneCopyForEachRecipient(t *testing.T) {
	s := start(t, sandbox.Config{})
	to := []string{"ana@sandbox.test", "ana@sandbox.test", "ana+x@sandbox.test", "bo@sandbox.test"}
	if err := letters(t, s).SendMail("cy@sandbox.test", to, strings.NewReader("Subject: hi\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]uint32{"ana": 2, "bo": 1, "cy": 0} {
		if got := login(t, s, name).open(t, "INBOX").NumMessages; got != want {
			t.Errorf("%s has %d mails, want %d", name, got, want)
		}
	}
}

// A mail that came between the last command and IDLE, and one that comes
// during IDLE, are both announced.
func TestIdleAnnouncesAtOnce(t *testing.T) {
	s := start(t, sandbox.Config{})
	r := login(t, s, "unlur")
	r.open(t, "INBOX")
	for round := range uint32(20) {
		send(t, s, "ana@sandbox.test", "unlur@sandbox.test", "Subject: before\r\n\r\n")
		idle, err := r.Idle()
		if err != nil {
			t.Fatal(err)
		}
		r.await(t, 2*round+1)
		send(t, s, "ana@sandbox.test", "unlur@sandbox.test", "Subject: during\r\n\r\n")
		r.await(t, 2*round+2)
		if err := errors.Join(idle.Close(), idle.Wait()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestMove(t *testing.T) {
	s := start(t, sandbox.Config{})
	for range 3 {
		send(t, s, "ana@sandbox.test", "unlur@sandbox.test", "Subject: hi\r\n\r\n")
	}
	other := login(t, s, "unlur")
	other.open(t, "INBOX")
	r := login(t, s, "unlur")
	validity := r.open(t, "INBOX").UIDValidity

	moved, err := r.Move(imap.UIDSetNum(1, 3, 7), "Trash").Wait()
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(moved.SourceUIDs, moved.DestUIDs); got != "1,3 1:2" {
		t.Errorf("moved %s", got)
	}
	if _, err := r.Move(imap.UIDSetNum(1), "Trash").Wait(); err != nil {
		t.Errorf("moving a mail that is gone: %v", err)
	}
	if _, err := r.Copy(imap.UIDSetNum(1), "Trash").Wait(); err != nil {
		t.Errorf("copying a mail that is gone: %v", err)
	}
	if n := r.Mailbox().NumMessages; n != 1 {
		t.Errorf("the mover believes in %d mails", n)
	}
	if err := other.Noop().Wait(); err != nil {
		t.Fatal(err)
	}
	if n := other.Mailbox().NumMessages; n != 1 {
		t.Errorf("the bystander believes in %d mails", n)
	}
	status, err := r.Status("INBOX", &imap.StatusOptions{UIDValidity: true}).Wait()
	if err != nil || status.UIDValidity != validity {
		t.Errorf("UIDVALIDITY is %d by SELECT and %d by STATUS, %v", validity, status.UIDValidity, err)
	}
	if trash := r.open(t, "Trash"); trash.NumMessages != 2 || trash.UIDValidity != moved.UIDValidity {
		t.Errorf("the trash has %d mails of %d, want those of %d", trash.NumMessages, trash.UIDValidity, moved.UIDValidity)
	}
}

// What one client does, the others see.
func TestTidyingUp(t *testing.T) {
	s := start(t, sandbox.Config{})
	send(t, s, "ana@sandbox.test", "unlur@sandbox.test", "Subject: hi\r\n\r\n")
	other := login(t, s, "unlur")
	other.open(t, "INBOX")
	r := login(t, s, "unlur")
	r.open(t, "INBOX")
	deleted := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}
	if err := errors.Join(r.Store(imap.UIDSetNum(1), deleted, nil).Close(), r.Expunge().Close(), other.Noop().Wait()); err != nil {
		t.Fatal(err)
	}
	if n := other.Mailbox().NumMessages; n != 0 {
		t.Errorf("the bystander believes in %d mails", n)
	}
}

// A sandbox that is started again has forgotten its mails; whoever remembers
// their UIDs must be able to tell.
func TestUIDValidityDiffersAfterARestart(t *testing.T) {
	seen := make(map[uint32]bool)
	for day := range 3 {
		now := time.Date(2026, 11, 20+day, 14, 0, 0, 0, time.UTC)
		s := start(t, sandbox.Config{Now: func() time.Time { return now }})
		seen[login(t, s, "unlur").open(t, "INBOX").UIDValidity] = true
	}
	if len(seen) != 3 {
		t.Errorf("the UIDVALIDITYs were %v", seen)
	}
}

func TestInboxStays(t *testing.T) {
	s := start(t, sandbox.Config{})
	r := login(t, s, "ana")
	if err := r.Delete("inbox").Wait(); err == nil {
		t.Error("INBOX was deleted")
	}
	if err := r.Rename("INBOX", "Old", nil).Wait(); err == nil {
		t.Error("INBOX was renamed")
	}
	if err := errors.Join(r.Create("Old", nil).Wait(), r.Rename("Old", "Older", nil).Wait(), r.Delete("Older").Wait()); err != nil {
		t.Error(err)
	}
}

func TestClientStoresADraft(t *testing.T) {
	s := start(t, sandbox.Config{MaxSize: 100})
	r := login(t, s, "ana")
	store := func(mail string) error {
		cmd := r.Append("Drafts", int64(len(mail)), nil)
		_, err := io.WriteString(cmd, mail)
		err = errors.Join(err, cmd.Close())
		_, waited := cmd.Wait()
		return errors.Join(err, waited)
	}
	if err := store("Subject: draft\r\n\r\nC4\r\n"); err != nil {
		t.Error(err)
	}
	if n := r.open(t, "Drafts").NumMessages; n != 1 {
		t.Errorf("there are %d drafts", n)
	}
	if err := store(strings.Repeat("x", 200)); err == nil {
		t.Error("a draft over the limit was stored")
	}
}

func TestManyAtOnce(t *testing.T) {
	s := start(t, sandbox.Config{})
	const people, mails = 8, 25
	var crowd sync.WaitGroup
	for p := range people {
		crowd.Go(func() {
			r := login(t, s, "unlur")
			r.open(t, "INBOX")
			c := letters(t, s)
			for m := range mails {
				from := fmt.Sprintf("p%d@sandbox.test", p)
				mail := fmt.Sprintf("From: %s\r\nSubject: %d\r\n\r\n", from, m)
				if err := c.SendMail(from, []string{"unlur@sandbox.test"}, strings.NewReader(mail)); err != nil {
					t.Error(err)
				}
				if _, err := r.UIDSearch(&imap.SearchCriteria{}, nil).Wait(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	crowd.Wait()
	r := login(t, s, "unlur")
	r.open(t, "INBOX")
	ids := make(map[string]bool)
	for _, mail := range r.raw(t) {
		_, after, _ := strings.Cut(mail, "ESMTP id ")
		id, _, _ := strings.Cut(after, "\r\n")
		ids[id] = true
	}
	if len(ids) != people*mails {
		t.Errorf("%d deliveries, want %d", len(ids), people*mails)
	}
}

func TestStartAndClose(t *testing.T) {
	s := start(t, sandbox.Config{})
	if _, err := sandbox.Start(sandbox.Config{SMTPAddr: s.SMTPAddr()}); err == nil {
		t.Error("two servers on one SMTP port")
	}
	if _, err := sandbox.Start(sandbox.Config{IMAPAddr: s.IMAPAddr()}); err == nil {
		t.Error("two servers on one IMAP port")
	}
	if s.Domain() != "sandbox.test" {
		t.Errorf("the domain is %q", s.Domain())
	}
	r := login(t, s, "ana")
	if err := errors.Join(s.Close(), s.Close()); err != nil {
		t.Error(err)
	}
	<-r.Closed()
	if _, err := smtp.Dial(s.SMTPAddr()); err == nil {
		t.Error("the SMTP port still answers")
	}
	if _, err := sandbox.Start(sandbox.Config{SMTPAddr: s.SMTPAddr(), IMAPAddr: s.IMAPAddr()}); err != nil {
		t.Errorf("the ports are not free again: %v", err)
	}
}

func TestEightBitMailComesThrough(t *testing.T) {
	s := start(t, sandbox.Config{})
	body := "café ☕\r\n.dot\r\n" + strings.Repeat("x", 5000) + "\r\n"
	send(t, s, "ana@sandbox.test", "bö@sandbox.test", "Subject: ñ\r\n\r\n"+body)
	r := login(t, s, "bö")
	r.open(t, "INBOX")
	if mail := r.raw(t)[0]; !bytes.HasSuffix([]byte(mail), []byte("Subject: ñ\r\n\r\n"+body)) {
		t.Errorf("the mail changed:\n%q", mail)
	}
}

// The list of mailboxes counts what nobody has opened.
func TestMailboxes(t *testing.T) {
	s := start(t, sandbox.Config{})
	for range 2 {
		send(t, s, "cy@sandbox.test", "bo@sandbox.test", "Subject: hi\r\n\r\n")
	}
	ana, bo := login(t, s, "ana"), login(t, s, "bo")
	ana.open(t, "INBOX")
	bo.open(t, "INBOX")
	if err := bo.Fetch(imap.UIDSetNum(1), &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{{}}}).Close(); err != nil {
		t.Fatal(err)
	}
	got, err := s.Mailboxes()
	if err != nil {
		t.Fatal(err)
	}
	if want := []sandbox.Mailbox{{Name: "ana"}, {Name: "bo", Unread: 1}}; !slices.Equal(got, want) {
		t.Errorf("the mailboxes are %v, want %v", got, want)
	}
}
