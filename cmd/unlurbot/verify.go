package main

import (
	"errors"
	"fmt"
	"os"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/store"
)

type verifyCommand struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration that names the store."`
}

// Run checks the store while no daemon has it open.
func (c *verifyCommand) Run(p process) error {
	s, err := openStore(c.Config)
	if err != nil {
		return err
	}
	faults, err := s.Verify()
	for _, f := range faults {
		fmt.Fprintln(p.out, f)
	}
	err = errors.Join(err, s.View(func(tx *store.Tx) error { return tellUnsent(p, tx) }), s.Close())
	if err != nil {
		return err
	}
	if len(faults) > 0 {
		return fmt.Errorf("%d faults found", len(faults))
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
	if len(waiting) > 0 {
		fmt.Fprintf(p.talk, "%d mails wait to be sent\n", len(waiting))
	}
	givenUp, err := tx.GivenUp()
	for _, m := range givenUp {
		fmt.Fprintf(p.talk, "given up: %s to %s, after %d attempts: %s\n", m.Subject, m.EnvelopeTo, m.Attempts, m.LastAnswer)
	}
	return err
}

// openStore opens the store that a configuration names; it must exist.
func openStore(path string) (*store.Store, error) {
	cfg, err := config.LoadStore(path)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(cfg.Path)
	if err != nil {
		return nil, &store.OpenError{Path: cfg.Path, Err: err}
	}
	if info.Size() == 0 {
		return nil, &store.OpenError{Path: cfg.Path, Err: errors.New("the file is empty")}
	}
	return store.Open(cfg.Path, mailbot.NewSecret)
}
