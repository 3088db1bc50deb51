package smtpout_test

import (
	"bytes"
	"flag"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/mailbot/smtpout"
	"unlurbot/store"
	"unlurbot/store/page"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// turn is a mail as the bot writes them.
func turn() *store.Outgoing {
	return &store.Outgoing{
		EnvelopeFrom: "unlur+bounce-abc@sandbox.test",
		EnvelopeTo:   "ana@sandbox.test",
		From:         store.Mailbox{Name: "Unlur", Addr: "unlur@sandbox.test"},
		To:           store.Mailbox{Name: "Ana Núñez", Addr: "ana@sandbox.test"},
		ReplyTo:      store.Mailbox{Addr: "unlur+abcdefghijklmnop@sandbox.test"},
		Subject:      "Unlur #42: Ana Núñez - Bo",
		Date:         time.Date(2026, 11, 20, 14, 0, 0, 0, time.FixedZone("CET", 3600)),
		MessageID:    "g42.5.abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnop@sandbox.test",
		InReplyTo:    "mail-4@laptop.example",
		References:   []string{"g42.1.abcdefgh@sandbox.test", "g42.3.abcdefgh@sandbox.test", "mail-4@laptop.example"},
		Header: []store.Field{
			{Name: "X-Unlur-Ply", Value: "5"},
			{Name: "Auto-Submitted", Value: "auto-generated"},
			{Name: "List-Id", Value: "Partides d'Únlur <games.sandbox.test>"},
			{Name: "X-Again", Value: "1"},
			{Name: "X-Again", Value: "2"},
		},
		Boundary: "unlur-42-5",
		Text:     "Bo played D7 — it is your turn.\n\n  . . *\n.leading dot\n" + strings.Repeat("long ", 30) + "\n",
		HTML:     page.New([]byte("<p>Bo played <b>D7</b> — it is your turn.</p>\n")),
	}
}

func written(t *testing.T, o *store.Outgoing) string {
	t.Helper()
	var b bytes.Buffer
	if err := smtpout.Write(&b, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWriteGolden(t *testing.T) {
	got := written(t, turn())
	if strings.Contains(strings.ReplaceAll(got, "\r\n", ""), "\n") {
		t.Error("a line ends in LF alone")
	}
	const golden = "testdata/turn.eml"
	if *update {
		if err := os.WriteFile(golden, []byte(strings.ReplaceAll(got, "\r\n", "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), strings.ReplaceAll(got, "\r\n", "\n")); diff != "" {
		t.Errorf("mail (-want +got):\n%s", diff)
	}
}

func TestWriteIsTheSameEachTime(t *testing.T) {
	first := written(t, turn())
	for range 50 {
		if again := written(t, turn()); again != first {
			t.Fatalf("another mail (-first +again):\n%s", cmp.Diff(first, again))
		}
	}
}

// What a mail client makes of it is what went in.
func TestWriteReadsBack(t *testing.T) {
	o := turn()
	m, err := mail.ReadMessage(strings.NewReader(written(t, o)))
	if err != nil {
		t.Fatal(err)
	}
	decode := func(name string) string {
		s, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get(name))
		if err != nil {
			t.Error(err)
		}
		return s
	}
	for name, want := range map[string]string{
		"Subject":     o.Subject,
		"Message-Id":  "<" + o.MessageID + ">",
		"In-Reply-To": "<" + o.InReplyTo + ">",
		"References":  "<" + strings.Join(o.References, "> <") + ">",
		"Reply-To":    "<" + o.ReplyTo.Addr + ">",
		"List-Id":     o.Header[2].Value,
		"Date":        "Fri, 20 Nov 2026 14:00:00 +0100",
		"User-Agent":  "",
		"X-Mailer":    "",
	} {
		if got := decode(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if got := m.Header["X-Again"]; !cmp.Equal(got, []string{"1", "2"}) {
		t.Errorf("X-Again is %q", got)
	}
	to, err := m.Header.AddressList("To")
	if err != nil || to[0].Name != o.To.Name || to[0].Address != o.To.Addr {
		t.Errorf("To is %v, %v", to, err)
	}

	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	parts := multipart.NewReader(m.Body, params["boundary"])
	for _, want := range []struct{ kind, body string }{
		{"text/plain; charset=UTF-8", o.Text},
		{"text/html; charset=UTF-8", o.HTML.String()},
	} {
		part, err := parts.NextRawPart()
		if err != nil {
			t.Fatal(err)
		}
		if got := part.Header.Get("Content-Type"); got != want.kind {
			t.Errorf("a part is %s, want %s", got, want.kind)
		}
		body, err := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.body, strings.ReplaceAll(string(body), "\r\n", "\n")); diff != "" {
			t.Errorf("body (-want +got):\n%s", diff)
		}
	}
	if _, err := parts.NextPart(); err != io.EOF {
		t.Errorf("after two parts: %v", err)
	}
}

// A page leaves as it is if SMTP takes it so, and else in quoted-printable.
func TestPagesAsTheyAre(t *testing.T) {
	for name, test := range map[string]struct{ html, encoding string }{
		"ours":            {"<p>Bo played\n<b>D7</b> &#8212; =\n.\n", "7bit"},
		"an unended line": {"<p>Bo played\nD7", "7bit"},
		"a full line":     {strings.Repeat("w", 998) + "\n", "7bit"},
		"a longer one":    {strings.Repeat("w", 999) + "\n", "Quoted-Printable"},
		"beyond ASCII":    {"<p>Bo played D7 — =\n", "Quoted-Printable"},
		"another end":     {"<p>Bo\rplayed\n", "Quoted-Printable"},
		"nothing":         {"<p>Bo\x00played\n", "Quoted-Printable"},
	} {
		t.Run(name, func(t *testing.T) {
			o := turn()
			o.HTML = page.New([]byte(test.html))
			sent := written(t, o)
			_, part, found := strings.Cut(sent, "Content-Transfer-Encoding: "+test.encoding+"\r\nContent-Type: text/html; charset=UTF-8\r\n\r\n")
			body, _, ended := strings.Cut(part, "\r\n--"+o.Boundary+"--\r\n")
			if !found || !ended {
				t.Fatalf("no such part in %s", sent)
			}
			if test.encoding != "7bit" {
				decoded, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(body)))
				if err != nil {
					t.Fatal(err)
				}
				body = string(decoded)
			}
			if diff := cmp.Diff(strings.NewReplacer("\n", "\r\n", "\r", "\r\n").Replace(test.html), body); diff != "" {
				t.Errorf("page (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWriteTextOnly(t *testing.T) {
	o := turn()
	o.HTML, o.Boundary = nil, ""
	m, err := mail.ReadMessage(strings.NewReader(written(t, o)))
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Header.Get("Content-Type"); got != "text/plain; charset=UTF-8" {
		t.Errorf("the mail is %s", got)
	}
}

func TestNothingSlipsIntoTheHeader(t *testing.T) {
	const evil = "x\r\nBcc: everybody@example.org\r\n\r\nbody\x00"
	o := turn()
	o.Subject, o.MessageID, o.InReplyTo, o.References = evil, evil, evil, []string{evil, evil}
	o.From.Name, o.To.Name, o.ReplyTo.Name = evil, evil, evil
	o.From.Addr, o.To.Addr, o.ReplyTo.Addr = evil, evil, evil
	o.Header = []store.Field{{Name: "X-Empty"}, {Name: "X-Evil", Value: evil}, {Name: "X-More", Value: "é" + evil}}
	head, _, _ := strings.Cut(written(t, o), "\r\n\r\n")
	m, err := mail.ReadMessage(strings.NewReader(head + "\r\n\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Header) != 13 || m.Header.Get("Bcc") != "" || strings.ContainsRune(head, 0) {
		t.Errorf("the header has %d fields:\n%s", len(m.Header), head)
	}
}

func TestWriteRefuses(t *testing.T) {
	for name, spoil := range map[string]func(*store.Outgoing){
		"no Message-ID":          func(o *store.Outgoing) { o.MessageID = "" },
		"no author":              func(o *store.Outgoing) { o.From.Addr = "" },
		"no addressee":           func(o *store.Outgoing) { o.To.Addr = "" },
		"no boundary":            func(o *store.Outgoing) { o.Boundary = "" },
		"boundary needs quotes":  func(o *store.Outgoing) { o.Boundary = "a b" },
		"nameless field":         func(o *store.Outgoing) { o.Header[0].Name = "" },
		"two lines in a name":    func(o *store.Outgoing) { o.Header[0].Name = "X\r\nBcc" },
		"field that is ours":     func(o *store.Outgoing) { o.Header[0].Name = "subject" },
		"letters beyond ASCII":   func(o *store.Outgoing) { o.Header[0].Name = "X-Ü" },
		"colon in a field name":  func(o *store.Outgoing) { o.Header[0].Name = "X:" },
		"content type by header": func(o *store.Outgoing) { o.Header[0].Name = "Content-Type" },
	} {
		o := turn()
		spoil(o)
		if err := smtpout.Write(io.Discard, o); err == nil {
			t.Errorf("%s: written", name)
		}
	}
}
