package mailbot

import "unlurbot/store"

// addPlayer makes a player of the sender's address, with a name of newName until another
// one is chosen, and a number behind it if somebody is called so already.
func (e *errand) addPlayer(address string) (*store.Player, error) {
	player := &store.Player{Address: address, Greeted: e.firstLanguage(), Created: e.now}
	player.Name = e.tx.FreeName(e.newName(address), store.NoPlayer)
	if err := e.tx.AddPlayer(player); err != nil {
		return nil, err
	}
	e.players[player.ID], e.called = player, player
	return player, nil
}

// giveName gives a name to somebody who was invited and now plays, in the same
// way.
func (e *errand) giveName(p *store.Player) error {
	p.Name, e.called = e.tx.FreeName(e.newName(p.Address), p.ID), p
	return e.tx.PutPlayer(p) // claims the name for the rest of the errand
}
