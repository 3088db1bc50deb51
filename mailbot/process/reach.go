package process

import (
	"errors"
	"sync"
	"time"
)

// A Reach is what is known of something outside that the bot works with, such as its
// mailbox: whether it answers, and since when not. The zero value knows nothing. Its
// methods are safe for concurrent use.
type Reach struct {
	mu    sync.Mutex
	state State
}

// A State is a Reach at one moment.
type State struct {
	Worked time.Time // the last time that it did; zero for not since the process began
	Since  time.Time // the first failure after that; zero while it works
	Tried  time.Time // when either was last seen
	Says   string    // the last failure, with what to do about it; empty while it works
	Again  time.Time // when it is tried again
}

// Works notes that it has just answered.
func (r *Reach) Works(now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state = State{Worked: now, Tried: now}
}

// Answers notes that it can be reached, though it has not done what was wanted.
func (r *Reach) Answers(now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state = State{Worked: r.state.Worked, Tried: now}
}

// Fails notes a failure, what to do about it (may be empty), and when it is tried again.
func (r *Reach) Fails(now time.Time, err error, advice string, again time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state.Since.IsZero() {
		r.state.Since = now
	}
	if advice != "" {
		err = errors.New(err.Error() + ". " + advice)
	}
	r.state.Tried, r.state.Says, r.state.Again = now, err.Error(), again
}

// follow takes over what another Reach knows.
func (r *Reach) follow(former *Reach) {
	state := former.State()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state = state
}

// State gives what is known.
func (r *Reach) State() State {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state
}
