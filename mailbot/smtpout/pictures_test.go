package smtpout_test

import (
	"bytes"
	"errors"
	"fmt"
	"image/gif"
	"image/png"
	"io"
	"strings"
	"testing"

	"github.com/emersion/go-message"
	"github.com/google/go-cmp/cmp"

	"unlurbot/game"
	"unlurbot/mailbot/smtpout"
	"unlurbot/store"
	"unlurbot/store/page"
)

// over is a mail that shows the end of a game.
func over(t *testing.T) *store.Outgoing {
	t.Helper()
	r, err := game.ReadRecord("size=4 C2 black A1 D2 B2 E3 C3 F4 D4 B4 E5 C5 F6 E6 G7", 0)
	if err != nil {
		t.Fatal(err)
	}
	r.Number, r.Players = 42, [2]string{"Ana Núñez", "Bo"}
	o := turn()
	o.Picture = r
	o.HTML = page.New([]byte(`<p>The game is over.</p><img src="cid:` + smtpout.PictureID + `" alt="The board">`))
	return o
}

// outline tells the parts of a mail, one on each line, and keeps what is in them.
func outline(t *testing.T, e *message.Entity, depth int, contents map[string][]byte) string {
	t.Helper()
	kind, params, err := e.Header.ContentType()
	if err != nil {
		t.Fatal(err)
	}
	line := strings.Repeat("  ", depth) + kind
	if disposition, file, err := e.Header.ContentDisposition(); err == nil {
		line += fmt.Sprintf(" (%s %s)", disposition, file["filename"])
	}
	if id := e.Header.Get("Content-Id"); id != "" {
		line += " " + id
	}
	if of := params["type"]; of != "" {
		line += " of " + of
	}
	line += "\n"
	parts := e.MultipartReader()
	if parts == nil {
		body, err := io.ReadAll(e.Body)
		if err != nil {
			t.Fatal(err)
		}
		contents[kind] = body
		return line
	}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return line
		}
		if err != nil {
			t.Fatal(err)
		}
		line += outline(t, part, depth+1, contents)
	}
}

func TestPicturesStandInTheirPlace(t *testing.T) {
	const whole = `multipart/mixed
  multipart/related of multipart/alternative
    multipart/alternative
      text/plain
      text/html
    image/png (inline unlur-42.png) <board@unlurbot>
  image/gif (attachment unlur-42.gif)
`
	withFile := over(t)
	withFile.Files = []store.File{{Name: "unlur-42.sgf", Type: "application/x-sgf", Data: []byte("(;)")}}
	textOnly := over(t)
	textOnly.HTML = nil
	for name, test := range map[string]struct {
		mail *store.Outgoing
		want string
	}{
		"both":      {over(t), whole},
		"text only": {textOnly, "multipart/mixed\n  text/plain\n  image/gif (attachment unlur-42.gif)\n"},
		"more files": {withFile, strings.Replace(whole, "  image/gif",
			"  application/x-sgf (attachment unlur-42.sgf)\n  image/gif", 1)},
	} {
		raw := written(t, test.mail)
		e, err := message.Read(strings.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		contents := map[string][]byte{}
		if diff := cmp.Diff(test.want, outline(t, e, 0, contents)); diff != "" {
			t.Errorf("%s: parts (-want +got):\n%s", name, diff)
		}
		if got := string(contents["text/plain"]); got != strings.ReplaceAll(test.mail.Text, "\n", "\r\n") {
			t.Errorf("%s: the text arrives as %q", name, got)
		}
		if still := contents["image/png"]; still != nil {
			if _, err := png.Decode(bytes.NewReader(still)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		moving, err := gif.DecodeAll(bytes.NewReader(contents["image/gif"]))
		if err != nil {
			t.Fatal(name, err)
		}
		if got, want := len(moving.Image), len(test.mail.Picture.Events)+1; got != want {
			t.Errorf("%s: %d pictures, want %d", name, got, want)
		}
		for line := range strings.SplitSeq(raw, "\r\n") {
			if len(line) > 78 || strings.Contains(line, "\n") {
				t.Fatalf("%s: a line of %d bytes: %q", name, len(line), line)
			}
		}
	}
}

// What is drawn for a mail that is sent again is what was drawn before, and the
// signature covers it.
func TestPicturesSentAgain(t *testing.T) {
	first := written(t, over(t))
	long, short := signers()
	for range 3 {
		if again := written(t, over(t)); again != first {
			t.Fatalf("another mail:\n%s", cmp.Diff(first, again))
		}
	}
	for _, d := range []*smtpout.DKIM{long, short} {
		if err := verified(t, signed(t, over(t), d), long, short); err != nil {
			t.Errorf("%s: %v", d.Selector, err)
		}
	}
	other := over(t)
	other.Picture.Players[1] = "Zoe"
	header, _, _ := strings.Cut(signed(t, over(t), short), "\r\n\r\n")
	_, body, _ := strings.Cut(written(t, other), "\r\n\r\n")
	if err := verified(t, header+"\r\n\r\n"+body, long, short); err == nil {
		t.Error("another picture goes unnoticed")
	}
}

// Names are drawn and stand in no header.
func TestPicturesOfHostileNames(t *testing.T) {
	want := written(t, over(t))
	header := func(raw string) (fields []string) {
		for line := range strings.SplitSeq(raw, "\r\n") {
			if strings.Contains(line, ": ") || strings.HasPrefix(line, "--") {
				fields = append(fields, line)
			}
		}
		return fields
	}
	for _, name := range []string{"a\r\nBcc: eve@evil.test", "--files-unlur-42-5", "\"; filename=x", "\x00", "田中"} {
		o := over(t)
		o.Picture.Players = [2]string{name, name}
		if diff := cmp.Diff(header(want), header(written(t, o))); diff != "" {
			t.Errorf("%q: header (-want +got):\n%s", name, diff)
		}
	}
}

func TestPicturesRefuse(t *testing.T) {
	impossible := over(t)
	impossible.Picture.Events = append(impossible.Picture.Events, impossible.Picture.Events[0])
	noBoundary := over(t)
	noBoundary.HTML, noBoundary.Boundary = nil, ""
	for name, o := range map[string]*store.Outgoing{"no such game": impossible, "no boundary": noBoundary} {
		if err := smtpout.Write(io.Discard, o); err == nil {
			t.Errorf("%s: written", name)
		}
	}
}
