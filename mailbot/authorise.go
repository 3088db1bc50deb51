package mailbot

import (
	"errors"
	"time"

	"unlurbot/store"
	"unlurbot/templates"
)

// findSender finds out who the mail is from and how certain that is.
//
// The address in From is easily forged, so on its own it proves nothing. Two
// things do: a token, since only the player's own mailbox has seen it, and the
// word of somebody whom the configuration says to believe, see vouch.go.
//
//	token           From                vouched for   the sender is
//	of a player     that player's       -             proven
//	the same, spent that player's       no            proven for little, see suffices
//	of a player     another player's    -             as without a token: it was
//	                                                  quoted to them by a copy
//	of a player     nobody's            -             that player, unproven: it may be
//	                                                  another address, or a thief
//	of a stranger   that stranger's     -             proven, and becomes a player
//	of a stranger   anybody else's      -             as without a token
//	none or bad     a player's          yes           proven
//	none or bad     a player's          no            that player, unproven
//	none or bad     nobody's            -             a stranger, see firstContact
//
// An unproven sender can read, and the answer goes to the registered address, so
// that a forger learns nothing. Everything else is kept as a request until it is
// confirmed from there, see confirm.go. That a mail has one author, and no group
// of them, is seen to by package parser.
func (e *errand) findSender() error {
	owner, err := e.tokenOwner()
	if err != nil {
		return err
	}
	sender, err := e.tx.PlayerByAddress(e.mail.From.Addr)
	if errors.Is(err, store.ErrNotFound) {
		e.sender, e.foreign = owner, owner != nil
		return nil
	}
	if err != nil {
		return err
	}
	if e.sender, err = e.player(sender.ID); err != nil {
		return err
	}
	if owner != nil && owner != e.sender {
		e.token, e.confirms, e.plies = token{}, nil, map[store.GameNumber]int{}
	}
	asked := e.confirms != nil // as a stranger, with this address
	e.proven = owner == e.sender || asked || e.vouched
	e.worn = e.proven && !e.vouched && e.tokenSpent()
	return nil
}

// tokenOwner gives the player to whom the token was sent, nil if there is
// none. A token of a game or a player that does not exist, which a restored
// backup can bring about, is no token.
func (e *errand) tokenOwner() (owner *store.Player, err error) {
	switch e.token.purpose {
	case forPlayer:
		owner, err = e.player(store.PlayerID(e.token.number))
	case forGame:
		owner, err = e.ownerInGame()
	case forRequest:
		return e.answerRequest()
	}
	if errors.Is(err, store.ErrNotFound) {
		e.token = token{}
		return nil, nil
	}
	return owner, err
}

// ownerInGame gives the player at the seat that the token names, and notes which
// position of the game the mail answers.
func (e *errand) ownerInGame() (*store.Player, error) {
	g, err := e.game(store.GameNumber(e.token.number))
	if err != nil {
		return nil, err
	}
	e.plies[g.Number] = e.token.ply
	return e.seated(g, e.token.seat)
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
