package smtpout

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strings"
	"testing"

	"github.com/wneessen/go-mail/smtp"
	"pgregory.net/rapid"

	"unlurbot/mailbot/credential"
	"unlurbot/store"
)

// A server gets what was sent, wherever in it there are dots.
func TestDots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{".", "..", "\r\n", "\r\n.", "a", "é=", strings.Repeat("long ", 1000)})
		content := strings.Join(rapid.SliceOf(piece).Draw(t, "content"), "")

		ours, theirs := net.Pipe()
		got := make(chan string, 1)
		go takeOne(theirs, got)
		client, err := smtp.NewClient(ours, "mail.example.org")
		if err != nil {
			t.Fatal(err)
		}
		c := &conversation{raw: ours, client: client}
		f := c.send(t.Context(), &store.Outgoing{EnvelopeFrom: "unlur@example.org", EnvelopeTo: "ana@example.org"}, []byte(content))
		c.drop()
		want := strings.ReplaceAll(content, "\r\n", "\n")
		if !strings.HasSuffix(want, "\n") {
			want += "\n"
		}
		if f != nil || <-got != want {
			t.Fatalf("%q did not arrive as it was: %v", content, f)
		}
	})
}

// takeOne is a server for one mail, which it gives with LF line ends.
func takeOne(conn net.Conn, got chan<- string) {
	c := textproto.NewConn(conn)
	defer c.Close()
	err := c.PrintfLine("220 hello")
	for err == nil {
		var line string
		if line, err = c.ReadLine(); line == "DATA" {
			err = c.PrintfLine("354 go on")
			mail, unread := io.ReadAll(c.DotReader())
			err = errors.Join(err, unread)
			got <- string(mail)
		}
		if err == nil {
			err = c.PrintfLine("250 ok")
		}
	}
}

// A server that refuses the only recipient may be ready for a mail all the same (RFC 2920 section 3.1), which it must not get.
func TestMailToNobody(t *testing.T) {
	ours, theirs := net.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- readyForNobody(theirs) }()
	client, err := smtp.NewClient(ours, "mail.example.org")
	if err != nil {
		t.Fatal(err)
	}
	c := &conversation{raw: ours, client: client, cfg: Config{Credential: credential.Password("")}}
	f := c.send(t.Context(), &store.Outgoing{EnvelopeFrom: "unlur@example.org", EnvelopeTo: "ana@example.org"}, []byte("Subject: C4\r\n\r\n"))
	if f == nil || f.Step != StepRecipient || f.Code != 550 {
		t.Errorf("%+v", f)
	}
	c.quit(t.Context())
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// readyForNobody is such a server. Its error is what it got in place of the commands that it expects.
func readyForNobody(conn net.Conn) error {
	c := textproto.NewConn(conn)
	defer c.Close()
	if err := c.PrintfLine("220 hello"); err != nil {
		return err
	}
	for _, expect := range []struct{ command, answer string }{
		{"EHLO", "250-hello\r\n250 PIPELINING"}, {"MAIL", "250 ok"}, {"RCPT", "550 nobody"}, {"DATA", "354 go on"}, {".", "554 no recipients"}, {"QUIT", "221 bye"},
	} {
		line, err := c.ReadLine()
		if err != nil || !strings.HasPrefix(line, expect.command) {
			return fmt.Errorf("%q in place of %s: %w", line, expect.command, err)
		}
		if err := c.PrintfLine("%s", expect.answer); err != nil {
			return err
		}
	}
	return nil
}
