package imapbox_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/emersion/go-imap/v2"

	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/sandbox"
)

// More UIDs than fit into one command, with gaps.
func TestLongSets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
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
	})
}

// The mail goes between the look and the move.
func TestMailVanishesWhileFiling(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
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
	})
}

// Servers lack this and that, in all combinations.
func TestFilingByEveryServer(t *testing.T) {
	for i := range 8 {
		var missing []string
		for bit, capability := range []string{"MOVE", "UIDPLUS", "IDLE"} {
			if i>>bit&1 == 1 {
				missing = append(missing, capability)
			}
		}
		t.Run(fmt.Sprint(missing), bubble(func(t *testing.T) {
			s := startSandbox(t)
			b := dial(t, config(proxy(t, s.IMAPAddr(), without(missing...))))
			deliver(t, s, "C4")
			deliver(t, s, "D5")
			other(t, s, 2, imap.FlagDeleted) // of which nobody has spoken to us
			if err := b.Wait(t.Context(), nap); err != nil {
				t.Error(err)
			}
			for range 2 { // it may be repeated
				if err := b.File(t.Context(), imapbox.Done, []uint32{1}); err != nil {
					t.Fatal(err)
				}
			}
			if able := !slices.Contains(missing, "MOVE") || !slices.Contains(missing, "UIDPLUS"); !able {
				err := b.CanFile()
				checkError(t, err, imapbox.OpFile, nil)
				if failed := new(imapbox.Error); errors.As(err, &failed) && !strings.Contains(failed.Advice(), "marked as read") {
					t.Errorf("advice: %s", failed.Advice())
				}
				// Nothing is gone from the mailbox, and nothing was copied.
				wantList(t, b, 1, 2)
				wantFlag(t, s, 1, imap.FlagSeen)
				wantList(t, done(t, s))
				return
			}
			if err := b.CanFile(); err != nil {
				t.Errorf("it can move mails: %v", err)
			}
			wantList(t, b, 2)
			wantList(t, done(t, s), 1)
		}))
	}
}

// other sets a flag behind the Box's back.
func other(t *testing.T, s *sandbox.Servers, uid imap.UID, flag imap.Flag) {
	t.Helper()
	c := client(t, s)
	_, err := c.Select("INBOX", nil).Wait()
	flags := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{flag}}
	if err := errors.Join(err, c.Store(imap.UIDSetNum(uid), flags, nil).Close()); err != nil {
		t.Fatal(err)
	}
}

func wantFlag(t *testing.T, s *sandbox.Servers, uid imap.UID, flag imap.Flag) {
	t.Helper()
	c := client(t, s)
	_, err := c.Select("INBOX", nil).Wait()
	found, searchErr := c.UIDSearch(&imap.SearchCriteria{Flag: []imap.Flag{flag}}, nil).Wait()
	if err := errors.Join(err, searchErr); err != nil {
		t.Fatal(err)
	}
	if uids := found.AllUIDs(); !slices.Contains(uids, uid) {
		t.Errorf("mail %d is not %s, but %v are", uid, flag, uids)
	}
}

// Mails on which the bot failed have a folder of their own, from the first one on.
func TestFailedMails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		b := dial(t, config(portOf(t, s.IMAPAddr())))
		deliver(t, s, "C4")
		deliver(t, s, "D5")
		if err := b.File(t.Context(), imapbox.Done, []uint32{1}); err != nil {
			t.Fatal(err)
		}
		if _, err := client(t, s).Status("Unlur-Failed", &imap.StatusOptions{NumMessages: true}).Wait(); err == nil {
			t.Error("the folder is there before it is needed")
		}
		if err := b.File(t.Context(), imapbox.Failed, []uint32{2}); err != nil {
			t.Fatal(err)
		}
		wantList(t, b)
		cfg := config(portOf(t, s.IMAPAddr()))
		cfg.Mailbox = "Unlur-Failed"
		failed := dial(t, cfg)
		wantList(t, failed, 1)
		if err := failed.File(t.Context(), imapbox.Failed, []uint32{1}); err != nil { // it lies there already
			t.Error(err)
		}
		wantList(t, failed, 1)
	})
}

// A folder that can't be created keeps nobody from playing: mails are marked
// and stay.
func TestFolderCanNotBeMade(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		creates := 0
		b := dial(t, config(proxy(t, s.IMAPAddr(), func(line string, _ <-chan struct{}) (string, bool) {
			if tag, ok := strings.CutSuffix(line, " OK CREATE completed\r\n"); ok {
				creates++
				remove(t, s, map[int]string{1: "Unlur-Done", 2: "Unlur-Failed"}[creates])
				return tag + " NO [NOPERM] not here\r\n", false
			}
			return line, false
		})))
		err := b.CanFile()
		checkError(t, err, imapbox.OpCreate, nil)
		if failed := new(imapbox.Error); errors.As(err, &failed) && !strings.Contains(failed.Advice(), "choose another imap.done_mailbox") {
			t.Errorf("advice: %s", failed.Advice())
		}
		deliver(t, s, "C4")
		deliver(t, s, "D5")
		for range 2 {
			if err := errors.Join(b.File(t.Context(), imapbox.Done, []uint32{1}), b.File(t.Context(), imapbox.Failed, []uint32{2})); err != nil {
				t.Fatal(err)
			}
		}
		wantList(t, b, 1, 2)
		wantFlag(t, s, 1, imap.FlagSeen)
		wantFlag(t, s, 2, imap.FlagSeen)
		if creates != 2 {
			t.Errorf("the server was asked %d times", creates)
		}
	})
}

// The folder goes while the bot is at work, and can't be made again.
func TestFolderCanNotBeMadeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		creates := 0
		b := dial(t, config(proxy(t, s.IMAPAddr(), func(line string, _ <-chan struct{}) (string, bool) {
			tag, ok := strings.CutSuffix(line, " OK CREATE completed\r\n")
			if creates++; ok && creates > 1 {
				return tag + " NO not here\r\n", false
			}
			if !ok {
				creates--
			}
			return line, false
		})))
		if err := b.CanFile(); err != nil {
			t.Error(err)
		}
		remove(t, s, "Unlur-Done")
		deliver(t, s, "C4")
		if err := b.File(t.Context(), imapbox.Done, []uint32{1}); err != nil {
			t.Error(err)
		}
		checkError(t, b.CanFile(), imapbox.OpCreate, nil)
		wantList(t, b, 1)
		wantFlag(t, s, 1, imap.FlagSeen)
	})
}

// Dovecot moves nothing when one of the mails has just gone, and says so.
func TestMoveSaysThatSomeAreGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		refusals := 0
		b := dial(t, config(proxy(t, s.IMAPAddr(), func(line string, _ <-chan struct{}) (string, bool) {
			if tag, _, ok := strings.Cut(line, " OK [COPYUID"); ok && refusals < 2 {
				refusals++
				line = tag + " NO [EXPUNGEISSUED] some are gone\r\n"
			}
			return without("MOVE")(line, nil)
		})))
		deliver(t, s, "C4")
		if err := b.File(t.Context(), imapbox.Done, []uint32{1}); err != nil {
			t.Fatal(err)
		}
		wantList(t, b)
		if refusals != 2 {
			t.Errorf("%d refusals", refusals)
		}
	})
}

// Somebody tidies up and removes the folder while the bot is at work.
func TestDoneMailboxIsMadeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		b := dial(t, config(portOf(t, s.IMAPAddr())))
		deliver(t, s, "C4")
		remove(t, s, "Unlur-Done")
		if err := b.File(t.Context(), imapbox.Done, []uint32{1}); err != nil {
			t.Fatal(err)
		}
		wantList(t, done(t, s), 1)
	})
}
