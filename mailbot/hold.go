package mailbot

import (
	"context"
	"errors"

	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/discreet"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/process"
	"unlurbot/mailbot/reports"
	"unlurbot/mailbot/trials"
	"unlurbot/parser/sender"
	"unlurbot/store"
)

// Hold looks at mails that stay in the mailbox while the bot is paused, and tells who has written
// them that they are kept. Of the mails themselves nothing stays noted: when the bot goes on,
// Receive gets them. A mail that meets a fault here meets it there, where it is dealt with.
//
// Orders of the operator are carried out all the same, since one of them ends the pause. Their mails are
// dealt with: when the mailbox is looked at the next time they are filed.
func (b *Bot) Hold(ctx context.Context, mails ...Incoming) error {
	b.receiving.Lock()
	defer b.receiving.Unlock()
	for _, in := range mails {
		err := holdOne(ctx, b, in)
		b.receiving.trials.TakeBack() // of each, or all before a deadly one would count as tried with it
		if err != nil {
			return err
		}
	}
	b.outbox.Wake()
	return nil
}

func holdOne(ctx context.Context, b *Bot, in Incoming) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	run := []taken{{Incoming: in}}
	_, tried, err := b.receiving.trials.Next(places(run))
	if err != nil || tried >= trials.Most { // Receive sets it aside
		return err
	}
	if err := b.receiving.trials.Begin(places(run), tried); err != nil {
		return err
	}
	b.process.Reach(PointNoted)
	if err := b.checkSignatures(ctx, run); err != nil {
		return err
	}
	var t *task
	look := func() error {
		return b.receiving.trials.Try(in.Place(), func(tx *store.Tx) error {
			var fault *process.Fault
			if t, fault = b.guarded(tx, run[0], hold); fault != nil {
				return fault
			}
			return nil
		})
	}
	err = look()
	if asked, ended := b.receiving.lookUp(ctx, &run[0], err); ended != nil {
		return ended
	} else if asked {
		err = look()
	}
	fault := (*process.Fault)(nil)
	switch {
	case errors.As(err, &fault):
		b.process.Log.Warn("a mail can't be read while the bot is paused", "uid", in.UID, "err", fault.Err)
	case err != nil:
		return err
	case t.decision != "":
		b.logMail(t)
	}
	return nil
}

// hold is the way of a mail that stays where it is, and that is dealt with only if it has a decision.
func hold(t *task) (decision.Decision, error) {
	paused, err := t.u.Tx.Paused()
	if err != nil || paused.Number == 0 || t.mail.Class != sender.Person {
		return "", err
	}
	if here, err := t.known.WasHere(t.u); here || err != nil {
		return "", err
	}
	claim, err := t.identify()
	if err != nil {
		return "", err
	}
	t.desk.Occasion.Claim = claim
	if order, is := t.order(claim); is {
		return t.obey(order, claim)
	}
	report := reports.Report{Mail: t.mail, Sealed: claim.Sealed()}
	if report.ActsByToken() || orders.ReadRefusal(t.mail, claim) != nil {
		return "", nil
	}
	asked, err := orders.Read(t.u, t.mail, claim, t.bot.cfg.own().Is)
	if err != nil {
		return "", err
	}
	t.desk.Occasion.Cause += " held" // the mail has another answer later
	told, err := t.entrance().Hold(paused.At, paused.Reason, asked)
	if !told || err != nil {
		return "", err
	}
	t.bot.process.Log.Info("told of the pause", "uid", t.in.UID, "to", discreet.Address(t.mail.From.Addr))
	return "", t.end()
}
