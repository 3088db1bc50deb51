package mailbot_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/game/engine"
	"unlurbot/mailbot"
	"unlurbot/mailbot/testing/bottest"
)

// BenchmarkMailsBesideARobot is how long mails of people take, each with its transaction on the disk, while the robot of the
// highest level thinks on the biggest board, and while nobody thinks: one every 20 ms, and one after the other. All that runs
// shares one core, or has two.
func BenchmarkMailsBesideARobot(b *testing.B) {
	for _, cores := range []int{1, 2} {
		for _, thinks := range []bool{false, true} {
			b.Run(fmt.Sprintf("cores=%d/thinks=%t", cores, thinks), func(b *testing.B) {
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
				h := bottest.New(b, func(c *mailbot.Config) { c.Robots, c.Limits = true, mailbot.GenerousLimits })
				h.Begin(h.Person("ana@example.org"), h.Person("bo@example.net"))
				ctx, end := context.WithCancel(b.Context())
				var thinking sync.WaitGroup
				if thinks {
					in := incoming(h, h.Person("ana@example.org"), "x")
					in.Raw = []byte(bottest.Note{From: "ana@example.org", Vouched: true, Body: fmt.Sprintf("challenge robot level %d size %d second", engine.Levels, game.MaxSize)}.Raw(int(h.UID), h.Now))
					_, err := h.Mailbot.Receive(ctx, in)
					h.Check(err)
					thinking.Go(func() { thinkOn(ctx, h) })
				}
				said := 0
				say := func() time.Duration {
					h.UID, said = h.UID+1, said+1
					raw := bottest.Note{From: "ana@example.org", Vouched: true, Body: fmt.Sprintf("#1 say this is the %d. time", said)}.Raw(int(h.UID), h.Now)
					began := time.Now()
					if _, err := h.Mailbot.Receive(ctx, mailbot.Incoming{UIDValidity: 1, UID: h.UID, Raw: []byte(raw), Arrived: h.Now}); err != nil {
						b.Fatal(err)
					}
					return time.Since(began)
				}
				for range 20 {
					say()
				}
				var took []time.Duration
				ticks := time.NewTicker(20 * time.Millisecond) //nolint:forbidigo // the pace of mails in a benchmark
				for range 500 {
					<-ticks.C
					took = append(took, say())
				}
				ticks.Stop()
				slices.Sort(took)
				for b.Loop() {
					say()
				}
				end()
				thinking.Wait()
				b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms/median")
				b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms/p99")
				h.Quiet()
			})
		}
	}
}

// thinkOn has the robot that moves first think, of a bot that is cut off whenever it has found something, until ctx ends.
func thinkOn(ctx context.Context, b *bottest.Bot) {
	b.Configure(func(c *mailbot.Config) {
		c.Reached = func(p mailbot.Point) {
			if p == mailbot.PointThought {
				runtime.Goexit()
			}
		}
	})
	for ctx.Err() == nil {
		found := make(chan struct{})
		go func() {
			defer close(found)
			mailbot.Think(ctx, b.Mailbot) //nolint:errcheck // it is cut off
		}()
		<-found
	}
}
