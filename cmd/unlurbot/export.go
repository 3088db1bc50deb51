package main

import (
	"errors"
	"fmt"
	"io"

	"unlurbot/store"
)

type exportCommand struct {
	Config string   `required:"" placeholder:"FILE" help:"The configuration, for the path of the store. The bot may be running."`
	Games  []uint32 `arg:"" optional:"" name:"game" help:"Game numbers (default: every game that has begun)."`
}

// Run prints one record on each line, which replay reads.
func (c *exportCommand) Run(p process) error {
	s, err := lookAt(p, c.Config)
	if err != nil {
		return err
	}
	told, done := p.count("games exported")
	if isTerminal(p.out) { // where the lines themselves show it
		told = func(int, int) {}
	}
	err = s.View(func(tx *store.Tx) error {
		for _, n := range c.Games {
			g, err := tx.Game(store.GameNumber(n))
			if errors.Is(err, store.ErrNotFound) {
				return fmt.Errorf("no such game: #%d", n)
			}
			if err != nil {
				return err
			}
			if err := export(p.out, g); err != nil {
				return err
			}
		}
		if len(c.Games) > 0 {
			return nil
		}
		exported, all := 0, tx.Numbered()
		return tx.EachGame(func(g *store.Game) error {
			exported++
			told(exported, all)
			if g.Started.IsZero() {
				return nil
			}
			return export(p.out, g)
		})
	})
	done()
	return errors.Join(err, s.Close())
}

func export(w io.Writer, g *store.Game) error {
	played, err := g.Replay()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s  # Unlur #%d: %s, %s\n", played.Record(), g.Number, g.Title, g.State)
	return err
}
