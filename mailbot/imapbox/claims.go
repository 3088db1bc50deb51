package imapbox

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// leaseTime is how long a bot of which nothing is heard keeps others away.
const leaseTime = 30 * time.Minute

// ErrOtherBot says that somebody else is at work in the mailbox, or has been
// there while we were not looking. Whoever gets it must leave the mailbox alone.
var ErrOtherBot = errors.New("another bot is using this mailbox")

// A note is a mail in the lease folder by which a bot says that it is at work.
type note struct {
	uid   uint32
	owner string    // STORE.INSTANCE
	at    time.Time // of its arrival by the server's clock, the only one that all bots share
}

// A claim is the notes of one owner that follow each other without a gap.
type claim struct {
	first uint32 // UIDs are the order in which bots came: the lower one was first
	last  time.Time
	notes []uint32
}

// A standing is what a bot knows of itself when it looks at the notes.
type standing struct {
	owner        string
	posted       uint32   // its newest note
	held         uint32   // the one before, 0 if it has just come
	predecessors []string // owners from whom it has taken over
}

// A ruling says what becomes of the notes.
type ruling struct {
	lost   error    // why we must go, an ErrOtherBot; nil if we may stay
	remove []uint32 // the notes to remove: ours if we must go, else what is of no more use
	keep   []uint32 // our notes that stay

	predecessors []string // more of them
}

// judge decides who may work in the mailbox. Every bot judges for itself after
// it has put up a note, and comes to the same result by these rules:
//
//   - Who has shown no sign of life for leaseTime is dead.
//   - Of two stores, the bot that came first stays.
//   - Of two instances of one store, the one that came last stays: the first
//     is its dead predecessor, or an older copy of the store.
//   - Who finds that a note of its own is gone has been taken for dead.
//
// A newcomer that must go does so by itself; until it has gone, our older notes
// stay too, for they show that we came before it.
func judge(notes []note, self standing) ruling {
	notes = slices.SortedFunc(slices.Values(notes), func(x, y note) int { return cmp.Compare(x.uid, y.uid) })
	own := map[uint32]time.Time{}
	for _, n := range notes {
		if n.owner == self.owner {
			own[n.uid] = n.at
		}
	}
	if own[self.posted].IsZero() || self.held != 0 && own[self.held].IsZero() {
		return ruling{
			lost:   fmt.Errorf("%w, or did: our lock mail is gone", ErrOtherBot),
			remove: slices.Collect(maps.Keys(own)),
		}
	}
	claims, stale := claimsOf(notes, own[self.posted])
	r, ours := ruling{}, claims[self.owner]
	for owner, c := range claims {
		sameStore, older := storeOf(owner) == storeOf(self.owner), c.first < ours.first
		switch {
		case owner == self.owner:
		case sameStore && (older || slices.Contains(self.predecessors, owner)):
			r.remove = append(r.remove, c.notes...)
			r.predecessors = append(r.predecessors, owner)
		case sameStore, older:
			r.lost = fmt.Errorf("%w: its lock was last renewed at %s by the server's clock", ErrOtherBot, c.last.Format(time.RFC1123Z))
		default:
			r.keep = ours.notes // they have yet to be seen there
		}
	}
	switch {
	case r.lost != nil:
		r.remove = slices.Collect(maps.Keys(own))
	case r.keep != nil:
		r.remove = append(r.remove, stale...)
	default:
		r.keep = []uint32{self.posted}
		r.remove = append(append(r.remove, stale...), slices.DeleteFunc(ours.notes, func(uid uint32) bool { return uid == self.posted })...)
	}
	return r
}

// claimsOf groups the notes of the living by owner; all others are stale.
func claimsOf(notes []note, now time.Time) (claims map[string]*claim, stale []uint32) {
	claims = map[string]*claim{}
	for _, n := range notes {
		c := claims[n.owner]
		if c == nil {
			c = &claim{}
			claims[n.owner] = c
		}
		if n.at.Sub(c.last) > leaseTime { // the first one too follows a gap
			stale = append(stale, c.notes...)
			*c = claim{first: n.uid}
		}
		c.last = n.at
		c.notes = append(c.notes, n.uid)
	}
	for owner, c := range claims {
		if now.Sub(c.last) > leaseTime {
			stale = append(stale, c.notes...)
			delete(claims, owner)
		}
	}
	return claims, stale
}

func storeOf(owner string) string {
	store, _, _ := strings.Cut(owner, ".")
	return store
}
