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
		Again       bool // the player was in it already; Players is 0 then
	}
	// TournamentLeft is that the player who wrote has left one that has not begun. Opened says that it is no small cup.
	TournamentLeft struct {
		Tournament tournament.Number
		Opened     bool
	}
	// TournamentOpened is that the player who wrote has opened one, and joins it.
	TournamentOpened struct{ Tournament tournament.Number }
	// TournamentAsked is that a player who has joined one, and has not written for long, is to be asked whether that
	// still holds.
	TournamentAsked struct {
		Tournament tournament.Number
		Player     store.PlayerID
	}
	// TournamentPutOff is that too few have joined one, and it begins on a later day.
	TournamentPutOff struct{ Tournament tournament.Number }
	// TournamentCalledOff is that one will not begin: Why is TooFew, or the operator's words.
	TournamentCalledOff struct {
		Tournament tournament.Number
		Why        string
	}
	// TournamentLeftOut is that one has begun without a player who had joined it.
	TournamentLeftOut struct {
		Tournament tournament.Number
		Player     store.PlayerID
		Why        LeftOut
	}
	// TournamentRemoved is that the operator has taken a player out of one, for a reason.
	TournamentRemoved struct {
		Tournament tournament.Number
		Player     store.PlayerID
		Reason     string
	}
	// TournamentDrawn is that a round of a tournament has begun, with all of its games.
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

func (TournamentOpened) about() store.GameNumber    { return 0 }
func (TournamentAsked) about() store.GameNumber     { return 0 }
func (TournamentPutOff) about() store.GameNumber    { return 0 }
func (TournamentCalledOff) about() store.GameNumber { return 0 }
func (TournamentLeftOut) about() store.GameNumber   { return 0 }
func (TournamentRemoved) about() store.GameNumber   { return 0 }

// LeftOut is why a tournament has begun without somebody.
type LeftOut string

// Why that can be.
const (
	Unheard LeftOut = "unheard" // the player had been silent, and has not said that they still want to play
	Lost    LeftOut = "lost"    // mails to the player come back, or the player may join none any more
	Full    LeftOut = "full"    // there were too many
)

// TooFew is why a tournament is called off for which too few have joined.
const TooFew = ""

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
	UnnamedOpen                                    // there is no cup, and none is named of the others; the number is one of them
	UnnamedToLeave                                 // the player has joined several, and names none; the number is one of them
	OpenedAlready                                  // the player has opened one that can be joined
	NotTrusted                                     // the player has too few rated games, or has lost one on time lately
)
