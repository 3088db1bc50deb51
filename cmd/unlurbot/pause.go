package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"time"

	"unlurbot/mailbot/admin"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/control"
	"unlurbot/store/acts"
)

type pauseCommand struct {
	halting
	Words string `arg:"" name:"text" help:"What those who write meanwhile are told, in one line: why, and for how long."`
}

// Run has the bot read no mail and run no clock until it is to go on.
func (c *pauseCommand) Run(p process) error {
	return c.halt(p, acts.Pause, c.Words, func(admin.Halt) string {
		return "Paused. Mails stay in the mailbox, and no clock runs; unlurbot resume ends it."
	})
}

type resumeCommand struct{ halting }

// Run has a paused bot go on.
func (c *resumeCommand) Run(p process) error {
	return c.halt(p, acts.Resume, "", func(done admin.Halt) string {
		return fmt.Sprintf("The bot goes on. It was paused for %v; no clock ran.", done.Act.At.Sub(done.Since).Round(time.Second))
	})
}

// halting is how a bot is asked to pause, or to go on.
type halting struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration, for the path of the store."`
	JSON   bool   `name:"json" help:"Print the answer as JSON."`
}

// halt asks for an act, and prints what came of it.
func (c *halting) halt(p process, kind acts.Kind, words string, said func(admin.Halt) string) error {
	cfg, err := config.LoadStore(c.Config)
	if err != nil {
		return err
	}
	var done admin.Halt
	asked := url.Values{"act": {string(kind)}, "reason": {words}}
	if err := notRunning(control.Ask(p.ctx, control.Path(cfg.Path), admin.OnBot, asked, &done), cfg.Path); err != nil {
		return err
	}
	if c.JSON {
		out := json.NewEncoder(p.out)
		out.SetIndent("", "  ")
		out.SetEscapeHTML(false)
		return out.Encode(done)
	}
	_, err = fmt.Fprintln(p.out, said(done))
	return err
}
