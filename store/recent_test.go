package store

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/game"
	"unlurbot/store/page"
)

// What is remembered of a mail is what its row says, whatever became of the transaction that made it.
func TestRemembered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	s := open(t, path)
	enqueue := func(text string, outcome error) (id uint64) {
		t.Helper()
		err := s.Update(func(tx *Tx) error {
			at := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
			m := &Outgoing{
				EnvelopeTo: "ana@example.org", To: Mailbox{Addr: "ana@example.org"}, MessageID: "1@x", References: []string{"0@x"}, Date: at, Text: text,
				HTML: page.New([]byte(text)), Header: []Field{{"X-Unlur-Event", "over"}}, Files: []File{{Name: "a.sgf", Data: []byte("(;)")}},
				Picture: &game.Record{Number: 8, Size: 6, Started: at}, Told: &Told{Kind: "turn", Remarks: []string{"Ana is away."}},
				Precedence: Precedence{Waits: true, Caused: 3}, Delivery: Delivery{NextTry: at},
			}
			if err := tx.Enqueue(m); err != nil {
				return err
			}
			id, m.Text = m.ID, "changed afterwards"
			return outcome
		})
		if !errors.Is(err, outcome) {
			t.Fatal(err)
		}
		return id
	}
	says := func(id uint64, want string) (m *Outgoing) {
		t.Helper()
		check(s.View(func(tx *Tx) error {
			if m, _ = tx.Mail(id); m.Text != want {
				t.Errorf("mail %d says %q, want %q", id, m.Text, want)
			}
			return nil
		}))
		return m
	}
	takenBack := errors.New("taken back")
	kept := enqueue("one", takenBack)
	if kept != enqueue("two", nil) {
		t.Fatal("another place than that of the mail that was taken back")
	}
	remembered := says(kept, "two")
	isRemembered := func(id uint64) (is bool) {
		check(s.View(func(tx *Tx) error {
			_, is = s.recent.Of(id, tx.tx.Bucket(bucketLetters).Get(place(id)))
			return nil
		}))
		return is
	}
	if !isRemembered(kept) {
		t.Fatal("the mail is not remembered")
	}
	says(enqueue("no UTF-8: \xff", nil), "no UTF-8: \ufffd")

	check(s.Close())
	s = open(t, path)
	if diff := cmp.Diff(remembered, says(kept, "two")); diff != "" {
		t.Errorf("as it was remembered (-) and as it was read (+): %s", diff)
	}
	moved := enqueue("three", nil)
	do(t, s, func(tx *Tx) error { return tx.Readdress("ana@example.org", "bo@example.org") })
	if to := says(moved, "three").To.Addr; to != "bo@example.org" {
		t.Errorf("the mail goes to %q", to)
	}
	if isRemembered(moved) || isRemembered(kept) {
		t.Error("mails are remembered whose rows were written since, or by another process")
	}
}
