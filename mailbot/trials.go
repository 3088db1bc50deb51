package mailbot

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"unlurbot/mailbot/process"
	"unlurbot/store"
	"unlurbot/store/mailkey"
	"unlurbot/templates"
)

// A mail can end this process: by a fault in a library that no recover
// catches, or by eating all memory. Such a mail must not do it for ever, and
// must take no other mail down with it. So each is noted in the store before
// anything looks at it, and the note goes with the transaction that settles it:
// a note that is found at the next start is of a mail that the process died
// over, or of one beside it. These are dealt with one by one, and one that the
// process dies over twice more, alone, is set aside unread. Once is not enough:
// somebody may be ending the process again and again for another reason.
//
// One such reason is a disk that fails when the work is written down. So a mail
// that was tried before is rehearsed: if the process outlives that, the mail is
// harmless, and the note is taken back before anything else can happen.

// How often a process may die over a mail, the first time among others. One that
// is read again after a backup was restored has done no harm before, and moves
// that build on it come next, which without it would be answered as stale.
const (
	maxTrials      = 3
	maxFiledTrials = 10
)

// A receiving is what Receive, of which one call is at work at a time, knows from one
// mail to the next.
type receiving struct {
	sync.Mutex
	process    *process.Process
	hurryUntil time.Time           // before then, little time is spent on signatures
	noted      map[mailkey.Key]int // the trials in the store that are of this process, and how many there were before
}

// nextRun gives the first mails of a group that can be dealt with together: all
// up to one that was tried before, or just that one, with how often it was.
func (w *receiving) nextRun(group []Incoming) (run []Incoming, tried int, err error) {
	err = w.process.Store.View(func(tx *store.Tx) error {
		for i, in := range group {
			before, ours := w.noted[in.place()]
			if !ours {
				if before, err = tx.Trials(in.place()); err != nil {
					return err
				}
			}
			switch {
			case before == 0:
				continue
			case i == 0:
				run, tried = group[:1], before
			default:
				run = group[:i]
			}
			return nil
		}
		run = group
		return nil
	})
	return run, tried, err
}

// noteTrials notes that the work on some mails begins. What this process has
// noted before it need not note again: it is still alive.
func (w *receiving) noteTrials(run []Incoming) error {
	run = slices.DeleteFunc(slices.Clone(run), func(in Incoming) bool {
		_, ours := w.noted[in.place()]
		return ours
	})
	if len(run) == 0 {
		return nil
	}
	before := map[mailkey.Key]int{}
	err := w.process.Store.Update(func(tx *store.Tx) (err error) {
		for _, in := range run {
			if before[in.place()], err = tx.NoteTrial(in.place()); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return w.process.Wrote(err)
	}
	for key, n := range before {
		w.noted[key] = n
	}
	return nil
}

// errRehearsed ends the transaction of a rehearsal, so that nothing of it stays.
var errRehearsed = errors.New("rehearsed")

// rehearse does all the work on a mail that was tried before, but for writing it
// down, and takes the note of the trial back.
func (b *Bot) rehearse(in Incoming) error {
	err := b.process.Update(func(tx *store.Tx) error {
		_, _ = b.guarded(tx, in, b.ways[0]) // a fault comes again when it counts
		return errRehearsed
	})
	if !errors.Is(err, errRehearsed) {
		return err
	}
	if err := b.process.Update(func(tx *store.Tx) error { return tx.ForgetTrials(in.place()) }); err != nil {
		return err
	}
	delete(b.receiving.noted, in.place())
	return nil
}

// A way is how a mail is dealt with, up to its decision.
type way func(*errand) (Decision, error)

// settle goes one way with some mails, all in one transaction: up to the first one
// before which something happens by itself, which an earlier one may have made due,
// or ctx has ended. The others are noted again when it is their turn.
func (b *Bot) settle(ctx context.Context, run []Incoming, how way) (done []*errand, err error) {
	err = b.process.Update(func(tx *store.Tx) error {
		done = make([]*errand, 0, len(run))
		for i, in := range run {
			due, err := tx.DueWakes(in.arrivedBy(b.process.Now()), 1)
			if err != nil {
				return err
			}
			if i > 0 && (len(due) > 0 || ctx.Err() != nil) {
				break
			}
			e, fault := b.guarded(tx, in, how)
			if fault != nil {
				return &faultyMail{fault, i}
			}
			done = append(done, e)
		}
		for _, in := range run {
			if err := tx.ForgetTrials(in.place()); err != nil {
				return err
			}
		}
		b.process.Reach(PointHandled)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, in := range run {
		delete(b.receiving.noted, in.place())
	}
	b.process.Reach(PointCommitted)
	b.outbox.Wake()
	return done, nil
}

// A faultyMail is the fault that one mail of a run has met.
type faultyMail struct {
	*process.Fault
	at int
}

// guarded reads a mail and goes a way with it; errors and panics on the way
// become a *process.Fault.
func (b *Bot) guarded(tx *store.Tx, in Incoming, how way) (done *errand, fault *process.Fault) {
	fault = process.Catch(func() (err error) {
		done = newErrand(b, tx, in)
		done.decision, err = how(done)
		return err
	})
	if fault != nil {
		return nil, fault
	}
	return done, nil
}

// settleUnread marks a mail as dealt with by a decision and tells the operator,
// and touches nothing else.
func (b *Bot) settleUnread(ctx context.Context, in Incoming, d Decision, news templates.Notice) ([]*errand, error) {
	in.Raw = nil
	return b.settle(ctx, []Incoming{in}, func(e *errand) (Decision, error) {
		e.cause, e.known.Keys = string(in.place()), e.known.Keys[:1]
		if err := e.desk().TellOperator(news); err != nil {
			return "", err
		}
		return e.finish(d, nil)
	})
}
