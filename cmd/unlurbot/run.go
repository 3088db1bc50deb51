package main

import (
	"runtime/debug"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/dkimcheck"
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
	return mailbot.Run(p.ctx, cfg, mailbot.Environment{
		Now: p.now, Log: p.logger(), Limits: mailbot.NewLimits(cfg.Limits), LookupTXT: dkimcheck.Lookup(p.lookupTXT), Reached: p.reached,
	})
}

// The daemon holds little between two mails, and makes and drops a third of a
// megabyte with each. Left to itself the collector would run dozens of times a
// second through a backlog, to keep ten megabytes from becoming twenty.
const (
	garbagePercent = 400
	memoryLimit    = 48 << 20 // near it, the collector works as hard as it must
)
