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
	player := &store.Player{Address: address, Name: name, Greeted: e.firstLanguage(), Created: e.now}
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

// giveName gives a name to somebody who was invited and now plays, in the same
// way.
func (e *errand) giveName(p *store.Player) error {
	name := nameFromAddress(p.Address)
	p.Name = name
	for n := 2; ; n++ {
		err := e.tx.PutPlayer(p) // claims the name for the rest of the errand
		if !errors.Is(err, store.ErrTaken) {
			return err
		}
		p.Name = fmt.Sprintf("%s%d", name, n)
	}
}
