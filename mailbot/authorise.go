package mailbot

import (
	"errors"

	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// findSender finds out who the mail is from and how certain that is.
//
// The address in From is easily forged, so on its own it proves nothing. Two
// things do: a token, since only the player's own mailbox has seen it, and the
// verdict of the own mail server, if the configuration says which one to
// believe.
//
//	token           From            vouched for   the sender is
//	of a player     that player's   -             proven
//	of a player     another one     -             turned away; the player is told
//	none or bad     a player's      yes           proven
//	none or bad     a player's      no            that player, unproven
//	none or bad     nobody's        -             a stranger; a player as soon as
//	                                              the mail holds a command
//
// What an unproven sender may do is said by the command table: read, and
// challenge. Answers go to the registered address in any case, so a forger
// learns nothing. A stranger has nothing that could be taken away and may also
// choose a name.
func (e *errand) findSender() error {
	owner, err := e.tokenOwner()
	if err != nil {
		return err
	}
	sender, err := e.tx.PlayerByAddress(e.mail.From.Addr)
	if errors.Is(err, store.ErrNotFound) {
		e.intruder = owner != 0
		return nil
	}
	if err != nil {
		return err
	}
	if e.sender, err = e.player(sender.ID); err != nil {
		return err
	}
	e.proven = owner == sender.ID || e.vouchedFor()
	e.intruder = owner != 0 && owner != sender.ID
	return nil
}

// vouchedFor says whether our own mail server is sure of the From address.
func (e *errand) vouchedFor() bool {
	id := e.bot.cfg.AuthservID
	return id != "" && parser.Authenticated(e.mail.AuthResults, id, e.mail.From.Addr)
}

// tokenOwner gives the player to whom the token was sent, 0 if there is none.
// A token of a game that does not exist, which a restored backup could bring
// about, is no token.
func (e *errand) tokenOwner() (store.PlayerID, error) {
	switch e.token.purpose {
	case forPlayer, forUnsubscribe:
		return store.PlayerID(e.token.number), nil
	case forGame:
		g, err := e.game(store.GameNumber(e.token.number))
		if errors.Is(err, store.ErrNotFound) {
			e.token = token{}
			return 0, nil
		}
		if err != nil {
			return 0, err
		}
		return g.Player(e.token.seat), nil
	}
	return 0, nil
}

// turnAway tells the player whose token came from elsewhere. Nothing of the
// mail itself is passed on, and nobody else gets an answer.
func (e *errand) turnAway() (Decision, error) {
	owner, err := e.tokenOwner()
	if err != nil {
		return "", err
	}
	player, err := e.player(owner)
	if errors.Is(err, store.ErrNotFound) {
		return OtherAddress, nil
	}
	if err != nil {
		return "", err
	}
	l := letter{to: player, kind: templates.Refused, notices: []templates.Notice{{Code: templates.NoticeOtherAddress}}}
	if e.token.purpose == forGame {
		if l.game, err = e.game(store.GameNumber(e.token.number)); err != nil {
			return "", err
		}
	}
	return OtherAddress, e.send(l)
}

// unsubscribe is the click on List-Unsubscribe: it works from any address and
// needs no confirmation (RFC 8058). Writing to the bot again undoes it.
func (e *errand) unsubscribe() (Decision, error) {
	player, err := e.player(store.PlayerID(e.token.number))
	if errors.Is(err, store.ErrNotFound) {
		return IgnoredStranger, nil
	}
	if err != nil || player.Silent {
		return Unsubscribed, err
	}
	if err := e.send(letter{to: player, kind: templates.Unsubscribed}); err != nil {
		return "", err
	}
	player.Silent = true
	return Unsubscribed, nil
}
