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
	s, err := openStore(c.Config, p)
	if err != nil {
		return err
	}
	faults, err := s.Verify()
	for _, f := range faults {
		fmt.Fprintln(p.out, f)
	}
	if err := errors.Join(err, s.Close()); err != nil {
		return err
	}
	if len(faults) > 0 {
		return fmt.Errorf("%d faults found", len(faults))
	}
	fmt.Fprintln(p.out, "ok")
	return nil
}

// openStore opens the store that a configuration names; it must exist.
func openStore(path string, p process) (*store.Store, error) {
	cfg, err := config.Load(path, p.getenv)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(cfg.Store.Path); err != nil {
		return nil, err
	}
	return store.Open(cfg.Store.Path, mailbot.NewSecret)
}
