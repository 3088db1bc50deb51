package imapbox_test

import (
	"testing"
	"testing/synctest"

	"github.com/emersion/go-imap/v2"
)

// Reading marks nothing: only filing may change what others see of a mail.
func TestFetchLeavesMailsUnread(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		deliver(t, s, "one")
		deliver(t, s, string(make([]byte, 20_000))) // header only
		b := dial(t, config(portOf(t, s.IMAPAddr())))
		if got, _, err := b.Fetch(t.Context(), list(t, b)); err != nil || len(got) != 2 {
			t.Fatalf("%d mails, %v", len(got), err)
		}

		c := client(t, s)
		if _, err := c.Select("INBOX", nil).Wait(); err != nil {
			t.Fatal(err)
		}
		unread, err := c.UIDSearch(&imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagSeen}}, nil).Wait()
		if err != nil || len(unread.AllUIDs()) != 2 {
			t.Errorf("unread: %v, %v", unread, err)
		}
	})
}
