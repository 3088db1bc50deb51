package mailbot_test

import (
	"bytes"
	"crypto/ed25519"
	"io"
	"log"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/emersion/go-msgauth/dkim"
	"github.com/emersion/go-smtp"
	"github.com/google/go-cmp/cmp"

	"unlurbot/game"
	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/testing/loopback"
	"unlurbot/store"
	"unlurbot/templates"
	"unlurbot/templates/samples"
)

// A sink is an SMTP server that takes everything and keeps it as it came.
type sink struct {
	mu    sync.Mutex
	mails []sunk
}

type sunk struct {
	from string
	to   []string
	raw  string
}

// listen runs the sink for the time of the test and gives its port.
func (s *sink) listen(t *testing.T) (port int) {
	t.Helper()
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &sinking{sink: s}, nil }))
	server.ErrorLog = log.New(io.Discard, "", 0)
	listener, err := loopback.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var serving sync.WaitGroup
	serving.Go(func() { _ = server.Serve(listener) })
	t.Cleanup(func() { server.Close(); listener.Close(); serving.Wait() })
	return listener.Addr().(*net.TCPAddr).Port
}

// sinking is one connection to a sink.
type sinking struct {
	sink *sink
	at   sunk
}

func (s *sinking) Mail(from string, _ *smtp.MailOptions) error { s.at = sunk{from: from}; return nil }
func (s *sinking) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.at.to = append(s.at.to, to)
	return nil
}
func (s *sinking) Reset()        {}
func (s *sinking) Logout() error { return nil }

func (s *sinking) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	s.at.raw = string(raw)
	s.sink.mu.Lock()
	defer s.sink.mu.Unlock()
	s.sink.mails = append(s.sink.mails, s.at)
	return err
}

// everyKind gives a mail of each kind with the words of a sample; where a kind can have files
// or a picture, it has.
func everyKind(t *testing.T) map[templates.Kind]*store.Outgoing {
	t.Helper()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.com")
	b.Begin(ana, bo)
	ana.Replies("C4")
	bo.Replies("D5")
	bo.Replies("resign")
	over := ana.Last()
	ana.Writes("export all")
	export := ana.Last()
	if over.Picture == nil || len(export.Files) == 0 {
		t.Fatal("a picture or files are missing")
	}
	words, err := templates.Load()
	b.Check(err)
	mails := map[templates.Kind]*store.Outgoing{}
	for _, sample := range samples.All(game.DefaultSize) {
		if mails[sample.Kind] != nil {
			continue
		}
		rendered, err := words.Render(templates.Default, sample.Kind, sample.View)
		b.Check(err)
		m := mailSaying(rendered, sample.Kind, "Ana")
		m.EnvelopeFrom, m.EnvelopeTo, m.Boundary = over.EnvelopeFrom, over.EnvelopeTo, over.Boundary
		switch sample.Kind {
		case templates.Over:
			m.Picture = over.Picture
		case templates.Export:
			m.Files = export.Files
		}
		mails[sample.Kind] = m
	}
	return mails
}

// A mail of each kind goes over the wire: to one recipient, from an envelope
// sender of the bot, signed, and as it was written.
func TestEveryKindOverTheWire(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		key := &smtpout.DKIM{Domain: "example.org", Selector: "unlur2026", Key: ed25519.NewKeyFromSeed([]byte("thirty-two bytes that are secret"))}
		record, err := key.Record()
		if err != nil {
			t.Fatal(err)
		}
		s := &sink{}
		out, err := smtpout.New(smtpout.Config{Host: "127.0.0.1", Port: s.listen(t), Security: smtpout.SecurityNone, DKIM: key, Dial: loopback.Dial})
		if err != nil {
			t.Fatal(err)
		}
		mails := everyKind(t)
		for _, kind := range templates.Kinds {
			m := mails[kind]
			if m == nil {
				t.Errorf("no mail of the kind %s", kind)
				continue
			}
			if err := out.Send(t.Context(), m); err != nil {
				t.Fatal(err)
			}
			got := s.mails[len(s.mails)-1]
			if len(got.to) != 1 || got.to[0] != m.EnvelopeTo || got.from != m.EnvelopeFrom || !strings.HasSuffix(got.from, "@example.org") {
				t.Errorf("%s: from %s to %s", kind, got.from, got.to)
			}
			var want bytes.Buffer
			if err := smtpout.WriteSigned(t.Context(), &want, m, key); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want.String(), got.raw); diff != "" {
				t.Errorf("%s (-written +on the wire):\n%s", kind, diff)
			}
			found, err := dkim.VerifyWithOptions(strings.NewReader(got.raw), &dkim.VerifyOptions{LookupTXT: func(string) ([]string, error) { return []string{record}, nil }})
			if err != nil || len(found) != 1 || found[0].Err != nil || found[0].Domain != "example.org" {
				t.Errorf("%s: %v %+v", kind, err, found)
			}
		}
		if err := out.Close(); err != nil {
			t.Error(err)
		}
	})
}
