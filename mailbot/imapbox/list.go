package imapbox

import (
	"context"
	"errors"
	"slices"

	"github.com/emersion/go-imap/v2"
)

// maxListed is far more than the mails of any mailbox that is looked after.
const maxListed = 1_000_000

// errNoUIDs is for an answer to a search that is no list of UIDs.
var errNoUIDs = errors.New("the server answered a search with something other than UIDs")

// search gives the matching UIDs, ascending. It spreads out the ranges in which the library
// keeps what it found. The library's own way to do that panics at a 0, which it takes for
// the "*" of a set, and never ends at the largest number there is.
func (w *wire) search(ctx context.Context, criteria *imap.SearchCriteria) (uids []uint32, err error) {
	err = w.do(ctx, OpList, func() error {
		data, err := w.client.UIDSearch(criteria, nil).Wait()
		if err != nil {
			return err
		}
		ranges, ok := data.All.(imap.UIDSet)
		if !ok {
			return errNoUIDs
		}
		for _, r := range ranges {
			if r.Start == 0 || r.Stop < r.Start {
				return errNoUIDs
			}
			for uid := uint64(r.Start); uid <= uint64(r.Stop) && len(uids) < maxListed; uid++ {
				uids = append(uids, uint32(uid))
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(uids)
	return slices.Compact(uids), nil
}
