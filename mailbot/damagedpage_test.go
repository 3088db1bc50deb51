package mailbot

import (
	"bytes"
	"context"
	"encoding/base64"
	"log/slog"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"unlurbot/mailbot/smtpout"
	"unlurbot/store"
)

// spoilPages changes each packed page in a store's file, as a failing disk does.
func spoilPages(t *testing.T, path string, spoil func(page []byte) []byte) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Update(func(tx *bbolt.Tx) error {
		letters := tx.Bucket([]byte("letters"))
		return letters.ForEach(func(key, raw []byte) error {
			before, rest, found := bytes.Cut(raw, []byte(`"html":"`))
			page, after, _ := bytes.Cut(rest, []byte(`"`))
			if !found || len(page) == 0 {
				return nil
			}
			return letters.Put(bytes.Clone(key), []byte(string(before)+`"html":"`+string(spoil(bytes.Clone(page)))+`"`+string(after)))
		})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A mail whose HTML part is damaged in the store goes with its text part alone, over
// SMTP, and holds nobody up; the operator is told, and verify names it.
func TestDamagedPage(t *testing.T) {
	for name, spoil := range map[string]func([]byte) []byte{
		"another byte": func(page []byte) []byte { page[len(page)/2] ^= 2; return page },
		"no base64":    func(page []byte) []byte { page[len(page)/2] = '?'; return page },
		"cut off":      func(page []byte) []byte { return page[:len(page)/8*4] },
		"all zeros":    func([]byte) []byte { return []byte(base64.StdEncoding.EncodeToString(make([]byte, 30))) },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.relayDown = true
			h.write(note{from: "ana@example.org", vouched: true, body: "challenge bo@example.net first"})
			h.check(h.store.Close())
			spoilPages(t, h.path, spoil)
			var log strings.Builder
			s, err := store.Open(h.path, NewSecret)
			h.check(err)
			h.store = s
			h.bot, err = New(h.bot.cfg, s, func() time.Time { return h.now }, slog.New(slog.NewTextHandler(&log, nil)))
			h.check(err)

			faults, err := s.Verify()
			if err != nil || len(faults) != 2 || !strings.Contains(faults[0], "letters: mail 1: store: the HTML part of a mail is damaged") {
				t.Errorf("verify: %v %q", err, faults)
			}
			arrived := h.sendOverSMTP(t)
			if len(arrived) != 2 {
				t.Fatalf("%d mails arrived:\n%s", len(arrived), &log)
			}
			for _, m := range arrived {
				if !strings.Contains(m.raw, "Content-Type: text/plain") || strings.Contains(m.raw, "text/html") || !strings.Contains(m.raw, "--- Answer above this line ---") {
					t.Errorf("arrived:\n%s", m.raw)
				}
			}
			if strings.Count(log.String(), "code=damaged-page") != 2 || !strings.Contains(log.String(), "count=2") {
				t.Errorf("the log:\n%s", &log)
			}
		})
	}
}

// sendOverSMTP sends all that waits through a real connection, and gives it as it
// arrived.
func (h *house) sendOverSMTP(t *testing.T) []sunk {
	t.Helper()
	waiting := 0
	h.check(h.store.View(func(tx *store.Tx) error {
		mails, err := tx.Outbox()
		waiting = len(mails)
		return err
	}))
	at := &sink{}
	out, err := smtpout.New(smtpout.Config{Host: "127.0.0.1", Port: at.listen(t), Security: smtpout.SecurityNone})
	h.check(err)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	h.check(h.bot.SendLoop(ctx, []Sender{&counted{out, waiting, cancel}}))
	h.check(out.Close())
	return at.mails
}

// A counted sender ends the sending after so many mails.
type counted struct {
	Sender
	left int
	end  func()
}

func (c *counted) Send(ctx context.Context, m *store.Outgoing) error {
	err := c.Sender.Send(ctx, m)
	if err == nil {
		if c.left--; c.left == 0 {
			c.end()
		}
	}
	return err
}
