// Package voucher finds out whether someone we trust vouches that a mail is from the
// address in From: our own mail server, by what it has written into the mail, or the author's
// domain, by its signature (DKIM). What that makes of the author is for package author, and
// which servers write what for parser/sender. Package mailbot asks it about each mail, and the
// check command about those that lie in the mailbox.
//
// That the author wrote the mail is not yet that it was written to us, or just
// now. A signature holds wherever a mail is taken: whoever has got a mail in which
// a player says "resign" to somebody else could bring it to us. So the bot's own
// address must be in To or Cc. Nor must there be any doubt that it is about this
// author: a server that reads names and comments of From for addresses has looked at
// somebody else.
//
// And whoever got a copy of what the player wrote to us could bring it once more,
// when it means something else: package copies knows it as long as nobody has touched it, but
// a blank more at the end of a line, which signatures allow, makes another mail of it.
// So its author and Message-ID together vouch once, also if the mail has proven its
// author by a token. The Message-ID stands in the signatures of nearly all servers,
// but not of all (Yahoo): what their users copy to an opponent can be brought again. The
// store forgets after a time for whom it was; a mail that is dated before that proves nothing.
package voucher

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"time"

	"unlurbot/mailbot/address"
	"unlurbot/mailbot/author"
	"unlurbot/mailbot/copies"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/unit"
	"unlurbot/parser"
	"unlurbot/parser/sender"
	"unlurbot/store"
	"unlurbot/store/mailkey"
)

// A Trust is whom we believe.
type Trust struct {
	Own address.Own
	// AuthservID names the server whose Authentication-Results are believed
	// (RFC 8601); empty for none. BelowReceived says that it writes them below its
	// own Received line, see sender.AtBorder.
	AuthservID    string
	BelowReceived bool
	// Networks are those of our own mail servers, see parser.Options.
	Networks []netip.Prefix
	// Signed returns nil if the domain of author has signed a mail, and otherwise
	// why it is not believed; see package dkimcheck. It may be nil: then no
	// signature counts.
	Signed func(ctx context.Context, mail []byte, author string) error
	// Remembers is for how long the store knows which mails somebody has vouched for; 0 is
	// for ever.
	Remembers time.Duration
}

// Read reads a mail as the bot does.
func (t Trust) Read(raw []byte, headerOnly bool) *parser.Mail {
	return parser.ReadMail(raw, parser.Options{Own: []string{string(t.Own)}, Ours: t.Networks, HeaderOnly: headerOnly})
}

// Vouches says whether somebody vouches for the author of a mail, for the first time.
func (t Trust) Vouches(u *unit.Unit, m *parser.Mail, s Signature) (bool, error) {
	if t.flaw(m) != "" || t.doubts(m) != sender.NoDoubt && !s.IsGood() {
		return false, nil
	}
	spent, err := t.isSpent(u, m)
	return !spent && err == nil, err
}

// Unproven says whether only a signature could prove the author of a mail: a person has
// written it to the bot, it brings back no token, our own mail server does not vouch for
// it, and it is not a copy of another one even if it is signed.
func (t Trust) Unproven(u *unit.Unit, m *parser.Mail, known copies.Mail, keys token.Ring) (bool, error) {
	if m.Class != sender.Person || m.TooBig || t.flaw(m) != "" || t.doubts(m) == sender.NoDoubt {
		return false, nil
	}
	if here, err := known.WasHere(u); here || err != nil {
		return false, err
	}
	if author.ReadToken(m, keys, t.Own).Purpose != 0 {
		return false, nil
	}
	spent, err := t.isSpent(u, m)
	if err != nil {
		return false, err
	}
	doubt := author.DoubtVouched // at best
	if spent {
		doubt = author.DoubtUnproven
	}
	known = known.Weighed(m, token.Token{}, doubt)
	for _, key := range known.Keys[1:] {
		seen, err := u.Tx.WasSeen(key)
		if err == nil && !decision.Decision(seen.Decision).Failed() && known.Repeats(u, seen) {
			return false, nil
		}
	}
	return true, nil
}

// Key knows a mail by its author and its Message-ID. Whoever is certain of the author marks
// it with this key as well, and nobody vouches for the author of the like any more.
func Key(m *parser.Mail) mailkey.Key { return mailkey.Author(m.From.Addr, m.MessageID) }

// isSpent says whether the author and the Message-ID have vouched for a mail
// before. If the bot has failed on that one, nothing came of it. Of a mail that was written
// so long ago that this may be forgotten they have: a copy could be brought again. Signatures
// cover its Date.
func (t Trust) isSpent(u *unit.Unit, m *parser.Mail) (bool, error) {
	if t.Remembers > 0 && !m.Date.IsZero() && m.Date.Before(u.Now.Add(-t.Remembers)) {
		return true, nil
	}
	seen, err := u.Tx.WasSeen(Key(m))
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil && !decision.Decision(seen.Decision).Failed(), err
}

// doubts says why our own mail server does not vouch for the author.
func (t Trust) doubts(m *parser.Mail) sender.Doubt {
	server := sender.Voucher{ID: t.AuthservID, Lowest: sender.AboveBorder}
	if t.BelowReceived {
		server.Lowest = sender.AtBorder
	}
	return server.Doubts(&m.Header, &m.Trace)
}

// flaw says why a mail proves nothing, whoever vouches for its author; it is
// empty if there is no reason.
func (t Trust) flaw(m *parser.Mail) string {
	switch {
	case m.Class == sender.Unreadable:
		return string(sender.NoAuthor)
	case !m.SoleAuthor:
		return string(sender.NotSole)
	case m.MessageID == "":
		return "it has no Message-ID"
	case !slices.ContainsFunc(m.Addressees, t.Own.Is):
		return "the bot's address is neither in To nor in Cc"
	}
	return ""
}

// Weigh tells whether a mail proves by itself who wrote it, as the bot finds that out
// of one without a token, and in a few words why. Of a mail that it has seen before
// the bot would not believe that once more; the store is not asked here.
func (t Trust) Weigh(ctx context.Context, raw []byte, headerOnly bool) (m *parser.Mail, believed bool, why string) {
	m = t.Read(raw, headerOnly)
	if m.Class != sender.Person && m.Class != sender.Unreadable {
		return m, false, fmt.Sprintf("no person wrote it (%s)", m.Reason)
	}
	believed, why = t.Proves(ctx, m, raw)
	return m, believed, why
}

// Proves is Weigh of a mail that was read, and that a program may have written.
func (t Trust) Proves(ctx context.Context, m *parser.Mail, raw []byte) (believed bool, why string) {
	if reason := t.flaw(m); reason != "" {
		return false, reason
	}
	doubt := t.doubts(m)
	if doubt == sender.NoDoubt {
		return true, t.AuthservID + " vouches for its author"
	}
	why = string(doubt)
	if t.Signed == nil {
		return false, why
	}
	refusal := t.Signed(ctx, raw, m.From.Addr)
	if refusal == nil {
		return true, "its author's domain has signed it"
	}
	if doubt == sender.NoServer {
		return false, refusal.Error()
	}
	return false, why + ", and " + refusal.Error()
}
