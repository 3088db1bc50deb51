package main

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/control"
	"unlurbot/store"
)

type rotateKeyCommand struct {
	Config  string `required:"" placeholder:"FILE" help:"The configuration, for the path of the store. The bot may be running."`
	Overlap int    `default:"90" placeholder:"DAYS" help:"How long replies to older mails are still accepted, in days (${default}); 0 if the old key may have leaked."`
}

// longestOverlap is more than any game takes, in days.
const longestOverlap = 3650

// Validate holds the overlap to what is of use.
func (c *rotateKeyCommand) Validate() error {
	if c.Overlap < 0 || c.Overlap > longestOverlap {
		return fmt.Errorf("--overlap must be from 0 to %d days", longestOverlap)
	}
	return nil
}

// Run gives the store a new key, by way of the bot if one has it open.
func (c *rotateKeyCommand) Run(p process) error {
	cfg, err := config.LoadStore(c.Config)
	if err != nil {
		return err
	}
	overlap := time.Duration(c.Overlap) * 24 * time.Hour
	err = ofStore(p.ctx, cfg.Path, func(func(io.Writer) error) error {
		return control.Ask(p.ctx, control.Path(cfg.Path), mailbot.RequestRotateKey, url.Values{"overlap": {overlap.String()}}, nil)
	}, func() error { // no bot has it open
		// There must be one: that a name is misspelt should not make a store.
		if _, err := store.Peek(cfg.Path); err != nil {
			return err
		}
		s, err := store.Open(cfg.Path, mailbot.NewSecret)
		if err != nil {
			return err
		}
		if m, done := s.Migrated(); done {
			fmt.Fprintf(p.talk, "Upgraded the store from schema %d to schema %d; %s is a copy of the old one.\n", m.From, m.To, m.Copy)
		}
		return errors.Join(mailbot.RotateKey(s, p.now(), overlap), s.Close())
	})
	if err != nil {
		return err
	}
	fmt.Fprintln(p.out, "New mails now use a new key.")
	if c.Overlap == 0 {
		fmt.Fprintln(p.out, "Replies to earlier mails are held until their senders confirm them.")
	} else {
		fmt.Fprintf(p.out, "Replies to earlier mails are accepted until %s.\n", p.now().Add(overlap).UTC().Format(time.DateOnly))
	}
	return nil
}
