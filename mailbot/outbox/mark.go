package outbox

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

// An outcome is what came of one attempt at a mail; err is nil if it was taken. Before
// since the relay took no mails for long; zero if it never did so.
type outcome struct {
	mail  *store.Outgoing
	err   error
	since time.Time
}

// next says when to try a mail again that was not taken, and whether to. The pause is
// spread by up to a tenth so that mails which failed together do not all come back
// together. No mail is given up for a time in which the relay took none.
func (o outcome) next(now time.Time) (pause time.Duration, never bool) {
	if failure := (*smtpout.Failure)(nil); errors.As(o.err, &failure) && failure.Permanent {
		return 0, true
	}
	age := time.Duration(0)
	if !o.mail.FirstTry.IsZero() {
		age = now.Sub(o.mail.FirstTry)
	}
	last, tried := len(pauses)-1, min(age, now.Sub(o.since))
	for i, p := range pauses {
		if age < p.upToAge || i == last && (tried < giveUpAfter || o.mail.Attempts < leastAttempts) {
			h := fnv.New32a()
			h.Write([]byte(o.mail.MessageID))
			return p.pause + p.pause/10*time.Duration(h.Sum32()%100)/100, false
		}
	}
	return 0, true
}

// mark writes down what came of some attempts, in one transaction. If that meets
// a fault, each is written down by itself, so that it costs the others nothing.
func (o *Outbox) mark(outcomes []outcome) error {
	if len(outcomes) == 0 {
		return nil
	}
	err := o.markTogether(outcomes, o.givenUp)
	fault := (*process.Fault)(nil)
	switch {
	case !errors.As(err, &fault):
		return err
	case len(outcomes) == 1:
		o.process.Log.Error("failed to report a mail that was given up", "id", outcomes[0].mail.Number(), "err", fault.Err, "stack", fault.Stack)
		return o.markTogether(outcomes, func(*store.Tx, *store.Outgoing, string) error { return nil })
	}
	for i := range outcomes {
		if err := o.mark(outcomes[i : i+1]); err != nil {
			return err
		}
	}
	return nil
}

// markTogether is mark without regard to faults; tell is called for each mail
// that is given up. A mail that was taken out of the outbox meanwhile is of no concern.
func (o *Outbox) markTogether(outcomes []outcome, tell func(tx *store.Tx, m *store.Outgoing, reason string) error) error {
	decided := make([]time.Time, len(outcomes)) // when it was decided what becomes of each; zero for one that was taken out
	err := o.process.Update(func(tx *store.Tx) error {
		for i, out := range outcomes {
			m, now := out.mail, o.process.Now()
			if out.err == nil {
				if err := tx.Sent(m.ID); err != nil {
					return err
				}
				continue
			}
			// Servers quote the envelope sender, and nobody needs the token in that.
			reason := discreet.WithoutTokens(out.err.Error())
			pause, never := out.next(now)
			var err error
			if never {
				err = tx.GiveUp(m.ID, now, reason)
			} else {
				err = tx.Postpone(m.ID, now, now.Add(pause), reason)
			}
			if err == nil && never {
				if fault := process.Catch(func() error { return tell(tx, m, reason) }); fault != nil {
					return fault
				}
			}
			if decided[i] = now; errors.Is(err, store.ErrNotFound) {
				decided[i], err = time.Time{}, nil
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	o.process.Reach(process.PointMarked)
	for i, out := range outcomes {
		m := out.mail
		log := o.process.Log.With("id", m.Number(), "message_id", discreet.ID(m.MessageID), "to", discreet.Address(m.EnvelopeTo), "attempt", m.Attempts+1)
		pause, never := out.next(decided[i])
		switch {
		case out.err == nil:
			log.Info("sent")
			o.process.Tally.Note(func(c *process.Counts) { c.Sent++ })
		case decided[i].IsZero():
		case never:
			log.Error("given up", "err", out.err)
			o.process.Tally.Note(func(c *process.Counts) { c.GivenUp++ })
		default:
			log.Warn("postponed", "err", out.err, "pause", pause)
		}
	}
	return nil
}
