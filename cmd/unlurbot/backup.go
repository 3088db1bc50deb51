package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"unlurbot/mailbot/config"
	"unlurbot/store"
)

type backupCommand struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration, for the path of the store. The bot may be running."`
	Out    string `arg:"" optional:"" name:"out" help:"A new file, or a directory for it (default: the current directory). In a directory, the file is named after the store, the date and the time (UTC)."`
}

// Run makes a copy of the store that can be opened by itself.
func (c *backupCommand) Run(p process) error {
	cfg, err := config.LoadStore(c.Config)
	if err != nil {
		return err
	}
	out := c.Out
	if info, err := os.Stat(out); out == "" || err == nil && info.IsDir() {
		base := filepath.Base(cfg.Path)
		ext := filepath.Ext(base)
		out = filepath.Join(out, strings.TrimSuffix(base, ext)+"-"+p.now().UTC().Format("20060102-150405")+ext)
	}
	if _, err := os.Lstat(out); err == nil {
		return errors.New(out + " already exists; a backup never overwrites a file")
	}
	var size int64
	save := func(give func(io.Writer) error) (err error) {
		size, err = store.SaveCopy(out, p.copied(cfg.Path, give))
		return err
	}
	err = ofStore(p.ctx, cfg.Path, save, func() error {
		return save(func(w io.Writer) error { return store.CopyFile(cfg.Path, w) })
	})
	if errors.Is(err, fs.ErrExist) {
		return errors.New(out + " already exists; a backup never overwrites a file")
	}
	if err != nil {
		return fmt.Errorf("no backup was made: %w", err)
	}
	fmt.Fprintf(p.out, "%s  %d bytes\n", out, size)
	return nil
}
