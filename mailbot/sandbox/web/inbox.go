package web

import (
	"cmp"
	"context"
	"errors"
	"mime"
	"net/http"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-message/charset"
)

// maxListed is how many mails of a mailbox are listed, the newest ones.
const maxListed = 100

// An inbox is somebody's INBOX, as a mail program has it: over IMAP.
type inbox struct {
	client *imapclient.Client
	count  uint32        // of mails, when it was opened
	news   chan struct{} // has an element when the server has told of a change
	unhook func() bool
}

// A line is a mail in the list of an inbox.
type line struct {
	UID     imap.UID
	From    string
	Subject string
	At      time.Time // of its arrival
	Unread  bool
}

var errNoMail = failure{http.StatusNotFound, "There is no such mail."}

// openInbox logs in as a name. The connection ends with ctx, at the latest:
// the library would wait for ever for a server that has fallen silent.
func openInbox(ctx context.Context, addr, name string) (*inbox, error) {
	b := &inbox{news: make(chan struct{}, 1)}
	client, err := imapclient.DialInsecure(addr, &imapclient.Options{
		WordDecoder: &mime.WordDecoder{CharsetReader: charset.Reader},
		UnilateralDataHandler: &imapclient.UnilateralDataHandler{Mailbox: func(*imapclient.UnilateralDataMailbox) {
			select {
			case b.news <- struct{}{}:
			default: // nobody has taken the last one yet, which says as much
			}
		}},
	})
	if err != nil {
		return nil, err
	}
	b.client = client
	b.unhook = context.AfterFunc(ctx, func() { _ = client.Close() })
	if err := client.Login(name, "any").Wait(); err != nil {
		b.close()
		return nil, err
	}
	selected, err := client.Select("INBOX", nil).Wait()
	if err != nil {
		b.close()
		return nil, err
	}
	b.count = selected.NumMessages
	return b, nil
}

// close ends the connection, unless it has ended with its context. That nothing
// can be lost by it makes its error nobody's affair.
func (b *inbox) close() {
	if b.unhook() {
		_ = b.client.Close()
	}
}

// list gives the newest mails, the newest one first.
func (b *inbox) list() ([]line, error) {
	if b.count == 0 {
		return nil, nil
	}
	var wanted imap.SeqSet
	wanted.AddRange(max(b.count, maxListed)-maxListed+1, b.count)
	mails, err := b.client.Fetch(wanted, &imap.FetchOptions{
		UID: true, Flags: true, Envelope: true, InternalDate: true,
	}).Collect()
	if err != nil {
		return nil, err
	}
	slices.SortFunc(mails, func(a, b *imapclient.FetchMessageBuffer) int { return cmp.Compare(b.UID, a.UID) })
	lines := make([]line, 0, len(mails))
	for _, m := range mails {
		l := line{UID: m.UID, At: m.InternalDate, Unread: !slices.Contains(m.Flags, imap.FlagSeen)}
		if m.Envelope != nil {
			l.Subject = m.Envelope.Subject
			if from := m.Envelope.From; len(from) > 0 {
				l.From = cmp.Or(from[0].Name, from[0].Addr())
			}
		}
		lines = append(lines, l)
	}
	return lines, nil
}

// read gives a mail as it came, and marks it as read.
func (b *inbox) read(uid imap.UID) (raw []byte, at time.Time, err error) {
	mails, err := b.client.Fetch(imap.UIDSetNum(uid), &imap.FetchOptions{
		InternalDate: true, BodySection: []*imap.FetchItemBodySection{{}},
	}).Collect()
	switch {
	case err != nil:
		return nil, time.Time{}, err
	case len(mails) == 0 || len(mails[0].BodySection) == 0:
		return nil, time.Time{}, errNoMail
	}
	return mails[0].BodySection[0].Bytes, mails[0].InternalDate, nil
}

// newest gives the newest mail after one, 0 for none. Unread says whether those
// that were read count as well.
func (b *inbox) newest(after imap.UID, unread bool) (imap.UID, error) {
	criteria := &imap.SearchCriteria{UID: []imap.UIDSet{{{Start: after + 1}}}}
	if unread {
		criteria.NotFlag = []imap.Flag{imap.FlagSeen}
	}
	found, err := b.client.UIDSearch(criteria, nil).Wait()
	if err != nil {
		return 0, err
	}
	newest := imap.UID(0)
	for _, uid := range found.AllUIDs() {
		// "6:*" means the last mail too, whatever its number (RFC 3501 section 6.4.8).
		if uid > after {
			newest = max(newest, uid)
		}
	}
	return newest, nil
}

// await gives the newest mail after one as soon as there is one, or 0 when ctx
// has ended before.
func (b *inbox) await(ctx context.Context, after imap.UID) (imap.UID, error) {
	for {
		uid, err := b.newest(after, false)
		if uid != 0 || err != nil || ctx.Err() != nil {
			return uid, err
		}
		idle, err := b.client.Idle()
		if err != nil {
			return 0, err
		}
		select {
		case <-b.news:
		case <-ctx.Done():
		}
		if err := errors.Join(idle.Close(), idle.Wait()); err != nil {
			return 0, err
		}
	}
}
