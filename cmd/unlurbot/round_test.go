package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/google/go-cmp/cmp"
)

// How much goes on while the bot is disturbed.
const (
	pairs = 12
	plies = 16
)

// Whatever happens to the bot, everybody gets the same mails as from a bot that
// is left alone; some of them twice, with the same Message-ID, so that a mail
// program can tell. Nothing is lost and nothing is played twice.
func TestNothingLostNothingTwice(t *testing.T) {
	t.Parallel() // like everything here that mostly waits for other processes
	c := meet(t, sandboxCarrier, pairs, plies)
	for _, d := range []struct {
		name    string
		disturb func(*testing.T, *circle)
	}{
		{"killed at any moment", killedAtAnyMoment},
		{"killed at each point", killedAtEachPoint},
		{"stopped at any moment", stoppedAtAnyMoment},
		{"stopped while servers are silent", stoppedInSilence},
		{"stopped in a dead network", stoppedInDeadNetwork},
		{"stopped while a copy is stuck", stoppedWhileCopying},
		{"started twice", startedTwice},
		{"restored from a backup", restoredFromBackup},
	} {
		if testing.Short() && strings.HasSuffix(d.name, "at any moment") {
			continue // the points are enough
		}
		t.Run(d.name, func(t *testing.T) {
			t.Parallel() // most of the time all of them wait
			d.disturb(t, c)
		})
	}
}

// A round is one whole correspondence of a circle.
type round struct {
	*household
	circle *circle
	done   chan struct{} // closed when every pair has come to its end

	settled  chan struct{} // closed when there is no more to do for the operator
	operated chan struct{} // closed when the operator has heard of it
	aside    int           // how often a mail was moved back from Unlur-Failed

	mu      sync.Mutex
	failed  error    // the first
	written []string // Message-IDs
}

// play begins a round: the pairs write as fast as they get answers.
func (c *circle) play(h *household) *round {
	h.t.Helper()
	r := &round{
		household: h, circle: c,
		done: make(chan struct{}), settled: make(chan struct{}), operated: make(chan struct{}),
	}
	check(h.t, os.WriteFile(h.storePath(), c.store, 0o600))
	var seated []couple
	for n, names := range c.names {
		pair, err := openCouple(h.ctx, h.carrier, names, playingDay.AddDate(0, 0, n))
		check(h.t, err)
		for i := range pair {
			pair[i].last = c.letters[n][i]
		}
		check(h.t, pair.hoard())
		seated = append(seated, pair)
	}
	var all sync.WaitGroup
	for n, pair := range seated {
		all.Go(func() { r.perform(n, pair) })
	}
	go func() {
		all.Wait()
		close(r.done)
	}()
	go r.operate()
	return r
}

// operate is what docs/operating.md tells the operator to do with a mail that
// the bot has set aside: it moves it back. The bot has died over that mail
// twice, which under this load can happen to any.
func (r *round) operate() {
	defer close(r.operated)
	ctx, cancel := context.WithCancel(r.ctx)
	defer cancel()
	go func() { <-r.settled; cancel() }()
	client, err := r.carrier.login("unlur")
	if err != nil {
		r.t.Errorf("the operator can't log in: %v", err)
		return
	}
	defer client.Close()
	for range polls(ctx) {
		data, err := client.Select("Unlur-Failed", nil).Wait()
		if err != nil || data.NumMessages == 0 { // nothing was ever set aside, or nothing is
			continue
		}
		if _, err := client.Move(imap.SeqSet{{Start: 1, Stop: data.NumMessages}}, "INBOX").Wait(); err != nil {
			r.t.Errorf("the operator can't move a mail back: %v", err)
			return
		}
		r.aside += int(data.NumMessages)
	}
}

// perform is what one pair does in a round.
func (r *round) perform(n int, pair couple) {
	err := pair.perform(r.ctx, r.circle.scripts[n].steps)
	if err == nil {
		err = pair.catchUp(r.ctx)
	}
	pair.close()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.written = slices.Concat(r.written, pair[0].wrote, pair[1].wrote)
	if err != nil && r.failed == nil {
		r.failed = fmt.Errorf("%s: %w", r.circle.names[n], err)
		r.giveUp()
	}
}

// settle waits for the end of the correspondence, holds the store and the
// mailbox to the script, and gives what everybody has got.
func (r *round) settle(bot *daemon) correspondence {
	r.t.Helper()
	<-r.done
	check(r.t, r.failed)
	r.finish(bot)
	close(r.settled)
	<-r.operated
	r.sound(r.circle.records(), r.written)
	return r.collect(r.circle.people())
}

// unharmed plays a round with a bot that is disturbed; disturb gives the bot
// that runs at the end. The correspondence must be that of an undisturbed one.
func (c *circle) unharmed(t testing.TB, disturb func(*round) *daemon) (*round, correspondence) {
	t.Helper()
	return c.unharmedOn(t, c.open(t), disturb)
}

// unharmedOn does the same with servers that are there.
func (c *circle) unharmedOn(t testing.TB, servers carrier, disturb func(*round) *daemon) (*round, correspondence) {
	t.Helper()
	r := c.play(newHousehold(t, servers))
	got := r.settle(disturb(r))
	if diff := cmp.Diff(c.want.texts(), got.texts()); diff != "" {
		t.Fatalf("the correspondence (-undisturbed +disturbed):\n%s", diff)
	}
	return r, got
}
