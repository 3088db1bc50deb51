package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"unlurbot/mailbot/testing/livebot"
)

// startedTwice starts a second bot beside one that is at work: on its store, and
// on its mailbox with a store of its own. Neither does any harm.
func startedTwice(t *testing.T, c *circle) {
	c.unharmed(t, func(r *round) *livebot.Process {
		bot := r.Start()
		bot.AwaitLog(r.Ctx, `msg="mailbox open"`)
		r.mustRefuse("in use by another process")
		ours := r.Config
		r.Config = filepath.Join(t.TempDir(), "other.yaml") // the store lies beside it
		r.Servers.WriteConfig(t, r.Config)
		r.mustRefuse("another bot")
		r.Config = ours
		return bot
	})
}

// mustRefuse starts a bot that must end at once, since trying again is no use.
func (r *round) mustRefuse(why string) {
	r.T.Helper()
	bot := r.Launch((*exec.Cmd).Start, exec.Command(r.Program, "run", "--config", r.Config))
	select {
	case <-bot.Ended:
	case <-r.Ctx.Done():
		r.T.Fatalf("a second bot is at work:\n%s", bot.Said())
	}
	if got := bot.ProcessState.ExitCode(); got != exitUsage || !strings.Contains(bot.Said(), why) {
		r.T.Errorf("a second bot: status %d, not because of %q:\n%s", got, why, bot.Said())
	}
}
