package main

import (
	"encoding/json"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/control"
	"unlurbot/mailbot/health"
)

type statusCommand struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration, for the path of the store."`
	JSON   bool   `name:"json" xor:"form" help:"Print all of it as JSON."`
	Quiet  bool   `xor:"form" help:"Print nothing; the exit status tells."`
}

// Run asks the bot how it is, and fails if something is bad or there is no bot.
func (c *statusCommand) Run(p process) error {
	cfg, err := config.LoadStore(c.Config)
	if err != nil {
		return err
	}
	var s health.Status
	err = control.Ask(p.ctx, control.Path(cfg.Path), mailbot.RequestStatus, nil, &s)
	err = notRunning(err, cfg.Path)
	switch {
	case err != nil && c.Quiet:
		return errSaid
	case err != nil:
		return err
	case c.JSON:
		out := json.NewEncoder(p.out)
		out.SetIndent("", "  ")
		err = out.Encode(&s)
	case !c.Quiet:
		err = s.Write(p.out)
	}
	if err == nil && !s.Good {
		err = errSaid
	}
	return err
}
