package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// startedTwice starts a second bot beside one that is at work: on its store, and
// on its mailbox with a store of its own. Neither does any harm.
func startedTwice(t *testing.T, c *circle) {
	c.unharmed(t, func(r *round) *daemon {
		bot := r.start()
		bot.awaitLog(r.ctx, `msg="mailbox open"`)
		r.mustRefuse("in use by another process")
		ours := r.config
		r.config = filepath.Join(t.TempDir(), "other.yaml") // the store lies beside it
		sandboxConfig(t, r.config, side{r.carrier.imapAddr, "none"}, side{r.carrier.smtpAddr, "none"})
		r.mustRefuse("another bot")
		r.config = ours
		return bot
	})
}

// mustRefuse starts a bot that must end at once, since trying again is no use.
func (r *round) mustRefuse(why string) {
	r.t.Helper()
	bot := r.start()
	select {
	case <-bot.ended:
	case <-r.ctx.Done():
		r.t.Fatalf("a second bot is at work:\n%s", bot.said())
	}
	if got := bot.ProcessState.ExitCode(); got != exitUsage || !strings.Contains(bot.said(), why) {
		r.t.Errorf("a second bot: status %d, not because of %q:\n%s", got, why, bot.said())
	}
}
