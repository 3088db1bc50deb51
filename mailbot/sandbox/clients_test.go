package sandbox_test

import (
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-smtp"

	"unlurbot/mailbot/sandbox"
)

func start(t *testing.T, cfg sandbox.Config) *sandbox.Servers {
	t.Helper()
	s, err := sandbox.Start(cfg)
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

// letters is an SMTP connection.
func letters(t *testing.T, s *sandbox.Servers) *smtp.Client {
	t.Helper()
	c, err := smtp.Dial(s.SMTPAddr())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func send(t *testing.T, s *sandbox.Servers, from, to, mail string) {
	t.Helper()
	if err := letters(t, s).SendMail(from, []string{to}, strings.NewReader(mail)); err != nil {
		t.Fatal(err)
	}
}

// reader is an IMAP connection that has logged in, and what the server tells
// it unasked: the number of mails.
type reader struct {
	*imapclient.Client
	exists chan uint32
}

func login(t *testing.T, s *sandbox.Servers, name string) *reader {
	t.Helper()
	r := &reader{exists: make(chan uint32, 100)}
	var err error
	r.Client, err = imapclient.DialInsecure(s.IMAPAddr(), &imapclient.Options{
		UnilateralDataHandler: &imapclient.UnilateralDataHandler{
			Mailbox: func(data *imapclient.UnilateralDataMailbox) {
				if data.NumMessages != nil {
					select {
					case r.exists <- *data.NumMessages:
					default: // nobody looks; the client must not be held up
					}
				}
			},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	if err := r.Login(name, "any").Wait(); err != nil {
		t.Fatalf("login as %s: %v", name, err)
	}
	return r
}

func (r *reader) open(t *testing.T, folder string) *imap.SelectData {
	t.Helper()
	data, err := r.Select(folder, nil).Wait()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func (r *reader) raw(t *testing.T) []string {
	t.Helper()
	found, err := r.Fetch(imap.UIDSet{{Start: 1, Stop: 0}}, &imap.FetchOptions{
		BodySection: []*imap.FetchItemBodySection{{Peek: true}},
	}).Collect()
	if err != nil {
		t.Fatal(err)
	}
	var mails []string
	for _, m := range found {
		mails = append(mails, string(m.BodySection[0].Bytes))
	}
	return mails
}

func (r *reader) await(t *testing.T, want uint32) {
	t.Helper()
	for got := range r.exists {
		if got == want {
			return
		}
	}
}
