package imapbox_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"

	"unlurbot/mailbot/imapbox"
)

// The folder for spam is known by what the server says of it, or by its name.
func TestFolders(t *testing.T) {
	bubble(func(t *testing.T) {
		s := startSandbox(t)
		c := client(t, s)
		for _, name := range []string{"INBOX/Spam", "Junkyard", "Unerwünscht"} {
			if err := c.Create(name, nil).Wait(); err != nil {
				t.Fatal(err)
			}
		}
		asked := false
		junk := func(b *imapbox.Box) (junk []string) {
			folders, err := b.Folders(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range folders {
				if f.Junk {
					junk = append(junk, f.Name)
				}
			}
			return junk
		}
		if got := junk(dial(t, config(portOf(t, s.IMAPAddr())))); !slices.Equal(got, []string{"INBOX/Spam"}) {
			t.Errorf("by the name: %v", got)
		}
		b := dial(t, config(proxy(t, s.IMAPAddr(), func(line string, _ <-chan struct{}) (string, bool) {
			if list, is := strings.CutPrefix(line, `* LIST () "/" "Unerw`); is {
				asked, line = true, `* LIST (\Junk) "/" "Unerw`+list
			}
			return line, false
		})))
		if got := junk(b); asked && !slices.Equal(got, []string{"INBOX/Spam", "Unerwünscht"}) {
			t.Errorf("by what the server says: %v", got)
		}
		if !asked {
			t.Error("the server did not list the folder as expected")
		}
	})(t)
}

// Remove takes out the mails that are named, of the folder that Turn has opened; a server that can't expunge
// single ones is not asked to.
func TestRemove(t *testing.T) {
	for missing, gone := range map[string]bool{"": true, "UIDPLUS": false} {
		t.Run(missing, bubble(func(t *testing.T) {
			s := startSandbox(t)
			for range 3 {
				deliver(t, s, "C4")
			}
			cfg := config(proxy(t, s.IMAPAddr(), without(strings.Fields(missing)...)))
			cfg.Mailbox = cfg.DoneMailbox
			b := dial(t, cfg)
			wantList(t, b)
			if err := b.Turn(t.Context(), "INBOX"); err != nil {
				t.Fatal(err)
			}
			other(t, s, 1, imap.FlagDeleted) // somebody else's
			if got, err := b.Remove(t.Context(), []uint32{2}); got != gone || err != nil {
				t.Errorf("gone: %v, %v", got, err)
			}
			if gone {
				wantList(t, b, 1, 3)
				return
			}
			wantList(t, b, 1, 2, 3)
			wantFlag(t, s, 2, imap.FlagDeleted)
			wantFlag(t, s, 2, imap.FlagSeen)
			if err := b.Turn(t.Context(), "nowhere"); err == nil {
				t.Error("a folder that is not there is open")
			}
			if err := b.Turn(t.Context(), cfg.DoneMailbox); err != nil {
				t.Error(err)
			}
			wantList(t, b)
		}))
	}
}
