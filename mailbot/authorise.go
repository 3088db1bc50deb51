package mailbot

import (
	"errors"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/token"
	"unlurbot/store"
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
//	of somebody     nobody's            -             a stranger who is not answered
//	forgotten
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
	sender, err := e.u.Tx.PlayerByAddress(e.mail.From.Addr)
	if errors.Is(err, store.ErrNotFound) {
		e.sender, e.foreign = owner, owner != nil
		return nil
	}
	if err != nil {
		return err
	}
	if e.sender, err = e.u.Player(sender.ID); err != nil {
		return err
	}
	if owner != nil && owner != e.sender {
		e.token, e.confirms, e.plies = token.Token{}, nil, map[store.GameNumber]int{}
	}
	asked := e.confirms != nil // as a stranger, with this address
	e.byToken = owner == e.sender || asked
	e.proven = e.byToken || e.vouched
	e.worn = e.proven && !e.vouched && e.tokenSpent()
	return nil
}

// tokenOwner gives the player to whom the token was sent, nil if there is
// none. A token of a game or a player that does not exist, which a restored
// backup can bring about, is no token.
func (e *errand) tokenOwner() (owner *store.Player, err error) {
	switch e.token.Purpose {
	case token.ForPlayer, token.ForForget:
		owner, err = e.u.Player(store.PlayerID(e.token.Number))
	case token.ForGame:
		owner, err = e.ownerInGame()
	case token.ForDigest:
		owner, err = e.readerOfDigest()
	case token.ForRequest:
		return e.answerRequest()
	case token.ForNewcomer:
		return nil, e.answerHelp()
	}
	if err == nil && owner != nil && !owner.Forgotten.IsZero() {
		e.departed, err = true, store.ErrNotFound
	}
	if errors.Is(err, store.ErrNotFound) {
		e.token, e.confirms, e.plies = token.Token{}, nil, map[store.GameNumber]int{}
		return nil, nil
	}
	return owner, err
}

// ownerInGame gives the player at the seat that the token names, and notes which
// position of the game the mail answers.
func (e *errand) ownerInGame() (*store.Player, error) {
	g, err := e.u.Game(store.GameNumber(e.token.Number))
	if err != nil {
		return nil, err
	}
	e.plies[g.Number] = e.token.Ply
	return e.u.Seated(g, e.token.Seat)
}

// readerOfDigest gives the player to whom a mail of the day went, and notes which
// positions it has shown. In all else it is a mail about no game.
func (e *errand) readerOfDigest() (*store.Player, error) {
	made := e.token.Made()
	e.token = token.OfPlayer(store.PlayerID(e.token.Number), made)
	owner, err := e.u.Player(store.PlayerID(e.token.Number))
	if err != nil {
		return nil, err
	}
	return owner, e.readShown(owner, made)
}

// readShown notes which positions the mail of the day answers that was made at a
// time. What it has not shown counts as a beginning, so that no move can be meant
// for a position that the player has not seen.
func (e *errand) readShown(p *store.Player, made time.Time) error {
	open, err := e.u.OpenGames(p)
	for _, g := range open {
		if g.State != store.Playing {
			continue
		}
		shown := g.Shown[g.SeatOf(p.ID)-game.First]
		turn := shown.Turn
		if shown.Since.IsZero() || made.Before(shown.Since) {
			turn = max(0, shown.Turn-1)
		}
		e.plies[g.Number] = turn
	}
	return err
}
