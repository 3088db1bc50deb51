package imapbox

import (
	"context"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
)

// Expire deletes those mails of the mailbox for good that arrived before a time, and tells
// how many. One of which the server does not say when it arrived stays. It needs UIDPLUS: a
// plain EXPUNGE would take everybody's deleted mails along.
func (b *Box) Expire(ctx context.Context, before time.Time) (deleted int, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.caps.Has(imap.CapUIDPlus) {
		return 0, b.fail(OpExpire, errCantExpunge)
	}
	// The server compares whole days, and in its own zone it may be a day later (RFC 3501
	// section 6.4.4); what it finds is compared once more.
	uids, err := b.search(ctx, &imap.SearchCriteria{Before: before.UTC().AddDate(0, 0, 2)})
	if err != nil {
		return 0, err
	}
	for set := range slices.Chunk(uids, maxSet) {
		arrived := map[uint32]time.Time{}
		if err := b.askArrivals(ctx, OpExpire, set, arrived); err != nil {
			return deleted, err
		}
		set = slices.DeleteFunc(slices.Clone(set), func(uid uint32) bool {
			at := arrived[uid]
			return at.IsZero() || !at.Before(before)
		})
		if len(set) == 0 {
			continue
		}
		if err := b.stillValid(OpExpire); err != nil {
			return deleted, err
		}
		if err := b.remove(ctx, OpExpire, setOf(set)); err != nil {
			return deleted, err
		}
		deleted += len(set)
	}
	return deleted, b.stillValid(OpExpire)
}
