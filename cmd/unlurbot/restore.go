package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"unlurbot/mailbot/backups"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/trials"
	"unlurbot/store"
)

type restoreCommand struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration, for the path of the store. No bot may be running. A store that is there is moved aside and kept."`
	Backup string `arg:"" help:"The backup. It is fully checked first, and not changed."`
	Yes    bool   `help:"Don't ask. Needed without a terminal if a store is there."`
}

// Run makes the store of a backup. It says what it will do before it does it, and deletes
// no store: what looks like the wrong file may hold moves that no backup has.
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
	aside := ""
	switch _, err := os.Lstat(cfg.Path); {
	case err == nil:
		aside = cfg.Path + ".before-" + p.now().UTC().Format("20060102-150405")
		if _, err := store.Peek(cfg.Path); errors.Is(err, store.ErrLocked) { // by a bot that is just starting
			return err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := c.tell(p, cfg.Path, aside); err != nil {
		return err
	}
	switch {
	case c.Yes:
	case isTerminal(p.in):
		fmt.Fprint(p.talk, "Go on? [y/N] ")
		answer, _ := bufio.NewReader(p.in).ReadString('\n')
		if answer = strings.ToLower(strings.TrimSpace(answer)); answer != "y" && answer != "yes" {
			return errors.New("nothing was restored")
		}
	case aside != "":
		return fmt.Errorf("%s already exists; stop the bot and move the file away first, or give --yes (it may have moves that the backup lacks)", cfg.Path)
	}
	told, done := p.count("games restored")
	err = c.restore(cfg.Path, aside, told)
	done()
	if err != nil {
		return fmt.Errorf("nothing was restored: %w", err)
	}
	fmt.Fprintf(p.out, "%s was restored from %s.\n", cfg.Path, c.Backup)
	// Here, mails that never come again would count as tried. What the relay has taken it has taken.
	if err := os.Remove(trials.Beside(cfg.Path)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// tell checks the backup and says what restoring it would do.
func (c *restoreCommand) tell(p process, path, aside string) error {
	s, err := store.OpenToRead(c.Backup)
	if err != nil {
		return fmt.Errorf("nothing was restored: %w", err)
	}
	defer func() { _ = s.Close() }() // it was only read
	told, done := p.count("games checked")
	faults, err := backups.Faults(s, told)
	done()
	if err != nil {
		return fmt.Errorf("nothing was restored: %w", err)
	}
	for _, f := range faults {
		fmt.Fprintln(p.out, f)
	}
	if len(faults) > 0 {
		return fmt.Errorf("%s is damaged, faults found: %d; nothing was restored", c.Backup, len(faults))
	}
	var games, open, players int
	var last, since time.Time
	err = s.View(func(tx *store.Tx) (err error) {
		for _, at := range tx.SeenByAge().From(nil) {
			if at.After(last) {
				last = at
			}
		}
		if since, err = tx.RereadFrom(); err != nil {
			return err
		}
		err = tx.EachPlayer(func(*store.Player) error { players++; return nil })
		return errors.Join(err, tx.EachGame(func(g *store.Game) error {
			games++
			if g.IsOpen() {
				open++
			}
			return nil
		}))
	})
	if err != nil {
		return fmt.Errorf("nothing was restored: %w", err)
	}
	mail := "it has dealt with no mail"
	if !last.IsZero() {
		mail = "its last mail is of " + last.UTC().Format("2006-01-02 15:04 UTC")
	}
	fmt.Fprintf(p.out, "%s is whole: %s; games: %d, of which %d go on; players: %d.\n", c.Backup, mail, games, open, players)
	if aside != "" {
		fmt.Fprintf(p.out, "It takes the place of %s, which is kept as %s.\n", path, aside)
	} else {
		fmt.Fprintf(p.out, "It becomes %s.\n", path)
	}
	fmt.Fprintf(p.out, "At its next start the bot rereads the mails since %s in imap.done_mailbox and plays what is missing from the backup.\n", since.UTC().Format(time.DateOnly))
	return nil
}

// restore puts the backup in its place, after the store that is there has another name too:
// at no time is there none, which a bot that starts would take for a new beginning.
func (c *restoreCommand) restore(path, aside string, told store.Progress) error {
	if aside == "" {
		_, err := store.Restore(c.Backup, path, told)
		return err
	}
	made := filepath.Join(filepath.Dir(path), fmt.Sprintf(".unlurbot-restore-%d", os.Getpid()))
	if _, err := store.Restore(c.Backup, made, told); err != nil {
		return err
	}
	err := os.Link(path, aside)
	if err != nil && !errors.Is(err, fs.ErrExist) { // there are no links on a memory stick
		err = os.Rename(path, aside)
	}
	if err == nil {
		err = os.Rename(made, path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(made))
	}
	return nil
}

// isTerminal says whether somebody sits there who can be asked.
func isTerminal(in any) bool {
	f, isFile := in.(*os.File)
	if !isFile {
		return false
	}
	info, err := f.Stat()
	nobody, unknown := os.Stat(os.DevNull)
	return err == nil && unknown == nil && info.Mode()&os.ModeCharDevice != 0 && !os.SameFile(info, nobody)
}
