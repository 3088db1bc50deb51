// Package trials counts how often a mail may have crashed the process, so that such a mail
// doesn't crash it for ever and takes no other mail down with it. What to do with a mail, and
// with one tried too often, is up to its caller: package mailbot, which receives mails.
//
// A mail can end the process by a fault in a library that no recover
// catches, or by eating all memory. So each is noted in the store before
// anything looks at it, and the note goes with the transaction that settles it:
// a note that is found at the next start is of a mail that the process died
// over, or of one beside it. These are dealt with one by one, and one that the
// process dies over twice more, alone, is set aside unread. Once is not enough:
// somebody may be ending the process again and again for another reason.
//
// One such reason is a disk that fails when the work is written down. So a mail
// that was tried before is rehearsed: if the process outlives that, the mail is
// harmless, and the note is taken back before anything else can happen.
package trials

import (
	"errors"
	"slices"

	"unlurbot/mailbot/process"
	"unlurbot/store"
	"unlurbot/store/mailkey"
)

// How often a process may die over a mail, the first time among others. One that
// is read again after a backup was restored has done no harm before, and moves
// that build on it come next, which without it would be answered as stale.
const (
	Most      = 3
	MostFiled = 10
)

// Trials are those of one process. Mails are named by their places.
type Trials struct {
	process *process.Process
	noted   map[mailkey.Key]int // those in the store that are of this process, and how many there were before
}

// New makes the Trials of a process that has tried nothing yet.
func New(p *process.Process) *Trials { return &Trials{process: p, noted: map[mailkey.Key]int{}} }

// Next gives how many of some mails, from the first on, can be dealt with together, so that
// they share their fate: all up to one that was tried before, or just that one, with how
// often it was.
func (t *Trials) Next(places []mailkey.Key) (n, tried int, err error) {
	err = t.process.Store.View(func(tx *store.Tx) error {
		for i, place := range places {
			before, ours := t.noted[place]
			if !ours {
				if before, err = tx.Trials(place); err != nil {
					return err
				}
			}
			switch {
			case before == 0:
				continue
			case i == 0:
				n, tried = 1, before
			default:
				n = i
			}
			return nil
		}
		n = len(places)
		return nil
	})
	return n, tried, err
}

// Begin notes that the work on some mails begins. What this process has
// noted before it need not note again: it is still alive.
func (t *Trials) Begin(places []mailkey.Key) error {
	places = slices.DeleteFunc(slices.Clone(places), func(place mailkey.Key) bool {
		_, ours := t.noted[place]
		return ours
	})
	if len(places) == 0 {
		return nil
	}
	before := make([]int, len(places))
	err := t.process.Store.Update(func(tx *store.Tx) (err error) {
		for i, place := range places {
			if before[i], err = tx.NoteTrial(place); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return t.process.Wrote(err)
	}
	for i, place := range places {
		t.noted[place] = before[i]
	}
	return nil
}

// Settle runs the transaction in which some mails are dealt with, and takes back the notes
// of all that were begun with them. The others are noted again when it is their turn.
func (t *Trials) Settle(places []mailkey.Key, work func(*store.Tx) error) error {
	err := t.process.Update(func(tx *store.Tx) error {
		if err := work(tx); err != nil {
			return err
		}
		for _, place := range places {
			if err := tx.ForgetTrials(place); err != nil {
				return err
			}
		}
		t.process.Reach(process.PointHandled)
		return nil
	})
	if err != nil {
		return err
	}
	for _, place := range places {
		delete(t.noted, place)
	}
	t.process.Reach(process.PointCommitted)
	return nil
}

// errRehearsed ends the transaction of a rehearsal, so that nothing of it stays.
var errRehearsed = errors.New("rehearsed")

// Rehearse does all the work on a mail that was tried before, but for writing it
// down, and takes the note of the trial back. A fault in the work comes again when it counts.
func (t *Trials) Rehearse(place mailkey.Key, work func(*store.Tx)) error {
	err := t.process.Update(func(tx *store.Tx) error {
		work(tx)
		return errRehearsed
	})
	if !errors.Is(err, errRehearsed) {
		return err
	}
	if err := t.process.Update(func(tx *store.Tx) error { return tx.ForgetTrials(place) }); err != nil {
		return err
	}
	delete(t.noted, place)
	return nil
}
