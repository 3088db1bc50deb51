package mailbot

import (
	"context"
	"errors"
	"hash/fnv"
	"time"

	"unlurbot/mailbot/smtpout"
	"unlurbot/store"
)

// A Sender hands one mail to the outside. An error that is a permanent
// *smtpout.Failure means that it never will; after any other error the same
// mail is sent again later.
type Sender interface {
	Send(ctx context.Context, m *store.Outgoing) error
}

const (
	// batch is how many mails are taken from the outbox at a time.
	batch = 50
	// giveUpAfter is how long a mail is tried; RFC 5321 section 4.5.4.1 asks for
	// at least 4 to 5 days.
	giveUpAfter = 4 * 24 * time.Hour
	// storeRest is how long the loop waits when the store can't be written.
	storeRest = 30 * time.Second
	// A relay that can't be reached or refuses the login is tried again after
	// relayRest, then after twice as long each time: providers lock accounts
	// after too many logins.
	relayRest        = 15 * time.Second
	longestRelayRest = 15 * time.Minute
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
	for _, p := range pauses {
		if age < p.upToAge {
			h := fnv.New32a()
			h.Write([]byte(m.MessageID))
			return p.pause + p.pause/10*time.Duration(h.Sum32()%100)/100, false
		}
	}
	return 0, true
}

// SendLoop sends what the outbox holds until ctx ends. Each mail is marked as
// sent before the next one is begun; a crash in between sends the same mail,
// with the same Message-ID, once more.
func (b *Bot) SendLoop(ctx context.Context, out Sender) {
	rest := relayRest
	for ctx.Err() == nil {
		wait, sent, err := b.sendDue(ctx, out)
		if sent || err == nil {
			rest = relayRest
		}
		failure := (*smtpout.Failure)(nil)
		switch {
		case err == nil:
		case errors.As(err, &failure):
			b.log.Error("relay", "err", err, "advice", failure.Advice(), "again_in", rest)
			wait, rest = rest, min(2*rest, longestRelayRest)
		default:
			b.log.Error("outbox", "err", err)
			wait = storeRest
		}
		b.sleep(ctx, wait, err == nil)
	}
}

// sleep waits for the end of ctx, for news in the outbox if they can be sent,
// and if wait is not negative at most that long.
func (b *Bot) sleep(ctx context.Context, wait time.Duration, canSend bool) {
	news := b.wake
	if !canSend {
		news = nil
	}
	var timeout <-chan time.Time
	if wait >= 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		timeout = timer.C
	}
	select {
	case <-ctx.Done():
	case <-news:
	case <-timeout:
	}
}

// sendDue sends what can be sent now and gives the time until there is more to
// do, negative if nothing waits. It says whether it sent anything.
func (b *Bot) sendDue(ctx context.Context, out Sender) (wait time.Duration, sent bool, err error) {
	for ctx.Err() == nil {
		var due []*store.Outgoing
		var next time.Time
		err := b.store.View(func(tx *store.Tx) (err error) {
			due, next, err = tx.Due(b.now(), batch, func(string) bool { return false })
			return err
		})
		if err != nil {
			return 0, sent, err
		}
		if len(due) == 0 {
			if next.IsZero() {
				return -1, sent, nil
			}
			return max(0, next.Sub(b.now())), sent, nil
		}
		some, err := b.sendBatch(ctx, out, due)
		sent = sent || some
		if err != nil {
			return 0, sent, err
		}
	}
	return -1, sent, nil
}

// sendBatch sends mails in their order; those to somebody whose mail failed
// just now wait behind it.
func (b *Bot) sendBatch(ctx context.Context, out Sender, due []*store.Outgoing) (sent bool, err error) {
	behind := map[string]bool{}
	for _, m := range due {
		if ctx.Err() != nil || behind[m.EnvelopeTo] {
			continue
		}
		err := out.Send(ctx, m)
		if err != nil && ctx.Err() != nil {
			return sent, nil // we are stopping; the mail stays as it is
		}
		failure := (*smtpout.Failure)(nil)
		if errors.As(err, &failure) && failure.OfRelay() {
			return sent, err // it would meet every other mail too, and says nothing of this one
		}
		behind[m.EnvelopeTo] = err != nil
		sent = sent || err == nil
		if err := b.afterSending(m, err); err != nil {
			return sent, err
		}
	}
	return sent, nil
}

// afterSending writes down the outcome of one attempt.
func (b *Bot) afterSending(m *store.Outgoing, err error) error {
	log := b.log.With("id", m.ID, "message_id", m.MessageID, "attempt", m.Attempts+1)
	failure := (*smtpout.Failure)(nil)
	pause, tooOld := pauseAfter(m, b.now())
	switch {
	case err == nil:
		log.Info("sent")
		return b.store.Update(func(tx *store.Tx) error { return tx.Sent(m.ID) })
	case tooOld, errors.As(err, &failure) && failure.Permanent:
		log.Error("given up", "err", err)
		return b.store.Update(func(tx *store.Tx) error { return tx.GiveUp(m.ID, b.now(), err.Error()) })
	}
	log.Warn("postponed", "err", err, "pause", pause)
	return b.store.Update(func(tx *store.Tx) error { return tx.Postpone(m.ID, b.now(), b.now().Add(pause), err.Error()) })
}
