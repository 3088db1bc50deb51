package door

import (
	"time"

	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/orders"
	"unlurbot/store"
	"unlurbot/templates"
)

// Hold tells whoever has written while the bot is paused that the mail is kept, with the operator's
// words: once in a pause, and nobody whom no other mail would be answered. It is called instead of
// Admit, to which the same mail comes when the bot goes on.
func (d *Door) Hold(since time.Time, words string, asked orders.Reading) (told bool, err error) {
	c, to := d.visit.Claim, d.visit.Claim.Sender()
	if to == nil {
		to = d.Stranger()
	}
	if !c.Proven() && (d.mail.Spam || d.mail.TooBig || to.Silent || !c.Vouched() && !asked.Asks()) {
		return false, nil
	}
	last, err := d.u.Tx.StrangerTold(to.Address, store.ToldPaused)
	if err != nil || !last.Before(since) {
		return false, err
	}
	if !c.Proven() {
		if spent, err := d.desk.Spent(to.Address); spent || err != nil {
			return false, err
		}
	}
	if err := d.u.Tx.TellStranger(to.Address, store.ToldPaused, d.u.Now); err != nil {
		return false, err
	}
	return true, d.desk.Send(letters.Letter{To: to, Kind: templates.Paused, Answer: true, Says: &templates.Pause{Words: words}})
}
