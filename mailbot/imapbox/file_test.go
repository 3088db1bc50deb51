package imapbox_test

import (
	"context"
	"strings"
	"testing"

	"unlurbot/mailbot/imapbox"
)

// More UIDs than fit into one command, with gaps.
func TestLongSets(t *testing.T) {
	s := startSandbox(t)
	b := dial(t, config(portOf(t, s.IMAPAddr())))
	deliver(t, s, "C4")
	var uids []uint32
	for i := range uint32(2000) {
		uids = append(uids, 4_000_000_000-2*i)
	}
	uids = append(uids, 1)
	mails, _, err := b.Fetch(t.Context(), uids)
	if err != nil || len(mails) != 1 {
		t.Errorf("fetched %d mails, %v", len(mails), err)
	}
	if err := b.File(t.Context(), imapbox.Done, uids); err != nil {
		t.Error(err)
	}
	wantList(t, b)
}

// The mail goes between the look and the move.
func TestMailVanishesWhileFiling(t *testing.T) {
	s := startSandbox(t)
	other := dial(t, config(portOf(t, s.IMAPAddr())))
	b := dial(t, config(proxy(t, s.IMAPAddr(), func(line string, _ <-chan struct{}) (string, bool) {
		if strings.HasPrefix(line, "* SEARCH 1") {
			if err := other.File(context.Background(), imapbox.Done, []uint32{1}); err != nil {
				t.Error(err)
			}
		}
		return line, false
	})))
	deliver(t, s, "C4")
	deliver(t, s, "D5")
	if err := b.File(t.Context(), imapbox.Done, []uint32{1, 2}); err != nil {
		t.Fatal(err)
	}
	wantList(t, b)
	wantList(t, done(t, s), 1, 2)
}

func TestFilingWithoutMove(t *testing.T) {
	s := startSandbox(t)
	b := dial(t, config(proxy(t, s.IMAPAddr(), without("MOVE"))))
	for _, body := range []string{"C4", "D5", "E6"} {
		deliver(t, s, body)
	}
	if err := b.CanFile(); err != nil {
		t.Errorf("UIDPLUS is enough to move mails: %v", err)
	}
	for range 2 {
		if err := b.File(t.Context(), imapbox.Done, []uint32{1, 3}); err != nil {
			t.Fatal(err)
		}
	}
	wantList(t, b, 2)
	wantList(t, done(t, s), 1, 2)
}

func TestFilingWithoutUIDPlus(t *testing.T) {
	s := startSandbox(t)
	b := dial(t, config(proxy(t, s.IMAPAddr(), without("MOVE", "UIDPLUS"))))
	deliver(t, s, "C4")
	deliver(t, s, "D5")
	checkError(t, b.CanFile(), imapbox.OpFile, nil)
	if err := b.File(t.Context(), imapbox.Done, []uint32{1}); err != nil {
		t.Fatal(err)
	}
	// Nothing is gone from the mailbox, and nothing was copied.
	wantList(t, b, 1, 2)
	wantList(t, done(t, s))
}

// Somebody tidies up and removes the folder while the bot is at work.
func TestDoneMailboxIsMadeAgain(t *testing.T) {
	s := startSandbox(t)
	b := dial(t, config(portOf(t, s.IMAPAddr())))
	deliver(t, s, "C4")
	remove(t, s, "Unlur-Done")
	if err := b.File(t.Context(), imapbox.Done, []uint32{1}); err != nil {
		t.Fatal(err)
	}
	wantList(t, done(t, s), 1)
}
