package main

import (
	"fmt"
	"net/url"
	"time"

	"unlurbot/mailbot/admin"
	"unlurbot/store/acts"
)

type pauseCommand struct {
	acting
	Words string `arg:"" name:"text" help:"What those who write meanwhile are told, in one line: why, and for how long."`
}

// Run has the bot read no mail and run no clock until it is to go on.
func (c *pauseCommand) Run(p process) error {
	asked := url.Values{"act": {string(acts.Pause)}, "reason": {c.Words}}
	return c.tell(p, admin.OnBot, asked, new(admin.Halt), func() string {
		return "Paused. Emails stay in the mailbox, and no clock runs; unlurbot resume ends it."
	})
}

type resumeCommand struct{ acting }

// Run has a paused bot go on.
func (c *resumeCommand) Run(p process) error {
	var done admin.Halt
	return c.tell(p, admin.OnBot, url.Values{"act": {string(acts.Resume)}}, &done, func() string {
		return fmt.Sprintf("The bot goes on. It was paused for %v; no clock ran.", done.Act.At.Sub(done.Since).Round(time.Second))
	})
}
