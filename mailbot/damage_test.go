package mailbot_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/testing/loopback"
	"unlurbot/store"
	"unlurbot/store/kv"
	"unlurbot/templates"
)

// spoil changes each mail in the outbox of a store's file, as a failing disk does.
func spoil(t testing.TB, path string, change func(mail []byte) []byte) {
	t.Helper()
	db, err := kv.Open(path, kv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Update(func(tx *kv.Tx) error {
		letters, changed := tx.Bucket("letters"), map[string][]byte{}
		for key, raw := range letters.Scan(nil) {
			changed[string(key)] = change(bytes.Clone(raw))
		}
		for key, raw := range changed {
			err = errors.Join(err, letters.Put([]byte(key), raw))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// spoilPage changes the packed page of a mail, if it has one.
func spoilPage(mail []byte, change func(page []byte) []byte) []byte {
	before, rest, _ := bytes.Cut(mail, []byte(`"html":"`))
	page, after, found := bytes.Cut(rest, []byte(`"`))
	if !found || len(page) == 0 {
		return mail
	}
	return slices.Concat(before, []byte(`"html":"`), change(bytes.Clone(page)), []byte(`"`), after)
}

// spoiled gives a bot at which two mails wait that were changed on the disk.
func spoiled(t *testing.T, change func(mail []byte) []byte) (b *bottest.Bot, log *strings.Builder) {
	b, log = bottest.New(t), &strings.Builder{}
	b.RelayDown = true
	b.Person("ana@example.org").Writes("challenge bo@example.net first")
	spoilStore(b, change, log)
	return b, log
}

// spoil changes the mails that wait on the disk.
func spoilStore(b *bottest.Bot, change func(mail []byte) []byte, log io.Writer) {
	b.T.Helper()
	b.Check(b.Store.Close())
	spoil(b.T, b.Path, change)
	s, err := store.Open(b.Path, mailbot.NewSecret)
	b.Check(err)
	b.Store = s
	b.Mailbot, err = mailbot.New(b.Config, s, func() time.Time { return b.Now }, slog.New(slog.NewTextHandler(log, nil)))
	b.Check(err)
}

// A mail whose HTML part is damaged in the store goes with its text part alone, over
// SMTP, and holds nobody up; the operator is told, and verify names it.
func TestDamagedPage(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func([]byte) []byte{
		"another byte": func(page []byte) []byte { page[len(page)/2] ^= 2; return page },
		"no base64":    func(page []byte) []byte { page[len(page)/2] = '?'; return page },
		"cut off":      func(page []byte) []byte { return page[:len(page)/8*4] },
		"all zeros":    func([]byte) []byte { return []byte(base64.StdEncoding.EncodeToString(make([]byte, 30))) },
	} {
		t.Run(name, bottest.Bubble(func(t *testing.T) {
			b, log := spoiled(t, func(mail []byte) []byte { return spoilPage(mail, change) })
			faults, err := b.Store.Verify(nil)
			if err != nil || len(faults) != 2 || !strings.Contains(faults[0], "letters: mail 1: store: the HTML part of a mail is damaged") {
				t.Errorf("verify: %v %q", err, faults)
			}
			arrived := sendOverSMTP(b, t, 2)
			if len(arrived) != 2 {
				t.Fatalf("%d mails arrived:\n%s", len(arrived), log)
			}
			for _, m := range arrived {
				if !strings.Contains(m.raw, "Content-Type: text/plain") || strings.Contains(m.raw, "text/html") || !strings.Contains(m.raw, "=E2=97=8F=E2=97=8B ") {
					t.Errorf("arrived:\n%s", m.raw)
				}
			}
			if strings.Count(log.String(), "code=damaged-page") != 2 || !strings.Contains(log.String(), "count=2") {
				t.Errorf("the log:\n%s", log)
			}
		}))
	}
}

// unreadable changes a mail so that nothing of it can be read.
func unreadable(mail []byte) []byte {
	return bytes.Replace(mail, []byte(`"subject":`), []byte(`"subject";`), 1)
}

// A mail that can't be read at all stays where it is, for verify, and all others leave.
func TestUnreadableMail(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		first := true
		b, log := spoiled(t, func(mail []byte) []byte {
			if !first {
				return mail
			}
			first = false
			return unreadable(mail)
		})
		arrived := sendOverSMTP(b, t, 1)
		if len(arrived) != 1 || !strings.Contains(arrived[0].raw, "text/html") {
			t.Errorf("%d mails arrived:\n%s", len(arrived), log)
		}
		if strings.Count(log.String(), "code=damaged-mail") != 1 || !strings.Contains(log.String(), "letters 8000000000000001") {
			t.Errorf("the log:\n%s", log)
		}
		faults, err := b.Store.Verify(nil)
		if err != nil || !strings.Contains(strings.Join(faults, "\n"), "letters 8000000000000001") {
			t.Errorf("verify: %v %q", err, faults)
		}
		b.Check(b.Store.Update(func(tx *store.Tx) error { return tx.Sent(1<<63 | 1) })) // or the bot would not be quiet
	})
}

// sendOverSMTP sends so many of the mails that wait through a real connection, and
// gives them as they arrived.
func sendOverSMTP(b *bottest.Bot, t *testing.T, number int) []sunk {
	t.Helper()
	at := &sink{}
	out, err := smtpout.New(smtpout.Config{Host: "127.0.0.1", Port: at.listen(t), Security: smtpout.SecurityNone, Dial: loopback.Dial})
	b.Check(err)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	b.Check(b.Mailbot.SendLoop(ctx, []mailbot.Sender{&counted{out, number, cancel}}))
	b.Check(out.Close())
	return at.mails
}

// A counted sender ends the sending after so many mails.
type counted struct {
	mailbot.Sender
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

// If nothing can be read any more of the mail that tells of a turn, the game goes on:
// the player reads of it in the reminder, and moves.
func TestUnreadableTurn(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person(anaAddress), b.Person(boAddress)
	b.Begin(ana, bo)
	b.RelayDown = true
	ana.Writes("C4")
	spoilStore(b, unreadable, io.Discard)
	b.Pass(8 * 24 * time.Hour)
	b.Check(b.Store.Update(func(tx *store.Tx) error {
		due, _, err := tx.Due(b.Now, 10, func(string) bool { return false })
		if len(due) != 1 || due[0].EnvelopeTo != boAddress || bottest.Field(due[0], "X-Unlur-Event") != string(templates.Reminder) {
			t.Errorf("%d mails are due: %+v", len(due), due)
		}
		damage := (*store.UnreadableError)(nil)
		if !errors.As(err, &damage) || len(damage.Mails) != 2 {
			t.Errorf("unreadable: %v", err)
		}
		return nil
	}))
	if d := bo.Writes("D5").Decision; d != decision.Played {
		t.Errorf("Bo's move is %s", d)
	}
	b.Check(b.Store.Update(func(tx *store.Tx) error { // or the bot would not be quiet
		for id := range uint64(20) { // whatever its precedence
			for caused := range uint64(20) {
				if err := errors.Join(tx.Sent(caused<<48|id), tx.Sent(1<<63|caused<<48|id)); err != nil {
					return err
				}
			}
		}
		return nil
	}))
}
