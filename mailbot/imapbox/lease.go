package imapbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/mail"
	"regexp"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
)

// LeaseMailbox is where bots say that they are at work, unless Config names
// another folder.
const LeaseMailbox = "Unlur-Lock"

// renewAfter is how old a lease may become: two renewals may fail before others
// take us for dead.
const renewAfter = 10 * time.Minute

const ownerField = "X-Unlur-Owner"

var plausibleOwner = regexp.MustCompile(`^[A-Za-z0-9]+\.[A-Za-z0-9]+$`)

// A lease is what keeps a second bot off the mailbox: a mail in a folder that
// all bots know. See judge for the rules.
type lease struct {
	folder      string
	uidValidity uint32
	held        uint32    // our newest note; 0: there is no lease
	notes       []uint32  // all of ours
	renewed     time.Time // by Config.Now
	impossible  error     // why there is no protection

	predecessors []string // see standing
}

// Unprotected tells why nothing keeps a second bot off the mailbox: the folder
// for that can't be made, or no mail be put there. It is nil when all is well
// or when Config.Owner asks for no lease.
func (b *Box) Unprotected() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lease.impossible
}

// takeLease makes sure that nobody else is at work, and says that we are.
func (b *Box) takeLease(ctx context.Context) error {
	if b.cfg.Owner == "" || b.lease.impossible != nil {
		return nil
	}
	if !plausibleOwner.MatchString(b.cfg.Owner) || b.cfg.Now == nil {
		return b.fail(OpLease, fmt.Errorf("owner %q, or no clock", b.cfg.Owner))
	}
	err := b.findLeaseFolder(ctx)
	if err == nil {
		err = b.settle(ctx)
	}
	if failed := new(Error); errors.As(err, &failed) && failed.Refused() && !failed.passes() {
		b.lease.impossible = err
	}
	return err
}

// findLeaseFolder takes the first name under which the folder is there or can
// be made. Some servers want all folders below INBOX; that is tried here rather
// than configured, because two bots must look into the same folder.
func (b *Box) findLeaseFolder(ctx context.Context) error {
	names := []string{b.cfg.LeaseMailbox}
	if b.cfg.LeaseMailbox == "" {
		names = []string{LeaseMailbox, "INBOX." + LeaseMailbox, "INBOX/" + LeaseMailbox}
	}
	var first error
	for _, name := range names {
		err := b.create(ctx, name)
		if failed := new(Error); errors.As(err, &failed) && failed.Refused() {
			first = cmp.Or(first, err)
			continue
		}
		b.lease.folder = name
		return err
	}
	return first
}

// keepLease renews the lease when it is due. Afterwards the mailbox is selected
// again, or the connection is ended.
func (b *Box) keepLease(ctx context.Context) error {
	if b.lease.held == 0 || !b.leaseDue() {
		return nil
	}
	err := b.settle(ctx)
	if err == nil {
		var uidValidity uint32
		uidValidity, err = b.selectFolder(ctx, OpSelect, b.cfg.Mailbox)
		if err == nil && uidValidity != b.uidValidity {
			err = b.fail(OpSelect, errNewValidity)
		}
	}
	if err != nil {
		_ = b.conn.Close() // or the next call would work in the wrong folder
		return err
	}
	b.announce() // of what came meanwhile the server will not speak again
	return nil
}

// leaseDue trusts neither clock alone: the one that Go measures with stands
// still while a machine sleeps, and the one on the wall can be set.
func (b *Box) leaseDue() bool {
	now := b.cfg.Now()
	onTheWall := now.Round(0).Sub(b.lease.renewed.Round(0))
	return now.Sub(b.lease.renewed) >= renewAfter || onTheWall >= renewAfter || onTheWall < 0
}

// settle puts up a new note, looks at all that are there, and removes what
// judge says. It leaves the lease folder selected.
func (b *Box) settle(ctx context.Context) error {
	now := b.cfg.Now()
	posted, err := b.post(ctx, now)
	if err != nil {
		return err
	}
	uidValidity, err := b.selectFolder(ctx, OpLease, b.lease.folder)
	if err != nil {
		return err
	}
	if b.lease.held != 0 && uidValidity != b.lease.uidValidity {
		return b.fail(OpLease, fmt.Errorf("the folder %q has been made anew", b.lease.folder))
	}
	notes, err := b.readNotes(ctx)
	if err != nil {
		return err
	}
	for _, n := range notes {
		if n.owner == b.cfg.Owner {
			posted = max(posted, n.uid)
		}
	}
	if len(notes) == 0 || posted <= b.lease.held {
		return b.fail(OpLease, fmt.Errorf("the mail just put into %q is not there", b.lease.folder))
	}
	r := judge(notes, standing{b.cfg.Owner, posted, b.lease.held, b.lease.predecessors})
	b.lease.uidValidity, b.lease.held, b.lease.notes, b.lease.renewed = uidValidity, posted, r.keep, now
	b.lease.predecessors = append(b.lease.predecessors, r.predecessors...)
	if err := b.removeNotes(ctx, r.remove); err != nil {
		return err
	}
	if r.lost != nil {
		b.lease.held = 0
		failed := b.fail(OpLease, r.lost)
		failed.folder = b.lease.folder
		return failed
	}
	return nil
}

// post puts a note into the folder and gives its UID, 0 where the server does
// not tell. After a refusal the library has ended the connection.
func (b *Box) post(ctx context.Context, now time.Time) (uid uint32, err error) {
	text := strings.ReplaceAll(fmt.Sprintf(noteText, now.Format(time.RFC1123Z), b.cfg.Owner), "\n", "\r\n")
	err = b.do(ctx, OpLease, func() error {
		command := b.client.Append(b.lease.folder, int64(len(text)), &imap.AppendOptions{Flags: []imap.Flag{imap.FlagSeen}})
		// What goes wrong in writing is told by Wait as well.
		_, _ = command.Write([]byte(text))
		_ = command.Close()
		data, err := command.Wait()
		uid = uint32(data.UID)
		return err
	})
	return uid, err
}

const noteText = `From: unlurbot <unlurbot@localhost.invalid>
Date: %s
Subject: unlurbot is at work in this mailbox
` + ownerField + `: %s
MIME-Version: 1.0
Content-Type: text/plain; charset=us-ascii

The bot that plays Unlur by mail reads this mailbox. This mail keeps a
second bot from doing the same, since both would answer every mail.

It is replaced every few minutes while the bot runs, and removed when the
bot stops. Once no bot runs any more it may be deleted, and the folder too.
`

// readNotes gives the notes in the selected folder. Other mails, which only a
// person can have put there, are nobody's.
func (b *Box) readNotes(ctx context.Context) ([]note, error) {
	uids, err := b.search(ctx, &imap.SearchCriteria{})
	if err != nil {
		return nil, err
	}
	uids = uids[max(0, len(uids)-maxSet):]
	if len(uids) == 0 {
		return nil, nil
	}
	arrived := map[uint32]time.Time{}
	if err := b.askArrivals(ctx, OpLease, uids, arrived); err != nil {
		return nil, err
	}
	headers, err := b.bodies(ctx, OpLease, uids, &imap.FetchItemBodySection{
		Peek: true, Specifier: imap.PartSpecifierHeader, HeaderFields: []string{ownerField},
	})
	var notes []note
	for _, m := range headers {
		header, err := mail.ReadMessage(strings.NewReader(string(m.Raw)))
		if err != nil {
			continue
		}
		owner := header.Header.Get(ownerField)
		if at := arrived[m.UID]; !at.IsZero() && plausibleOwner.MatchString(owner) {
			notes = append(notes, note{m.UID, owner, at})
		}
	}
	return notes, err
}

// removeNotes deletes mails of the lease folder. It is for bots alone, so that
// a server without UIDPLUS may expunge all of it that is marked.
func (b *Box) removeNotes(ctx context.Context, uids []uint32) error {
	if len(uids) == 0 {
		return nil
	}
	if b.caps.Has(imap.CapUIDPlus) {
		return b.remove(ctx, OpLease, setOf(uids))
	}
	if err := b.flag(ctx, OpLease, setOf(uids), imap.FlagDeleted); err != nil {
		return err
	}
	return b.do(ctx, OpLease, func() error { return b.client.Expunge().Close() })
}

// dropLease takes our notes away, so that nobody has to wait for their end.
func (b *Box) dropLease(ctx context.Context) {
	if b.lease.held == 0 {
		return
	}
	b.lease.held = 0
	if uidValidity, err := b.selectFolder(ctx, OpLease, b.lease.folder); err == nil && uidValidity == b.lease.uidValidity {
		// Where this fails the notes are found stale some day.
		_ = b.removeNotes(ctx, b.lease.notes)
	}
}
