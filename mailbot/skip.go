package mailbot

import (
	"context"
	"time"

	"unlurbot/mailbot/process"
	"unlurbot/store"
)

// skipLook is how long to wait for what others are at before the next look.
const skipLook = 5 * time.Millisecond

// Skip puts the clock forward to a time, by set, and lets happen what comes by itself
// until then, each thing at its own time and in that order. Before that it waits until
// all mails that have come are dealt with and all that is to leave has left. The time
// that is skipped is no outage: the mailbox was read all along. It fails if ctx ends or
// if the store does; the clock then stands at the last thing that has happened. No
// two calls may overlap.
func (b *Bot) Skip(ctx context.Context, to time.Time, set func(time.Time)) error {
	if err := b.untilRead(ctx, b.process.Now()); err != nil {
		return err
	}
	for {
		if err := b.outbox.UntilSent(ctx); err != nil {
			return err
		}
		next := time.Time{} // of the first wake-up that is due by then
		err := b.process.Store.View(func(tx *store.Tx) error {
			due, err := tx.DueWakes(to, 1)
			if len(due) > 0 {
				next = due[0].At
			}
			return err
		})
		if next.IsZero() || err != nil {
			if err == nil {
				err = b.putForward(to, set)
			}
			return err
		}
		if err := b.putForward(next, set); err != nil {
			return err
		}
		if _, err := b.wakeUpTo(ctx, next, false); err != nil {
			return err
		}
	}
}

// putForward sets the clock, unless it goes ahead already. It is noted before that the
// mailbox is read until then.
func (b *Bot) putForward(to time.Time, set func(time.Time)) error {
	if !to.After(b.process.Now()) {
		return nil
	}
	if err := b.process.Update(func(tx *store.Tx) error { return aliveUntil(tx, to.UTC().Truncate(time.Second)) }); err != nil {
		return err
	}
	set(to)
	b.outbox.Wake() // for what waits for its time
	return nil
}

// untilRead waits until all mails are dealt with that had arrived at a time.
func (b *Bot) untilRead(ctx context.Context, at time.Time) error {
	for b.reading.upTo().Before(at) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		process.Pass(ctx, skipLook)
	}
	return nil
}
