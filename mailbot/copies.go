package mailbot

import (
	"errors"

	"unlurbot/mailbot/voucher"
	"unlurbot/store"
	"unlurbot/store/mailkey"
	"unlurbot/templates"
)

// markSeen notes what became of the mail. One of which the author is certain vouches for its
// author no more.
func (e *errand) markSeen(d Decision) error {
	var usedUp []mailkey.Key
	if e.mail.MessageID != "" && (e.claim.Vouched() || e.claim.Proven() && !e.claim.Spent()) {
		usedUp = append(usedUp, voucher.Key(e.mail))
	}
	if e.paid != "" && d.WasAnswered() {
		usedUp = append(usedUp, e.paid)
	}
	var request store.RequestID
	if e.request != nil {
		request = e.request.ID
	}
	return e.known.Mark(e.u, d, request, usedUp...)
}

// settleAsked settles the question that a less certain copy of this mail led to, and
// says so, unless this one asks again.
func (e *errand) settleAsked() error {
	if e.copyAsked == 0 {
		return nil
	}
	r, err := e.u.Tx.Request(e.copyAsked)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil
	case err != nil:
		return err
	case r.Settled:
		return nil
	}
	if e.request == nil {
		e.note(e.remarkOn(templates.NoticeCopyAsked))
	}
	r.Settled = true
	return e.u.Tx.PutRequest(r)
}
