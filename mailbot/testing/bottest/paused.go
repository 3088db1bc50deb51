package bottest

import (
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/store"
)

// hold gives a mail to a bot that is paused. One of the operator's is dealt with, and may end the pause: then those
// that waited are read.
func hold(b *Bot, in mailbot.Incoming) (made decision.Decision) {
	b.T.Helper()
	b.Check(b.Mailbot.Hold(b.T.Context(), in))
	b.Quiet()
	made = "stays"
	b.Check(b.Store.View(func(tx *store.Tx) error {
		if seen, err := tx.WasSeen(in.Place()); err == nil {
			made = decision.Decision(seen.Decision)
		}
		return nil
	}))
	if made == "stays" {
		b.waiting = append(b.waiting, in)
	}
	if !isPaused(b) {
		goOn(b)
	}
	b.Now = b.Now.Add(time.Minute)
	return made
}

// isPaused asks the store.
func isPaused(b *Bot) (paused bool) {
	b.T.Helper()
	b.Check(b.Store.View(func(tx *store.Tx) error {
		act, err := tx.Paused()
		paused = act.Number != 0
		return err
	}))
	return paused
}

// goOn reads the mails that waited for the end of a pause, and gives what is decided on them.
func goOn(b *Bot) (decisions []decision.Decision) {
	b.T.Helper()
	b.paused = false
	b.Look()
	if len(b.waiting) > 0 {
		var err error
		decisions, err = b.Mailbot.Receive(b.T.Context(), b.waiting...)
		b.Check(err)
	}
	b.waiting = nil
	b.Check(b.Mailbot.Wake(b.T.Context()))
	b.Quiet()
	return decisions
}
