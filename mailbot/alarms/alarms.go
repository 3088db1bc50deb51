package alarms

import (
	"context"
	"errors"
	"time"

	"unlurbot/mailbot/process"
	"unlurbot/store"
)

const (
	// look is how long to wait for the next wake-up: all times are of days,
	// and the clock can be set.
	look = time.Minute
	// troubleRest is how long to wait when the wake-ups can't be read.
	troubleRest = 5 * time.Minute
	// batch is how many wake-ups happen before others have their turn.
	batch = 100
	// faultRest is when a wake-up that met a fault is tried again, which an update
	// may have mended by then.
	faultRest = 24 * time.Hour
)

// Happen does what a wake-up is for. All that is due up to a time happens now, or again
// when mails are read anew from a restored backup: then as of when it was due.
type Happen func(tx *store.Tx, w store.WakeUp, upTo time.Time, again bool) error

// Alarms are the wake-ups in a store. The methods are safe for concurrent use.
type Alarms struct {
	process  *process.Process
	caughtUp func() time.Time
	happen   Happen
	woken    func()
}

// New gives the alarms of a process. All mails are dealt with that came before the time
// that caughtUp gives; woken is called after each wake-up, when what came of it is on the
// disk.
func New(p *process.Process, caughtUp func() time.Time, happen Happen, woken func()) *Alarms {
	return &Alarms{p, caughtUp, happen, woken}
}

// Loop lets happen what happens by itself, each wake-up soon after its time,
// once the mails that came before that time are dealt with. The error is nil at
// the end of ctx; otherwise it is store.ErrBroken.
func (a *Alarms) Loop(ctx context.Context) error {
	for ctx.Err() == nil {
		woken, err := a.due(ctx)
		a.process.Alarms.Works(a.process.Now())
		trouble := (*process.StoreError)(nil)
		switch {
		case errors.Is(err, store.ErrBroken):
			return err
		case errors.As(err, &trouble): // which is logged
			process.Pass(ctx, process.StoreRest)
		case err != nil:
			a.process.Log.Error("scheduled events failed", "err", err, "advice", process.StoreAdvice(err))
			process.Pass(ctx, troubleRest)
		case woken < batch:
			process.Pass(ctx, look)
		}
	}
	return nil
}

// due lets happen what is due, at most batch of it; nothing while the bot rests.
func (a *Alarms) due(ctx context.Context) (woken int, err error) {
	at := a.caughtUp()
	if rests, err := a.process.Rests(); rests || err != nil {
		return 0, err
	}
	return a.upTo(ctx, at, false)
}

// Next gives the first wake-up that is due at a time; one without a time for none.
func (a *Alarms) Next(at time.Time) (next store.WakeUp, err error) {
	err = a.process.Store.View(func(tx *store.Tx) error {
		due, err := tx.DueWakes(at, 1)
		if len(due) > 0 {
			next = due[0]
		}
		return err
	})
	return next, err
}

// upTo lets happen what is due at a time, at most batch of it, in the order of its times:
// what happens may make something else due, before all that was so far. It tells how many
// wake-ups that were.
func (a *Alarms) upTo(ctx context.Context, at time.Time, again bool) (woken int, err error) {
	for ; woken < batch && ctx.Err() == nil; woken++ {
		if woke, err := a.One(at, again); !woke || err != nil {
			return woken, err
		}
	}
	return woken, nil
}

// One lets the first thing happen that is due at a time, and says whether there was any.
func (a *Alarms) One(at time.Time, again bool) (woke bool, err error) {
	next, err := a.Next(at)
	if next.At.IsZero() || err != nil {
		return false, err
	}
	a.process.Reach(process.PointWaking)
	if err := a.wakeUp(next, at, again); err != nil {
		return false, err
	}
	a.process.Reach(process.PointWoken)
	return true, nil
}

// AllUpTo lets happen all that is due at a time, as upTo does, or as much of it as can
// before ctx ends. If the store fails, the error is a *process.StoreError.
func (a *Alarms) AllUpTo(ctx context.Context, at time.Time, again bool) error {
	for { // what happens may have made something else due
		if woken, err := a.upTo(ctx, at, again); woken == 0 || err != nil {
			return process.InStore(err)
		}
	}
}

// wakeUp deals with one wake-up, in one transaction, unless it was taken back meanwhile.
// One that meets a fault is put off, and costs the others nothing.
func (a *Alarms) wakeUp(w store.WakeUp, upTo time.Time, again bool) error {
	err := a.process.Update(func(tx *store.Tx) error {
		if fault := process.Catch(func() error {
			there, err := tx.Woken(w)
			if !there || err != nil {
				return err
			}
			return a.happen(tx, w, upTo, again)
		}); fault != nil {
			return fault
		}
		return nil
	})
	fault := (*process.Fault)(nil)
	if !errors.As(err, &fault) {
		if err == nil {
			a.process.Log.Info("woken", "kind", w.Kind, "number", w.Number, "at", w.At)
			a.woken()
		}
		return err
	}
	a.process.Tally.Note(func(c *process.Counts) { c.Incidents++ })
	a.process.Log.Error("incident", "wake-up", w.Kind, "number", w.Number, "again_in", faultRest, "err", fault.Err, "stack", fault.Stack)
	return a.process.Update(func(tx *store.Tx) error { return tx.PutOff(w, a.process.Now().Add(faultRest)) })
}
