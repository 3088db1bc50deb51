//go:build realservers

package realservers

import (
	"crypto/tls"
	"net"
	"net/smtp"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// tlsConfig trusts the test's own authority and nothing else.
func tlsConfig(t *testing.T, s *Servers) *tls.Config {
	t.Helper()
	roots, err := loadRoots(s.CAFile)
	if err != nil {
		t.Fatal(err)
	}
	return &tls.Config{RootCAs: roots, ServerName: "localhost"}
}

func dial(t *testing.T, address string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// sendMail hands in one mail over an open connection.
func sendMail(t *testing.T, conn net.Conn, starttls *tls.Config, from, to, body string) {
	t.Helper()
	c, err := smtp.NewClient(conn, "localhost")
	if err != nil {
		t.Fatal(err)
	}
	if starttls != nil {
		if err := c.StartTLS(starttls); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Mail(from); err != nil {
		t.Fatal(err)
	}
	if err := c.Rcpt(to); err != nil {
		t.Fatal(err)
	}
	w, err := c.Data()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(body)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := c.Quit(); err != nil {
		t.Fatal(err)
	}
}

// openInbox logs in over a fresh connection and selects the INBOX.
func openInbox(t *testing.T, c *imapclient.Client, user string) {
	t.Helper()
	t.Cleanup(func() { c.Close() })
	if err := c.Login(user, Password).Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Select("INBOX", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	// The client library reports the end of a command before it takes note of
	// the mailbox. One more command, and Mailbox and Caps are up to date.
	if err := c.Noop().Wait(); err != nil {
		t.Fatal(err)
	}
}

// waitMails returns when the INBOX holds that many mails.
func waitMails(t *testing.T, c *imapclient.Client, count uint32) {
	t.Helper()
	if !poll(End(t), func() bool {
		if err := c.Noop().Wait(); err != nil {
			t.Fatal(err)
		}
		return c.Mailbox().NumMessages >= count
	}) {
		t.Fatalf("the INBOX holds %d mails, want %d", c.Mailbox().NumMessages, count)
	}
}

// fetchMail reads a whole mail, without a mark that it was read.
func fetchMail(t *testing.T, c *imapclient.Client, number uint32) []byte {
	t.Helper()
	whole := &imap.FetchItemBodySection{Peek: true}
	options := &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{whole}}
	mails, err := c.Fetch(imap.SeqSetNum(number), options).Collect()
	if err != nil {
		t.Fatal(err)
	}
	if len(mails) != 1 {
		t.Fatalf("%d answers to the fetch of one mail", len(mails))
	}
	return mails[0].FindBodySection(whole)
}
