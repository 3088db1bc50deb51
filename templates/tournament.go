package templates

import (
	"strconv"
	"time"
)

func (*Tournament) kind() Kind     { return ATournament }
func (*CupBegun) kind() Kind       { return Drawn }
func (*TournamentList) kind() Kind { return Tournaments }

// A Tournament is one with its table.
type Tournament struct {
	CupTerms
	Number     int
	Begun      bool
	Decided    bool // no game is left that could change the table
	Joined     int  // how many players there are, before it has begun
	In, Out    bool // the reader plays in it, or has
	Rows       []CrossRow
	Over, Of   int          // how many of the games are over, or need not be played
	InProgress []PublicGame // those that can change the table
	Joinable   bool         // by the reader: this one, or another once it is decided
}

// CupTerms are those of a cup.
type CupTerms struct {
	Size, Group, Least, Days int // Group players, or Least of them after so many Days
	Pace                     Pace
	Rated                    bool
}

// A CrossRow is a player's row of a table.
type CrossRow struct {
	Place  int // 0 for who is out
	Shared bool
	Name   string
	You    bool
	Points int
	Over   int      // how many of the player's games count and are over
	Cells  []string // by rows: "1", "0", "+", "-", "." in progress, "/" counts for nobody, "*" none
}

// You gives the reader's row, nil if there is none.
func (t *Tournament) You() *CrossRow {
	for i := range t.Rows {
		if t.Rows[i].You {
			return &t.Rows[i]
		}
	}
	return nil
}

// Winners gives the rows of who stands in the first place.
func (t *Tournament) Winners() (first []CrossRow) {
	for _, r := range t.Rows {
		if r.Place == 1 {
			first = append(first, r)
		}
	}
	return first
}

// WinnerNames gives what the winners are called.
func (t *Tournament) WinnerNames() (names []string) {
	for _, r := range t.Winners() {
		names = append(names, r.Name)
	}
	return names
}

// YouWon says whether the reader is the only winner.
func (t *Tournament) YouWon() bool {
	first := t.Winners()
	return len(first) == 1 && first[0].You
}

// Has says whether a sign stands in the table.
func (t *Tournament) Has(sign string) bool {
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			if c == sign {
				return true
			}
		}
	}
	return false
}

// A CupBegun is that a tournament begins, with the reader's games.
type CupBegun struct {
	CupTerms
	Number, Players int
	Games           []DrawnGame
}

// A DrawnGame is one of the reader's games.
type DrawnGame struct {
	Number    int
	Opponent  string
	YouFirst  bool
	AwayUntil time.Time // the last day of an absence of the opponent's; zero for none
}

// A TournamentList is of the tournaments that there are.
type TournamentList struct {
	CupTerms
	Off     bool // nobody can join any
	Closed  bool // the reader can't
	Number  int  // of the one that is open; 0 before anybody has joined
	Joined  int
	In      bool
	Running []TournamentLine
	Past    []TournamentLine // the last ones
}

// A TournamentLine is one of a list.
type TournamentLine struct {
	Number   int
	Over, Of int       // games
	You      bool      // the reader plays in it
	Winners  []string  // once it is decided
	Ended    time.Time // the same
}

// A CupScore is how the reader stands in a tournament of which a game is.
type CupScore struct {
	Number           int
	Told             bool // the game is over, and the reader still in
	Points, Over, Of int  // of how many games that count
	Decided          bool
}

// crosstable writes the table of a tournament: what stands above the columns, and the rows.
func crosstable(points, name, you string, rows []CrossRow) string {
	header := []string{"", name, points, ""}
	for i := range rows {
		header = append(header, strconv.Itoa(i+1))
	}
	lines := emit(crossLetter, header...)
	for _, r := range rows {
		place, called, profile := "", r.Name, r.Name
		if r.Place > 0 {
			place = strconv.Itoa(r.Place)
		}
		if r.You {
			called, profile = r.Name+", "+you, ""
		}
		lines += "\n" + emit(crossLetter, append([]string{place, called, strconv.Itoa(r.Points), profile}, r.Cells...)...)
	}
	return lines
}
