package main

import (
	"flag"
	"math/rand/v2"
	"testing"

	"unlurbot/mailbot"
	"unlurbot/mailbot/testing/livebot"
)

var (
	seed   = flag.Uint64("seed", 1, "what kills, stops and bad networks are drawn from")
	kills  = flag.Int("kills", 20, "how often the bot is killed at random moments")
	stops  = flag.Int("stops", 10, "how often the bot is stopped at random moments")
	passes = flag.Int("passes", 2, "how often the bot passes a point before it is killed there, at most")
)

// killedAtAnyMoment ends the bot as a crash does. Nothing in it is prepared for
// that moment, and nothing is needed to go on but to start it again.
func killedAtAnyMoment(t *testing.T, c *circle) {
	c.endedOften(t, *kills, "killed", (*livebot.Process).Kill)
}

// stoppedAtAnyMoment ends it as a service manager does: that must work whatever it
// is about.
func stoppedAtAnyMoment(t *testing.T, c *circle) {
	c.endedOften(t, *stops, "stopped", (*livebot.Process).Stop)
}

// endedOften ends the bot at random moments and starts it at once, in as many
// correspondences as it takes. The moments are spread over all points, however slow
// the machine is.
func (c *circle) endedOften(t *testing.T, times int, what string, end func(*livebot.Process)) {
	l := &lives{rng: rand.New(rand.NewPCG(*seed, uint64(times))), left: times, ended: map[mailbot.Point]int{}}
	rounds, again, aside := 0, 0, 0
	for ; l.left > 0; rounds++ {
		r, got := c.unharmed(t, func(r *round) *livebot.Process { return r.endOften(l, end) })
		again += got.copies()
		aside += r.aside
	}
	if times >= len(points) && 2*len(l.ended) < len(points) {
		t.Errorf("%s behind these points alone: %v", what, l.ended)
	}
	t.Logf("%s %d times in %d correspondences of %d mails: %v; %d mails sent twice, %d set aside and moved back",
		what, times, rounds, len(c.want), l.ended, again, aside)
}

// lives are those of a bot that is ended at random moments.
type lives struct {
	rng   *rand.Rand
	left  int // how many are still to be ended
	deck  []mailbot.Point
	ended map[mailbot.Point]int // how often behind which point
}

// next draws the point behind which a life ends, and how often the bot passes it. All
// points have their turn before one comes again.
func (l *lives) next() (p mailbot.Point, times int) {
	if len(l.deck) == 0 {
		for _, i := range l.rng.Perm(len(points)) {
			l.deck = append(l.deck, points[i])
		}
	}
	p, l.deck = l.deck[0], l.deck[1:]
	return p, 1 + l.rng.IntN(mostPassed)
}

// mostPassed is how often the bot comes to one point in a life, at most. It comes
// through some of the others more often than that meanwhile.
const mostPassed = 4

// endOften ends the bot soon behind points that are drawn, while it goes on, and
// starts it again, as often as is left or until the correspondence is over; it gives
// a bot that runs.
func (r *round) endOften(l *lives, end func(*livebot.Process)) *livebot.Process {
	for l.left > 0 {
		p, times := l.next()
		bot := r.StartAs("telling")
		select {
		case <-r.done:
			return bot
		case <-bot.Ended:
			r.T.Fatalf("the bot has ended: %v\n%s", bot.Err, bot.Said())
		case <-bot.Until(hasPassed(p, times)):
			end(bot)
			l.left--
			l.ended[p]++
		}
	}
	return r.Start()
}
