package mailbot

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"unlurbot/parser"
	"unlurbot/parser/sender"
	"unlurbot/store"
	"unlurbot/store/mailkey"
)

// isVouchedFor finds out whether somebody whom we believe is sure that the mail
// is from the address in From: our own mail server, or by its signature the author's
// own (see signatures.go).
//
// That the author wrote the mail is not yet that it was written to us, or just
// now. A signature holds wherever a mail is taken: whoever has got a mail in which
// a player says "resign" to somebody else could bring it to us. So the bot's own
// address must be in To or Cc. Nor must there be any doubt that it is about this
// author: a server that reads names and comments of From for addresses has looked at
// somebody else.
//
// And whoever got a copy of what the player wrote to us could bring it once more,
// when it means something else: isCopy knows it as long as nobody has touched it, but
// a blank more at the end of a line, which signatures allow, makes another mail of it.
// So its author and Message-ID together vouch once, also if the mail has proven its
// author by a token. The Message-ID stands in the signatures of nearly all servers,
// but not of all (Yahoo): what their users copy to an opponent can be brought again.
func (e *errand) isVouchedFor() (bool, error) {
	signed := e.in.signature.asked && e.in.signature.refusal == nil
	if e.bot.cfg.flaw(e.mail) != "" || !e.serverVouches() && !signed {
		return false, nil
	}
	spent, err := e.voucherSpent()
	return !spent && err == nil, err
}

// voucherSpent says whether the author and the Message-ID have vouched for a mail
// before. If the bot has failed on that one, nothing came of it.
func (e *errand) voucherSpent() (bool, error) {
	seen, err := e.u.Tx.WasSeen(e.authorKey())
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil && !Decision(seen.Decision).Failed(), err
}

// serverVouches says what our own mail server has written into the mail.
func (e *errand) serverVouches() bool {
	return e.bot.cfg.voucher().Doubts(&e.mail.Header, &e.mail.Trace) == sender.NoDoubt
}

// voucher is our own mail server.
func (c *Config) voucher() sender.Voucher {
	v := sender.Voucher{ID: c.AuthservID, Lowest: sender.AboveBorder}
	if c.BelowReceived {
		v.Lowest = sender.AtBorder
	}
	return v
}

// flaw says why a mail proves nothing, whoever vouches for its author; it is
// empty if there is no reason.
func (c *Config) flaw(m *parser.Mail) string {
	switch {
	case m.Class == sender.Unreadable:
		return string(sender.NoAuthor)
	case !m.SoleAuthor:
		return string(sender.NotSole)
	case m.MessageID == "":
		return "it has no Message-ID"
	case !slices.ContainsFunc(m.Addressees, c.own().Is):
		return "the bot's address stands neither in To nor in Cc"
	}
	return ""
}

func (c *Config) readMail(raw []byte, headerOnly bool) *parser.Mail {
	return parser.ReadMail(raw, parser.Options{Own: []string{c.Address}, Ours: c.Networks, HeaderOnly: headerOnly})
}

// Weigh tells whether a mail proves by itself who wrote it, as a Bot finds that out
// of one without a token, and in a few words why. Of a mail that it has seen before
// a Bot would not believe that once more; the store is not asked here.
func (c Config) Weigh(ctx context.Context, raw []byte, headerOnly bool) (m *parser.Mail, believed bool, why string) {
	m = c.readMail(raw, headerOnly)
	if m.Class != sender.Person && m.Class != sender.Unreadable {
		return m, false, fmt.Sprintf("no person wrote it (%s)", m.Reason)
	}
	if reason := c.flaw(m); reason != "" {
		return m, false, reason
	}
	doubt := c.voucher().Doubts(&m.Header, &m.Trace)
	if doubt == sender.NoDoubt {
		return m, true, c.AuthservID + " vouches for its author"
	}
	why = string(doubt)
	if c.Signed == nil {
		return m, false, why
	}
	refusal := c.Signed(ctx, raw, m.From.Addr)
	if refusal == nil {
		return m, true, "its author's domain has signed it"
	}
	if doubt == sender.NoServer {
		return m, false, refusal.Error()
	}
	return m, false, why + ", and " + refusal.Error()
}

// authorKey knows the mail by its author and its Message-ID.
func (e *errand) authorKey() mailkey.Key {
	return mailkey.Author(e.mail.From.Addr, e.mail.MessageID)
}
