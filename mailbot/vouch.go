package mailbot

import (
	"errors"
	"slices"
	"strings"

	"unlurbot/parser"
	"unlurbot/store"
)

// weighVouchers finds out whether somebody whom we believe is sure that the mail
// is from the address in From: our own mail server, or by its signature the author's
// own (see signatures.go).
//
// That the author wrote the mail is not yet that it was written to us, or just
// now. A signature holds wherever a mail is taken: whoever has got a mail in which
// a player says "resign" to somebody else could bring it to us. So the bot's own
// address must be in To or Cc. And whoever got a copy of what the player wrote to
// us could bring it once more, when it means something else: seenBefore knows it
// as long as nobody has touched it, but a blank more at the end of a line, which
// signatures allow, makes another mail of it. So its author and Message-ID
// together vouch once. The Message-ID stands in the signatures of nearly all
// servers, but not of all (Yahoo): what their users copy to an opponent can be
// brought again.
func (e *errand) weighVouchers() error {
	if !e.writtenToUs() || e.mail.MessageID == "" || !e.serverVouches() && !e.in.signature.isGood() {
		return nil
	}
	switch seen, err := e.tx.WasSeen(e.authorKey()); {
	case err == nil:
		e.vouched = Decision(seen.Decision).failed() // and then nothing came of it
	case errors.Is(err, store.ErrNotFound):
		e.vouched = true
	default:
		return err
	}
	return nil
}

// serverVouches says what our own mail server has written into the mail.
func (e *errand) serverVouches() bool {
	v := parser.Voucher{ID: e.bot.cfg.AuthservID, Lowest: parser.AboveBorder}
	if e.bot.cfg.BelowReceived {
		v.Lowest = parser.AtBorder
	}
	return v.Vouches(e.mail.AuthResults, e.mail.From.Addr)
}

// writtenToUs says whether the author has addressed the mail to the bot.
func (e *errand) writtenToUs() bool {
	return slices.ContainsFunc(e.mail.Addressees, func(address string) bool {
		_, ours := e.bot.detailOf(address)
		return ours || strings.EqualFold(address, e.bot.cfg.Address)
	})
}

// authorKey knows the mail by its author and its Message-ID.
func (e *errand) authorKey() store.MailKey {
	return store.AuthorKey(e.mail.From.Addr, e.mail.MessageID)
}

// knownBy gives the keys by which the mail is known from now on. A mail of which
// the author is certain, by a token too, vouches for its author no more.
func (e *errand) knownBy() []store.MailKey {
	if e.mail.MessageID != "" && (e.vouched || e.proven) {
		return append(slices.Clone(e.keys), e.authorKey())
	}
	return e.keys
}
