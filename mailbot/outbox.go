package mailbot

import (
	"errors"
	"hash/fnv"
	"time"

	"unlurbot/mailbot/discreet"
	"unlurbot/mailbot/process"
	"unlurbot/mailbot/smtpout"
	"unlurbot/store"
)

// giveUpAfter is how long a mail is tried; RFC 5321 section 4.5.4.1 asks for
// at least 4 to 5 days. It takes leastAttempts as well: the machine may have been
// off for most of that time, or its clock wrong when it began.
const (
	giveUpAfter   = 4 * 24 * time.Hour
	leastAttempts = 30
)

// pauses is how long to wait after a temporary failure, by the time since the
// first attempt: often at first, for a server that greylists or restarts, then rarely.
var pauses = []struct{ upToAge, pause time.Duration }{
	{10 * time.Minute, time.Minute},
	{time.Hour, 5 * time.Minute},
	{6 * time.Hour, 20 * time.Minute},
	{24 * time.Hour, time.Hour},
	{giveUpAfter, 3 * time.Hour},
}

// pauseAfter gives the pause after an attempt at a mail, by how long it has been
// tried; it is spread by up to a tenth so that mails which failed together do
// not all come back together.
func pauseAfter(m *store.Outgoing, now time.Time) (pause time.Duration, giveUp bool) {
	age := time.Duration(0)
	if !m.FirstTry.IsZero() {
		age = now.Sub(m.FirstTry)
	}
	last := len(pauses) - 1
	for i, p := range pauses {
		if age < p.upToAge || i == last && m.Attempts < leastAttempts {
			h := fnv.New32a()
			h.Write([]byte(m.MessageID))
			return p.pause + p.pause/10*time.Duration(h.Sum32()%100)/100, false
		}
	}
	return 0, true
}

// An outcome is what came of one attempt at a mail; err is nil if it was taken.
type outcome struct {
	mail *store.Outgoing
	err  error
}

// reason is what is kept and told of a failure. Servers quote the envelope
// sender, and nobody needs the token in that.
func (o outcome) reason() string { return discreet.WithoutTokens(o.err.Error()) }

// mark writes down what came of some attempts, in one transaction. If that meets
// a fault, each is written down by itself, so that it costs the others nothing.
func (b *Bot) mark(outcomes []outcome) error {
	if len(outcomes) == 0 {
		return nil
	}
	err := b.markTogether(outcomes, b.lostTouch)
	fault := (*process.Fault)(nil)
	switch {
	case !errors.As(err, &fault):
		return err
	case len(outcomes) == 1:
		b.process.Log.Error("nobody is told of a mail that was given up", "id", outcomes[0].mail.Number(), "err", fault.Err, "stack", fault.Stack)
		return b.markTogether(outcomes, func(*store.Tx, outcome) error { return nil })
	}
	for i := range outcomes {
		if err := b.mark(outcomes[i : i+1]); err != nil {
			return err
		}
	}
	return nil
}

// markTogether is mark without regard to faults; tell is called for each mail
// that is given up.
func (b *Bot) markTogether(outcomes []outcome, tell func(*store.Tx, outcome) error) error {
	err := b.process.Update(func(tx *store.Tx) error {
		for _, o := range outcomes {
			if err := b.markOne(tx, o, tell); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	b.process.Reach(PointMarked)
	for _, o := range outcomes {
		b.tellOutcome(o)
	}
	return nil
}

// markOne writes down what came of one attempt. A mail that was taken out of the
// outbox meanwhile is of no concern.
func (b *Bot) markOne(tx *store.Tx, o outcome, tell func(*store.Tx, outcome) error) error {
	m, now := o.mail, b.process.Now()
	if o.err == nil {
		return tx.Sent(m.ID)
	}
	pause, never := o.next(now)
	var err error
	if never {
		err = tx.GiveUp(m.ID, now, o.reason())
	} else {
		err = tx.Postpone(m.ID, now, now.Add(pause), o.reason())
	}
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil
	case err == nil && never:
		return tell(tx, o)
	}
	return err
}

// next says when to try a mail again that was not taken, and whether to.
func (o outcome) next(now time.Time) (pause time.Duration, never bool) {
	pause, tooOld := pauseAfter(o.mail, now)
	failure := (*smtpout.Failure)(nil)
	return pause, tooOld || errors.As(o.err, &failure) && failure.Permanent
}

// tellOutcome logs what came of one attempt.
func (b *Bot) tellOutcome(o outcome) {
	log := b.process.Log.With("id", o.mail.Number(), "message_id", discreet.ID(o.mail.MessageID), "to", discreet.Address(o.mail.EnvelopeTo), "attempt", o.mail.Attempts+1)
	if o.err == nil {
		log.Info("sent")
	} else if pause, never := o.next(b.process.Now()); never {
		log.Error("given up", "err", o.err)
	} else {
		log.Warn("postponed", "err", o.err, "pause", pause)
	}
}

// lostTouch deals with the player for whom a mail was that is given up: nobody
// can be reached there. Errors and panics become a *process.Fault.
func (b *Bot) lostTouch(tx *store.Tx, o outcome) error {
	if o.mail.Player == 0 {
		return nil
	}
	fault := process.Catch(func() error {
		e := newChore(b, tx, "given up "+o.mail.MessageID)
		p, err := e.u.Player(o.mail.Player)
		if err != nil || !p.Forgotten.IsZero() {
			return err
		}
		e.noteMissed(p, o.mail.Game)
		if p.Unreachable.IsZero() {
			err = e.loseTouch(p, o.reason())
		}
		return errors.Join(err, e.writeBack())
	})
	if fault != nil {
		return fault
	}
	return nil
}
