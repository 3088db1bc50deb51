package facts

import (
	"unlurbot/store"
	"unlurbot/store/acts"
)

// What somebody wants who wants less of the club, and where mails to a player go.
type (
	// Stopped is that a player gets nothing but answers from now on: which offers to
	// everybody, and which challenges, are therefore withdrawn; Clocks that there are games
	// whose clocks run on.
	Stopped struct {
		Player             store.PlayerID
		Offers, Challenges []store.GameNumber
		Tournaments        []TournamentLeft
		Clocks             bool
	}
	// RefusesAll is that a player takes no challenges any more, from anybody.
	RefusesAll struct{ Player store.PlayerID }
	// ForgetAsked is that the player who wrote may want to be forgotten, and is to be asked.
	ForgetAsked struct{}
	// ToBeForgotten is that the player who wrote does.
	ToBeForgotten struct{}
	// AddressAsked is that the player who wrote wants to write from another address, too. It
	// is Free if nobody writes from there and it wants mails: then it is to be asked. The player
	// must not learn whether it is.
	AddressAsked struct {
		Address string
		Free    bool
	}
	// AddressAdded is that an address has agreed to be the player's.
	AddressAdded struct {
		Player  store.PlayerID
		Address string
	}
	// AddressDropped is that the player who wrote does so no more from an address; mails go to
	// another one.
	AddressDropped struct{ Address, Now string }
	// ByOperator is what the operator has done to a player: with a ban, which offers and
	// challenges are therefore withdrawn.
	ByOperator struct {
		Player             store.PlayerID
		Act                acts.Act
		Offers, Challenges []store.GameNumber
		Tournaments        []TournamentLeft
	}
	// GameByOperator is that the operator has ended a game, or lets one go on that was over, for
	// which a stone may have been taken back.
	GameByOperator struct {
		Game  store.GameNumber
		Act   acts.Act
		Stone string // its cell, empty for none
	}
)

func (Stopped) about() store.GameNumber          { return 0 }
func (RefusesAll) about() store.GameNumber       { return 0 }
func (ForgetAsked) about() store.GameNumber      { return 0 }
func (ToBeForgotten) about() store.GameNumber    { return 0 }
func (AddressAsked) about() store.GameNumber     { return 0 }
func (AddressAdded) about() store.GameNumber     { return 0 }
func (AddressDropped) about() store.GameNumber   { return 0 }
func (ByOperator) about() store.GameNumber       { return 0 }
func (f GameByOperator) about() store.GameNumber { return f.Game }

// NoAddress is why an address is not added or dropped.
type NoAddress struct {
	Why     AddressFault
	Address string // empty for TooManyAddresses
}

func (NoAddress) reason() {}

// An AddressFault is what is wrong with an address.
type AddressFault uint8

// What can be.
const (
	NobodysAddress   AddressFault = iota + 1 // nobody can write from there
	OwnAddress                               // the player does anyway
	NotOwnAddress                            // the player does not
	LastAddress                              // it is the only one
	TooManyAddresses                         // there are as many as can be
)
