package main

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"unlurbot/mailbot/testing/livebot"

	"github.com/emersion/go-imap/v2"
	"github.com/google/go-cmp/cmp"
)

// How much goes on while the bot is disturbed.
const (
	pairs = 12
	plies = 8
)

// Whatever happens to the bot, everybody gets the same mails as from a bot that
// is left alone; some of them twice, with the same Message-ID, so that a mail
// program can tell. Nothing is lost and nothing is played twice.
func TestNothingLostNothingTwice(t *testing.T) {
	t.Parallel() // like everything here that mostly waits for other processes
	c := meet(t, livebot.Sandbox, pairs, plies)
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
		{"reloaded at each point", reloadedAtEachPoint},
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
	*livebot.Bot
	circle *circle
	done   chan struct{} // closed when every pair has come to its end

	settled  chan struct{} // closed when there is no more to do for the operator
	operated chan struct{} // closed when the operator has heard of it
	aside    int           // how often a mail was moved back from Unlur-Failed

	seated   []couple
	restored bool // mails were dealt with a second time, at another time
}

// play begins a round: the pairs write as fast as they get answers.
func (c *circle) play(b *livebot.Bot) *round {
	b.T.Helper()
	r := &round{
		Bot: b, circle: c,
		done: make(chan struct{}), settled: make(chan struct{}), operated: make(chan struct{}),
	}
	check(b.T, os.WriteFile(b.Store(), c.store, 0o600))
	for n, names := range c.names {
		pair := openCouple(b, names, playingDay.AddDate(0, 0, n))
		for i := range pair {
			pair[i].last = c.letters[n][i]
		}
		pair.hoard()
		r.seated = append(r.seated, pair)
	}
	go func() {
		defer close(r.done)
		together(b, len(r.seated), func(n int) {
			defer r.seated[n].close()
			r.seated[n].perform(c.scripts[n].steps)
			r.seated[n].catchUp()
		})
	}()
	go r.operate()
	return r
}

// operate is what docs/operating.md tells the operator to do with a mail that
// the bot has set aside: it moves it back. The bot has died over that mail
// twice, which under this load can happen to any.
func (r *round) operate() {
	defer close(r.operated)
	ctx, cancel := context.WithCancel(r.Ctx)
	defer cancel()
	go func() { <-r.settled; cancel() }()
	client, err := r.Servers.Login("unlur")
	if err != nil {
		r.T.Errorf("the operator can't log in: %v", err)
		return
	}
	defer client.Close()
	for range livebot.Polls(ctx) {
		data, err := client.Select("Unlur-Failed", nil).Wait()
		if err != nil || data.NumMessages == 0 { // nothing was ever set aside, or nothing is
			continue
		}
		if _, err := client.Move(imap.SeqSet{{Start: 1, Stop: data.NumMessages}}, "INBOX").Wait(); err != nil {
			r.T.Errorf("the operator can't move a mail back: %v", err)
			return
		}
		r.aside += int(data.NumMessages)
	}
}

// settle waits for the end of the correspondence, holds the store and the
// mailbox to the script, and gives what everybody has got.
func (r *round) settle(bot *livebot.Process) correspondence {
	r.T.Helper()
	<-r.done
	check(r.T, r.Ctx.Err())
	r.Finish(bot)
	close(r.settled)
	<-r.operated
	var written []string
	for _, pair := range r.seated {
		written = slices.Concat(written, pair[0].Wrote, pair[1].Wrote)
	}
	r.sound(r.circle.records(), written)
	return r.collect(r.circle.people())
}

// unharmed plays a round with a bot that is disturbed; disturb gives the bot
// that runs at the end. The correspondence must be that of an undisturbed one.
func (c *circle) unharmed(t testing.TB, disturb func(*round) *livebot.Process) (*round, correspondence) {
	t.Helper()
	return c.unharmedOn(livebot.New(t, c.open(t)), disturb)
}

// unharmedOn does the same with a bot of its own.
func (c *circle) unharmedOn(b *livebot.Bot, disturb func(*round) *livebot.Process) (*round, correspondence) {
	b.T.Helper()
	r := c.play(b)
	got := r.settle(disturb(r))
	if diff := cmp.Diff(c.want.texts(), got.texts()); diff != "" {
		b.T.Fatalf("the correspondence (-undisturbed +disturbed):\n%s", diff)
	}
	return r, got
}
