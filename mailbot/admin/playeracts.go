package admin

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"unlurbot/mailbot/discreet"
	"unlurbot/mailbot/names"
	"unlurbot/store"
	"unlurbot/store/acts"
)

// A Done is what was done to a player, who is shown as before.
type Done struct {
	Act    acts.Act   `json:"act"`
	Before PlayerPage `json:"before"`
}

// A wish is what must be so for an act that is done to a player.
type wish struct {
	tells bool // the player the reason
	// refuses says why it can't be done to one who is as the page says; empty if it can.
	refuses func(p PlayerPage) string
}

// wishes are the acts that can be done to a player.
var wishes = map[acts.Kind]wish{
	acts.Ban: {true, func(p PlayerPage) string {
		if !p.Banned.IsZero() {
			return "the player is banned already, since " + p.Banned.Format(time.RFC3339)
		}
		return isGone(p)
	}},
	acts.Unban: {false, func(p PlayerPage) string {
		if p.Banned.IsZero() {
			return "the player is not banned"
		}
		return ""
	}},
	acts.Rename: {true, func(p PlayerPage) string {
		if p.Forgotten.IsZero() && p.Name == "" {
			return "the player was invited and has never written, so there is no name yet"
		}
		return isGone(p)
	}},
	acts.Forget: {true, isGone},
	acts.Reachable: {false, func(p PlayerPage) string {
		if p.Forgotten.IsZero() && p.Unreachable.IsZero() {
			return "the player can be reached: no mail has come back, or the player has written since"
		}
		return isGone(p)
	}},
}

func isGone(p PlayerPage) string {
	switch {
	case !p.Forgotten.IsZero():
		return "the player was forgotten; nobody is there"
	case p.Address == "":
		return "that is a robot, to which nothing can be done"
	}
	return ""
}

// badNames say what is wrong with a name, as the player would be told.
var badNames = map[names.Fault]string{
	names.Reserved: "%q could be taken for the bot or for whoever runs it, or is nobody's name",
	names.Scripts:  "%q has letters of several scripts",
	names.Unfit:    "%q can't be a name: a name has 2 to 30 letters, digits, spaces, hyphens, dots or apostrophes, begins with a letter, and is no command or cell",
}

// playerAct does to a player what an operator wants, and gives a Done.
func (d *Desk) playerAct(_ context.Context, asked url.Values) (any, error) {
	a := acts.Act{Kind: acts.Kind(asked.Get("act")), Reason: strings.TrimSpace(asked.Get("reason"))}
	wish, known := wishes[a.Kind]
	switch {
	case !known:
		return nil, fmt.Errorf("what can be done to a player is one of %q", slices.Sorted(maps.Keys(wishes)))
	case a.Reason == "" && wish.tells:
		return nil, errors.New("that needs a reason, which the player is told")
	}
	if err := fits(a.Reason); err != nil {
		return nil, err
	}
	wanted := asked.Get("name")
	name, fault := names.Clean(wanted)
	if a.Kind == acts.Rename && fault != "" {
		return nil, fmt.Errorf(badNames[fault], wanted)
	}
	var done Done
	err := d.Change(func(tx *store.Tx) error {
		r, err := d.reading(tx)
		if err != nil {
			return err
		}
		p, err := r.player(asked.Get("who"))
		if err != nil {
			return err
		}
		if done.Before, err = r.page(p); err != nil {
			return err
		}
		if why := wish.refuses(done.Before); why != "" {
			return errors.New(why)
		}
		a.At, a.Player = r.u.Now, uint32(p.ID)
		if a.Kind == acts.Rename {
			if a.Before, a.After = p.Name, name; name == p.Name {
				return fmt.Errorf("the player is called %q already", name)
			}
		}
		done.Act = a
		return d.Act(tx, &done.Act)
	})
	if err != nil {
		return nil, err
	}
	a, was := done.Act, done.Before
	d.Log.Info("the operator's act on a player", "act", a.Kind, "number", a.Number, "player", a.Player, "address", discreet.Address(was.Address),
		"was", a.Before, "is", a.After, "banned", was.Banned, "unreachable", was.Unreachable, "open_games", len(was.Open), "reason", a.Reason)
	d.Wake()
	return done, nil
}
