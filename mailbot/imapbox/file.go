package imapbox

import (
	"context"
	"errors"
	"slices"

	"github.com/emersion/go-imap/v2"
)

// File moves the mails with these UIDs into the mailbox for filed mails. It
// may be repeated: mails that are no longer there are none of its business.
//
// Without MOVE it copies, marks the originals as deleted and expunges just
// those, for which the server must have UIDPLUS: a plain EXPUNGE would take
// everybody's deleted mails along. Without both it marks the mails as read
// and leaves them where they are, so that List goes on to name them.
func (b *Box) File(ctx context.Context, _ Folder, uids []uint32) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	for set := range slices.Chunk(uids, maxSet) {
		if err := b.fileSet(ctx, set); err != nil {
			return err
		}
	}
	return nil
}

func (b *Box) fileSet(ctx context.Context, uids []uint32) error {
	// Some servers break off when asked to move a mail that is not there.
	there, err := b.search(ctx, &imap.SearchCriteria{UID: []imap.UIDSet{setOf(uids)}})
	if err != nil || len(there) == 0 {
		return err
	}
	set := setOf(there)
	switch {
	case b.caps.Has(imap.CapMove):
		return b.intoDone(ctx, func() error {
			_, err := b.client.Move(set, b.cfg.DoneMailbox).Wait()
			return err
		})
	case b.caps.Has(imap.CapUIDPlus):
		return b.copyAndExpunge(ctx, set)
	}
	return b.flag(ctx, set, imap.FlagSeen)
}

// copyAndExpunge is MOVE in three commands. When it breaks off in the middle
// and is repeated, a second copy in the mailbox for filed mails is the worst.
func (b *Box) copyAndExpunge(ctx context.Context, set imap.UIDSet) error {
	err := b.intoDone(ctx, func() error {
		_, err := b.client.Copy(set, b.cfg.DoneMailbox).Wait()
		return err
	})
	if err != nil {
		return err
	}
	if err := b.flag(ctx, set, imap.FlagDeleted); err != nil {
		return err
	}
	return b.do(ctx, OpFile, func() error { return b.client.UIDExpunge(set).Close() })
}

// intoDone runs a command that needs the mailbox for filed mails, and once
// more when somebody has removed that meanwhile.
func (b *Box) intoDone(ctx context.Context, command func() error) error {
	err := b.do(ctx, OpFile, command)
	var answer *imap.Error
	if !errors.As(err, &answer) || answer.Code != imap.ResponseCodeTryCreate {
		return err
	}
	if err := b.ensureDone(ctx); err != nil {
		return err
	}
	return b.do(ctx, OpFile, command)
}

func (b *Box) flag(ctx context.Context, set imap.UIDSet, flag imap.Flag) error {
	return b.do(ctx, OpFile, func() error {
		return b.client.Store(set, &imap.StoreFlags{
			Op:     imap.StoreFlagsAdd,
			Silent: true,
			Flags:  []imap.Flag{flag},
		}, nil).Close()
	})
}
