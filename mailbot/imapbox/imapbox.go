// Package imapbox is what the bot needs of an IMAP mailbox: which mails are
// there, their bytes, filing them away, and waiting for the next one.
//
// It works over go-imap's client and adds what that leaves to its user: a
// limit on every wait, sizes looked at before bodies, memory that stays flat
// however many mails wait, filing that can be repeated and that gets by
// without MOVE, a lease that keeps a second bot off the mailbox, and errors
// that tell an operator what to do. It does not parse mail, decides nothing
// about it, retries nothing and does not reconnect: a Box whose connection has
// ended answers every call with an error, and its owner dials again.
//
// Nothing that a server says is believed further than it can be checked. What
// can't be checked is a mail whose bytes were changed on the way: over plain
// TCP nobody notices that, and over TLS the connection ends.
//
// The bot receives through it and deletes old mails; the check command tries the
// configuration with it.
package imapbox

import (
	"context"
	"sync"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-sasl"
)

// A Box is one connection with the mailbox selected. Its methods may be
// called from several goroutines and then take turns; only Close does not
// wait for them.
type Box struct {
	wire
	lease   lease
	there   [folders]bool  // the folder exists, as far as is known
	refused [folders]error // why the folder can't be made
	shown   sasl.Client    // what the login went with; nil for the command LOGIN

	mu sync.Mutex // held while a method uses the connection
}

// UIDValidity is the number that the UIDs of this mailbox belong to. When it
// differs from the last connection's, all UIDs have lost their meaning.
func (b *Box) UIDValidity() uint32 { return b.uidValidity }

// CanFile gives nil when File really moves mails away as far as is known by
// now. Otherwise File marks mails as read and leaves them, and the error, an
// *Error, says what is missing: its Op is OpCreate when the mailbox for what
// is done can't be created, and OpFile when the server has neither MOVE nor
// UIDPLUS.
func (b *Box) CanFile() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.caps.Has(imap.CapMove) && !b.caps.Has(imap.CapUIDPlus) {
		return b.fail(OpFile, errCantMove)
	}
	return b.refused[Done]
}

// Unprotected tells why nothing keeps a second bot off the mailbox: the folder
// for that can't be made, or no mail be put there. It is nil when all is well
// or when Config.Owner asks for no lease.
func (b *Box) Unprotected() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lease.impossible
}

// List gives the UIDs of the mails in the mailbox, ascending. With Config.Since
// those that arrived before are left out, and if mails have been moved about in
// the mailbox they are in the order of their arrival instead. It names a million
// at most, the first ones; the others have their turn when these are filed.
func (b *Box) List(ctx context.Context) ([]uint32, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.lease.keep(ctx); err != nil {
		return nil, err
	}
	select {
	case <-b.arrived: // forgotten before looking: a mail that comes meanwhile is announced anew
	default:
	}
	b.measures = nil
	criteria := &imap.SearchCriteria{}
	if !b.cfg.Since.IsZero() {
		// The server compares whole days, and in its own zone it may be a day
		// earlier (RFC 3501 section 6.4.4).
		criteria.Since = b.cfg.Since.UTC().AddDate(0, 0, -1)
	}
	for field, part := range map[string]string{"Message-ID": b.cfg.MessageID, "Subject": b.cfg.Subject} {
		if part != "" {
			criteria.Header = append(criteria.Header, imap.SearchCriteriaHeaderField{Key: field, Value: part})
		}
	}
	uids, err := b.search(ctx, criteria)
	if err == nil && !b.cfg.Since.IsZero() {
		err = b.sortByArrival(ctx, uids)
	}
	if err != nil {
		return nil, err
	}
	return uids, b.stillValid(OpList)
}

// Close gives back the lease and says goodbye, for which the server gets a
// moment, and ends the connection. A method that is at work on it fails at once.
func (b *Box) Close() error {
	if b.mu.TryLock() {
		ctx, cancel := context.WithTimeout(context.Background(), b.cfg.LogoutTimeout)
		b.lease.drop(ctx)
		// A server that is gone already is not worth an error here.
		_ = b.do(ctx, OpLogout, func() error { return b.client.Logout().Wait() })
		cancel()
		b.mu.Unlock()
	}
	_ = b.conn.Close() // the logout has usually closed it
	_ = b.client.Close()
	return nil
}
