package mailbot

import (
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/voucher"
	"unlurbot/store"
	"unlurbot/store/mailkey"
)

// markSeen notes what became of the mail. One of which the author is certain vouches for its
// author no more.
func (e *errand) markSeen(d decision.Decision) error {
	var usedUp []mailkey.Key
	if e.mail.MessageID != "" && (e.claim.Vouched() || e.claim.Proven() && !e.claim.Spent()) {
		usedUp = append(usedUp, voucher.Key(e.mail))
	}
	if e.visit.Pays != "" && d.WasAnswered() {
		usedUp = append(usedUp, e.visit.Pays)
	}
	var request store.RequestID
	if e.request != nil {
		request = e.request.ID
	}
	return e.known.Mark(e.u, d, request, usedUp...)
}
