package main

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"
)

var (
	kills  = flag.Int("kills", 20, "how often the bot is killed at random moments")
	stops  = flag.Int("stops", 10, "how often the bot is stopped at random moments")
	passes = flag.Int("passes", 2, "how often the bot passes a point before it is killed there, at most")
)

// killedAtAnyMoment ends the bot as a crash does. Nothing in it is prepared for
// that moment, and nothing is needed to go on but to start it again.
func killedAtAnyMoment(t *testing.T, c *circle) {
	c.endedOften(t, *kills, "killed", (*daemon).kill)
}

// stoppedAtAnyMoment ends it as a service manager does: that must work within
// seconds, whatever it is about.
func stoppedAtAnyMoment(t *testing.T, c *circle) {
	c.endedOften(t, *stops, "stopped", (*daemon).stop)
}

// endedOften ends the bot at random moments and starts it at once, in as many
// correspondences as it takes.
func (c *circle) endedOften(t *testing.T, times int, what string, end func(*daemon)) {
	rng := rand.New(rand.NewPCG(1, uint64(times)))
	rounds, again, aside := 0, 0, 0
	for left := times; left > 0; rounds++ {
		r, got := c.unharmed(t, func(r *round) *daemon { return r.endOften(rng, &left, end) })
		again += got.copies()
		aside += r.aside
	}
	t.Logf("%s %d times in %d correspondences of %d mails: %d mails sent twice, %d set aside and moved back",
		what, times, rounds, len(c.want), again, aside)
}

// endOften ends the bot at any moment and starts it again, as often as is left,
// or until the correspondence is over; it gives a bot that runs.
func (r *round) endOften(rng *rand.Rand, left *int, end func(*daemon)) *daemon {
	for {
		bot := r.start()
		if *left == 0 {
			return bot
		}
		select {
		case <-r.done:
			return bot
		case <-time.After(r.circle.moment(rng)):
			end(bot)
			*left--
		}
	}
}

// moment gives a time to live: sometimes hardly enough to start, mostly enough
// to do something.
func (c *circle) moment(rng *rand.Rand) time.Duration {
	return time.Duration(rng.Int64N(int64(c.longestLife)))
}
