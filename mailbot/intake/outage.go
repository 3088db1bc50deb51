package intake

import (
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
)

// While the bot can't read its mails, because it is off or the mailbox out of
// reach, no clock runs: a player could neither hear of a move nor be heard.

// aliveStep is how often it is noted that the bot reads its mails.
const aliveStep = 10 * time.Minute

// aliveUntil notes that the bot has read mails up to a time, unless that is known.
func aliveUntil(tx *store.Tx, at time.Time) error {
	last, err := tx.Alive()
	if err != nil || !at.After(last) {
		return err
	}
	return tx.SetAlive(at)
}

// NoOutage notes that mails are read up to a time that is still to come, so that the
// time until then is no outage when somebody puts the clock forward.
func (i *Intake) NoOutage(until time.Time) error {
	return i.process.Update(func(tx *store.Tx) error { return aliveUntil(tx, until.UTC().Truncate(time.Second)) })
}

// Resume ends a pause at a time. It was an outage, however short: in it no mail was read either.
func Resume(tx *store.Tx, at time.Time) error {
	pause, err := tx.Paused()
	if err != nil {
		return err
	}
	last, err := tx.Alive()
	if err != nil {
		return err
	}
	restored, err := tx.Restored()
	if err != nil {
		return err
	}
	from := pause.At
	if last.After(from) || !last.IsZero() && from.Sub(last) >= unit.OutageLeast { // the clock was put back, or there was one already
		from = last
	}
	if restored.IsZero() && at.After(from) { // otherwise filed mails tell until when the bot was alive
		if err := tx.AddOutage(game.Span{From: from, To: at}); err != nil {
			return err
		}
		if err := tx.SetAlive(at); err != nil {
			return err
		}
	}
	return tx.SetPaused(nil)
}

// askFormer finds out when the process before this one has last noted that it reads mails.
func (i *Intake) askFormer() error {
	if i.life.former != nil {
		return nil
	}
	return i.process.Store.View(func(tx *store.Tx) error {
		at, err := tx.Alive()
		if err == nil {
			i.life.former = &at
		}
		return err
	})
}

// noteReading notes that the mailbox could be read at a time, before anything in it
// is dealt with, and an outage if that was not so for long. After a backup was
// restored the bot has lived on until the last mail that it has filed. While it is
// in doubt whether the store can be written, each look at the mailbox shows it.
func (i *Intake) noteReading(at time.Time) error {
	at = at.UTC().Truncate(time.Second)
	if at.Sub(i.life.alive) < aliveStep && !i.life.alive.IsZero() && !i.process.InDoubt() {
		return nil
	}
	noted := false
	err := i.process.Update(func(tx *store.Tx) error {
		last, err := tx.Alive()
		if err != nil || !at.After(last) {
			return err
		}
		if since, err := tx.Restored(); !since.IsZero() || err != nil {
			return err // filed mails are still to be read: the bot was alive then
		}
		if at.Sub(last) >= unit.OutageLeast && !last.IsZero() {
			if err := tx.AddOutage(game.Span{From: last, To: at}); err != nil {
				return err
			}
			i.process.Log.Warn("outage", "since", last, "until", at, "advice", "the mailbox was not read in this time, so no clock ran")
		}
		noted = true
		return tx.SetAlive(at)
	})
	if err == nil && noted {
		i.life.alive = at
	}
	return err
}
