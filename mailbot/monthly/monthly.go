// Package monthly tells the operator of each month when it is over: what was played, who came,
// how many mails came and went, what went wrong, and what there is to do.
//
// Games, players and outages have dates in the store. Mails that have left leave no trace there,
// nor do limits that were reached, so the process's Tally is added to the store's counts of
// months, at most once a minute and when the process ends. A process that is killed loses less than a minute of
// them. Mails that came could be counted by the notes on them; but those are a hundred times as many, and some
// configurations keep them for ever.
//
// Package mailbot runs Loop, and says how to write the mail.
package monthly

import (
	"context"
	"errors"
	"time"

	"unlurbot/mailbot/health"
	"unlurbot/mailbot/process"
	"unlurbot/store"
	"unlurbot/store/months"
	"unlurbot/templates"
)

const (
	// look is how often the Tally is added to what is stored.
	look = time.Minute
	// manyDone is how many processed mails are worth a word, if nothing deletes them.
	manyDone = 10_000
	// doneLimit is how long it may take to count them.
	doneLimit = time.Minute
)

// Means are what a Monthly works with.
type Means struct {
	// CaughtUp gives the time up to which all mails are read.
	CaughtUp func() time.Time
	// Tell writes the mail about a month; its cause is unlike any other's. It is nil if nobody is to be told.
	Tell func(tx *store.Tx, cause string, m *templates.Month) error
	Told func() // called when that is on the disk
	// Backup tells of the scheduled backups, nil if there are none.
	Backup func() *health.Backup
	// Done counts the processed mails; it is nil if the old ones are deleted. DoneFolder is where they are.
	Done       func(ctx context.Context) (int, error)
	DoneFolder string
	// Invitation is how long a challenge can be answered.
	Invitation time.Duration
}

// A Monthly is that of one process.
type Monthly struct {
	process *process.Process
	means   Means
	counted process.Counts // what of the Tally is stored
	begun   bool           // something is
	settled string         // the last month that is, as far as is known
}

// New makes a Monthly.
func New(p *process.Process, m Means) *Monthly { return &Monthly{process: p, means: m} }

// Follow takes over what of the Tally is stored, for a process that goes on with what another one has
// counted. It is called before the Monthly is used.
func (m *Monthly) Follow(former *Monthly) { m.counted, m.begun = former.counted, former.begun }

// Loop counts, and tells of each month that is over, until ctx ends. The error is nil, or
// store.ErrBroken.
func (m *Monthly) Loop(ctx context.Context) error {
	for {
		err := m.Look(ctx)
		if errors.Is(err, store.ErrBroken) {
			return err
		}
		if ctx.Err() != nil { // what was counted last is stored
			return nil
		}
		if trouble := (*process.StoreError)(nil); err != nil && !errors.As(err, &trouble) { // which is logged
			m.process.Log.Error("the month could not be summed up", "err", err, "advice", process.StoreAdvice(err))
		}
		process.Pass(ctx, look)
	}
}

// Look counts what has happened since the last time, and tells of the last month if that was
// not done yet and all its mails are read.
func (m *Monthly) Look(ctx context.Context) error {
	if err := m.count(); err != nil {
		return err
	}
	now := m.process.Now().UTC()
	first := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
	last := months.Of(first.AddDate(0, 0, -1))
	if m.settled >= last || m.means.CaughtUp().Before(first) || ctx.Err() != nil {
		return nil
	}
	if untold, err := m.isUntold(last); err != nil || !untold {
		return err
	}
	var sum *templates.Month // nil if nobody is to be told
	if m.means.Tell != nil {
		var err error
		if sum, err = m.sum(ctx, first, now); err != nil {
			return err
		}
	}
	err := m.process.Update(func(tx *store.Tx) error {
		l, err := tx.Months()
		if err == nil && sum != nil {
			err = m.means.Tell(tx, "month "+last, sum)
		}
		if err != nil {
			return err
		}
		l.Told, l.Bytes = last, tx.Size()
		return tx.SetMonths(l)
	})
	if err != nil {
		return err
	}
	m.settled = last
	if sum != nil {
		m.process.Log.Info("month", "month", last, "begun", sum.Games.Begun, "ended", sum.Games.Over, "mails_in", sum.Mails.In, "mails_out", sum.Mails.Out)
		m.means.Told()
	}
	return nil
}

// isUntold says whether the operator is to be told of a month now: not before all mails are
// read again after a backup was restored.
func (m *Monthly) isUntold(month string) (untold bool, err error) {
	err = m.process.Store.View(func(tx *store.Tx) error {
		rereading, err := tx.Restored()
		if err != nil || !rereading.IsZero() {
			return err
		}
		l, err := tx.Months()
		if untold = l.Told < month; !untold {
			m.settled = month
		}
		return err
	})
	return untold && err == nil, err
}

// count adds to what is stored what the Tally has counted since the last time. In a store in
// which nothing was counted it begins with the present month.
func (m *Monthly) count() error {
	in := func(c process.Counts) (n int) {
		for _, count := range c.Mails {
			n += count
		}
		return n
	}
	tally, before := m.process.Tally.Counts(), m.counted
	more := months.Counts{In: in(tally) - in(before), Out: tally.Sent - before.Sent, GivenUp: tally.GivenUp - before.GivenUp, Incidents: tally.Incidents - before.Incidents, Limits: map[string]int{}}
	for limit, n := range tally.Limits {
		if n -= before.Limits[limit]; n > 0 {
			more.Limits[limit] = n
		}
	}
	if m.begun && more.In+more.Out+more.GivenUp+more.Incidents+len(more.Limits) == 0 {
		return nil
	}
	err := m.process.Update(func(tx *store.Tx) error {
		now := m.process.Now()
		l, err := tx.Months()
		if err != nil {
			return err
		}
		if l.Since.IsZero() {
			l = months.Begin(now)
		}
		l.Add(now, more)
		return tx.SetMonths(l)
	})
	if err == nil {
		m.counted, m.begun = tally, true
	}
	return err
}
