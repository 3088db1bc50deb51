package main

import (
	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
)

type runCommand struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration; config.example.yaml explains every key."`
}

// Run is the daemon.
func (c *runCommand) Run(p process) error {
	cfg, err := config.Load(c.Config, p.getenv)
	if err != nil {
		return err
	}
	return mailbot.Run(p.ctx, cfg, mailbot.Environment{
		Now: p.now, Log: p.logger(), Limits: mailbot.DefaultLimits, Reached: p.reached,
	})
}
