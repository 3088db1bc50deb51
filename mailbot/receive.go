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
	mail := parser.ReadMail(in.Raw, parser.Options{Own: []string{b.cfg.Address}, HeaderOnly: in.HeaderOnly})
	decision, err := b.attempt(in, mail, handle)
	if fault := (*faultError)(nil); errors.As(err, &fault) {
		b.log.Error("incident", "incident", incidentNumber(in, mail), "mail", in.UID, "err", fault.err, "stack", fault.stack)
		decision, err = b.attempt(in, mail, apologize)
	}
	if err != nil {
		return "", fmt.Errorf("mailbot: mail %d: %w", in.UID, err)
	}
	b.log.Info("mail", "decision", decision, "uid", in.UID, "class", mail.Class, "reason", mail.Reason)
	select {
	case b.wake <- struct{}{}:
	default:
	}
	return decision, nil
}

// attempt runs one way of dealing with a mail as one transaction.
func (b *Bot) attempt(in Incoming, mail *parser.Mail, how func(*errand) (Decision, error)) (decision Decision, err error) {
	err = b.store.Update(func(tx *store.Tx) error {
		var err error
		decision, err = guarded(how, newErrand(b, tx, in, mail))
		return err
	})
	return decision, err
}

// A faultError is a fault of this program, other than one of the disk: trying
// the same mail again would lead to it again.
type faultError struct {
	err   error
	stack string
}

// Error implements error.
func (e *faultError) Error() string { return e.err.Error() }

// Unwrap gives the cause.
func (e *faultError) Unwrap() error { return e.err }

// guarded turns errors and panics of the program into a faultError.
func guarded(how func(*errand) (Decision, error), e *errand) (decision Decision, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &faultError{fmt.Errorf("panic: %v", p), string(debug.Stack())}
		}
	}()
	decision, err = how(e)
	if err != nil {
		err = &faultError{err: err}
	}
	return decision, err
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

// apologize is the way of a mail that handle failed on.
func apologize(e *errand) (Decision, error) {
	e.readToken()
	if err := e.findSender(); err != nil {
		return "", err
	}
	if e.mail.Class == parser.Person && e.sender != nil {
		view := &templates.View{You: e.sender.Name, Number: incidentNumber(e.in, e.mail)}
		if err := e.send(letter{to: e.sender, kind: templates.Incident, view: view, answer: true}); err != nil {
			return "", err
		}
	}
	return e.finish(Incident, nil)
}

// incidentNumber is what a player can quote and the operator finds in the log.
func incidentNumber(in Incoming, mail *parser.Mail) string {
	key := store.ContentKey(mail.From.Addr, mail.MessageID, in.Raw)
	return fmt.Sprintf("%x", sha256.Sum256([]byte(key)))[:8]
}

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
