package smtpout_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/mail"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"unlurbot/mailbot/smtpout"
	"unlurbot/store"
)

// withFiles is a mail with two attachments.
func withFiles() *store.Outgoing {
	o := turn()
	o.Files = []store.File{
		{Name: "unlur-42.sgf", Type: "application/x-sgf", Data: []byte("(;FF[4]GM[2001]\nUNLUR[1]SZ[6]FIRST[Ana Núñez]\n;B[C4]\n;B[black]\n;W[D7]\n)\n")},
		{Name: "unlur-42.json", Type: "application/json", Data: []byte(`{"size":6,"moves":["C4"]}` + "\n")},
	}
	return o
}

func TestAttachGolden(t *testing.T) {
	got := written(t, withFiles())
	if strings.Contains(strings.ReplaceAll(got, "\r\n", ""), "\n") {
		t.Error("a line ends in LF alone")
	}
	got = strings.ReplaceAll(got, "\r\n", "\n")
	const golden = "testdata/files.eml"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("mail (-want +got):\n%s", diff)
	}
}

// readFiles takes a mail with files apart: the mail without them, and each file.
func readFiles(t interface{ Fatal(...any) }, raw string) (inner string, files []store.File) {
	m, err := mail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	kind, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/mixed" {
		t.Fatal(kind, err)
	}
	parts := multipart.NewReader(m.Body, params["boundary"])
	first, err := parts.NextRawPart()
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(first)
	if err != nil {
		t.Fatal(err)
	}
	for name, values := range first.Header {
		inner += name + ": " + strings.Join(values, ", ") + "\r\n"
	}
	for inner += "\r\n" + string(body); ; {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return inner, files
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, part))
		kind, _, wrong := mime.ParseMediaType(part.Header.Get("Content-Type"))
		if err != nil || wrong != nil {
			t.Fatal(err, wrong)
		}
		files = append(files, store.File{Name: part.FileName(), Type: kind, Data: data})
	}
}

// Whatever a file holds arrives as it was, and the mail in front of it is read
// as if there were none.
func TestAttachReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := withFiles()
		if rapid.Bool().Draw(t, "text only") {
			o.HTML = nil
		}
		for i := range o.Files {
			o.Files[i].Data = rapid.SliceOfN(rapid.Byte(), 0, 1000).Draw(t, "data")
		}
		var raw bytes.Buffer
		if err := smtpout.Write(&raw, o); err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(raw.String(), "\r\n") {
			if len(line) > 998 {
				t.Fatalf("a line of %d bytes", len(line))
			}
		}
		inner, files := readFiles(t, raw.String())
		if diff := cmp.Diff(o.Files, files); diff != "" {
			t.Fatalf("files (-want +got):\n%s", diff)
		}
		bare := *o
		bare.Files = nil
		var without bytes.Buffer
		if err := smtpout.Write(&without, &bare); err != nil {
			t.Fatal(err)
		}
		want, err := mail.ReadMessage(&without)
		if err != nil {
			t.Fatal(err)
		}
		got, err := mail.ReadMessage(strings.NewReader(inner))
		if err != nil {
			t.Fatal(err)
		}
		wanted, err := io.ReadAll(want.Body)
		if err != nil {
			t.Fatal(err)
		}
		read, err := io.ReadAll(got.Body)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(wanted), string(read)); diff != "" {
			t.Fatalf("body (-want +got):\n%s", diff)
		}
		for _, name := range []string{"Content-Type", "Content-Transfer-Encoding"} {
			if want, got := want.Header.Get(name), got.Header.Get(name); want != got {
				t.Fatalf("%s is %q, want %q", name, got, want)
			}
		}
	})
}

func TestAttachIsTheSameEachTime(t *testing.T) {
	first := written(t, withFiles())
	for range 50 {
		if again := written(t, withFiles()); again != first {
			t.Fatalf("another mail (-first +again):\n%s", cmp.Diff(first, again))
		}
	}
}

// The signature covers the files.
func TestAttachSigned(t *testing.T) {
	long, short := signers()
	for _, d := range []*smtpout.DKIM{long, short} {
		raw := signed(t, withFiles(), d)
		if err := verified(t, raw, long, short); err != nil {
			t.Errorf("%s: %v", d.Selector, err)
		}
		other := withFiles()
		other.Files[1].Data[0] = '['
		changed := written(t, other)
		_, body, _ := strings.Cut(changed, "\r\n\r\n")
		header, _, _ := strings.Cut(raw, "\r\n\r\n")
		if err := verified(t, header+"\r\n\r\n"+body, long, short); err == nil {
			t.Errorf("%s: a changed file goes unnoticed", d.Selector)
		}
	}
}

func TestAttachRefuses(t *testing.T) {
	for name, spoil := range map[string]func(*store.Outgoing){
		"no name":              func(o *store.Outgoing) { o.Files[0].Name = "" },
		"quote in a name":      func(o *store.Outgoing) { o.Files[0].Name = `a".sgf` },
		"two lines in a name":  func(o *store.Outgoing) { o.Files[0].Name = "a\r\nX: b" },
		"folder in a name":     func(o *store.Outgoing) { o.Files[0].Name = "../a" },
		"letters beyond ASCII": func(o *store.Outgoing) { o.Files[1].Name = "ü.json" },
		"endless name":         func(o *store.Outgoing) { o.Files[1].Name = strings.Repeat("a", 1000) },
		"no type":              func(o *store.Outgoing) { o.Files[1].Type = "" },
		"two lines in a type":  func(o *store.Outgoing) { o.Files[1].Type = "text/plain\r\nX: b" },
		"more in a type":       func(o *store.Outgoing) { o.Files[1].Type = "text/plain; charset=x" },
		"no boundary":          func(o *store.Outgoing) { o.HTML, o.Boundary = nil, "" },
		"endless boundary":     func(o *store.Outgoing) { o.Boundary = strings.Repeat("b", 70) },
	} {
		o := withFiles()
		spoil(o)
		if err := smtpout.Write(io.Discard, o); err == nil {
			t.Errorf("%s: written", name)
		}
	}
}
