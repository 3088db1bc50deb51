package bottest

import (
	"runtime"

	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/store"
)

// Dies kills the bot at each of these points in turn. Whoever else wants it dead at a point ends the goroutine of
// mailbot.Config.Reached there, which leaves of the work what the end of the process would.
func Dies(b *Bot, points ...mailbot.Point) {
	b.T.Helper()
	b.T.Cleanup(func() {
		if len(points) > 0 {
			b.T.Errorf("the bot never came to %v", points)
		}
	})
	b.Configure(func(c *mailbot.Config) {
		c.Reached = func(p mailbot.Point) {
			if len(points) > 0 && p == points[0] {
				points = points[1:]
				runtime.Goexit()
			}
		}
	})
}

// survives has the bot do something. If it is killed on the way it starts again, and does what is left.
func survives(b *Bot, do func() error) (deaths int) {
	b.T.Helper()
	for {
		done := make(chan error)
		go func() {
			defer close(done)
			done <- do()
		}()
		err, lives := <-done
		if lives {
			b.Check(err)
			return deaths
		}
		deaths++
		b.Restart()
	}
}

// decided gives what the bot has made of a mail before it was killed.
func decided(b *Bot, in mailbot.Incoming) (made decision.Decision) {
	b.T.Helper()
	b.Check(b.Store.View(func(tx *store.Tx) error {
		seen, err := tx.WasSeen(in.Place())
		if err == nil {
			made = decision.Decision(seen.Decision)
		}
		return err
	}))
	return made
}
