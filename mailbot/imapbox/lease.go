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
	*wire

	folder      string
	uidValidity uint32
	held        uint32    // our newest note; 0: there is no lease
	notes       []uint32  // all of ours
	renewed     time.Time // by Config.Now
	impossible  error     // why there is no protection

	predecessors []string // see standing
}

// take makes sure that nobody else is at work, and says that we are.
func (l *lease) take(ctx context.Context) error {
	if l.cfg.Owner == "" || l.impossible != nil {
		return nil
	}
	if !plausibleOwner.MatchString(l.cfg.Owner) || l.cfg.Now == nil {
		return l.fail(OpLease, fmt.Errorf("owner %q, or no clock", l.cfg.Owner))
	}
	// The folder is the first one that is there or can be made. Some servers want all
	// folders below INBOX; that is tried here rather than configured, because two bots must
	// look into the same folder.
	names := []string{l.cfg.LeaseMailbox}
	if l.cfg.LeaseMailbox == "" {
		names = []string{LeaseMailbox, "INBOX." + LeaseMailbox, "INBOX/" + LeaseMailbox}
	}
	var err error
	for _, name := range names {
		failed := new(Error)
		created := l.create(ctx, name)
		if errors.As(created, &failed) && failed.Refused() {
			err = cmp.Or(err, created) // the first one is told
			continue
		}
		l.folder, err = name, created
		break
	}
	if err == nil {
		err = l.settle(ctx)
	}
	if failed := new(Error); errors.As(err, &failed) && failed.Refused() && !failed.Passes() {
		l.impossible = err
	}
	return err
}

// keep renews the lease when it is due. Afterwards the mailbox is selected
// again, or the connection is ended.
func (l *lease) keep(ctx context.Context) error {
	if l.held == 0 {
		return nil
	}
	// Neither clock is trusted alone: the one that Go measures with stands still while a
	// machine sleeps, and the one on the wall can be set.
	now := l.cfg.Now()
	onTheWall := now.Round(0).Sub(l.renewed.Round(0))
	if now.Sub(l.renewed) < renewAfter && 0 <= onTheWall && onTheWall < renewAfter {
		return nil
	}
	err := l.settle(ctx)
	if err == nil {
		var uidValidity uint32
		uidValidity, err = l.selectFolder(ctx, OpSelect, l.cfg.Mailbox)
		if err == nil && uidValidity != l.wire.uidValidity {
			err = l.fail(OpSelect, errNewValidity)
		}
	}
	if err != nil {
		_ = l.conn.Close() // or the next call would work in the wrong folder
		return err
	}
	l.announce() // of what came meanwhile the server will not speak again
	return nil
}

// settle puts up a new note, looks at all that are there, and removes what
// judge says. It leaves the lease folder selected.
func (l *lease) settle(ctx context.Context) error {
	now := l.cfg.Now()
	text := strings.ReplaceAll(fmt.Sprintf(noteText, now.Format(time.RFC1123Z), l.cfg.Owner), "\n", "\r\n")
	posted := uint32(0) // the UID of the new note, as far as the server tells
	err := l.do(ctx, OpLease, func() error {
		command := l.client.Append(l.folder, int64(len(text)), &imap.AppendOptions{Flags: []imap.Flag{imap.FlagSeen}})
		// What goes wrong in writing is told by Wait as well. After a refusal the library
		// has ended the connection.
		_, _ = command.Write([]byte(text))
		_ = command.Close()
		data, err := command.Wait()
		posted = uint32(data.UID)
		return err
	})
	if err != nil {
		return err
	}
	uidValidity, err := l.selectFolder(ctx, OpLease, l.folder)
	if err != nil {
		return err
	}
	if l.held != 0 && uidValidity != l.uidValidity {
		return l.fail(OpLease, fmt.Errorf("the folder %q was recreated", l.folder))
	}
	notes, err := l.readNotes(ctx)
	if err != nil {
		return err
	}
	for _, n := range notes {
		if n.owner == l.cfg.Owner {
			posted = max(posted, n.uid)
		}
	}
	if len(notes) == 0 || posted <= l.held {
		return l.fail(OpLease, fmt.Errorf("the mail just added to %q is not there", l.folder))
	}
	r := judge(notes, standing{l.cfg.Owner, posted, l.held, l.predecessors})
	l.uidValidity, l.held, l.notes, l.renewed = uidValidity, posted, r.keep, now
	l.predecessors = append(l.predecessors, r.predecessors...)
	if err := l.removeNotes(ctx, r.remove); err != nil {
		return err
	}
	if r.lost != nil {
		l.held = 0
		failed := l.fail(OpLease, r.lost)
		failed.folder = l.folder
		return failed
	}
	return nil
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
func (l *lease) readNotes(ctx context.Context) ([]note, error) {
	uids, err := l.search(ctx, &imap.SearchCriteria{})
	if err != nil {
		return nil, err
	}
	uids = uids[max(0, len(uids)-maxSet):]
	if len(uids) == 0 {
		return nil, nil
	}
	arrived := map[uint32]time.Time{}
	if err := l.askArrivals(ctx, OpLease, uids, arrived); err != nil {
		return nil, err
	}
	headers, err := l.bodies(ctx, OpLease, uids, &imap.FetchItemBodySection{
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
func (l *lease) removeNotes(ctx context.Context, uids []uint32) error {
	if len(uids) == 0 {
		return nil
	}
	if l.caps.Has(imap.CapUIDPlus) {
		return l.remove(ctx, OpLease, setOf(uids))
	}
	if err := l.flag(ctx, OpLease, setOf(uids), imap.FlagDeleted); err != nil {
		return err
	}
	return l.do(ctx, OpLease, func() error { return l.client.Expunge().Close() })
}

// drop takes our notes away, so that nobody has to wait for their end.
func (l *lease) drop(ctx context.Context) {
	if l.held == 0 {
		return
	}
	l.held = 0
	if uidValidity, err := l.selectFolder(ctx, OpLease, l.folder); err == nil && uidValidity == l.uidValidity {
		// Where this fails the notes are found stale some day.
		_ = l.removeNotes(ctx, l.notes)
	}
}
