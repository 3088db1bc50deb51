package mailbot

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"runtime/debug"

	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// An Incoming is one mail as it lies in the mailbox.
type Incoming struct {
	UIDValidity, UID uint32
	Raw              []byte
	HeaderOnly       bool // the mail was too big to fetch whole
}

// Receive deals with one mail: when it returns without an error, what the mail
// changes and the answers to it are on the disk, or the mail was dealt with
// before. An error means that nothing was stored and that the mail must be
// offered again later.
func (b *Bot) Receive(in Incoming) (Decision, error) {
	var done *errand
	var err error
	for _, way := range ways {
		done, err = b.attempt(in, way)
		fault := (*faultError)(nil)
		if !errors.As(err, &fault) {
			break
		}
		b.log.Error("incident", "incident", incidentNumber(in.Raw), "uid", in.UID, "err", fault.err, "stack", fault.stack)
	}
	if fault := (*faultError)(nil); errors.As(err, &fault) {
		return Incident, b.setAside(in)
	}
	if err != nil {
		return "", fmt.Errorf("mailbot: mail %d: %w", in.UID, err)
	}
	b.log.Info("mail", "decision", done.decision, "uid", in.UID, "id", done.mail.MessageID, "game", done.loggedGame(),
		"class", done.mail.Class, "reason", done.mail.Reason)
	select {
	case b.wake <- struct{}{}:
	default:
	}
	return done.decision, nil
}

// loggedGame gives the game that a mail was about first, 0 for none.
func (e *errand) loggedGame() store.GameNumber {
	for _, r := range e.results {
		if r.game != nil {
			return r.game.Number
		}
	}
	return 0
}

// A way is how a mail is dealt with, up to its decision.
type way func(*errand) (Decision, error)

// ways are tried in turn, each when the one before met a fault.
var ways = []way{handle, apologize}

// attempt goes one way with a mail, as one transaction.
func (b *Bot) attempt(in Incoming, how way) (done *errand, err error) {
	err = b.store.Update(func(tx *store.Tx) (err error) {
		done, err = b.guarded(tx, in, how)
		return err
	})
	return done, err
}

// setAside marks a mail as seen on which even the apology failed, so that it
// does not keep all others waiting. It touches nothing else.
func (b *Bot) setAside(in Incoming) error {
	return b.store.Update(func(tx *store.Tx) error {
		seen := store.Seen{At: b.now(), Decision: string(Incident)}
		return tx.MarkSeen(seen, store.PlaceKey(in.UIDValidity, in.UID))
	})
}

// A faultError is what went wrong inside a transaction, by a fault of this
// program or of what is stored: trying the same mail again would lead to it
// again. That a transaction could not be written at all is no faultError.
type faultError struct {
	err   error
	stack string
}

// Error implements error.
func (e *faultError) Error() string { return e.err.Error() }

// Unwrap gives the cause.
func (e *faultError) Unwrap() error { return e.err }

// guarded reads a mail and goes a way with it; errors and panics on the way
// become a faultError.
func (b *Bot) guarded(tx *store.Tx, in Incoming, how way) (done *errand, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &faultError{fmt.Errorf("panic: %v", p), string(debug.Stack())}
		}
	}()
	e := newErrand(b, tx, in)
	if e.decision, err = how(e); err != nil {
		return nil, &faultError{err: err}
	}
	return e, nil
}

// handle is the way of one mail, from the bytes to the answers.
func handle(e *errand) (Decision, error) {
	if seen, err := e.seenBefore(); seen || err != nil {
		return Duplicate, err
	}
	e.readToken()
	if decision, done, err := e.dealWithPrograms(); done || err != nil {
		return e.finish(decision, err)
	}
	if err := e.findSender(); err != nil {
		return "", err
	}
	if e.intruder {
		return e.finish(e.turnAway())
	}
	e.orders = e.mail.Orders()
	if decision, done, err := e.limit(); done || err != nil {
		return e.finish(decision, err)
	}
	if err := e.runCommands(); err != nil {
		return "", err
	}
	if err := e.passOnWords(); err != nil {
		return "", err
	}
	if err := e.answer(); err != nil {
		return "", err
	}
	return e.finish(e.decision, nil)
}

// apologize is the way of a mail that handle failed on. It looks at as little
// as it can, since something that is stored may be what is wrong.
func apologize(e *errand) (Decision, error) {
	if e.mail.Class != parser.Person {
		return e.finish(Incident, nil)
	}
	sender, err := e.tx.PlayerByAddress(e.mail.From.Addr)
	if errors.Is(err, store.ErrNotFound) || err == nil && !e.patientWith(sender) {
		return e.finish(Incident, nil)
	}
	if err != nil {
		return "", err
	}
	view := &templates.View{You: sender.Name, Number: incidentNumber(e.in.Raw)}
	return e.finish(Incident, e.send(letter{to: sender, kind: templates.Incident, view: view, answer: true}))
}

// incidentNumber is what a player can quote and the operator finds in the log.
func incidentNumber(raw []byte) string { return fmt.Sprintf("%x", sha256.Sum256(raw))[:8] }

// dealWithPrograms settles what was not written by a person: it is never
// answered, with one exception, the click on "unsubscribe", which many mail
// programs send by themselves.
func (e *errand) dealWithPrograms() (decision Decision, done bool, err error) {
	class := e.mail.Class
	switch {
	case e.token.purpose == forUnsubscribe && (class == parser.Person || class == parser.Auto):
		decision, err = e.unsubscribe()
		return decision, true, err
	case class == parser.Bounce || e.token.purpose == forBounce:
		return IgnoredBounce, true, nil
	case class == parser.Auto:
		return IgnoredAuto, true, nil
	case class == parser.List:
		return IgnoredList, true, nil
	case class == parser.Own:
		return IgnoredOwn, true, nil
	case class == parser.Unreadable:
		return Unreadable, true, nil
	}
	return "", false, nil
}
