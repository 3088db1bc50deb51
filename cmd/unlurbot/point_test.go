package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/testing/livebot"
)

// points are all places on the way of a mail at which the program can be told
// to die.
var points = []mailbot.Point{
	mailbot.PointNoted, mailbot.PointHandled, mailbot.PointCommitted, mailbot.PointFiled,
	mailbot.PointSending, mailbot.PointAccepted, mailbot.PointMarked,
}

// killAt is the environment variable that says where mortal dies, such as
// "committed 3" for the third time that it has committed something.
const killAt = "UNLURBOT_TEST_KILL"

func init() {
	programs["mortal"] = mortal
	programs["telling"] = telling
}

// pointField is what telling says before the name of a point.
const pointField = "point="

// telling is the program with a clock that may be ahead, which says of each point that it
// is there.
func telling() {
	now := time.Now
	if ahead, err := time.ParseDuration(os.Getenv(clockAhead)); err == nil {
		now = func() time.Time { return time.Now().Add(ahead) }
	}
	os.Exit(begin(process{now: now, reached: func(p mailbot.Point) { fmt.Fprintf(os.Stderr, "%s%s\n", pointField, p) }}))
}

// clockAhead is the environment variable that says by how much.
const clockAhead = "UNLURBOT_TEST_AHEAD"

// hasPassed is what a telling bot says when it passes a point for the last of so many
// times; an empty one is any.
func hasPassed(p mailbot.Point, times int) func(line string) bool {
	return func(line string) bool {
		if at, ok := strings.CutPrefix(line, pointField); ok && (p == "" || p == mailbot.Point(at)) {
			times--
		}
		return times == 0
	}
}

// mortal is the program with an end at a point. The program itself has no such
// door.
func mortal() {
	point, times, _ := strings.Cut(os.Getenv(killAt), " ")
	last, err := strconv.Atoi(times)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitUsage)
	}
	var passed atomic.Int64
	os.Exit(begin(process{now: time.Now, reached: func(p mailbot.Point) {
		if p == mailbot.Point(point) && passed.Add(1) == int64(last) {
			if self, err := os.FindProcess(os.Getpid()); err == nil {
				_ = self.Kill()
			}
			select {} // not one step further
		}
	}}))
}

// killedAtEachPoint kills the bot between any two steps of its work: the first
// time that it comes to each point, the second time, and so on.
func killedAtEachPoint(t *testing.T, c *circle) {
	var deaths []string
	for times := range *passes {
		for _, p := range points {
			deaths = append(deaths, fmt.Sprint(p, " ", times+1))
		}
	}
	rounds, again, aside := 0, 0, 0
	for left := deaths; len(left) > 0; rounds++ {
		before := len(left)
		r, got := c.unharmed(t, func(r *round) *livebot.Process { return r.dieAt(&left) })
		again += got.copies()
		aside += r.aside
		if len(left) == before {
			t.Fatalf("the bot never came to %q", left[0])
		}
	}
	t.Logf("killed at %d points in %d correspondences: %d mails sent twice, %d set aside and moved back", len(deaths), rounds, again, aside)
}

// dieAt lets the bot die at one place after the other, until the correspondence
// is over; it gives a bot that runs.
func (r *round) dieAt(left *[]string) *livebot.Process {
	for len(*left) > 0 {
		bot := r.StartAs("mortal", killAt+"="+(*left)[0])
		select {
		case <-r.done:
			bot.Stop()
			return r.Start()
		case <-bot.Ended:
			if status, ok := bot.ProcessState.Sys().(syscall.WaitStatus); !ok || status.Signal() != syscall.SIGKILL {
				r.T.Fatalf("at %q: %v\n%s", (*left)[0], bot.Err, bot.Said())
			}
			*left = (*left)[1:]
		}
	}
	return r.Start()
}
