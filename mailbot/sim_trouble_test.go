package mailbot_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// A trouble says how big a world is, what its servers can't do, and how often
// something goes wrong in it. Each is drawn by itself, so that seeds differ.
type trouble struct {
	people, games, letters, senders int

	noMove, noIdle bool
	fetchAtMost    int
	doneValidity   uint32 // that of the inbox, on some servers

	lost, twice, forged       float64 // of the letters to the bot
	cut, silent, kill, stop   float64 // of operations
	point                     float64 // of kills between them, see Point
	stolen, kept              float64
	later, refused, bounced   float64 // of the mails of the bot; refused and bounced are for ever
	outages, renumber, back   int
	stops, kills, restores    int
	net                       bool    // whose time is up may be away by itself
	steady                    bool    // clocks run on, so that a backup knows what they did
	foreign, impatient, wrong float64 // of what people do
	forgotten                 float64 // of the mails that they get
	cups, curious             bool    // there are cups; people ask for them, if there are or not
	leavers, bans             int     // who want to be forgotten, and whom the operator bans
	announcements             int     // of the operator; one that a backup lacks would be made again
	gone                      bool    // somebody who has joined a cup is heard of no more
	lasts                     time.Duration
}

// drawTrouble draws what a seed is like.
func (w *world) drawTrouble() trouble {
	dice := w.dice("trouble")
	t := trouble{
		people: 2 + dice.IntN(3), games: 1 + dice.IntN(4), letters: 40 + dice.IntN(60), senders: 1 + dice.IntN(4),
		noMove: dice.IntN(6) == 0, noIdle: dice.IntN(4) == 0,
		fetchAtMost: []int{1, 5, 100}[dice.IntN(3)], doneValidity: uint32(1 + dice.IntN(2)),
		foreign: 0.02, impatient: 0.1, wrong: 0.1, net: w.dice("net").IntN(2) == 0, announcements: w.dice("announcements").IntN(3),
	}
	switch {
	case w.seed%100 == 50:
		t.people, t.games, t.letters = 20, 50, 400
	case w.seed%20 == 5:
		t.people, t.games, t.letters = 8, 20, 250
	}
	if w.seed%12 == 1 {
		return t // the sun shines
	}
	chance := func(most float64) float64 { return most * float64(dice.IntN(3)) / 2 }
	t.forged = 0.2 * float64(w.dice("forgeries").IntN(3))
	t.forgotten = chance(0.3)
	t.lost, t.twice = chance(0.1), chance(0.2)
	t.cut, t.silent, t.stolen, t.kept = chance(0.05), chance(0.01), chance(0.02), chance(0.1)
	t.kill, t.stop, t.point = chance(0.006), chance(0.01), chance(0.03)
	t.later, t.refused, t.bounced = chance(0.2), chance(0.02), chance(0.02)
	t.outages, t.renumber, t.back = dice.IntN(4), dice.IntN(3), dice.IntN(4)
	t.stops, t.kills = dice.IntN(5), dice.IntN(5)
	if dice.IntN(4) == 0 {
		t.loseStore(dice.IntN(2) == 0)
	}
	return t
}

// loseStore plans that the store is lost. What is nowhere in the mailbox can't come back with a backup,
// nor what came of the time of day, of what a relay answered, or of an order in which mails do not lie
// there.
func (t *trouble) loseStore(steady bool) {
	t.restores, t.stolen, t.kept, t.foreign, t.refused, t.bounced = 1, 0, 0, 0, 0, 0
	if t.steady = steady; steady {
		t.noMove, t.outages = false, 0
	}
}

// drawCups draws whether there are cups in a world: with people enough for one, who play it to its end,
// or who are so few that it begins when the first of them has waited for long enough. What comes of a
// cup hangs on clocks, so that a backup must know what they did.
func (w *world) drawCups() {
	t, dice := &w.trouble, w.dice("cups")
	t.lasts = simTime
	kind, people, letters := dice.IntN(10), dice.IntN(3), dice.IntN(100)
	switch t.curious = kind < 5; {
	case !w.mayBegin() || kind > 3:
		return
	case kind == 3:
		t.people, t.letters, t.lasts = simLeast+people/2, max(t.letters, 200+letters), 45*simDay
	default:
		t.people, t.letters, t.lasts = max(t.people, simGroup+people), max(t.letters, 200+letters), 16*simDay
	}
	t.cups = true
	switch {
	case t.restores > 0:
	case kind == 0 && dice.IntN(2) == 0:
		t.loseStore(true)
	case kind == 1 || kind == 2: // many mails don't arrive, and not all may play
		t.people = min(t.people+2, len(namesOfPeople))
		t.bounced, t.bans = 0.15, 1+dice.IntN(2)
	case kind == 3 && dice.IntN(2) == 0:
		t.people, t.gone = t.people+2, true
	default: // of what waits for somebody out of reach not all is left once a player is forgotten
		t.leavers, t.refused, t.bounced = 1+dice.IntN(3), 0, 0
	}
}

// settleIn plans what will go wrong, and lets people begin.
func (w *world) settleIn() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.plan("renumber", w.trouble.renumber, func(*rand.Rand) { w.box.renumber() })
	w.plan("give back", w.trouble.back, func(dice *rand.Rand) { w.box.giveBack(dice.IntN(1000)) })
	w.plan("stop", w.trouble.stops, func(*rand.Rand) { w.stop(w.life) })
	w.plan("kill", w.trouble.kills, func(*rand.Rand) {
		if w.life != nil {
			w.kill(w.life, "in between")
		}
	})
	for i := range w.trouble.outages {
		dice := w.dice("outage", i)
		what := []string{"login", "folder", "relay", "relay", "wire"}[dice.IntN(5)]
		from := time.Now().Add(time.Duration(dice.Int64N(int64(w.trouble.lasts))))
		w.outages[what] = append(w.outages[what], outage{from, from.Add(between(dice, 10*time.Minute, 30*time.Hour))})
	}
	w.plan("leaver", w.trouble.leavers, func(dice *rand.Rand) {
		w.people[dice.IntN(len(w.people))].send(intent{verb: "forget me", vouched: dice.IntN(2) == 0}, dice)
	})
	w.plan("ban", w.trouble.bans, w.ban)
	if w.trouble.restores == 0 {
		w.plan("announcement", w.trouble.announcements, w.announce)
	}
	if w.trouble.gone {
		w.later(3*simDay, "gone", w.loseSomebody)
	}
	if w.trouble.restores > 0 {
		w.planRestore()
	}
	w.populate()
}

// plan lets something happen some times in a history.
func (w *world) plan(what string, times int, f func(*rand.Rand)) {
	for i := range times {
		dice := w.dice(what, i)
		w.later(time.Duration(dice.Int64N(int64(w.trouble.lasts))), what+fmt.Sprint(i), func() {
			if !w.calm {
				f(dice)
			}
		})
	}
}

// strikes says whether something with a given chance goes wrong now.
func (w *world) strikes(dice *rand.Rand, chance float64) bool {
	return dice.Float64() < chance && !w.calm
}

// How an operation fails.
var (
	errReset = errors.New("connection reset by peer")
	errMute  = errors.New("no answer in a minute")
)

// Where in an operation something goes wrong.
const (
	goesWell = iota
	cutBefore
	cutAfter
	muteBefore
	muteAfter
	killedBefore
	killedAfter
	stoppedBefore
	stoppedAfter
)

// mischance draws what goes wrong in an operation.
func (w *world) mischance(dice *rand.Rand) int {
	p, after := dice.Float64(), dice.IntN(2)
	switch t := w.trouble; {
	case w.calm:
		return goesWell
	case p < t.kill:
		return killedBefore + after
	case p < t.kill+t.stop:
		return stoppedBefore + after
	case p < t.kill+t.stop+t.cut:
		return cutBefore + after
	case p < t.kill+t.stop+t.cut+t.silent:
		return muteBefore + after
	}
	return goesWell
}

// operation is one thing that a process does outside: it takes some time, has
// its effect, and takes some time until the answer is there. Everything may
// end before and after the effect. An operation that another key tells apart
// from all others of its kind may go on beside them.
func (w *world) operation(ctx context.Context, l *life, what, key string, effect func() error) error {
	w.mu.Lock()
	dice := w.dice(what, key, w.count(what+key))
	mischance := w.mischance(dice)
	w.mu.Unlock()
	for _, step := range []struct {
		cut, mute, kill, stop int
		do                    func() error
	}{
		{cutBefore, muteBefore, killedBefore, stoppedBefore, effect},
		{cutAfter, muteAfter, killedAfter, stoppedAfter, func() error { return nil }},
	} {
		if err := pause(ctx, between(dice, time.Millisecond, time.Second)); err != nil {
			return err
		}
		if mischance == step.mute {
			if err := pause(ctx, time.Minute); err != nil {
				return err
			}
		}
		if err := w.moment(l, func() error {
			switch mischance {
			case step.cut:
				w.fault("breaks off at %s %s (%d)", what, key, mischance)
				return errReset
			case step.mute:
				w.fault("no answer at %s %s (%d)", what, key, mischance)
				return errMute
			case step.kill:
				w.kill(l, fmt.Sprintf("at %s %s (%d)", what, key, mischance))
				return errGone
			case step.stop:
				w.stop(l) // what is under way may still come to its end
			}
			return step.do()
		}); err != nil {
			return err
		}
	}
	return nil
}

// moment lets a process do something, if it is still there.
func (w *world) moment(l *life, f func() error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if l.dead {
		return errGone
	}
	return f()
}

// pause lets time go by, unless the process ends.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
