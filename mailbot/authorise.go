package mailbot

import (
	"errors"
	"time"

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
//	token           From                vouched for   the sender is
//	of a player     that player's       -             proven
//	of a player     another player's    -             as without a token: it was
//	                                                  quoted to them by a copy
//	of a player     nobody's            -             turned away; the player is told
//	none or bad     a player's          yes           proven
//	none or bad     a player's          no            that player, unproven
//	none or bad     nobody's            -             a stranger; a player as soon as
//	                                                  the mail holds a command
//
// What an unproven sender may do is said by the command table: read, and
// challenge. Answers go to the registered address in any case, so a forger
// learns nothing. A stranger has nothing that could be taken away and may use
// every command of that first mail.
func (e *errand) findSender() error {
	owner, err := e.tokenOwner()
	if err != nil {
		return err
	}
	sender, err := e.tx.PlayerByAddress(e.mail.From.Addr)
	if errors.Is(err, store.ErrNotFound) {
		e.intruder = owner != nil
		return nil
	}
	if err != nil {
		return err
	}
	if e.sender, err = e.player(sender.ID); err != nil {
		return err
	}
	if owner != nil && owner != e.sender {
		e.token = token{}
	}
	e.proven = owner == e.sender || e.vouchedFor()
	e.confirmed = e.proven
	return nil
}

// vouchedFor says whether our own mail server is sure of the From address.
func (e *errand) vouchedFor() bool {
	id := e.bot.cfg.AuthservID
	return id != "" && parser.Authenticated(e.mail.AuthResults, id, e.mail.From.Addr)
}

// tokenOwner gives the player to whom the token was sent, nil if there is
// none. A token of a game or a player that does not exist, which a restored
// backup can bring about, is no token.
func (e *errand) tokenOwner() (*store.Player, error) {
	var id store.PlayerID
	switch e.token.purpose {
	case forPlayer:
		id = store.PlayerID(e.token.number)
	case forGame:
		g, err := e.game(store.GameNumber(e.token.number))
		if errors.Is(err, store.ErrNotFound) {
			e.token = token{}
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		id = g.Player(e.token.seat)
	default:
		return nil, nil
	}
	owner, err := e.player(id)
	if errors.Is(err, store.ErrNotFound) {
		e.token = token{}
		return nil, nil
	}
	return owner, err
}

// warningRest is the time between two notices of mails from a foreign address.
const warningRest = 24 * time.Hour

// turnAway tells the player whose token came from an address that is nobody's.
// Nothing of the mail itself is passed on, nobody else gets an answer, and the
// player is told once a day: there may be a program at that address.
func (e *errand) turnAway() (Decision, error) {
	if e.mail.Spam {
		return IgnoredSpam, nil
	}
	player, err := e.tokenOwner()
	if err != nil || e.now.Sub(player.Warned) < warningRest {
		return OtherAddress, err
	}
	player.Warned = e.now
	e.changePlayer(player)
	l := letter{to: player, kind: templates.Refused, notices: []templates.Notice{{Code: templates.NoticeOtherAddress}}}
	if e.token.purpose == forGame {
		if l.game, err = e.game(store.GameNumber(e.token.number)); err != nil {
			return "", err
		}
	}
	return OtherAddress, e.send(l)
}

// nobody is the number in the unsubscribe token of a help mail to a stranger;
// players have others. What never ends ends long after all of us.
const (
	nobody = store.PlayerID(0)
	never  = 100 * 365 * 24 * time.Hour
)

// unsubscribe is the click on List-Unsubscribe: it works from any address and
// needs no confirmation (RFC 8058). Writing to the bot again undoes it, for a
// stranger by a command.
func (e *errand) unsubscribe() (Decision, error) {
	if e.token.number == uint32(nobody) {
		return Unsubscribed, e.tx.HelpStranger(e.mail.From.Addr, e.now.Add(never))
	}
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
	e.changePlayer(player)
	return Unsubscribed, nil
}
