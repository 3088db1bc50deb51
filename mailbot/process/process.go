package process

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"unlurbot/store"
)

// A Process is one of the bot. Its fields are set before a loop begins; its methods
// are safe for concurrent use.
type Process struct {
	Store   *store.Store
	Now     func() time.Time
	Log     *slog.Logger
	Reached func(Point) // called at every Point, by several goroutines; may be nil
	Tidied  func()      // called when memory was used that nobody needs for now, by several goroutines; may be nil

	// Mails is how many groups of mails are dealt with now. Whatever can wait waits for them.
	Mails atomic.Int32

	seen

	// Whether the store can be written, so that the log tells of it when that changes
	// and not at every attempt.
	mu    sync.Mutex
	doubt doubt
}

// seen is what is seen on the way, for whoever asks how the bot is.
type seen struct {
	Mailbox, Relay, Alarms Reach
	Inbox                  Reach // whether all that lies in the mailbox can be dealt with, and moved away
	Tally                  Tally
}

// Follow takes over what a former Process has seen: of the servers, of the store, and what it has counted. It is for
// one that goes on with another configuration, before it begins; the former one has ended.
func (p *Process) Follow(former *Process) {
	for of, reach := range map[*Reach]*Reach{&former.Mailbox: &p.Mailbox, &former.Relay: &p.Relay, &former.Alarms: &p.Alarms, &former.Inbox: &p.Inbox} {
		reach.follow(of)
	}
	counts := former.Tally.Counts()
	p.Tally.Note(func(c *Counts) { *c = counts })
	former.mu.Lock()
	defer former.mu.Unlock()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.doubt = former.doubt
}

// A doubt is whether the store can be written.
type doubt struct {
	since, last time.Time // failures: the first one and the last; zero while it can
	why         error     // that one
}

// StoreRest is how long to wait when the store can't be written.
const StoreRest = 5 * time.Second

// quiet is for how long nothing must have failed before the store is said to be
// well: on a full disk small changes may succeed between large ones that fail.
const quiet = 3 * StoreRest

// A StoreError is a failure of the store on the way of a mail. The mailbox is
// well then, and the mail stays in it.
type StoreError struct{ err error }

// Error implements error.
func (e *StoreError) Error() string { return e.err.Error() }

// Unwrap gives the cause.
func (e *StoreError) Unwrap() error { return e.err }

// InStore marks an error as the store's; nil stays nil.
func InStore(err error) error {
	if err == nil {
		return nil
	}
	return &StoreError{err}
}

// Tidy gives back memory, when there is nothing to do after work that has used some.
func (p *Process) Tidy() {
	if p.Tidied != nil {
		p.Tidied()
	}
}

// Paused says whether the operator has paused the bot. An error is a *StoreError.
func (p *Process) Paused() (paused bool, err error) {
	err = p.Store.View(func(tx *store.Tx) error {
		act, err := tx.Paused()
		paused = act != nil && act.Number != 0
		return err
	})
	return paused, InStore(err)
}

// Rests says whether nothing is to happen by itself now: the bot is paused, or mails are to be
// read again after a backup was restored.
func (p *Process) Rests() (rests bool, err error) {
	err = p.Store.View(func(tx *store.Tx) error {
		since, err := tx.Restored()
		rests = !since.IsZero()
		return err
	})
	if rests || err != nil {
		return rests, err
	}
	return p.Paused()
}

// Update runs a transaction. An error of the function is returned as it is; a
// transaction that could not be written is a *StoreError.
func (p *Process) Update(f func(*store.Tx) error) error {
	var own error
	began := p.Now()
	err := p.Store.Update(func(tx *store.Tx) error {
		own = f(tx)
		return own
	})
	if own != nil {
		return own
	}
	if err == nil {
		p.Tally.Note(func(c *Counts) { c.Commits.Add(p.Now().Sub(began)) })
	}
	return p.Wrote(err)
}

// Wrote notes what an attempt to write the store has shown, nil for that it can be
// written, and logs it if that is new. It gives the error as a *StoreError.
func (p *Process) Wrote(err error) error {
	if errors.Is(err, store.ErrDeposed) { // which says nothing of the disk: another machine goes on
		return InStore(err)
	}
	now := p.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case err != nil && p.doubt.why == nil:
		p.Log.Error("can't write to the store: until then, mails stay in the mailbox and the outbox", "err", err, "advice", StoreAdvice(err))
		p.doubt = doubt{now, now, err}
	case err != nil:
		p.doubt.last, p.doubt.why = now, err
	case p.doubt.why != nil && now.Sub(p.doubt.last) >= quiet:
		p.Log.Info("the store is writable again")
		p.doubt = doubt{}
	}
	return InStore(err)
}

// InDoubt says whether the store could not be written the last time.
func (p *Process) InDoubt() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.doubt.why != nil
}

// StoreTrouble says since when the store can't be written, and why; the zero time if it
// can.
func (p *Process) StoreTrouble() (since time.Time, why error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.doubt.since, p.doubt.why
}

// StoreAdvice is one sentence for the operator: what to look at.
func StoreAdvice(err error) string {
	switch {
	case errors.Is(err, store.ErrNoRoom):
		return "The disk is full: free some space and the bot continues by itself."
	case errors.Is(err, store.ErrReadOnly):
		return "The disk or the file is read-only: make it writable, and restart the bot if it does not continue by itself."
	case errors.Is(err, store.ErrBroken):
		return "The disk is failing: check the system log. The bot exits; a restart reads what is really on disk."
	}
	return "A bug in the bot, or a damaged file: run unlurbot verify."
}

// Pass lets time go by, or ctx end.
func Pass(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
