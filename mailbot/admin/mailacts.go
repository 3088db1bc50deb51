package admin

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"unlurbot/mailbot/discreet"
	"unlurbot/mailbot/safe"
	"unlurbot/store"
)

// What can be done with a mail of the bot's own.
const (
	SendAgain = "send-again" // now, also if it was given up
	Drop      = "drop"       // not any more; one that was given up goes for good
)

// mostReason is how long the reason for an act may be, in bytes.
const mostReason = 500

// mailAct does what an operator wants with a mail, and gives it as it was before. What is dropped
// is given up, with the reason, so that it can be sent again after all.
func (d *Desk) mailAct(_ context.Context, asked url.Values) (any, error) {
	n, err := strconv.ParseUint(asked.Get("number"), 10, 64)
	if err != nil {
		return nil, errors.New("a mail has a number; unlurbot mails lists them")
	}
	act, reason := asked.Get("act"), strings.TrimSpace(asked.Get("reason"))
	switch {
	case act != SendAgain && act != Drop:
		return nil, fmt.Errorf("a mail can be told %s or %s", SendAgain, Drop)
	case act == Drop && reason == "":
		return nil, errors.New("dropping a mail needs a reason, for the log")
	}
	if err := fits(reason); err != nil {
		return nil, err
	}
	var before Mail
	err = d.Change(func(tx *store.Tx) error {
		m, state, err := mailByNumber(tx, n)
		if err != nil {
			return err
		}
		before = mailOf(m, state)
		if act == Drop && state == GivenUp {
			return tx.DropGivenUp(m.ID)
		}
		now := d.Now().UTC().Truncate(time.Second)
		if act == Drop {
			return tx.GiveUp(m.ID, now, "dropped by the operator: "+reason)
		}
		if err := maySend(tx, m, state); err != nil {
			return err
		}
		return tx.SendAgain(m.ID, now)
	})
	if err != nil {
		return nil, err
	}
	d.Log.Info("the operator's act on a mail", "act", act, "mail", n, "was", before.State, "to", discreet.Address(before.To), "game", before.Game,
		"id", discreet.ID(before.MessageID), "reason", reason)
	d.Wake()
	return before, nil
}

// fits says what is wrong with a reason.
func fits(reason string) error {
	if len(reason) > mostReason || safe.Line(reason, mostReason) != reason {
		return fmt.Errorf("a reason is one line of at most %d bytes", mostReason)
	}
	return nil
}

// mailByNumber finds a mail that has not left, among those that can be read.
func mailByNumber(tx *store.Tx, n uint64) (*store.Outgoing, MailState, error) {
	waiting, _ := tx.Outbox()
	for _, m := range waiting {
		if m.Number() == n && m.Held {
			return m, Held, nil
		}
		if m.Number() == n {
			return m, Waiting, nil
		}
	}
	givenUp, _ := tx.GivenUp()
	for _, m := range givenUp {
		if m.Number() == n {
			return m, GivenUp, nil
		}
	}
	return nil, "", fmt.Errorf("no mail %d waits or was given up", n)
}

// maySend says why a mail can't be sent again.
func maySend(tx *store.Tx, m *store.Outgoing, state MailState) error {
	if state == Held {
		return errors.New("the mail is held until its reader, who can't be reached, writes; then it leaves with the others, in order")
	}
	if m.Player == store.NoPlayer {
		unwanted, err := tx.Suppressed(m.EnvelopeTo)
		if unwanted {
			return errUnwanted
		}
		return err
	}
	p, err := tx.Player(m.Player)
	if err == nil && p.Silent {
		return errUnwanted
	}
	return err
}

var errUnwanted = errors.New("its reader wants no more mails")
