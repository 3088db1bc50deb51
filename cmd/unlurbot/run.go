package main

import (
	"fmt"
	"runtime/debug"

	"github.com/coreos/go-systemd/v22/daemon"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/dkimcheck"
	"unlurbot/mailbot/pulse"
)

type runCommand struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration; config.example.yaml explains every key."`
}

// Run is the daemon.
func (c *runCommand) Run(p process) error {
	if p.getenv("GOGC") == "" { // or else the operator has said how the collector should work
		debug.SetGCPercent(garbagePercent)
	}
	if p.getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
	cfg, err := config.Load(c.Config, p.getenv)
	if err != nil {
		return err
	}
	watchdog, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		return fmt.Errorf("the service manager's watchdog: %w", err)
	}
	return mailbot.Run(p.ctx, cfg, mailbot.Environment{
		Now: p.now, Log: p.logger(cfg.Log), Limits: mailbot.NewLimits(cfg.Limits), LookupTXT: dkimcheck.Lookup(p.lookupTXT), Reached: p.reached,
		Manager: pulse.Manager{Notify: notify, Watchdog: watchdog},
	})
}

// notify tells systemd, if it has started this process and wants to know.
func notify(news string) { _, _ = daemon.SdNotify(false, news) } // it says nothing back

// The daemon holds little between two mails, and makes and drops a third of a
// megabyte with each. Left to itself the collector would run dozens of times a
// second through a backlog, to keep ten megabytes from becoming twenty.
const (
	garbagePercent = 400
	memoryLimit    = 48 << 20 // near it, the collector works as hard as it must
)
