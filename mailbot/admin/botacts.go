package admin

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"unlurbot/store"
	"unlurbot/store/acts"
)

// A Halt is that the bot was paused, or goes on.
type Halt struct {
	Act   acts.Act  `json:"act"`
	Since time.Time `json:"since"` // when the pause began
}

// MayHalt says why the bot can't be paused, or can't go on, as an act wants, while a pause is in force,
// which has no number if there is none; nil if it can.
func MayHalt(a, inForce acts.Act) error {
	switch {
	case a.Kind != acts.Pause && a.Kind != acts.Resume:
		return fmt.Errorf("the bot can be told %s or %s", acts.Pause, acts.Resume)
	case a.Kind == acts.Pause && a.Reason == "":
		return errors.New("a pause needs some words for those who write meanwhile: why, and for how long")
	case a.Kind == acts.Pause && inForce.Number != 0:
		return fmt.Errorf("the bot is paused already, since %s: %s", inForce.At.Format(time.RFC3339), inForce.Reason)
	case a.Kind == acts.Resume && inForce.Number == 0:
		return errors.New("the bot isn't paused")
	}
	return fits(a.Reason)
}

// botAct pauses the bot, or has it go on, and gives a Halt.
func (d *Desk) botAct(_ context.Context, asked url.Values) (any, error) {
	a := acts.Act{Kind: acts.Kind(asked.Get("act")), Reason: strings.TrimSpace(asked.Get("reason"))}
	var done Halt
	err := d.Change(func(tx *store.Tx) error {
		paused, err := tx.Paused()
		if err != nil {
			return err
		}
		if why := MayHalt(a, *paused); why != nil {
			return why
		}
		done.Act = a
		done.Act.At = d.Now().UTC().Truncate(time.Second)
		if err := d.Act(tx, &done.Act); err != nil {
			return err
		}
		if done.Since = paused.At; a.Kind == acts.Pause {
			done.Since = done.Act.At
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	d.Log.Info("the operator's act on the bot", "act", a.Kind, "number", done.Act.Number, "since", done.Since, "reason", a.Reason)
	d.Wake()
	return done, nil
}
