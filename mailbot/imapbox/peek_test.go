package imapbox_test

import (
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// Reading marks nothing: only filing may change what others see of a mail.
func TestFetchLeavesMailsUnread(t *testing.T) {
	s := startSandbox(t)
	deliver(t, s, "one")
	deliver(t, s, string(make([]byte, 20_000))) // header only
	cfg := config(portOf(t, s.IMAPAddr()))
	b := dial(t, cfg)
	if got, _, err := b.Fetch(t.Context(), list(t, b)); err != nil || len(got) != 2 {
		t.Fatalf("%d mails, %v", len(got), err)
	}

	c, err := imapclient.DialInsecure(s.IMAPAddr(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Login(cfg.Username, cfg.Password).Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Select("INBOX", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	unread, err := c.UIDSearch(&imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagSeen}}, nil).Wait()
	if err != nil || len(unread.AllUIDs()) != 2 {
		t.Errorf("unread: %v, %v", unread, err)
	}
}
