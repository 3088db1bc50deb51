package reports

import (
	"errors"
	"slices"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/unit"
	"unlurbot/parser/sender"
	"unlurbot/store"
)

// StopLinkDays is for how many days a click on List-Unsubscribe works after the mail
// that it stands in: most come at once, and a mail that lies about for years is not a
// key to its reader's games.
const StopLinkDays = 60

// isClick says whether a mail is the click on List-Unsubscribe, whatever sent it. A
// report that brings such a token back is one of something else.
func (r Report) isClick() bool {
	report := r.Mail.Class == sender.Bounce && r.Mail.Reason != sender.ReasonNullSender
	return (r.Sealed.Purpose == token.ForUnsubscribe || r.Sealed.Purpose == token.ForStranger) && !report && r.Mail.Class != sender.Own
}

// clicked deals with the click: it works from any address, sent by
// a person or a program, and needs no confirmation, as RFC 8058 wants it of web
// addresses. A player gets one last mail, and all mails again after writing; somebody
// who was only invited or helped hears nothing, and is invited no more.
func (r Report) clicked(u *unit.Unit) (Outcome, error) {
	var p *store.Player // to whom the mail with the link went
	var err error
	helped := r.Sealed.Purpose == token.ForStranger
	if !helped {
		p, err = knownPlayer(u, r.Sealed.Number)
	} else if known, unknown := u.Tx.PlayerByAddressNumber(r.Sealed.Number); unknown == nil { // a player by now
		p, err = u.Player(known.ID)
	} else if !errors.Is(unknown, store.ErrNotFound) {
		err = unknown
	}
	// A link without a day is of a mail from before links had one, and as good as its key.
	old := r.Sealed.Ply != 0 && token.Day(u.Arrived)-r.Sealed.Ply > StopLinkDays
	switch {
	case err != nil:
		return Outcome{}, err
	case ended[r.Sealed.Asks] != "" && p != nil: // which costs nobody a game, so that no day is too late for it
		return Outcome{Decision: decision.Unsubscribed, By: p, Wants: club.Set{Key: ended[r.Sealed.Asks], Value: club.Off}}, nil
	case old:
		return r.tooLate(u, p)
	case p == nil && helped:
		return Outcome{Decision: decision.Unsubscribed}, u.Tx.SuppressStranger(r.Sealed.Number, u.Now)
	case p == nil:
		return Outcome{Decision: decision.IgnoredStranger}, nil
	case p.Active && p.Silent:
		return Outcome{Decision: decision.Unsubscribed}, nil
	}
	return Outcome{Decision: decision.Unsubscribed, By: p, Wants: club.Stop{}}, nil
}

// ended are the settings that a link turns off which ends some mails only.
var ended = map[token.Question]string{token.AskNews: club.News, token.AskPuzzles: club.Puzzle}

// tooLate has it told how to stop when the link is too old: to the player with whose mail it went,
// or to the stranger, never to somebody else who has it. What a program says for a stranger is
// not answered at all, and nobody is written to who wants none of our mails.
func (r Report) tooLate(u *unit.Unit, p *store.Player) (Outcome, error) {
	ignored, address := Outcome{Decision: decision.IgnoredStranger}, r.Mail.From.Addr
	switch {
	case p != nil:
		address = p.Address
	case r.Sealed.Purpose != token.ForStranger, r.Mail.Class != sender.Person:
		return ignored, nil
	default:
		if key, err := u.Tx.AddressKey(address); err != nil || key.Number() != r.Sealed.Number {
			return ignored, err
		}
	}
	refused, err := u.Tx.Suppressed(address)
	if err != nil || refused && (p == nil || !p.Active) || p != nil && p.Silent {
		return ignored, err
	}
	return Outcome{By: p, OldLink: true}, nil
}

// unwanted are the reports of people who don't want a mail (RFC 5965 section
// 7.3, RFC 6650): others praise it, or tell of a signature.
var unwanted = []string{"abuse", "fraud", "opt-out", "opt-out-list"}

// complained deals with the report of a provider that somebody has called a mail
// of ours spam: that person gets no mails and no invitations any more, without
// another word. It is believed if it brings back a token that has not left the
// mail's header: those of replies are seen by whoever gets a copy.
func (r Report) complained(u *unit.Unit) (Outcome, error) {
	ignored := Outcome{Decision: decision.IgnoredBounce}
	private := []token.Purpose{token.ForBounce, token.ForUnsubscribe, token.ForStranger}
	t := r.Sealed
	if !slices.Contains(private, t.Purpose) {
		t, _ = r.Keys.Unseal(r.Mail.Complaint.Token)
	}
	switch {
	case !slices.Contains(unwanted, r.Mail.Complaint.Type), !slices.Contains(private, t.Purpose):
		return ignored, nil
	case t.Purpose == token.ForStranger:
		return Outcome{Decision: decision.Unsubscribed}, u.Tx.SuppressStranger(t.Number, u.Now)
	}
	p, err := knownPlayer(u, t.Number)
	if p == nil || err != nil {
		return ignored, err
	}
	return Outcome{Decision: decision.Unsubscribed, By: p, Wants: club.Complain{}}, nil
}
