package mailbot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"unlurbot/mailbot/process"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
)

// A waking is what is done when the time of a wake-up has come; the number is that
// of the wake-up. What it was for may be gone by then, or settled.
type waking func(e *errand, number uint32) error

func newWakings() map[store.WakeKind]waking {
	return map[store.WakeKind]waking{
		store.WakeRequest:    func(e *errand, number uint32) error { return e.u.Tx.DropRequest(store.RequestID(number)) },
		store.WakeInvitation: lapse,
		store.WakeClock:      ring,
		store.WakeStranger:   forgetStranger,
		store.WakeDigest: func(e *errand, number uint32) error {
			p, err := e.u.Player(store.PlayerID(number))
			if err != nil {
				return err
			}
			return e.desk().Digest(p)
		},
	}
}

const (
	// wakeLook is how long to wait for the next wake-up: all times are of days,
	// and the clock can be set.
	wakeLook = time.Minute
	// wakeTroubleRest is how long to wait when the wake-ups can't be read.
	wakeTroubleRest = 5 * time.Minute
	// wakeBatch is how many wake-ups happen before others have their turn.
	wakeBatch = 100
	// wakeRest is when a wake-up that met a fault is tried again, which an update
	// may have mended by then.
	wakeRest = 24 * time.Hour
)

// WakeLoop lets happen what happens by itself, each wake-up soon after its time,
// once the mails that came before that time are dealt with. The error is nil at
// the end of ctx; otherwise it is store.ErrBroken.
func (b *Bot) WakeLoop(ctx context.Context) error {
	for ctx.Err() == nil {
		woken, err := b.wakeDue(ctx, b.intake.CaughtUp())
		trouble := (*process.StoreError)(nil)
		switch {
		case errors.Is(err, store.ErrBroken):
			return err
		case errors.As(err, &trouble): // which is logged
			process.Pass(ctx, process.StoreRest)
		case err != nil:
			b.process.Log.Error("nothing can happen by itself", "err", err, "advice", process.StoreAdvice(err))
			process.Pass(ctx, wakeTroubleRest)
		case woken < wakeBatch:
			process.Pass(ctx, wakeLook)
		}
	}
	return nil
}

// wakeDue lets happen what is due at a time, at most wakeBatch of it. While mails
// are to be read again after a backup was restored, nothing is due.
func (b *Bot) wakeDue(ctx context.Context, now time.Time) (woken int, err error) {
	reading := false
	err = b.process.Store.View(func(tx *store.Tx) error {
		since, err := tx.Restored()
		reading = !since.IsZero()
		return err
	})
	if err != nil || reading {
		return 0, err
	}
	return b.wakeUpTo(ctx, now, false)
}

// wakeUpTo lets happen what is due at a time, at most wakeBatch of it, in the order of
// its times: what happens may make something else due, before all that was so far.
func (b *Bot) wakeUpTo(ctx context.Context, at time.Time, again bool) (woken int, err error) {
	for ; woken < wakeBatch && ctx.Err() == nil; woken++ {
		var due []store.WakeUp
		err = b.process.Store.View(func(tx *store.Tx) (err error) {
			due, err = tx.DueWakes(at, 1)
			return err
		})
		if len(due) == 0 || err != nil {
			return woken, err
		}
		b.process.Reach(PointWaking)
		if err := b.wakeUp(due[0], at, again); err != nil {
			return woken, err
		}
		b.process.Reach(PointWoken)
	}
	return woken, nil
}

// wakeBefore lets happen what was due when a mail arrived: a challenge that had
// lapsed by then is not there any more, however late the mail is read. After a long
// outage that may be much: when ctx ends it is not done, and the mail must wait.
func (b *Bot) wakeBefore(ctx context.Context, in Incoming) error {
	at := in.arrivedBy(b.process.Now())
	if at.IsZero() {
		return nil
	}
	for { // what happens may have made something else due
		if woken, err := b.wakeUpTo(ctx, at, in.Filed); woken == 0 || err != nil {
			return process.InStore(err)
		}
	}
}

// wakeUp deals with one wake-up, in one transaction. One that meets a fault is
// put off, and costs the others nothing. What is due up to a time happens now, or
// when mails are read again from a restored backup, as of when it was due.
func (b *Bot) wakeUp(w store.WakeUp, upTo time.Time, again bool) error {
	err := b.process.Update(func(tx *store.Tx) error {
		if fault := process.Catch(func() error { return b.happen(tx, w, upTo, again) }); fault != nil {
			return fault
		}
		return nil
	})
	fault := (*process.Fault)(nil)
	if !errors.As(err, &fault) {
		if err == nil {
			b.process.Log.Info("woken", "kind", w.Kind, "number", w.Number, "at", w.At)
			b.outbox.Wake()
		}
		return err
	}
	b.process.Log.Error("incident", "wake-up", w.Kind, "number", w.Number, "again_in", wakeRest, "err", fault.Err, "stack", fault.Stack)
	return b.process.Update(func(tx *store.Tx) error { return tx.PutOff(w, b.process.Now().Add(wakeRest)) })
}

// happen does what a wake-up is for, unless it was taken back meanwhile. The ids
// of the mails that come of it follow from the wake-up.
func (b *Bot) happen(tx *store.Tx, w store.WakeUp, upTo time.Time, again bool) error {
	there, err := tx.Woken(w)
	if !there || err != nil {
		return err
	}
	do, known := b.wakings[w.Kind]
	if !known {
		return fmt.Errorf("mailbot: nothing is done for %q", w.Kind)
	}
	e := newChore(b, tx, fmt.Sprintf("wake-up %s %d %d", w.Kind, w.Number, w.At.Unix()))
	e.due, e.upTo = w.At, later(w.At, upTo)
	if e.again = again; again {
		e.u.Times, e.upTo = unit.At(w.At), w.At
	}
	return errors.Join(do(e, w.Number), e.writeBack())
}

// Skip puts the clock forward to a time, by set, and lets happen what comes by itself
// until then, each thing at its own time and in that order. Before that it waits until
// all mails that have come are dealt with and all that is to leave has left. The time
// that is skipped is no outage: the mailbox was read all along. It fails if ctx ends or
// if the store does; the clock then stands at the last thing that has happened. No
// two calls may overlap.
func (b *Bot) Skip(ctx context.Context, to time.Time, set func(time.Time)) error {
	if err := b.intake.Until(ctx, b.process.Now()); err != nil {
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
	if err := b.intake.NoOutage(to); err != nil {
		return err
	}
	set(to)
	b.outbox.Wake() // for what waits for its time
	return nil
}
