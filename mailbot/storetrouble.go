package mailbot

import (
	"errors"
	"log/slog"
	"sync"
	"time"

	"unlurbot/store"
)

// A storeError is a failure of the store on the way of a mail. The mailbox is
// well then, and the mail stays in it.
type storeError struct{ err error }

// Error implements error.
func (e *storeError) Error() string { return e.err.Error() }

// Unwrap gives the cause.
func (e *storeError) Unwrap() error { return e.err }

// inStore marks an error as the store's.
func inStore(err error) error {
	if err == nil {
		return nil
	}
	return &storeError{err}
}

// A storeState remembers whether the store can be written, so that the log
// tells of it when that changes and not at every attempt.
type storeState struct {
	mu     sync.Mutex
	down   bool
	failed time.Time // the last time, while it is down
}

// storeQuiet is for how long nothing must have failed before the store is said to
// be well: on a full disk small changes may succeed between large ones that fail.
const storeQuiet = 3 * storeRest

// update runs a transaction. An error of the function is returned as it is; a
// transaction that could not be written is a *storeError.
func (b *Bot) update(f func(*store.Tx) error) error {
	var own error
	err := b.store.Update(func(tx *store.Tx) error {
		own = f(tx)
		return own
	})
	if own != nil {
		return own
	}
	b.storeState.note(b.log, b.now(), err)
	return inStore(err)
}

// note logs what an attempt to write the store has shown.
func (s *storeState) note(log *slog.Logger, now time.Time, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case err != nil && !s.down:
		log.Error("the store can't be written: mails stay in the mailbox and in the outbox until it can", "err", err, "advice", storeAdvice(err))
		s.down, s.failed = true, now
	case err != nil:
		s.failed = now
	case s.down && now.Sub(s.failed) >= storeQuiet:
		log.Info("the store can be written again")
		s.down = false
	}
}

// inDoubt says whether the store could not be written the last time.
func (s *storeState) inDoubt() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.down
}

// storeAdvice is one sentence for the operator: what to look at.
func storeAdvice(err error) string {
	switch {
	case errors.Is(err, store.ErrNoRoom):
		return "The disk is full: make room, and the bot goes on by itself."
	case errors.Is(err, store.ErrReadOnly):
		return "The disk or the file is read-only: make it writable, and restart the bot if it does not go on by itself."
	case errors.Is(err, store.ErrBroken):
		return "The disk fails: look at the system's log. The bot ends, so that a new start reads what is really there."
	}
	return "This is a fault of the bot or of the file: run unlurbot verify."
}
