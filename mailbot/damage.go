package mailbot

import (
	"unlurbot/mailbot/discreet"
	"unlurbot/store"
)

// A disk forgets bits, and nothing in the store's file but the pages of mails has a
// checksum. What can still be sent is sent, and the operator reads what can't.

const damageAdvice = "The store's file is damaged: run unlurbot verify, and look at the system's log."

// tellDamage logs that a mail went without its HTML part, and how many did since
// the bot was started.
func (b *Bot) tellDamage(m *store.Outgoing, damage error) {
	b.process.Log.Error("sent without its HTML part", "code", "damaged-page", "id", m.Number(), "message_id", discreet.ID(m.MessageID),
		"err", damage, "count", b.damagedPages.Add(1), "advice", damageAdvice)
}

// tellUnreadable logs once of each mail that can't be read.
func (d *dispatch) tellUnreadable(e *store.UnreadableError) {
	for _, err := range e.Mails {
		if said := err.Error(); !d.unreadable[said] {
			d.unreadable[said] = true
			d.bot.process.Log.Error("a mail can't be read, and is not sent", "code", "damaged-mail", "err", err, "count", len(d.unreadable), "advice", damageAdvice)
		}
	}
}
