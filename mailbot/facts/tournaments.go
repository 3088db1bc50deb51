package facts

import (
	"time"

	"unlurbot/store"
	"unlurbot/store/tournament"
)

// What becomes of tournaments.
type (
	// TournamentJoined is that the player who wrote has joined a tournament; if it Begins,
	// TournamentDrawn follows. Players have joined so far, of those that it is for.
	TournamentJoined struct {
		Tournament  tournament.Number
		Players, Of int
		Begins      bool
	}
	// TournamentLeft is that the player who wrote has left one that has not begun.
	TournamentLeft struct{ Tournament tournament.Number }
	// TournamentDrawn is that a tournament has begun, with all of its games.
	TournamentDrawn struct{ Tournament tournament.Number }
	// TournamentExit is that a player is out of one that goes on, since the player wants it, or, Late,
	// for games lost on time or never begun: then the player can join none Until that time. Struck
	// says that the player's games count for nobody.
	TournamentExit struct {
		Tournament   tournament.Number
		Player       store.PlayerID
		Late, Struck bool
		Until        time.Time
	}
	// TournamentDecided is that no game is left that could change the table.
	TournamentDecided struct{ Tournament tournament.Number }
)

func (TournamentJoined) about() store.GameNumber  { return 0 }
func (TournamentLeft) about() store.GameNumber    { return 0 }
func (TournamentDrawn) about() store.GameNumber   { return 0 }
func (TournamentExit) about() store.GameNumber    { return 0 }
func (TournamentDecided) about() store.GameNumber { return 0 }

// NoTournament is why the player can't join a tournament, or leave one.
type NoTournament struct {
	Why    TournamentRefusal
	Number tournament.Number // the one that is meant; 0 for none
	Until  time.Time         // of LateBefore
}

func (NoTournament) reason() {}

// A TournamentRefusal is why somebody can't join a tournament, or leave it.
type TournamentRefusal uint8

// Why not.
const (
	NoTournamentsHere TournamentRefusal = iota + 1 // the operator wants none
	NoSuchTournament                               // nothing has that number
	TournamentBegun                                // nobody can join it any more
	JoinedAlready                                  // the player is in it
	LateBefore                                     // the player was out of one for being late
	NotInTournament                                // the player is not, or not any more
	UnnamedTournament                              // the player is in some that have begun, and names none; the number is one of them
)
