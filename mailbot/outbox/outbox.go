package outbox

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"unlurbot/mailbot/discreet"
	"unlurbot/mailbot/process"
	"unlurbot/store"
	"unlurbot/store/page"
)

// A Sender hands one mail to the outside. An error that is a permanent
// *smtpout.Failure means that it never will; after any other error the same
// mail is sent again later.
type Sender interface {
	Send(ctx context.Context, m *store.Outgoing) error
}

// An Outbox sends the mails that wait in a store. Its methods are safe for concurrent
// use, but Loop, of which one runs at a time.
type Outbox struct {
	process *process.Process
	stays   func(tx *store.Tx) (bool, error)
	givenUp func(tx *store.Tx, m *store.Outgoing, reason string) error
	news    chan struct{} // holds one token when there may be something to send
	damaged atomic.Int64  // mails that went without their page
}

// New makes an Outbox of what lies in the store of a process. No mail leaves while
// stays says so. When a mail is given up, givenUp does what follows from it, in the
// transaction that notes it; the reason is what the relay said. If that fails or panics
// it is logged, and the mail is given up all the same.
func New(p *process.Process, stays func(tx *store.Tx) (bool, error), givenUp func(tx *store.Tx, m *store.Outgoing, reason string) error) *Outbox {
	return &Outbox{process: p, stays: stays, givenUp: givenUp, news: make(chan struct{}, 1)}
}

// Wake tells Loop that there may be something to send.
func (o *Outbox) Wake() {
	select {
	case o.news <- struct{}{}:
	default:
	}
}

// untilSentLook is how long UntilSent waits before the next look.
const untilSentLook = 5 * time.Millisecond

// UntilSent waits until no mail is left that is to leave now. It fails if ctx ends or
// if the store does.
func (o *Outbox) UntilSent(ctx context.Context) error {
	for {
		left := 0
		err := o.process.Store.View(func(tx *store.Tx) error {
			due, _, err := tx.Due(o.process.Now(), 1, func(string) bool { return false })
			left = len(due)
			return err
		})
		if err != nil || left == 0 {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		o.Wake()
		process.Pass(ctx, untilSentLook)
	}
}

// A disk forgets bits, and nothing in the store's file but the pages of mails has a
// checksum. What can still be sent is sent, and the operator reads what can't.
const damageAdvice = "The store's file is damaged: run unlurbot verify and check the system log."

// A careful Sender is one that no mail can stop: a mail over which it panics is one
// that was not taken, and must not keep all others from leaving, at every start. The
// text part says everything, so it goes alone if the HTML part is damaged.
type careful struct {
	Sender
	outbox *Outbox
}

// Send implements Sender.
func (c careful) Send(ctx context.Context, m *store.Outgoing) error {
	log := c.outbox.process.Log
	fault := process.Catch(func() error {
		damage := c.Sender.Send(ctx, m)
		if !errors.Is(damage, page.ErrDamaged) {
			return damage
		}
		plain := *m
		plain.HTML = nil
		err := c.Sender.Send(ctx, &plain)
		if err == nil {
			log.Error("sent without its HTML part", "code", "damaged-page", "id", m.Number(), "message_id", discreet.ID(m.MessageID),
				"err", damage, "count", c.outbox.damaged.Add(1), "advice", damageAdvice)
		}
		return err
	})
	if fault == nil {
		return nil
	}
	if fault.Stack != "" {
		log.Error("incident", "id", m.Number(), "err", fault.Err, "stack", fault.Stack)
		c.outbox.process.Tally.Note(func(c *process.Counts) { c.Incidents++ })
	}
	return fault.Err
}
