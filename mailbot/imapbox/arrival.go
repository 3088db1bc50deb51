package imapbox

import (
	"context"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
)

// disorder is by how much a mail may be older than one before it in a mailbox
// that nobody has touched: servers number and date what comes at the same time
// in different orders, and their clocks are set.
const disorder = time.Minute

// sortByArrival puts UIDs in the order in which their mails arrived, if that is
// clearly another one. UIDs tell the order in which mails came into this mailbox,
// and as long as nobody touches it that is the better witness. But of mails that
// were put away and brought back, or copied from another server, only the date
// is left, which servers should keep (RFC 3501 section 6.4.7).
func (w *wire) sortByArrival(ctx context.Context, uids []uint32) error {
	arrived := make(map[uint32]time.Time, len(uids))
	for set := range slices.Chunk(uids, maxSet) {
		err := askTwice(set, func(set []uint32) ([]uint32, error) {
			err := w.askArrivals(ctx, OpList, set, arrived)
			return slices.DeleteFunc(slices.Clone(set), func(uid uint32) bool { return arrived[uid].IsZero() }), err
		})
		if err != nil {
			return err
		}
	}
	newest, touched := time.Time{}, false
	for _, uid := range uids {
		at := arrived[uid]
		if at.IsZero() { // it has gone, or the server will not say; it stays behind its neighbour
			at, arrived[uid] = newest, newest
		}
		touched = touched || newest.Sub(at) > disorder
		if at.After(newest) {
			newest = at
		}
	}
	if touched {
		slices.SortStableFunc(uids, func(x, y uint32) int { return arrived[x].Compare(arrived[y]) })
	}
	return nil
}

// askArrivals notes when mails arrived, as far as they are still there.
func (w *wire) askArrivals(ctx context.Context, op string, uids []uint32, arrived map[uint32]time.Time) error {
	return w.do(ctx, op, func() error {
		found, err := w.client.Fetch(setOf(uids), &imap.FetchOptions{UID: true, InternalDate: true}).Collect()
		for _, m := range found {
			arrived[uint32(m.UID)] = m.InternalDate
		}
		return unlessVanished(err)
	})
}
