package smtpout

import (
	"errors"
	"io"
	"net"
	"net/textproto"
	"strings"
	"testing"

	"github.com/wneessen/go-mail/smtp"
	"pgregory.net/rapid"

	"unlurbot/store"
)

// A server gets what was sent, wherever in it there are dots.
func TestDots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{".", "..", "\r\n", "\r\n.", "a", "é=", strings.Repeat("long ", 1000)})
		content := strings.Join(rapid.SliceOf(piece).Draw(t, "content"), "") + "\r\n"

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
		if want := strings.ReplaceAll(content, "\r\n", "\n"); f != nil || <-got != want {
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
