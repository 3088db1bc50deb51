package sandbox

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
)

const inbox = "INBOX"

// folders are what every mailbox starts with: mail clients look for these
// names and file drafts, copies of sent mail and deleted mail there.
var folders = []string{inbox, "Drafts", "Sent", "Trash"}

// maxName is the longest local part that RFC 5321 allows.
const maxName = 64

// postOffice holds the mailboxes. It is shared by all connections.
type postOffice struct {
	domain string
	now    func() time.Time
	// epoch is added to every UIDVALIDITY. The memory server counts from 1, so
	// without it a sandbox that was started again would hand out the same
	// UIDVALIDITY and UID for other mails, and a bot that remembers them would
	// take new mails for old ones.
	epoch uint32

	// deliveries are counted for their ids, so that the same correspondence leaves
	// the same traces.
	deliveries atomic.Uint64

	mu       sync.Mutex
	accounts map[string]*account
}

// account is the mailbox of one person, made when it is first used.
type account struct {
	*imapmemserver.User

	// filing keeps two connections from moving mails in opposite directions at
	// once: the memory server locks source and target in that order.
	filing sync.Mutex

	mu      sync.Mutex
	changed chan struct{} // closed and replaced at every change
}

// account opens the mailbox of a name, which must come from nameOf.
func (o *postOffice) account(name string) (*account, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if a := o.accounts[name]; a != nil {
		return a, nil
	}
	a := &account{User: imapmemserver.NewUser(name, ""), changed: make(chan struct{})}
	for _, folder := range folders {
		if err := a.Create(folder, nil); err != nil {
			return nil, fmt.Errorf("creating %s of %s: %w", folder, name, err)
		}
		if err := a.Subscribe(folder); err != nil {
			return nil, fmt.Errorf("subscribing %s of %s: %w", folder, name, err)
		}
	}
	o.accounts[name] = a
	return a, nil
}

// A Mailbox is that of NAME@domain.
type Mailbox struct {
	Name   string
	Unread int // mails in its INBOX that nobody has opened
}

// nameOf says whose mailbox a local part belongs to: `Ana+token` is Ana's.
func nameOf(local string) (name string, ok bool) {
	name, _, _ = strings.Cut(strings.ToLower(local), "+")
	return name, name != "" && len(local) <= maxName && !strings.ContainsFunc(name, isControl)
}

// split cuts an address and says whether its domain is the post office's.
func (o *postOffice) split(addr string) (local string, ours bool) {
	at := strings.LastIndexByte(addr, '@')
	if at < 0 {
		return addr, false
	}
	return addr[:at], strings.EqualFold(addr[at+1:], o.domain)
}

// deliver puts a mail into the INBOX of a name and tells whoever waits there.
func (o *postOffice) deliver(name string, mail []byte) error {
	a, err := o.account(name)
	if err != nil {
		return err
	}
	if _, err := a.Append(inbox, bytes.NewReader(mail), &imap.AppendOptions{Time: o.now()}); err != nil {
		return fmt.Errorf("delivering to %s: %w", name, err)
	}
	a.announce()
	return nil
}

// announce wakes every connection that waits for a change of this account.
func (a *account) announce() {
	a.mu.Lock()
	defer a.mu.Unlock()
	close(a.changed)
	a.changed = make(chan struct{})
}

// change gives a channel that is closed at the next change. Whoever asks for
// it first and looks second misses nothing.
func (a *account) change() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.changed
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }
