package mailbot

import (
	"errors"
	"fmt"

	"unlurbot/store"
)

// addPlayer makes a player of an address, with the part before the @ for a
// name until another one is chosen, and a number behind it if somebody is
// called so already.
func (e *errand) addPlayer(address string) (*store.Player, error) {
	name := nameFromAddress(address)
	player := &store.Player{Address: address, Name: name, Created: e.now}
	last, err := e.tx.StrangerHelped(address)
	if err != nil {
		return nil, err
	}
	player.Silent = last.After(e.now) // asked for no mails while a stranger
	for n := 2; ; n++ {
		err := e.tx.AddPlayer(player)
		if err == nil {
			e.players[player.ID] = player
			return player, nil
		}
		if !errors.Is(err, store.ErrTaken) {
			return nil, err
		}
		player.Name = fmt.Sprintf("%s%d", name, n)
	}
}

// playerAt gives the player of an address; ID 0 is somebody who would be new.
func (e *errand) playerAt(address string) (*store.Player, error) {
	p, err := e.tx.PlayerByAddress(address)
	if errors.Is(err, store.ErrNotFound) {
		return &store.Player{Address: address, Name: nameFromAddress(address)}, nil
	}
	if err != nil {
		return nil, err
	}
	return e.player(p.ID)
}
