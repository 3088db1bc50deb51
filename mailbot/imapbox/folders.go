package imapbox

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/emersion/go-imap/v2"
)

// A Listed is a folder that the server lists.
type Listed struct {
	Name string
	Junk bool // mails go there that a filter takes for spam, by what the server says or by the name
}

// junkName is what the folder for spam is called where the server does not say which it is.
var junkName = regexp.MustCompile(`(?i)^(junk|spam|bulk)\b`)

// Folders lists the folders that can be opened.
func (b *Box) Folders(ctx context.Context) (folders []Listed, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var options *imap.ListOptions
	if b.caps.Has(imap.CapSpecialUse) && b.caps.Has(imap.CapListExtended) {
		options = &imap.ListOptions{ReturnSpecialUse: true}
	}
	err = b.do(ctx, OpList, func() error {
		listed, err := b.client.List("", "*", options).Collect()
		for _, l := range listed {
			if slices.Contains(l.Attrs, imap.MailboxAttrNoSelect) || slices.Contains(l.Attrs, imap.MailboxAttrNonExistent) {
				continue
			}
			last := l.Mailbox
			if l.Delim != 0 {
				last = last[strings.LastIndex(last, string(l.Delim))+1:]
			}
			folders = append(folders, Listed{l.Mailbox, slices.Contains(l.Attrs, imap.MailboxAttrJunk) || junkName.MatchString(last)})
		}
		return err
	})
	return folders, err
}

// Turn selects another folder, which all other methods are about from then on.
func (b *Box) Turn(ctx context.Context, folder string) (err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.cfg.Mailbox, b.measures = folder, nil
	b.uidValidity, err = b.selectFolder(ctx, OpSelect, folder)
	return err
}

// Remove deletes mails for good, and no others. It needs UIDPLUS; without it the mails are
// marked as read and deleted, gone is false, and they stay until somebody expunges the folder.
func (b *Box) Remove(ctx context.Context, uids []uint32) (gone bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(uids) == 0 {
		return true, nil
	}
	if err := b.stillValid(OpExpire); err != nil {
		return false, err
	}
	if b.caps.Has(imap.CapUIDPlus) {
		return true, b.remove(ctx, OpExpire, setOf(uids))
	}
	err = b.flag(ctx, OpExpire, setOf(uids), imap.FlagSeen)
	if err == nil {
		err = b.flag(ctx, OpExpire, setOf(uids), imap.FlagDeleted)
	}
	return false, err
}
