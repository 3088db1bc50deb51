package facts

import "unlurbot/store"

// What becomes of the ladder.
type (
	// LadderJoined is that the player who wrote stands at the bottom of it.
	LadderJoined struct{ Place int }
	// LadderLeft is that the player who wrote is off it.
	LadderLeft struct{}
	// LadderLost is that a player is off it whom the bot can't write to.
	LadderLost struct{ Player store.PlayerID }
	// LadderGame is that a game of it has begun. How it ends, and whoever is off the ladder for it,
	// is told by what has ended it.
	LadderGame struct{ Game store.GameNumber }
)

func (LadderJoined) about() store.GameNumber { return 0 }
func (LadderLeft) about() store.GameNumber   { return 0 }
func (LadderLost) about() store.GameNumber   { return 0 }
func (f LadderGame) about() store.GameNumber { return f.Game }

// NoLadder is why the player can't join the ladder, or leave it.
type NoLadder struct {
	Why   LadderRefusal
	Place int // of OnLadder
}

func (NoLadder) reason() {}

// A LadderRefusal is why somebody can't join the ladder, or leave it.
type LadderRefusal uint8

// Why not.
const (
	NoLadderHere LadderRefusal = iota + 1 // the operator wants none
	OnLadder                              // the player is
	NotOnLadder                           // the player is not
)
