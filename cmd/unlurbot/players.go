package main

import (
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"unicode"

	"unlurbot/mailbot/discreet"
	"unlurbot/store"
	"unlurbot/store/fold"
)

type playersCommand struct {
	Config string   `required:"" placeholder:"FILE" help:"The configuration, for the path of the store. The bot may be running."`
	Who    []string `arg:"" optional:"" name:"who" help:"Hashes from the log (~1f7ac02e), addresses or names (default: everyone)."`
}

// Run prints a line for each player: what the log calls them, the address and
// the name. An address that is nobody's has a line too, since the log tells of
// strangers as well.
func (c *playersCommand) Run(p process) error {
	s, err := lookAt(p, c.Config)
	if err != nil {
		return err
	}
	out := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	found := map[string]bool{}
	err = s.View(func(tx *store.Tx) error {
		log, err := discreet.NewPseudonyms(tx)
		if err != nil {
			return err
		}
		err = tx.EachPlayer(func(player *store.Player) error {
			if !player.Forgotten.IsZero() {
				return nil
			}
			logged, name := log.Of(player.Address), fold.Name(player.Name)
			meant := len(c.Who) == 0
			for _, who := range c.Who {
				pseudonym := "~" + strings.TrimPrefix(strings.ToLower(who), "~")
				if fold.Address(player.Address) == fold.Address(who) || fold.Name(who) == name || pseudonym == logged {
					meant, found[who] = true, true
				}
			}
			if meant {
				fmt.Fprintf(out, "%s\t%s\t%s\n", logged, printable(player.Address), printable(player.Name))
			}
			return nil
		})
		for _, who := range c.Who {
			if !found[who] && strings.Contains(who, "@") {
				found[who] = true
				fmt.Fprintf(out, "%s\t%s\t\n", log.Of(who), who)
			}
		}
		return err
	})
	if err = errors.Join(err, out.Flush(), s.Close()); err != nil {
		return err
	}
	for _, who := range c.Who {
		if !found[who] {
			return fmt.Errorf("no such player: %s", who)
		}
	}
	return nil
}

// printable takes out of a text from outside what a terminal could be led to do
// something by.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, s)
}
