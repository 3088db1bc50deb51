package mailbot

import (
	"errors"
	"slices"

	"unlurbot/store"
	"unlurbot/templates"
)

// unsubscribe is the click on List-Unsubscribe: it works from any address and
// needs no confirmation (RFC 8058). A player gets one last mail, and all mails
// again after writing; somebody who was only invited or helped hears nothing,
// and is invited no more.
func (e *errand) unsubscribe() (Decision, error) {
	if e.token.purpose == forStranger {
		return Unsubscribed, e.tx.SuppressStranger(e.token.number, e.now)
	}
	player, err := e.knownPlayer(e.token.number)
	if player == nil || err != nil {
		return IgnoredStranger, err
	}
	switch {
	case !player.Active:
		return Unsubscribed, e.refuseForEver(player)
	case player.Silent:
		return Unsubscribed, nil
	}
	notices, err := e.parting(player)
	if err != nil {
		return "", err
	}
	if err := e.send(letter{to: player, kind: templates.Unsubscribed, notices: notices}); err != nil {
		return "", err
	}
	return Unsubscribed, e.silence(player)
}

// silence lets a player get nothing but answers. What the player offers, to everybody
// or to somebody, is withdrawn: nobody shall take it and hear nothing.
func (e *errand) silence(p *store.Player) error {
	open, err := e.openGames(p)
	if err != nil {
		return err
	}
	why := templates.Notice{Code: templates.NoticeChallengerSilent, Name: nameOfPlayer(p)}
	for _, g := range open {
		if !asChallenger(g, g.SeatOf(p.ID)) {
			continue
		}
		told, err := e.takeBackChallenge(g, why)
		for _, l := range told {
			err = errors.Join(err, e.send(l))
		}
		if err != nil {
			return err
		}
	}
	p.Silent = true
	e.changePlayer(p)
	return e.stopWatching(p)
}

// unwanted are the reports of people who don't want a mail (RFC 5965 section
// 7.3, RFC 6650): others praise it, or tell of a signature.
var unwanted = []string{"abuse", "fraud", "opt-out", "opt-out-list"}

// complained deals with the report of a provider that somebody has called a mail
// of ours spam: that person gets no mails and no invitations any more, without
// another word. It is believed if it brings back a token that has not left the
// mail's header: those of replies are seen by whoever gets a copy.
func (e *errand) complained() (Decision, error) {
	if !slices.Contains(unwanted, e.mail.Complaint.Type) {
		return IgnoredBounce, nil
	}
	t, err := e.complainedOf()
	switch {
	case err != nil:
		return "", err
	case t.purpose == forStranger:
		return Unsubscribed, e.tx.SuppressStranger(t.number, e.now)
	case t.purpose == 0:
		return IgnoredBounce, nil
	}
	player, err := e.knownPlayer(t.number)
	if player == nil || err != nil {
		return IgnoredBounce, err
	}
	return Unsubscribed, errors.Join(e.silence(player), e.refuseForEver(player))
}

// complainedOf gives the token that a complaint brings back, purpose 0 for none.
func (e *errand) complainedOf() (token, error) {
	keys, err := e.keyring()
	if err != nil {
		return token{}, err
	}
	believed := func(t token) bool {
		return slices.Contains([]purpose{forBounce, forUnsubscribe, forStranger}, t.purpose)
	}
	if believed(e.token) {
		return e.token, nil
	}
	if t, ok := keys.unseal(e.mail.Complaint.Token); ok && believed(t) {
		return t, nil
	}
	return token{}, nil
}

// knownPlayer gives the player of a number in a token, nil if there is none or
// nothing is known of them any more.
func (e *errand) knownPlayer(number uint32) (*store.Player, error) {
	p, err := e.player(store.PlayerID(number))
	if errors.Is(err, store.ErrNotFound) || err == nil && !p.Forgotten.IsZero() {
		return nil, nil
	}
	return p, err
}
