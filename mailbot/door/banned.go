package door

import (
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/letters"
	"unlurbot/store"
	"unlurbot/templates"
)

// turnBack tells an address that is nobody's, from which a banned player has written who was
// forgotten, that it can't be a player's again: once, and it gets nothing else.
func (d *Door) turnBack() (decision.Decision, error) {
	v, address := &d.visit, d.mail.From.Addr
	if v.Claim.Sender() != nil {
		return "", nil
	}
	banned, err := d.u.Tx.BannedAt(address)
	if banned == store.NoPlayer || err != nil {
		return "", err
	}
	told, err := d.u.Tx.StrangerTold(address, store.ToldBanned)
	if !told.IsZero() || d.mail.Spam || !v.Claim.Vouched() && !v.Asked.Asks() || err != nil {
		return decision.IgnoredStranger, err
	}
	if spent, err := d.desk.Spent(address); spent || err != nil {
		return decision.Limited, err
	}
	if err := d.u.Tx.TellStranger(address, store.ToldBanned, d.u.Now); err != nil {
		return "", err
	}
	return decision.Refused, d.desk.Send(letters.Letter{To: d.Stranger(), Kind: templates.Refused, Answer: true, Notices: []templates.Notice{
		{Code: templates.NoticeBannedStranger},
	}})
}
