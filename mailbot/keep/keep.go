// Package keep takes out of the store, and of the mailbox of processed mails, what was
// needed for a time only, so that neither grows for ever.
//
// The store's notes on mails that were dealt with are what keeps a mail from being played
// twice. When they are gone the mail must not be played either: so a mail that arrived so
// long ago that its note may be gone is TooOld. This holds because a note is made after its
// mail has arrived, and because notes go in the order in which they were made, wherever a
// sweep is interrupted:
//
//   - Notes go when they are older than the time to keep them and two days more, as far as
//     the clock of the mail server may be wrong against ours.
//   - The newest note is what "now" is for them. A bot that was off for years, or could not
//     reach its mailbox, has not forgotten what it knew; what lies in the mailbox unread is
//     newer than any note, and is read. Nor does a sweep begin before all of that is read.
//   - A sweep takes at most a month of notes, so that a clock that is wrong for a night
//     costs little, and the memory of a sweep has a bound.
//   - While mails are to be read again from a restored backup nothing is swept: these mails
//     are newer than all notes but those of the backup's last days.
//
// Package mailbot runs Loop, and asks TooOld about each mail.
package keep

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"unlurbot/mailbot/process"
	"unlurbot/store"
	"unlurbot/store/aging"
)

const (
	// Slack is how far the clock of the mail server may be wrong: notes are kept longer
	// by that than their mails are taken.
	Slack = 48 * time.Hour
	// stride is how much of what is old one sweep takes.
	stride = 31 * 24 * time.Hour
	// firstRest is when the first sweep of a process begins: not in the trouble of a start.
	firstRest = time.Hour
	// hour is that of the night in which all others begin, in the machine's zone.
	hour = 3
	// again is when a sweep is tried anew that could not begin.
	again = time.Hour
	// read and written are how many entries one transaction looks at, or takes out.
	read    = 5000
	written = 250
)

// A Policy is for how long things are kept; 0 is for ever.
type Policy struct {
	Seen    time.Duration // notes on mails
	GivenUp time.Duration // mails that could not be sent
	Done    time.Duration // mails in the mailbox of processed mails
}

// A Mailbox is that of processed mails. Without Policy.Done it is never asked.
type Mailbox struct {
	// Expire deletes the mails that arrived before a time, and tells how many.
	Expire func(ctx context.Context, before time.Time) (int, error)
	// Needed gives the time since when a restored backup would need them, the zero time
	// for ever.
	Needed func() (time.Time, error)
}

// A Keeper sweeps the store of one process. Its methods are safe for concurrent use.
type Keeper struct {
	process  *process.Process
	policy   Policy
	caughtUp func() time.Time

	mu    sync.Mutex
	floor time.Time // all notes since then are there; zero for not known
}

// A kind is what is kept for a time only.
type kind func(*store.Tx) aging.Entries

// New makes a Keeper. All mails are read that arrived before the time that caughtUp gives.
func New(p *process.Process, policy Policy, caughtUp func() time.Time) *Keeper {
	return &Keeper{process: p, policy: policy, caughtUp: caughtUp}
}

// TooOld says of a mail, by the time at which it arrived, whether the note on it may be gone.
func (k *Keeper) TooOld(tx *store.Tx, arrived time.Time) bool {
	if k.policy.Seen == 0 || arrived.IsZero() || !arrived.Before(k.process.Now().Add(-k.policy.Seen)) {
		return false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.floor.IsZero() { // such mails are rare, and a sweep makes it known
		for _, since := range tx.SeenByAge().From(nil) {
			if k.floor.IsZero() || since.Before(k.floor) {
				k.floor = since
			}
		}
	}
	return arrived.Before(k.floor.Add(Slack))
}

// Loop sweeps every night until ctx ends. The error is nil, or store.ErrBroken.
func (k *Keeper) Loop(ctx context.Context, done Mailbox) error {
	next := k.process.Now().Add(firstRest)
	for ctx.Err() == nil {
		now := k.process.Now()
		if now.Before(next) {
			process.Pass(ctx, min(next.Sub(now), again)) // the clock can be set
			continue
		}
		swept, err := k.Sweep(ctx, done)
		switch {
		case errors.Is(err, store.ErrBroken):
			return err
		case ctx.Err() != nil:
		case err != nil:
			k.process.Log.Warn("not everything old was deleted", "err", err, "again_in", again)
			next = now.Add(again)
		case !swept:
			next = now.Add(again)
		default:
			next = time.Date(now.Year(), now.Month(), now.Day(), hour, 0, 0, 0, now.Location())
			if !next.After(now) {
				next = next.AddDate(0, 0, 1)
			}
		}
	}
	return nil
}

// Sweep takes out what is too old, unless mails are still to be read; swept tells. It may be
// interrupted anywhere.
func (k *Keeper) Sweep(ctx context.Context, done Mailbox) (swept bool, err error) {
	now := k.process.Now()
	if k.caughtUp().Before(now.Add(-again)) {
		return false, nil
	}
	restored := time.Time{}
	err = k.process.Store.View(func(tx *store.Tx) (err error) {
		restored, err = tx.Restored()
		return err
	})
	if err != nil || !restored.IsZero() {
		return false, err
	}
	seen, err := k.sweepSeen(ctx, now)
	givenUp := 0
	if err == nil && k.policy.GivenUp > 0 {
		givenUp, err = k.sweepKind(ctx, (*store.Tx).GivenUpByAge, now.Add(-k.policy.GivenUp))
	}
	filed := 0
	if err == nil && k.policy.Done > 0 {
		filed, err = k.sweepDone(ctx, done, now)
	}
	if seen+givenUp+filed > 0 {
		k.process.Log.Info("deleted what was old", "seen", seen, "given_up", givenUp, "done", filed)
	}
	return err == nil, err
}

// sweepSeen takes out notes on mails.
func (k *Keeper) sweepSeen(ctx context.Context, now time.Time) (gone int, err error) {
	if k.policy.Seen == 0 {
		return 0, nil
	}
	var oldest, newest time.Time
	err = k.walk(ctx, (*store.Tx).SeenByAge, func(_ []byte, since time.Time) {
		if oldest.IsZero() || since.Before(oldest) {
			oldest = since
		}
		if since.After(newest) {
			newest = since
		}
	})
	if err != nil || oldest.IsZero() {
		return 0, err
	}
	before := earlier(earlier(now, newest).Add(-k.policy.Seen-Slack), oldest.Add(stride))
	k.mu.Lock()
	if k.floor.Before(oldest) {
		k.floor = oldest
	}
	if k.floor.Before(before) { // before the first of them goes
		k.floor = before
	}
	k.mu.Unlock()
	return k.sweepKind(ctx, (*store.Tx).SeenByAge, before)
}

// sweepKind takes out the entries of a kind that are older than a time, the oldest first.
func (k *Keeper) sweepKind(ctx context.Context, of kind, before time.Time) (gone int, err error) {
	type entry struct {
		key   []byte
		since time.Time
	}
	var old []entry
	err = k.walk(ctx, of, func(key []byte, since time.Time) {
		if since.Before(before) {
			old = append(old, entry{bytes.Clone(key), since})
		}
	})
	slices.SortFunc(old, func(a, b entry) int { return a.since.Compare(b.since) })
	for part := range slices.Chunk(old, written) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return gone, err
		}
		var keys [][]byte
		for _, e := range part {
			keys = append(keys, e.key)
		}
		err = k.process.Update(func(tx *store.Tx) error { return of(tx).Forget(keys, before) })
		if err == nil {
			gone += len(part)
		}
	}
	return gone, err
}

// walk looks at all entries of a kind, with a transaction for a few at a time.
func (k *Keeper) walk(ctx context.Context, of kind, look func(key []byte, since time.Time)) error {
	var from []byte
	for more := true; more; {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		more = false
		n := 0
		err := k.process.Store.View(func(tx *store.Tx) error {
			for key, since := range of(tx).From(from) {
				if n++; n > read {
					from, more = bytes.Clone(key), true
					return nil
				}
				look(key, since)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// sweepDone deletes processed mails that no backup needs.
func (k *Keeper) sweepDone(ctx context.Context, done Mailbox, now time.Time) (gone int, err error) {
	needed, err := done.Needed()
	if err != nil || needed.IsZero() {
		return 0, err
	}
	return done.Expire(ctx, earlier(now.Add(-k.policy.Done), needed))
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
