package imapbox

import (
	"context"
	"errors"
	"slices"

	"github.com/emersion/go-imap/v2"
)

// File moves the mails with these UIDs into a folder. It may be repeated: mails
// that are no longer there are none of its business.
//
// Without MOVE it copies, marks the originals as deleted and expunges just
// those, for which the server must have UIDPLUS: a plain EXPUNGE would take
// everybody's deleted mails along. Without both, or where the folder can't be
// created, it marks the mails as read and leaves them where they are, so that
// List goes on to name them; CanFile tells why.
func (b *Box) File(ctx context.Context, folder Folder, uids []uint32) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.nameOf(folder) == b.cfg.Mailbox {
		return nil // they lie there already
	}
	for set := range slices.Chunk(uids, maxSet) {
		if err := b.fileSet(ctx, folder, set); err != nil {
			return err
		}
	}
	return b.stillValid(OpFile)
}

// vanishTries is how often in a row other clients may take mails away from
// under a move.
const vanishTries = 5

// fileSet moves as many mails as go into one command. A server refuses that
// when another client has just removed one of them, and may need a NOOP to
// take note of it (RFC 5530, EXPUNGEISSUED).
func (b *Box) fileSet(ctx context.Context, folder Folder, uids []uint32) error {
	for try := 1; ; try++ {
		// Some servers break off when asked to move a mail that is not there.
		there, err := b.search(ctx, &imap.SearchCriteria{UID: []imap.UIDSet{setOf(uids)}})
		if err != nil || len(there) == 0 {
			return err
		}
		err = b.fileThose(ctx, folder, setOf(there))
		if err == nil || unlessVanished(err) != nil || try == vanishTries {
			return err
		}
		if err := b.do(ctx, OpFile, func() error { return b.client.Noop().Wait() }); err != nil {
			return err
		}
	}
}

// fileThose moves mails that are there, or marks them.
func (b *Box) fileThose(ctx context.Context, folder Folder, set imap.UIDSet) error {
	if !b.caps.Has(imap.CapMove) && !b.caps.Has(imap.CapUIDPlus) {
		return b.flag(ctx, OpFile, set, imap.FlagSeen)
	}
	err := b.ensure(ctx, folder)
	if err == nil && b.refused[folder] == nil {
		err = b.move(ctx, folder, set)
	}
	if answer := new(imap.Error); errors.As(err, &answer) && answer.Code == imap.ResponseCodeTryCreate {
		// Somebody has removed the folder meanwhile.
		b.there[folder] = false
		if err = b.ensure(ctx, folder); err == nil && b.refused[folder] == nil {
			err = b.move(ctx, folder, set)
		}
	}
	if err == nil && b.refused[folder] != nil {
		return b.flag(ctx, OpFile, set, imap.FlagSeen)
	}
	return err
}

// move takes mails out of the mailbox into a folder that exists.
func (b *Box) move(ctx context.Context, folder Folder, set imap.UIDSet) error {
	name := b.nameOf(folder)
	if b.caps.Has(imap.CapMove) {
		return b.do(ctx, OpFile, func() error {
			if !b.client.Caps().Has(imap.CapMove) {
				// The library would make do with a plain EXPUNGE.
				return errors.New("the server no longer offers MOVE")
			}
			_, err := b.client.Move(set, name).Wait()
			return err
		})
	}
	// When this breaks off in the middle and is repeated, a second copy in the
	// folder is the worst.
	err := b.do(ctx, OpFile, func() error {
		_, err := b.client.Copy(set, name).Wait()
		return err
	})
	if err != nil {
		return err
	}
	return b.remove(ctx, OpFile, set)
}

// ensure makes sure that a folder exists. That it can't be created is no error
// here, for mails can be read all the same: refused says why.
func (b *Box) ensure(ctx context.Context, folder Folder) error {
	if b.there[folder] || b.refused[folder] != nil {
		return nil
	}
	err := b.create(ctx, b.nameOf(folder))
	if failed := new(Error); errors.As(err, &failed) && failed.Refused() {
		failed.key = "imap.done_mailbox"
		if folder == Failed {
			failed.key = "imap.failed_mailbox"
		}
		b.refused[folder] = failed
		return nil
	}
	b.there[folder] = err == nil
	return err
}

func (b *Box) nameOf(folder Folder) string {
	if folder == Failed {
		return b.cfg.FailedMailbox
	}
	return b.cfg.DoneMailbox
}
