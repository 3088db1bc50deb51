package smtpout

import (
	"bytes"
	"errors"
	"io"
	"net/textproto"
	"slices"
	"strings"
	"testing"

	"github.com/wneessen/go-mail/smtp"
	"pgregory.net/rapid"
)

// wire is a connection on which what was written stays.
type wire struct {
	io.Reader
	bytes.Buffer
}

func (w *wire) Read(b []byte) (int, error) { return w.Reader.Read(b) }
func (w *wire) Close() error               { return nil }

// Dots are stuffed as the writer of the standard library does it, wherever they stand and in whatever pieces they are written.
func TestDotsAreStuffed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{".", "..", "\r\n", "\r\n.", "a", "é=", strings.Repeat("long ", 1000)})
		content := []byte(strings.Join(rapid.SliceOf(piece).Draw(t, "content"), "") + "\r\n")

		var want wire
		reference := textproto.NewConn(&want).DotWriter()
		_, err := reference.Write(content)
		if err := errors.Join(err, reference.Close()); err != nil {
			t.Fatal(err)
		}

		var got wire
		c := &conversation{client: &smtp.Client{Text: textproto.NewConn(&got)}}
		data := c.client.Text.DotWriter()
		if err := errors.Join(c.writeStuffed(data, slices.Clone(content)), data.Close()); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Fatalf("%q became %q, not %q", content, got.String(), want.String())
		}
	})
}
