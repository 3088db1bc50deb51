package mailbot

import (
	"context"
	"errors"

	"unlurbot/mailbot/discreet"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/process"
	"unlurbot/mailbot/reports"
	"unlurbot/parser/sender"
	"unlurbot/store"
)

// Hold looks at mails that stay in the mailbox while the bot is paused, and tells who has written
// them that they are kept. Of the mails themselves nothing is noted: when the bot goes on,
// Receive gets them. A mail that meets a fault here meets it there, where it is dealt with.
func (b *Bot) Hold(ctx context.Context, mails ...Incoming) error {
	b.receiving.Lock()
	defer b.receiving.Unlock()
	for _, in := range mails {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		run := []taken{{Incoming: in}}
		if err := b.checkSignatures(ctx, run); err != nil {
			return err
		}
		err := b.process.Update(func(tx *store.Tx) error {
			if fault := process.Catch(func() error { return hold(b.take(tx, run[0])) }); fault != nil {
				return fault
			}
			return nil
		})
		fault := (*process.Fault)(nil)
		if errors.As(err, &fault) {
			b.process.Log.Warn("a mail can't be read while the bot is paused", "uid", in.UID, "err", fault.Err)
		} else if err != nil {
			return err
		}
	}
	b.outbox.Wake()
	return nil
}

// hold is the way of a mail that stays where it is.
func hold(t *task) error {
	paused, err := t.u.Tx.Paused()
	if paused.Number == 0 || err != nil || t.mail.Class != sender.Person {
		return err
	}
	if here, err := t.known.WasHere(t.u); here || err != nil {
		return err
	}
	claim, err := t.identify()
	report := reports.Report{Mail: t.mail, Sealed: claim.Sealed()}
	if err != nil || report.ActsByToken() || orders.ReadRefusal(t.mail, claim) != nil {
		return err
	}
	asked, err := orders.Read(t.u, t.mail, claim, t.bot.cfg.own().Is)
	if err != nil {
		return err
	}
	t.desk.Occasion.Claim = claim
	t.desk.Occasion.Cause += " held" // the mail has another answer later
	told, err := t.entrance().Hold(paused.At, paused.Reason, asked)
	if !told || err != nil {
		return err
	}
	t.bot.process.Log.Info("told of the pause", "uid", t.in.UID, "to", discreet.Address(t.mail.From.Addr))
	return t.end()
}
