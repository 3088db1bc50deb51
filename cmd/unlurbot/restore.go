package main

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"unlurbot/mailbot/config"
	"unlurbot/store"
)

type restoreCommand struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration, for the path of the store. The store must not exist yet, and no bot may be running."`
	Backup string `arg:"" help:"The backup. It is fully checked first, and not changed."`
}

// Run makes the store of a backup. It never replaces one: what looks like the
// wrong file may hold moves that no backup has.
func (c *restoreCommand) Run(p process) error {
	cfg, err := config.LoadStore(c.Config)
	if err != nil {
		return err
	}
	alive, err := hasBot(p.ctx, cfg.Path)
	if err != nil {
		return err
	}
	if alive {
		return errors.New("the bot is running; stop it first")
	}
	since, err := store.Restore(c.Backup, cfg.Path)
	faulty := (*store.FaultsError)(nil)
	switch {
	case errors.As(err, &faulty):
		for _, f := range faulty.Faults {
			fmt.Fprintln(p.out, f)
		}
		return fmt.Errorf("%s is damaged, faults found: %d; nothing was restored", c.Backup, len(faulty.Faults))
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s already exists; stop the bot and move the file away first (it may have moves that the backup lacks)", cfg.Path)
	case err != nil:
		return fmt.Errorf("nothing was restored: %w", err)
	}
	fmt.Fprintf(p.out, "%s was restored from %s.\n", cfg.Path, c.Backup)
	fmt.Fprintf(p.out, "At its next start the bot rereads the mails since %s in imap.done_mailbox and plays what is missing from the backup.\n", since.UTC().Format(time.DateOnly))
	return nil
}
