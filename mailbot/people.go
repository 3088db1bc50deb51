package mailbot

import (
	"strings"
	"unicode"

	"unlurbot/mailbot/names"
	"unlurbot/store"
	"unlurbot/store/fold"
)

// addPlayer makes a player of the sender's address, with a name of newName until another
// one is chosen, and a number behind it if somebody is called so already.
func (e *errand) addPlayer(address string) (*store.Player, error) {
	player := &store.Player{Address: address, Greeted: e.firstLanguage(), Created: e.u.Now}
	player.Name = e.u.Tx.FreeName(e.newName(address), store.NoPlayer)
	if err := e.u.Tx.AddPlayer(player); err != nil {
		return nil, err
	}
	e.u.Joined(player)
	e.mails.Asides.Called = player
	return player, nil
}

// giveName gives a name to somebody who was invited and now plays, in the same
// way.
func (e *errand) giveName(p *store.Player) error {
	p.Name, e.mails.Asides.Called = e.u.Tx.FreeName(e.newName(p.Address), p.ID), p
	return e.u.Tx.PutPlayer(p) // claims the name for the rest of the errand
}

// newName gives a name to a newcomer: the one that the mail program puts beside the
// address, and the part of the address before the @ only if it puts none there. What
// can't be a name is not made known in another way.
func (e *errand) newName(address string) string {
	display := ""
	if fold.Address(e.mail.From.Addr) == fold.Address(address) && !strings.Contains(e.mail.From.Name, "@") {
		display = e.mail.From.Name
	}
	if !strings.ContainsFunc(display, unicode.IsLetter) {
		return names.FromAddress(address)
	}
	if name, ok := names.FromDisplay(display); ok {
		return name
	}
	return names.Anyhow
}
