package mailbot

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/emersion/go-imap/v2"

	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/sandbox"
	"unlurbot/mailbot/testing/loopback"
	"unlurbot/parser"
	"unlurbot/store"
)

// provider is a mail provider in this process with mails for the bot, for tests in a
// bubble.
type provider struct {
	t       *testing.T
	servers *sandbox.Servers
}

// newServed is a provider with a house that believes it, and reads as many mails
// of one person as a test likes.
func newServed(t *testing.T) (*provider, *house) {
	t.Helper()
	h := newHouse(t)
	time.Sleep(time.Until(h.now)) // the bubble's clock shows another year
	p := newProviderAt(t, time.Now)
	h.bot.cfg.AuthservID, h.bot.cfg.Limits = "example.org", GenerousLimits
	return p, h
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
	if err := loopback.SendMail(p.t.Context(), p.servers.SMTPAddr(), from, []string{botAddress}, []byte(mail)); err != nil {
		p.t.Fatal(err)
	}
}

func (p *provider) open(ctx context.Context) (Mailbox, error) {
	return p.dial(ctx, "INBOX", time.Time{})
}

func (p *provider) dial(ctx context.Context, mailbox string, since time.Time) (Mailbox, error) {
	host, port, err := net.SplitHostPort(p.servers.IMAPAddr())
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		return nil, err
	}
	box, err := imapbox.Dial(ctx, imapbox.Config{
		Host: host, Port: n, Security: "none", Username: "unlur", Password: "x",
		Mailbox: mailbox, DoneMailbox: "Unlur-Done", FailedMailbox: "Unlur-Failed", Since: since,
		Dial: loopback.Dial,
	})
	if err != nil {
		return nil, err
	}
	return box, nil
}

// mailboxes are the one where mail arrives and the one where it is filed.
func (p *provider) mailboxes() Mailboxes {
	return Mailboxes{Inbox: p.open, Done: func(ctx context.Context, since time.Time) (Mailbox, error) {
		return p.dial(ctx, "Unlur-Done", since)
	}}
}

// untilFiled runs the receive loop until the mailbox is empty.
func (p *provider) untilFiled(b *Bot, boxes Mailboxes) {
	p.t.Helper()
	ctx, cancel := context.WithCancel(p.t.Context())
	defer cancel()
	watched := func(ctx context.Context) (Mailbox, error) {
		box, err := boxes.Inbox(ctx)
		if err != nil {
			return nil, err
		}
		return &emptyBox{box, cancel}, nil
	}
	if err := b.ReceiveLoop(ctx, Mailboxes{Inbox: watched, Done: boxes.Done}, time.Second); err != nil {
		p.t.Fatal(err)
	}
}

// An emptyBox says when nothing is left in it.
type emptyBox struct {
	Mailbox
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
		p, h := newServed(t)
		const mails = 2*100 + 3
		for i := range mails {
			p.deliver(i, "games")
		}
		p.untilFiled(h.bot, p.mailboxes())
		h.post()
		if got := len(h.mails["ana@example.org"]); got != mails {
			t.Fatalf("%d answers", got)
		}
		for i, m := range h.mails["ana@example.org"] {
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
		p, h := newServed(t)
		for i := range 101 { // one more than are fetched at a time
			p.deliver(i, "games")
		}
		fetched := make(chan struct{}, 2)
		var noted sync.Once
		h.bot.process.Reached = func(Point) {
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
		p.untilFiled(h.bot, Mailboxes{Inbox: func(ctx context.Context) (Mailbox, error) {
			box, err := p.open(ctx)
			return &countingBox{box, fetched}, err
		}})
	})
}

// A countingBox tells of everything that was fetched.
type countingBox struct {
	Mailbox
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
		p, h := newServed(t)
		p.deliver(1, "games")
		box, err := p.open(t.Context())
		h.check(err)
		messages, _, err := box.Fetch(t.Context(), []uint32{1})
		h.check(err)
		_, err = h.bot.Receive(h.t.Context(), Incoming{UIDValidity: box.UIDValidity(), UID: 1, Raw: messages[0].Raw})
		h.check(err)
		h.check(box.Close())

		p.untilFiled(h.bot, p.mailboxes())
		h.post()
		if got := len(h.mails["ana@example.org"]); got != 1 {
			t.Errorf("%d answers to one mail", got)
		}
	})
}

// A connection that ends is opened again, whatever was being done.
func TestReconnects(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, h := newServed(t)
		p.deliver(1, "games")
		opened, begun := 0, time.Now()
		p.untilFiled(h.bot, Mailboxes{Inbox: func(ctx context.Context) (Mailbox, error) {
			opened++
			if opened == 1 {
				return nil, errors.New("nobody answers")
			}
			box, err := p.open(ctx)
			if opened == 2 && err == nil {
				return box, box.Close()
			}
			return box, err
		}})
		h.post()
		if took, want := time.Since(begun), firstRest+2*firstRest; took != want {
			t.Errorf("it took %v, want %v", took, want)
		}
		if opened != 3 || len(h.mails["ana@example.org"]) != 1 {
			t.Errorf("opened %d times, %d answers", opened, len(h.mails["ana@example.org"]))
		}
	})
}

// With a store that can't be written, mails stay where they are.
func TestStoreOutOfOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, h := newServed(t)
		p.deliver(1, "games")
		box, err := p.open(t.Context())
		h.check(err)
		h.check(h.store.Close())
		if err := (&reader{bot: h.bot, box: box, filed: map[uint32]bool{}}).read(t.Context()); err == nil {
			t.Error("no error from a closed store")
		}
		left, err := box.List(t.Context())
		h.check(err)
		if len(left) != 1 {
			t.Errorf("%d mails are left", len(left))
		}
		h.check(box.Close())
		h.store, err = store.Open(h.path, NewSecret)
		h.check(err)
	})
}

// A mail that is too big is fetched without its body, and its sender is told.
func TestTooBigMail(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, h := newServed(t)
		p.deliver(1, "games")
		p.deliver(2, "games\r\n\r\n"+strings.Repeat("0123456789abcdef\r\n", parser.MaxMail/18+1))
		p.untilFiled(h.bot, p.mailboxes())
		h.post()
		if last := h.last("ana@example.org"); len(h.mails["ana@example.org"]) != 2 || !strings.Contains(last.Text, "too big") {
			t.Errorf("%d answers, the last one:\n%s", len(h.mails["ana@example.org"]), last.Text)
		}
	})
}

// A mail that the server named but did not give is not filed.
func TestFilesOnlyWhatItRead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, h := newServed(t)
		p.deliver(1, "games")
		p.deliver(2, "games")
		box, err := p.open(t.Context())
		h.check(err)
		r := &reader{bot: h.bot, box: &stingyBox{box}, filed: map[uint32]bool{}}
		h.check(r.read(t.Context()))
		left, err := box.List(t.Context())
		h.check(err)
		if len(left) != 1 || left[0] != 2 || r.filed[2] {
			t.Errorf("left: %v, filed: %v", left, r.filed)
		}
		h.check(box.Close())
	})
}

// A stingyBox gives only the first mail of those asked for.
type stingyBox struct{ Mailbox }

func (s *stingyBox) Fetch(ctx context.Context, uids []uint32) (messages []imapbox.Message, rest []uint32, err error) {
	messages, _, err = s.Mailbox.Fetch(ctx, uids[:1])
	return messages, nil, err
}

// A trapBox loses its connection whenever some mails are fetched.
type trapBox struct {
	Mailbox
	traps map[uint32]bool
	tries map[uint32]int
	ended bool
}

var errCut = errors.New("the connection has ended")

func (b *trapBox) Fetch(ctx context.Context, uids []uint32) (messages []imapbox.Message, rest []uint32, err error) {
	for _, uid := range uids[:min(100, len(uids))] {
		b.tries[uid]++
		b.ended = b.ended || b.traps[uid]
	}
	if b.ended {
		return nil, nil, errCut
	}
	return b.Mailbox.Fetch(ctx, uids)
}

// A mail over which the connection ends whenever it is fetched holds up no
// others, is tried rarely, and is read as soon as that works.
func TestTrap(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, h := newServed(t)
		for i := range 5 {
			p.deliver(i, "games")
		}
		tries := map[uint32]int{}
		read := func(traps ...uint32) {
			box, err := p.open(t.Context())
			h.check(err)
			trap := &trapBox{box, map[uint32]bool{}, tries, false}
			for _, uid := range traps {
				trap.traps[uid] = true
			}
			if err := (&reader{bot: h.bot, box: trap, filed: map[uint32]bool{}}).read(t.Context()); err != nil && !errors.Is(err, errCut) {
				t.Fatal(err)
			}
			h.check(box.Close())
			h.post()
		}
		for range 3 * maxFailures {
			read(2, 4)
		}
		if got := len(h.mails["ana@example.org"]); got != 3 || tries[2] != maxFailures || tries[4] != maxFailures {
			t.Errorf("%d of 3 mails are answered, the others were tried %d and %d times", got, tries[2], tries[4])
		}
		h.now = h.now.Add(hardRest)
		for range 3 {
			read(4)
		}
		if got := len(h.mails["ana@example.org"]); got != 4 || tries[4] != maxFailures+1 {
			t.Errorf("an hour later %d of 4 mails are answered, the other was tried %d times", got, tries[4])
		}
	})
}

// A server that asks for patience says nothing of the mails: none of them is left
// alone, and they are read in their order as soon as it gives them.
func TestPatienceIsOfNoMail(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, h := newServed(t)
		for i := range 3 {
			p.deliver(i, "games")
		}
		busy := &imapbox.Error{Op: imapbox.OpFetch, Err: &imap.Error{Type: imap.StatusResponseTypeNo, Code: "UNAVAILABLE", Text: "later"}}
		box, err := p.open(t.Context())
		h.check(err)
		for range 2 * maxFailures {
			r := &reader{bot: h.bot, box: &refusingBox{box, busy}, filed: map[uint32]bool{}}
			if err := r.read(t.Context()); !errors.Is(err, busy) {
				t.Fatal(err)
			}
		}
		h.check((&reader{bot: h.bot, box: box, filed: map[uint32]bool{}}).read(t.Context()))
		h.post()
		for i, m := range h.mails["ana@example.org"] {
			if want := fmt.Sprintf("%d@client.test", i); m.InReplyTo != want {
				t.Errorf("answer %d is to %s, want %s", i, m.InReplyTo, want)
			}
		}
		if got := len(h.mails["ana@example.org"]); got != 3 {
			t.Errorf("%d of 3 mails are answered", got)
		}
		h.check(box.Close())
	})
}

// A refusingBox gives no mails.
type refusingBox struct {
	Mailbox
	err error
}

func (r *refusingBox) Fetch(context.Context, []uint32) ([]imapbox.Message, []uint32, error) {
	return nil, nil, r.err
}

// A server that ends each connection as soon as it was read is not dialled every
// second: providers lock out whoever logs in too often.
func TestConnectionsThatEndAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		h.bot.process.Now = time.Now
		opened := 0
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		h.check(h.bot.ReceiveLoop(ctx, Mailboxes{Inbox: func(context.Context) (Mailbox, error) {
			opened++
			return brokenBox{}, nil
		}}, time.Minute))
		if opened < 12 || opened > 30 {
			t.Errorf("opened %d times in an hour", opened)
		}
	})
}

// A brokenBox is empty, and its connection ends while it waits.
type brokenBox struct{}

func (brokenBox) UIDValidity() uint32                                  { return 1 }
func (brokenBox) List(context.Context) ([]uint32, error)               { return nil, nil }
func (brokenBox) File(context.Context, imapbox.Folder, []uint32) error { return nil }
func (brokenBox) Wait(context.Context, time.Duration) error            { return errCut }
func (brokenBox) Close() error                                         { return nil }
func (brokenBox) Fetch(context.Context, []uint32) ([]imapbox.Message, []uint32, error) {
	return nil, nil, errCut
}
