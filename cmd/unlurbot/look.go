package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"unlurbot/mailbot/config"
	"unlurbot/mailbot/control"
	"unlurbot/store"
)

// lookAt opens the store of a configuration to look at it. While a bot has it
// open, that is a copy that the bot gives, which goes when the store is closed.
func lookAt(p process, configuration string) (s *store.Store, err error) {
	cfg, err := config.LoadStore(configuration)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "unlurbot-")
	if err != nil {
		return nil, err
	}
	// Whoever has a file open can read it when its name is gone.
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	err = ofStore(p.ctx, cfg.Path, func(give func(io.Writer) error) error {
		copied := filepath.Join(dir, filepath.Base(cfg.Path))
		f, err := os.OpenFile(copied, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
		if err != nil {
			return err
		}
		if err := errors.Join(p.copied(cfg.Path, give)(f), f.Close()); err != nil {
			return err
		}
		fmt.Fprintf(p.talk, "The bot is running; reading a copy of the store made just now.\n")
		s, err = store.OpenToRead(copied)
		return err
	}, func() error {
		s, err = openToRead(p, cfg.Path)
		return err
	})
	return s, err
}

// openToRead opens a file that nobody has open, and says so if it is not looked
// at as it is.
func openToRead(p process, path string) (*store.Store, error) {
	s, err := store.OpenToRead(path)
	if err != nil {
		return nil, err
	}
	if m, done := s.Migrated(); done {
		fmt.Fprintf(p.talk, "The file has schema %d; reading a copy upgraded to schema %d.\n", m.From, m.To)
	}
	return s, nil
}

// ofStore does something with a store: running is for one that a bot has open,
// with the way to get a copy of it, resting for one that nobody has. A bot may
// just be starting, with the store open and no socket yet, or just be stopping;
// so there is a second try.
func ofStore(ctx context.Context, path string, running func(give func(io.Writer) error) error, resting func() error) error {
	for last := false; ; last = true {
		alive, err := hasBot(ctx, path)
		switch {
		case err != nil:
			return err
		case alive:
			err = running(func(w io.Writer) error { return control.Copy(ctx, control.Path(path), w) })
		default:
			err = resting()
		}
		if last || !errors.Is(err, store.ErrLocked) && !errors.Is(err, control.ErrNobody) {
			return err
		}
	}
}

// hasBot tells whether a bot has a store open and gives copies of it. Whoever
// may not ask may not open the store either.
func hasBot(ctx context.Context, path string) (bool, error) {
	alive, err := control.Alive(ctx, control.Path(path))
	if err != nil {
		err = &store.OpenError{Path: path, Err: err}
	}
	return alive, err
}
