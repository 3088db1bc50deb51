// Package trials counts how often a mail may have crashed the process, so that such a mail
// doesn't crash it for ever and takes no other mail down with it. What to do with a mail, and
// with one tried too often, is up to its caller: package mailbot, which receives mails.
//
// A mail can end the process by a fault in a library that no recover
// catches, or by eating all memory. So each is noted before
// anything looks at it, until the transaction that settles it:
// a note that is found at the next start is of a mail that the process died
// over, or of one beside it. These are dealt with one by one, and one that the
// process dies over twice more, alone, is set aside unread. Once is not enough:
// somebody may be ending the process again and again for another reason.
//
// One such reason is a disk that fails when the work is written down. So where a mail
// that was tried before is looked at, that is rehearsed: if the process outlives all the work but the writing, the mail is
// harmless, and the note is taken back before anything of the work is written. (A mail over which the process dies in nothing but the
// writing is not found out.)
//
// A note is a line in a file beside the store, see package journal: the place of the mail, and which trial it is. Nothing waits for the
// disk to have the first one: a machine hardly ever loses power because of a mail. But where work on mails takes long, and may be eating
// up the machine's memory, the file is synced. What the next process on that machine finds there it writes into the store; to find it
// twice does no harm. So a process that lives on takes its notes back even if it can't write the store any more, since the disk fails
// or another machine leads the club. Where machines take over from each other, each counts its own.
package trials

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"unlurbot/mailbot/journal"
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

// long is how long work on mails may take before their notes must be on the disk.
const long = time.Second

// Trials are those of one process, for one goroutine at a time. Mails are named by their places.
type Trials struct {
	process *process.Process
	file    *journal.File        // nil before the first mail
	noted   map[mailkey.Key]note // the mails that were begun and are not settled
	unsync  func() bool          // says that the file need not be synced
}

// A note says that the work on a mail was begun by this process.
type note struct {
	before int  // how often it was before
	stored bool // in the store, since the file can't be had
}

// New makes the Trials of a process that has tried nothing yet.
func New(p *process.Process) *Trials {
	return &Trials{process: p, noted: map[mailkey.Key]note{}, unsync: func() bool { return false }}
}

// Beside gives the path of the file, by that of the store.
func Beside(store string) string { return store + ".tried" }

// readLine gives the mail and the trial of a line, see Begin; there is none in one that a loss of power has left.
func readLine(s string) (place mailkey.Key, n int) {
	where, which, _ := strings.Cut(s, " ")
	n, err := strconv.Atoi(which)
	if err != nil || n > MostFiled || !mailkey.IsPlace([]byte(where)) {
		return "", 0
	}
	return mailkey.Key(where), n
}

// open opens the file, and writes into the store what the process before has left there, unless it is settled by now.
func (t *Trials) open() error {
	if t.file != nil {
		return nil
	}
	file, err := journal.Open(Beside(t.process.Store.Path()))
	if err != nil {
		t.process.Log.Warn("can't note in a file which mails are tried: each of them is noted in the store, which takes longer", "err", err)
	}
	if left := file.Left(); len(left) > 0 {
		err := t.process.Update(func(tx *store.Tx) error {
			for _, line := range left {
				place, n := readLine(line)
				tried, err := tx.Trials(place)
				if _, unseen := tx.WasSeen(place); err == nil && tried < n && errors.Is(unseen, store.ErrNotFound) {
					err = tx.SetTrials(place, n)
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			file.End(true)
			return err
		}
		file.Clear()
	}
	t.file = file
	return nil
}

// Next gives how many of some mails, from the first on, can be dealt with together, so that
// they share their fate: all up to one that was tried before, or just that one, with how
// often it was.
func (t *Trials) Next(places []mailkey.Key) (n, tried int, err error) {
	if err := t.open(); err != nil {
		return 0, 0, err
	}
	err = t.process.Store.View(func(tx *store.Tx) error {
		for i, place := range places {
			note, ours := t.noted[place]
			before := note.before
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

// Begin notes that the work on some mails begins, which Next has given, with how often they were tried. What this process has
// noted before it need not note again: it is still alive.
func (t *Trials) Begin(places []mailkey.Key, tried int) error {
	news := map[mailkey.Key]int{}
	var lines []string
	for _, place := range places {
		if _, ours := t.noted[place]; !ours {
			news[place] = tried + 1
			lines = append(lines, fmt.Sprintf("%s %d", place, tried+1))
		}
	}
	stored := len(news) > 0 && !t.file.Add(lines...)
	if stored {
		if err := t.count(news); err != nil {
			return err
		}
	}
	for place := range news {
		t.noted[place] = note{tried, stored}
	}
	if tried > 0 {
		t.file.Sync()
	}
	t.unsync = t.file.SyncAfter(long)
	return nil
}

// count writes down in the store how often mails were tried.
func (t *Trials) count(times map[mailkey.Key]int) error {
	return t.process.Update(func(tx *store.Tx) error {
		for place, n := range times {
			if err := tx.SetTrials(place, n); err != nil {
				return err
			}
		}
		return nil
	})
}

// Settle runs the transaction in which some mails are dealt with, and takes back the notes
// of all that were begun with them. The others are noted again when it is their turn.
func (t *Trials) Settle(places []mailkey.Key, work func(*store.Tx) error) error {
	err := t.Try(places[0], func(tx *store.Tx) error { // one that was tried before is alone: see Next
		if err := work(tx); err != nil {
			return err
		}
		for _, place := range places {
			if err := tx.SetTrials(place, 0); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	t.forget(places...)
	t.process.Reach(process.PointCommitted)
	return nil
}

// Try runs a transaction about a mail, which need not be settled by it. The work on one that was begun after an earlier trial is
// done twice: see rehearse.
func (t *Trials) Try(place mailkey.Key, work func(*store.Tx) error) error {
	if err := t.rehearse(place, work); err != nil {
		return err
	}
	return t.process.Update(func(tx *store.Tx) error {
		if err := work(tx); err != nil {
			return err
		}
		t.process.Reach(process.PointHandled)
		return nil
	})
}

// forget drops the notes of some mails, and clears the file once it is needed for no other.
func (t *Trials) forget(places ...mailkey.Key) {
	for _, place := range places {
		delete(t.noted, place)
	}
	for _, n := range t.noted {
		if !n.stored {
			return
		}
	}
	t.unsync()
	t.file.Clear()
}

// errRehearsed ends the transaction of a rehearsal, so that nothing of it stays.
var errRehearsed = errors.New("rehearsed")

// rehearse does all the work on a mail that was tried before, but for writing it down, and takes the note of this trial back. If the
// work fails, the note stays for what is to be done instead.
func (t *Trials) rehearse(place mailkey.Key, work func(*store.Tx) error) error {
	n := t.noted[place]
	if n.before == 0 {
		return nil
	}
	err := t.process.Update(func(tx *store.Tx) error {
		if err := work(tx); err != nil {
			return err
		}
		return errRehearsed
	})
	if !errors.Is(err, errRehearsed) {
		return err
	}
	if n.stored {
		if err := t.count(map[mailkey.Key]int{place: n.before}); err != nil {
			return err
		}
	}
	t.forget(place)
	return nil
}

// TakeBack says that no mail is looked at any more. So the process doesn't die over those that were begun and are not settled, which
// may not come again, and their notes are taken back.
func (t *Trials) TakeBack() {
	stored := map[mailkey.Key]int{}
	for place, n := range t.noted {
		if n.stored {
			stored[place] = n.before
			continue
		}
		t.forget(place)
	}
	if len(stored) > 0 && t.count(stored) == nil { // or else after the next mails, perhaps
		clear(t.noted)
	}
}

// End says that the process ends, and dies over no mail. What TakeBack has not done is left in the store, but not in the file.
func (t *Trials) End() {
	if t.file == nil {
		return
	}
	t.file.End(false)
	t.file = nil
	clear(t.noted)
}
