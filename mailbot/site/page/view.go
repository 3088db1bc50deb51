package page

import (
	"time"

	"unlurbot/game"
)

// Who is a player as the site names one: the zero value is somebody who has not agreed to that.
type Who struct{ Name, Href string }

// A Result is a game that is over, in a list. Paths are seen from the page that shows them, here
// and in all other views.
type Result struct {
	Number        int
	Href          string
	Winner, Loser Who
	Reason        game.Reason
	Day           time.Time // on which it ended
	Size, Plies   int
}

// A Place is a row of the standings, or of the list of players.
type Place struct {
	Place  int // 0 for who has none
	Who    Who
	Rating int // 0 for none
	Games  int // finished and rated
}

// A Pager says which page of several one is. Of is 1 for a list on one page.
type Pager struct {
	Number, Of     int
	Previous, Next string // empty for none
}

// A Home is the first page.
type Home struct {
	Shown  *Game // a game whose final board is shown; nil for none
	Latest []Result
	Best   []Place
	Cups   []Cup
}

// Months is the list of all months in which games have ended, the latest first.
type Months struct {
	Total  int
	Months []MonthOf
}

// A MonthOf says how many games ended in a month.
type MonthOf struct {
	Day   time.Time
	Href  string
	Games int
}

// A Month is a list of the games that ended in one, the latest first.
type Month struct {
	Pager
	Day     time.Time
	Results []Result
}

// Standings are the table of ratings, or a page of it.
type Standings struct {
	Pager
	Places  []Place
	Settled int // how many rated games it takes to be in it
}

// Players are those who agreed to be named.
type Players struct {
	Pager
	Players []Place
}

// A Player is one of them.
type Player struct {
	Name                      string
	Rating, Games, Settled    int // Rating 0 for none
	Won, Lost                 int
	FriendlyWon, FriendlyLost int
	Finished                  int // public games
	Results                   []Mine
}

// A Mine is one of a player's results.
type Mine struct {
	Result
	Opponent Who
	Won      bool
}

// A Ladder is the list of who is on it, or a page of that.
type Ladder struct {
	Pager
	Open  bool // it can be joined
	Rungs []Rung
}

// A Rung is a place of the ladder, with the last game of it that its player has finished.
type Rung struct {
	Place int
	Who   Who
	Href  string // empty for none
	Game  int
	Day   time.Time // on which the game ended
}

// Tournaments is the list of all of them.
type Tournaments struct {
	Pager
	Cups []Cup
}

// A Cup is a tournament in a list. One that has not begun has no page, and nobody in it is told.
type Cup struct {
	Number         int
	Href           string    // empty if it has not begun
	Small          bool      // nobody has opened it
	Title          string    // of one that somebody has opened; may be empty
	Group          int       // how many players a group is for
	Starts         time.Time // zero for when one group is full
	Off            bool      // it was called off
	Began, Decided time.Time
	Done, Of       int   // games
	Winners        []Who // of one that is over
}

// Open says whether it can be joined.
func (c Cup) Open() bool { return c.Began.IsZero() && !c.Off }

// Over says whether it is decided.
func (c Cup) Over() bool { return !c.Decided.IsZero() }

// A Tournament is a page about one that has begun.
type Tournament struct {
	Cup
	Groups  []Group // those of the last round first
	Results []Result
}

// A Group is some players each of whom plays each, with their table.
type Group struct {
	Round, Number int  // from 1; the number is 0 if it is the only group of its round
	Final         bool // it decides the tournament, and is not the only round
	Rows          []Row
}

// A Row is a player's in a crosstable, the best one first.
type Row struct {
	Place  int // 0 for who has left
	Who    Who
	Cells  []Cell // in the order of the rows
	Points int
}

// A Cell is what a player has of another one.
type Cell struct {
	Sign string // as the mails have it: "*", ".", "1", "0", "+", "-" or "/"
	Href string // of a finished game; may be empty
	Game int
}

// A Game is a page about one that is over.
type Game struct {
	Number       int
	Href         string
	Players      [2]Who // First, Second
	Played       *game.Game
	Began, Ended time.Time
	Rated        bool
	Tournament   *Cup   // nil for none
	Ladder       bool   // it was about a place of the ladder
	Month        string // the path of the list that it is in
}
