package main

import (
	"errors"
	"fmt"
	"time"

	"unlurbot/mailbot/backups"
	"unlurbot/store"
)

type verifyCommand struct {
	Config string `placeholder:"FILE" help:"The configuration, for the path of the store. The bot may be running."`
	Store  string `arg:"" optional:"" name:"store" help:"A store or backup to check instead; no bot may have it open."`
}

// Validate wants one of the two ways to name a store.
func (c *verifyCommand) Validate() error {
	if (c.Config == "") == (c.Store == "") {
		return errors.New("give either --config=FILE or a store")
	}
	return nil
}

// Run checks the store, or a copy of it that the bot gives.
func (c *verifyCommand) Run(p process) error {
	var s *store.Store
	var err error
	if c.Store != "" {
		s, err = openToRead(p, c.Store)
	} else {
		s, err = lookAt(p, c.Config)
	}
	if err != nil {
		return err
	}
	told, done := p.count("games checked")
	faults, err := backups.Faults(s, told)
	done()
	for _, f := range faults {
		fmt.Fprintln(p.out, f)
	}
	if err == nil && len(faults) == 0 {
		err = s.View(func(tx *store.Tx) error { return tellUnsent(p, tx) })
	}
	if err = errors.Join(err, s.Close()); err != nil {
		return err
	}
	if len(faults) > 0 {
		return fmt.Errorf("faults found: %d", len(faults))
	}
	fmt.Fprintln(p.out, "ok")
	return nil
}

// tellUnsent tells of the mails that wait and of those that were given up. They
// are no faults of the store, but this is where an operator looks.
func tellUnsent(p process, tx *store.Tx) error {
	waiting, err := tx.Outbox()
	if err != nil {
		return err
	}
	held := 0
	for _, m := range waiting {
		if m.Held {
			held++
		}
	}
	if due := len(waiting) - held; due > 0 {
		fmt.Fprintf(p.talk, "mails waiting to be sent: %d\n", due)
	}
	if held > 0 {
		fmt.Fprintf(p.talk, "mails held until unreachable players write again: %d\n", held)
	}
	givenUp, err := tx.GivenUp()
	for _, m := range givenUp {
		fmt.Fprintf(p.talk, "given up: %s to %s, attempts since %s: %d, last reply: %s\n",
			printable(m.Subject), printable(m.EnvelopeTo), m.FirstTry.UTC().Format(time.DateTime), m.Attempts, printable(m.LastAnswer))
	}
	return err
}
