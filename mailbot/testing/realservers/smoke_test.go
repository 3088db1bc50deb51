//go:build realservers

package realservers

import (
	"bytes"
	"crypto/tls"
	"errors"
	"net/mail"
	"net/smtp"
	"net/textproto"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

const hello = "From: Bo <bo@example.org>\r\nTo: ana@mail.test\r\nSubject: hello\r\n\r\nC4\r\n"

// The bot finds its game by the detail of the address, and decides by
// Return-Path whether it may answer at all.
func TestDeliveryKeepsTheEnvelope(t *testing.T) {
	s := Start(t)
	sendMail(t, dial(t, s.SMTPAddr), nil, "bo@example.org", "ana+Game.7abc@mail.test", hello)
	sendMail(t, dial(t, s.SMTPAddr), nil, "", "ana@mail.test", hello)

	c := imapclient.New(dial(t, s.IMAPAddr), nil)
	openInbox(t, c, "ana@mail.test")
	waitMails(t, c, 2)
	got := map[string]string{}
	for number := range uint32(2) {
		m, err := mail.ReadMessage(bytes.NewReader(fetchMail(t, c, number+1)))
		if err != nil {
			t.Fatal(err)
		}
		if n := len(m.Header["Delivered-To"]) + len(m.Header["Return-Path"]); n != 2 {
			t.Errorf("%d header lines for the envelope, want 2: %v", n, m.Header)
		}
		got[m.Header.Get("Delivered-To")] = m.Header.Get("Return-Path")
	}
	want := map[string]string{"ana+Game.7abc@mail.test": "<bo@example.org>", "ana@mail.test": "<>"}
	for to, from := range want {
		if got[to] != from {
			t.Errorf("Delivered-To %s has the Return-Path %q, want %q", to, got[to], from)
		}
	}
	if len(got) != len(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// What Deliver leaves is there in its order, with the size that the server
// then really sends.
func TestDeliver(t *testing.T) {
	s := Start(t)
	s.Deliver(t, "ana", []byte(hello+"1\r\n"), []byte(hello+"22\n"))
	s.Deliver(t, "ana", []byte(hello+"333\n"))
	c := imapclient.New(dial(t, s.IMAPAddr), nil)
	openInbox(t, c, "ana@mail.test")
	waitMails(t, c, 3)
	sizes, err := c.Fetch(imap.SeqSet{{Start: 1, Stop: 0}}, &imap.FetchOptions{RFC822Size: true}).Collect()
	if err != nil {
		t.Fatal(err)
	}
	for i, last := range []string{"1", "22", "333"} {
		want := hello + last + "\r\n"
		if got := string(fetchMail(t, c, uint32(i+1))); got != want || sizes[i].RFC822Size != int64(len(want)) {
			t.Errorf("mail %d: %q, %d bytes, want %q", i+1, got, sizes[i].RFC822Size, want)
		}
	}
}

func TestEveryPortSpeaksTLS(t *testing.T) {
	s := Start(t)
	config := tlsConfig(t, s)
	sendMail(t, dial(t, s.SMTPAddr), config, "bo@mail.test", "ana@mail.test", hello)
	sendMail(t, tls.Client(dial(t, s.SMTPSAddr), config), nil, "bo@mail.test", "ana@mail.test", hello)

	starttls, err := imapclient.NewStartTLS(dial(t, s.IMAPAddr), &imapclient.Options{TLSConfig: config})
	if err != nil {
		t.Fatal(err)
	}
	openInbox(t, starttls, "ana")
	waitMails(t, starttls, 2)
	whole := imapclient.New(tls.Client(dial(t, s.IMAPSAddr), config), nil)
	openInbox(t, whole, "ana")
	waitMails(t, whole, 2)

	// The address that everybody dials is in the certificate as well, and
	// somebody who does not know the authority must not be content with it.
	byAddress := config.Clone()
	byAddress.ServerName = "127.0.0.1"
	if err := tls.Client(dial(t, s.IMAPSAddr), byAddress).Handshake(); err != nil {
		t.Error(err)
	}
	if err := tls.Client(dial(t, s.IMAPSAddr), &tls.Config{ServerName: "localhost"}).Handshake(); err == nil {
		t.Error("the certificate is trusted without its authority")
	}
}

func TestIdleAnnouncesMail(t *testing.T) {
	s := Start(t)
	// Room for more than one, since the handler must never wait.
	announced := make(chan uint32, 10)
	options := &imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
		Mailbox: func(data *imapclient.UnilateralDataMailbox) {
			if data.NumMessages != nil {
				announced <- *data.NumMessages
			}
		},
	}}
	c := imapclient.New(dial(t, s.IMAPAddr), options)
	openInbox(t, c, "ana")
	idle, err := c.Idle()
	if err != nil {
		t.Fatal(err)
	}
	sendMail(t, dial(t, s.SMTPAddr), nil, "bo@mail.test", "ana@mail.test", hello)
	if n := <-announced; n != 1 {
		t.Errorf("%d mails announced, want 1", n)
	}
	if err := idle.Close(); err != nil {
		t.Fatal(err)
	}
	if err := idle.Wait(); err != nil {
		t.Fatal(err)
	}
}

// The bot files mails away by MOVE, and asks for all of these.
func TestIMAPCapabilities(t *testing.T) {
	s := Start(t)
	c := imapclient.New(dial(t, s.IMAPAddr), nil)
	if !c.Caps().Has(imap.CapStartTLS) {
		t.Error("STARTTLS is not offered")
	}
	openInbox(t, c, "ana")
	for _, want := range []imap.Cap{imap.CapIdle, imap.CapMove, imap.CapUIDPlus} {
		if !c.Caps().Has(want) {
			t.Errorf("%s is not offered", want)
		}
	}
}

func TestLogin(t *testing.T) {
	s := Start(t)
	for _, c := range []struct {
		user, password string
		ok             bool
	}{
		{"ana", Password, true},
		{"Ana@mail.test", Password, true},
		{"ana", "Secret", false},
	} {
		client := imapclient.New(dial(t, s.IMAPAddr), nil)
		t.Cleanup(func() { client.Close() })
		if err := client.Login(c.user, c.password).Wait(); (err == nil) != c.ok {
			t.Errorf("login of %s with %q: %v", c.user, c.password, err)
		}
	}
}

// The address of the recipient is refused at once, so that nothing is queued
// that would have to leave the machine.
func TestOtherDomainsAreRefused(t *testing.T) {
	s := Start(t)
	c, err := smtp.NewClient(dial(t, s.SMTPAddr), "localhost")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Mail("bo@mail.test"); err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{"ana@example.org", "ana@sub.mail.test", "ana@localhost", "ana%example.org@localhost"} {
		var refused *textproto.Error
		if err := c.Rcpt(to); !errors.As(err, &refused) || refused.Code != 554 {
			t.Errorf("a mail to %s: %v, want a refusal", to, err)
		}
	}
	if err := c.Rcpt("ana@MAIL.test"); err != nil {
		t.Error(err)
	}
}

func TestTwoHarnessesDoNotMeet(t *testing.T) {
	first, second := Start(t), Start(t)
	sendMail(t, dial(t, first.SMTPAddr), nil, "bo@mail.test", "ana@mail.test", hello)
	c := imapclient.New(dial(t, first.IMAPAddr), nil)
	openInbox(t, c, "ana")
	waitMails(t, c, 1)
	other := imapclient.New(dial(t, second.IMAPAddr), nil)
	openInbox(t, other, "ana")
	if n := other.Mailbox().NumMessages; n != 0 {
		t.Errorf("the mail arrived at the other server as well: %d there", n)
	}
}
