// Package imapbox is what the bot needs of an IMAP mailbox: which mails are
// there, their bytes, filing them away, and waiting for the next one.
//
// It works over go-imap's client and adds what that leaves to its user: a
// limit on every wait, sizes looked at before bodies, filing that can be
// repeated and that gets by without MOVE, and errors that tell an operator
// what to do. It does not parse mail, decides nothing about it, retries
// nothing and does not reconnect: a Box whose connection has ended answers
// every call with an error, and its owner dials again.
//
// Package mailbot calls it to receive; the check command calls Dial and Close
// to try the configuration.
package imapbox

import (
	"context"
	"crypto/tls"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// A Folder is where File puts mails.
type Folder int

// The folders.
const (
	Done Folder = iota
	Failed
)

// The values of Config.Security.
const (
	SecurityTLS      = "tls"      // TLS from the first byte, usually port 993
	SecurityStartTLS = "starttls" // TLS after a plain greeting, usually port 143
	SecurityNone     = "none"     // no encryption; the caller keeps it to loopback
)

const (
	defaultCommandTimeout = time.Minute
	logoutTimeout         = 2 * time.Second
)

// Config says which mailbox to open and how.
type Config struct {
	Host     string
	Port     int
	Security string // SecurityTLS, SecurityStartTLS or SecurityNone

	Username string
	Password string // appears in no error

	Mailbox       string // where mail arrives
	DoneMailbox   string // where File puts it; created when it is missing
	FailedMailbox string // likewise, for what the bot failed on
	Since         time.Time
	Owner         string
	Now           func() time.Time

	MaxSize        int64         // of larger mails only the header is fetched; 0 means no limit
	CommandTimeout time.Duration // longest wait for one answer; 0 means a minute
	TLS            *tls.Config   // nil means the system's roots and Host as the name
}

// A Box is one connection with the mailbox selected. Its methods may be
// called from several goroutines and then take turns; only Close does not
// wait for them.
type Box struct {
	cfg         Config
	conn        net.Conn // under any TLS, so that closing it never waits for the peer
	client      *imapclient.Client
	caps        imap.CapSet
	uidValidity uint32
	arrived     chan struct{} // holds one token when the server has announced mail

	mu sync.Mutex // held while a method uses the connection
}

// UIDValidity is the number that the UIDs of this mailbox belong to. When it
// differs from the last connection's, all UIDs have lost their meaning.
func (b *Box) UIDValidity() uint32 { return b.uidValidity }

// CanMove tells whether File really moves mails away. Where the server has
// neither MOVE nor UIDPLUS, it can only mark them as read.
func (b *Box) CanMove() bool {
	return b.caps.Has(imap.CapMove) || b.caps.Has(imap.CapUIDPlus)
}

// List gives the UIDs of the mails in the mailbox, ascending.
func (b *Box) List(ctx context.Context) ([]uint32, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.forgetArrivals() // before looking: a mail that comes meanwhile is announced anew
	return b.search(ctx, &imap.SearchCriteria{})
}

// search gives the matching UIDs, ascending.
func (b *Box) search(ctx context.Context, criteria *imap.SearchCriteria) ([]uint32, error) {
	var found []uint32
	err := b.do(ctx, OpList, func() error {
		data, err := b.client.UIDSearch(criteria, nil).Wait()
		if err != nil {
			return err
		}
		for _, uid := range data.AllUIDs() {
			found = append(found, uint32(uid))
		}
		return nil
	})
	slices.Sort(found)
	return slices.Compact(found), err
}

// Close says goodbye, for which the server gets a moment, and ends the
// connection. A method that is at work on it fails at once.
func (b *Box) Close() error {
	if b.mu.TryLock() {
		// A server that is gone already is not worth an error here.
		_ = b.within(context.Background(), logoutTimeout, OpLogout, func() error {
			return b.client.Logout().Wait()
		})
		b.mu.Unlock()
	}
	_ = b.conn.Close() // the logout has usually closed it
	_ = b.client.Close()
	return nil
}
