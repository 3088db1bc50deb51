package templates

import (
	"time"

	"unlurbot/game"
)

// A Rating is how strong a player seems to be.
type Rating struct {
	Value       int
	Least, Most int // the true strength very probably lies between
	Gain        int // by the last game; less than 0 for a loss
	Games       int // how many are rated
	Settled     int // how many make a rating that is not provisional
}

// Provisional says that there are too few games for the rating to mean much.
func (r *Rating) Provisional() bool { return r.Games < r.Settled }

// A StandingsTable is the table of ratings, as one player sees it.
type StandingsTable struct {
	Best    []Place // the first places
	Around  []Place // the reader and the neighbours, if the reader is not among the first
	Place   int     // of the reader, 0 for none
	Of      int     // how many places there are
	Rating  *Rating // the reader's, nil for none
	Settled int     // how many rated games it takes to stand in the table
}

// A Place is one line of the table.
type Place struct {
	Place  int
	Name   string
	Rating int
	Games  int
	You    bool
}

// A PlayerProfile is what everybody can know of a player.
type PlayerProfile struct {
	Name  string
	You   bool // it is the reader
	Since time.Time

	Rating    *Rating // nil before the first rated game
	Place, Of int     // in the table, 0 for none

	Wins, Losses                 int // in rated games
	FriendlyWins, FriendlyLosses int
	Games                        int       // finished, also those that are nobody's win
	Moves                        int       // made in time in those
	Timeouts                     int       // how many of them were lost on time
	NoShows                      int       // how many were cancelled, since the player never moved
	Running                      int       // games that go on
	AwayUntil                    time.Time // the last day of an absence; zero for none

	// Private are the games that only the player sees; nil if there are none, and for
	// everybody else.
	Private *PrivateGames
}

// PrivateGames counts the private games of a player.
type PrivateGames struct{ Won, Lost, Running int }

// PlayerResults is how the games of a player ended.
type PlayerResults struct {
	Name  string
	You   bool         // it is the reader
	Lines []ResultLine // the latest first
	Won   int          // of all games
	Lost  int

	YouWon, YouLost int // the reader, against the player
}

// A ResultLine is one line of the list of results.
type ResultLine struct {
	Game      int
	Ended     time.Time
	Opponent  string
	Won       bool
	Cancelled bool // it is nobody's win, and has no reason
	Reason    game.Reason
	Rated     bool
	Spared    bool // it was to be rated, and is not: see Game.Spared
}

// Outcome names how the game ended for the player whose results are listed.
func (l ResultLine) Outcome() string {
	switch {
	case l.Cancelled:
		return "cancelled"
	case l.Won:
		return "won " + l.Reason.String()
	}
	return "lost " + l.Reason.String()
}
