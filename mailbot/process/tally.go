package process

import (
	"maps"
	"sync"
	"time"
)

// A Tally counts what the bot has done since its process began. The zero value is
// ready; its methods are safe for concurrent use.
type Tally struct {
	mu     sync.Mutex
	counts Counts
}

// Counts are a Tally at one moment.
type Counts struct {
	Mails     map[string]int // that were dealt with, by decision
	Limits    map[string]int // how often a limit kept a mail from being read or answered, by limit
	Sent      int            // mails that the relay has taken
	GivenUp   int            // mails that could not be sent
	Incidents int            // faults of the bot itself
	Commits   Durations      // of transactions that were written
}

// CommitBounds are the upper bounds of the classes of Durations, in seconds: from a
// write into memory to a disk that nearly stands still.
var CommitBounds = [...]float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5}

// Durations are many of them, by class: each class has all that are at most as long as
// its bound.
type Durations struct {
	Count   int
	Sum     time.Duration
	Classes [len(CommitBounds)]int
}

// Note adds something to the counts.
func (t *Tally) Note(add func(*Counts)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.counts.Mails == nil {
		t.counts.Mails, t.counts.Limits = map[string]int{}, map[string]int{}
	}
	add(&t.counts)
}

// Counts gives a copy of the counts.
func (t *Tally) Counts() Counts {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.counts
	c.Mails, c.Limits = maps.Clone(c.Mails), maps.Clone(c.Limits)
	return c
}

// Add adds one more.
func (d *Durations) Add(took time.Duration) {
	d.Count++
	d.Sum += took
	for i, bound := range CommitBounds {
		if took.Seconds() <= bound {
			d.Classes[i]++
		}
	}
}
