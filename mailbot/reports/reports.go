// Package reports deals with what programs say of mails of ours: that one came back, that its
// reader calls it spam or wants no more, or that nobody is there. It says whether that is
// believed, for the sender of such a mail is nobody, changes what follows from it, and gives the
// rest as an Outcome: what others are to hear, and what a player orders by it.
//
// Package mailbot asks it about each mail, and goes on with those that it does not settle; and when
// a mail is given up that the relay did not take.
package reports

import (
	"errors"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/unit"
	"unlurbot/parser"
	"unlurbot/parser/sender"
	"unlurbot/store"
)

// A Report is a mail, with what it brings back of ours.
type Report struct {
	Mail   *parser.Mail
	Sealed token.Token // purpose 0 for none, see author.ReadToken
	Keys   token.Ring  // for what else there is in it
}

// An Outcome is what comes of a report.
type Outcome struct {
	Decision decision.Decision
	Log      []facts.Entry // what others are to hear
	By       *store.Player // whose wish it is; nil for nobody's, or a stranger's
	Wants    club.Order    // that player's; nil for nothing
	// OldLink says that the link for "unsubscribe" is too old, and no more is decided: By, or the
	// stranger who has written, is to be told how to stop, if they can be written to now.
	OldLink bool
}

// ActsByToken says whether all that a mail says is in a token of ours, whoever has sent it.
func (r Report) ActsByToken() bool { return r.isClick() || r.Sealed.Purpose == token.ForBounce }

// Settle settles what was not written by a person, and the click on "unsubscribe", which many
// mail programs send by themselves; not settled is what else a person writes.
func (r Report) Settle(u *unit.Unit) (o Outcome, settled bool, err error) {
	class := r.Mail.Class
	switch {
	case r.isClick():
		o, err = r.clicked(u)
	case class == sender.Bounce || r.Sealed.Purpose == token.ForBounce:
		if r.Mail.Complaint != nil {
			o, err = r.complained(u)
		} else {
			o, err = r.bounced(u)
		}
		if class == sender.Auto {
			err = errors.Join(err, r.outOfOffice(u))
		}
	case class == sender.Auto:
		o.Decision, err = decision.IgnoredAuto, r.outOfOffice(u)
	case class == sender.List:
		o.Decision = decision.IgnoredList
	case class == sender.Own:
		o.Decision = decision.IgnoredOwn
	case class == sender.Unreadable:
		o.Decision = decision.Unreadable
	default:
		return o, false, nil
	}
	return o, true, err
}

// knownPlayer gives the player of a number in a token, nil if there is none, which a restored
// backup can bring about, or nothing is known of them any more.
func knownPlayer(u *unit.Unit, number uint32) (*store.Player, error) {
	p, err := u.Player(store.PlayerID(number))
	if errors.Is(err, store.ErrNotFound) || err == nil && !p.Forgotten.IsZero() {
		return nil, nil
	}
	return p, err
}
