package mailbot

import (
	"errors"
	"slices"

	"unlurbot/mailbot/author"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/token"
	"unlurbot/parser/sender"
	"unlurbot/store"
	"unlurbot/templates"
)

// stopLinkDays is for how many days a click on List-Unsubscribe works after the mail
// that it stands in: most come at once, and a mail that lies about for years is not a
// key to its reader's games.
const stopLinkDays = 60

// isClick says whether a mail is the click on List-Unsubscribe, whatever sent it. A
// report that brings such a token back is one of something else.
func (e *errand) isClick() bool {
	report := e.mail.Class == sender.Bounce && e.mail.Reason != sender.ReasonNullSender
	return (e.claim.Sealed().Purpose == token.ForUnsubscribe || e.claim.Sealed().Purpose == token.ForStranger) && !report && e.mail.Class != sender.Own
}

// unsubscribe is the click on List-Unsubscribe: it works from any address, sent by
// a person or a program, and needs no confirmation, as RFC 8058 wants it of web
// addresses. A player gets one last mail, and all mails again after writing; somebody
// who was only invited or helped hears nothing, and is invited no more.
func (e *errand) unsubscribe() (decision.Decision, error) {
	link := e.claim.Sealed()
	var player *store.Player
	var err error
	if link.Purpose != token.ForStranger {
		player, err = e.knownPlayer(link.Number)
	} else if p, unknown := e.u.Tx.PlayerByAddressNumber(link.Number); unknown == nil { // who has got help, and is a player by now
		player, err = e.u.Player(p.ID)
	} else if !errors.Is(unknown, store.ErrNotFound) {
		err = unknown
	}
	// A link without a day is of a mail from before links had one, and as good as its key.
	switch day := link.Ply; {
	case err != nil:
		return "", err
	case day != 0 && token.Day(e.u.Arrived)-day > stopLinkDays:
		return e.tellOtherWays(player)
	case player == nil && link.Purpose == token.ForStranger:
		return decision.Unsubscribed, e.u.Tx.SuppressStranger(link.Number, e.u.Now)
	case player == nil:
		return decision.IgnoredStranger, nil
	case player.Active && player.Silent:
		return decision.Unsubscribed, nil
	}
	return decision.Unsubscribed, e.tell(e.clubOf(player).Do(club.Stop{}))
}

// tellOtherWays tells how to stop when the link is too old. That goes to whom the mail
// with the link went, never to somebody else who has it, and once in StrangerRest: a
// program may go on and on. What a program says for a stranger is not answered at all.
func (e *errand) tellOtherWays(player *store.Player) (decision.Decision, error) {
	to := player
	if to == nil {
		if to = e.door.Stranger(); e.claim.Sealed().Purpose != token.ForStranger || e.mail.Class != sender.Person {
			return decision.IgnoredStranger, nil
		}
		if key, err := e.u.Tx.AddressKey(to.Address); err != nil || key.Number() != e.claim.Sealed().Number {
			return decision.IgnoredStranger, err
		}
	}
	if refused, err := e.u.Tx.Suppressed(to.Address); refused && !to.Active || to.Silent || err != nil {
		return decision.IgnoredStranger, err // who gets none of our mails
	}
	if may, err := e.door.MayWriteTo(to); !may {
		return decision.IgnoredLoop, err
	}
	l := letters.Letter{To: to, Kind: templates.Refused, Notices: []templates.Notice{{Code: templates.NoticeOldStopLink, Number: stopLinkDays}}}
	if to != player { // whose answer then shows that it is theirs
		var err error
		if l.Back.Stranger, err = author.StrangerNumber(e.u, to.Address); err != nil {
			return "", err
		}
	}
	return decision.Refused, e.desk.Send(l)
}

// unwanted are the reports of people who don't want a mail (RFC 5965 section
// 7.3, RFC 6650): others praise it, or tell of a signature.
var unwanted = []string{"abuse", "fraud", "opt-out", "opt-out-list"}

// complained deals with the report of a provider that somebody has called a mail
// of ours spam: that person gets no mails and no invitations any more, without
// another word. It is believed if it brings back a token that has not left the
// mail's header: those of replies are seen by whoever gets a copy.
func (e *errand) complained() (decision.Decision, error) {
	if !slices.Contains(unwanted, e.mail.Complaint.Type) {
		return decision.IgnoredBounce, nil
	}
	keys, err := e.desk.Ring()
	if err != nil {
		return "", err
	}
	private := []token.Purpose{token.ForBounce, token.ForUnsubscribe, token.ForStranger}
	t := e.claim.Sealed()
	if !slices.Contains(private, t.Purpose) {
		t, _ = keys.Unseal(e.mail.Complaint.Token)
	}
	switch {
	case t.Purpose == token.ForStranger:
		return decision.Unsubscribed, e.u.Tx.SuppressStranger(t.Number, e.u.Now)
	case !slices.Contains(private, t.Purpose):
		return decision.IgnoredBounce, nil
	}
	player, err := e.knownPlayer(t.Number)
	if player == nil || err != nil {
		return decision.IgnoredBounce, err
	}
	return decision.Unsubscribed, e.tell(e.clubOf(player).Do(club.Complain{}))
}

// knownPlayer gives the player of a number in a token, nil if there is none or
// nothing is known of them any more.
func (e *errand) knownPlayer(number uint32) (*store.Player, error) {
	p, err := e.u.Player(store.PlayerID(number))
	if errors.Is(err, store.ErrNotFound) || err == nil && !p.Forgotten.IsZero() {
		return nil, nil
	}
	return p, err
}
