package smtpout

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"slices"
	"strings"
	"testing"

	"github.com/wneessen/go-mail/smtp"
	"pgregory.net/rapid"

	"unlurbot/mailbot/credential"
	"unlurbot/store"
)

// A mail leaves byte for byte as the writer of textproto sends it, wherever in it there are dots; and so it does once more.
func TestDots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{".", "..", "\r\n", "\r\n.", "a", "é=", strings.Repeat("long ", 1000)})
		content := []byte(strings.Join(rapid.SliceOf(piece).Draw(t, "content"), ""))
		content = slices.Grow(content, rapid.IntRange(0, 10).Draw(t, "spare"))

		var want bytes.Buffer
		w := textproto.NewWriter(bufio.NewWriter(&want))
		dots := w.DotWriter()
		if _, err := dots.Write(content); err != nil || dots.Close() != nil {
			t.Fatal(err)
		}
		answers := "220 hello\r\n250 hello\r\n" + strings.Repeat("250 ok\r\n250 ok\r\n354 go on\r\n250 ok\r\n", 2)
		server := &recorder{answers: strings.NewReader(answers)}
		client, err := smtp.NewClient(server, "mail.example.org")
		if err != nil {
			t.Fatal(err)
		}
		c := &conversation{raw: server, client: client}
		for range 2 {
			server.said.Reset()
			if f := c.send(t.Context(), &store.Outgoing{EnvelopeFrom: "unlur@example.org", EnvelopeTo: "ana@example.org"}, content); f != nil {
				t.Fatal(f)
			}
			if _, got, _ := bytes.Cut(server.said.Bytes(), []byte("DATA\r\n")); !bytes.Equal(got, want.Bytes()) {
				t.Fatalf("%q left as %q, want %q", content, got, want.Bytes())
			}
		}
	})
}

// A recorder is a server that knows beforehand what it answers.
type recorder struct {
	net.Conn
	answers io.Reader
	said    bytes.Buffer // to it
}

func (r *recorder) Read(p []byte) (int, error)  { return r.answers.Read(p) }
func (r *recorder) Write(p []byte) (int, error) { return r.said.Write(p) }

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
