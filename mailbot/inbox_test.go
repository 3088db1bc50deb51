package mailbot_test

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/credential"
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/sandbox"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/testing/loopback"
	"unlurbot/parser"
)

// provider is a mail provider in this process with mails for the bot, for tests in a
// bubble.
type provider struct {
	t       *testing.T
	servers *sandbox.Servers
}

// newServed is a provider with a bot that believes it, and reads as many mails
// of one person as a test likes.
func newServed(t *testing.T) (*provider, *bottest.Bot) {
	t.Helper()
	b := bottest.New(t)
	time.Sleep(time.Until(b.Now)) // the bubble's clock shows another year
	p := newProviderAt(t, time.Now)
	b.Configure(func(c *mailbot.Config) { c.AuthservID, c.Limits = "example.org", mailbot.GenerousLimits })
	return p, b
}

// newProviderAt is a provider with a clock of its own.
func newProviderAt(t *testing.T, now func() time.Time) *provider {
	t.Helper()
	s, err := sandbox.Start(sandbox.Config{Domain: "example.org", Now: now, Listen: loopback.Listen})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return &provider{t, s}
}

func (p *provider) deliver(n int, body string) { p.send(n, "ana@example.org", body) }

// send delivers a mail, for whose sender the provider vouches.
func (p *provider) send(n int, from, body string) {
	p.t.Helper()
	mail := fmt.Sprintf("From: %s\r\nTo: unlur@example.org\r\nMessage-ID: <%d@client.test>\r\n\r\n%s\r\n", from, n, body)
	if err := loopback.SendMail(p.t.Context(), p.servers.SMTPAddr(), from, []string{bottest.Address}, []byte(mail)); err != nil {
		p.t.Fatal(err)
	}
}

func (p *provider) open(ctx context.Context) (mailbot.Mailbox, error) {
	return p.dial(ctx, "INBOX", time.Time{})
}

func (p *provider) dial(ctx context.Context, mailbox string, since time.Time) (mailbot.Mailbox, error) {
	host, port, err := net.SplitHostPort(p.servers.IMAPAddr())
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		return nil, err
	}
	box, err := imapbox.Dial(ctx, imapbox.Config{
		Host: host, Port: n, Security: "none", Username: "unlur", Credential: credential.Password("x"),
		Mailbox: mailbox, DoneMailbox: "Unlur-Done", FailedMailbox: "Unlur-Failed", Since: since,
		Dial: loopback.Dial,
	})
	if err != nil {
		return nil, err
	}
	return box, nil
}

// mailboxes are the one where mail arrives and the one where it is filed.
func (p *provider) mailboxes() mailbot.Mailboxes {
	return mailbot.Mailboxes{Inbox: p.open, Done: func(ctx context.Context, since time.Time) (mailbot.Mailbox, error) {
		return p.dial(ctx, "Unlur-Done", since)
	}}
}

// untilFiled runs the receive loop until the mailbox is empty.
func (p *provider) untilFiled(b *mailbot.Bot, boxes mailbot.Mailboxes) {
	p.t.Helper()
	ctx, cancel := context.WithCancel(p.t.Context())
	defer cancel()
	watched := func(ctx context.Context) (mailbot.Mailbox, error) {
		box, err := boxes.Inbox(ctx)
		if err != nil {
			return nil, err
		}
		return &emptyBox{box, cancel}, nil
	}
	if err := b.ReceiveLoop(ctx, mailbot.Mailboxes{Inbox: watched, Done: boxes.Done}, time.Second); err != nil {
		p.t.Fatal(err)
	}
}

// An emptyBox says when nothing is left in it.
type emptyBox struct {
	mailbot.Mailbox
	empty func()
}

func (e *emptyBox) Wait(ctx context.Context, atMost time.Duration) error {
	left, err := e.List(ctx)
	if err != nil {
		return err
	}
	if len(left) == 0 {
		e.empty()
	}
	return e.Mailbox.Wait(ctx, atMost)
}

// Mails are read in the order of their arrival and filed.
func TestReadsWhatIsThere(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, b := newServed(t)
		ana := b.Person("ana@example.org")
		const mails = 2*100 + 3
		for i := range mails {
			p.deliver(i, "games")
		}
		p.untilFiled(b.Mailbot, p.mailboxes())
		b.Quiet()
		if got := len(ana.Mails()); got != mails {
			t.Fatalf("%d answers", got)
		}
		for i, m := range ana.Mails() {
			if want := fmt.Sprintf("%d@client.test", i); m.InReplyTo != want {
				t.Errorf("answer %d is to %s, want %s", i, m.InReplyTo, want)
			}
		}
	})
}

// While some mails are dealt with, the next ones are fetched already.
func TestFetchesAhead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, b := newServed(t)
		for i := range 101 { // one more than are fetched at a time
			p.deliver(i, "games")
		}
		fetched := make(chan struct{}, 2)
		var noted sync.Once
		b.Configure(func(c *mailbot.Config) {
			c.Reached = func(mailbot.Point) {
				noted.Do(func() {
					for range 2 {
						select {
						case <-fetched:
						case <-time.After(time.Minute):
							t.Error("nothing is fetched before the first mails are committed")
						}
					}
				})
			}
		})
		p.untilFiled(b.Mailbot, mailbot.Mailboxes{Inbox: func(ctx context.Context) (mailbot.Mailbox, error) {
			box, err := p.open(ctx)
			return &countingBox{box, fetched}, err
		}})
	})
}

// A countingBox tells of everything that was fetched.
type countingBox struct {
	mailbot.Mailbox
	fetched chan<- struct{}
}

func (c *countingBox) Fetch(ctx context.Context, uids []uint32) ([]imapbox.Message, []uint32, error) {
	messages, rest, err := c.Mailbox.Fetch(ctx, uids)
	c.fetched <- struct{}{}
	return messages, rest, err
}

// A crash between the commit and the filing costs nothing: the mail is filed
// at the next start and not dealt with again.
func TestFilesWhatWasDealtWith(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, b := newServed(t)
		p.deliver(1, "games")
		box, err := p.open(t.Context())
		b.Check(err)
		messages, _, err := box.Fetch(t.Context(), []uint32{1})
		b.Check(err)
		_, err = b.Mailbot.Receive(b.T.Context(), mailbot.Incoming{UIDValidity: box.UIDValidity(), UID: 1, Raw: messages[0].Raw})
		b.Check(err)
		b.Check(box.Close())

		p.untilFiled(b.Mailbot, p.mailboxes())
		b.Quiet()
		if got := len(b.Person("ana@example.org").Mails()); got != 1 {
			t.Errorf("%d answers to one mail", got)
		}
	})
}

// A mail that is too big is fetched without its body, and its sender is told.
func TestTooBigMail(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, b := newServed(t)
		ana := b.Person("ana@example.org")
		p.deliver(1, "games")
		p.deliver(2, "games\r\n\r\n"+strings.Repeat("0123456789abcdef\r\n", parser.MaxMail/18+1))
		p.untilFiled(b.Mailbot, p.mailboxes())
		b.Quiet()
		if last := ana.Last(); len(ana.Mails()) != 2 || !strings.Contains(last.Text, "too big") {
			t.Errorf("%d answers, the last one:\n%s", len(ana.Mails()), last.Text)
		}
	})
}

// A stingyBox gives only the first mail of those asked for.
type stingyBox struct{ mailbot.Mailbox }

func (s *stingyBox) Fetch(ctx context.Context, uids []uint32) (messages []imapbox.Message, rest []uint32, err error) {
	messages, _, err = s.Mailbox.Fetch(ctx, uids[:1])
	return messages, nil, err
}
