package templates

import (
	"slices"
	"strconv"
	"time"
)

func (*Tournament) kind() Kind     { return ATournament }
func (*CupBegun) kind() Kind       { return Drawn }
func (*TournamentList) kind() Kind { return Tournaments }
func (*StillIn) kind() Kind        { return StillThere }

// A Tournament is one with its tables.
type Tournament struct {
	CupTerms
	Number   int
	Begun    bool
	Decided  bool // no game is left that could change a table
	Off      bool // it was called off
	Joined   int  // how many players there are, before it has begun
	In       bool // the reader plays in it, or has joined
	Over, Of int  // how many of the games of its last round are over, or need not be played
	Groups   []CrossGroup
	More     int  // groups that there is no room for
	Joinable bool // by the reader: this one, or another cup once it is decided
}

// CupTerms are those of a tournament: of the small cup, or, if it is Opened, of one that somebody has opened.
type CupTerms struct {
	Size, Group, Least, Days int // Group players, or Least of them after so many Days
	Pace                     Pace
	Rated                    bool

	Opened bool
	Title  string    // empty for none
	Opener string    // the player who has opened it; empty for the operator
	Starts time.Time // the day on which it begins; zero for when one group is full
}

// A CrossGroup is the table of a group.
type CrossGroup struct {
	Round, Number int  // from 1; the number is 0 if it is the only group of its round
	Final         bool // it decides the tournament, and is not the only round
	Rows          []CrossRow
	InProgress    []PublicGame // those that can change the table, where they are shown
}

// A CrossRow is a player's row of a table.
type CrossRow struct {
	Place  int // 0 for who is out
	Shared bool
	Wins   bool // in the group that decides a tournament that is over
	Name   string
	You    bool
	Points int
	Over   int      // how many of the player's games count and are over
	Cells  []string // by rows: "1", "0", "+", "-", "." in progress, "/" counts for nobody, "*" none
}

// InProgress gives the games in progress of the group that is shown first, the reader's if there is one.
func (t *Tournament) InProgress() []PublicGame {
	if len(t.Groups) == 0 {
		return nil
	}
	return t.Groups[0].InProgress
}

// You gives the reader's row in the last round in which the reader plays, nil if there is none.
func (t *Tournament) You() *CrossRow {
	for _, g := range t.Groups { // that comes first
		for i := range g.Rows {
			if g.Rows[i].You {
				return &g.Rows[i]
			}
		}
	}
	return nil
}

// Eliminated says whether the reader has played in a group from which others have gone on to a later round.
func (t *Tournament) Eliminated() bool {
	own := slices.IndexFunc(t.Groups, func(g CrossGroup) bool { return slices.ContainsFunc(g.Rows, func(r CrossRow) bool { return r.You }) })
	return own >= 0 && slices.ContainsFunc(t.Groups, func(g CrossGroup) bool { return g.Round > t.Groups[own].Round })
}

// Elsewhere gives how many games are in progress in the other groups that are shown.
func (t *Tournament) Elsewhere() (games int) {
	for _, g := range t.Groups[min(1, len(t.Groups)):] {
		games += len(g.InProgress)
	}
	return games
}

// GoesOnWithout says whether a round has just begun that the reader, who was in the one before, has not reached.
func (t *Tournament) GoesOnWithout() bool {
	last, own := 0, 0
	for _, g := range t.Groups {
		if last = max(last, g.Round); slices.ContainsFunc(g.Rows, func(r CrossRow) bool { return r.You }) {
			own = max(own, g.Round)
		}
	}
	return t.Over == 0 && own > 0 && own == last-1
}

// Winners gives the rows of who stands in the first place of the group that decides the tournament.
func (t *Tournament) Winners() (first []CrossRow) {
	last := 0
	for _, g := range t.Groups {
		last = max(last, g.Round)
	}
	for _, g := range t.Groups {
		for _, r := range g.Rows {
			if g.Round == last && r.Wins {
				first = append(first, r)
			}
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

// Has says whether a sign stands in one of the tables.
func (t *Tournament) Has(sign string) bool {
	for _, g := range t.Groups {
		for _, r := range g.Rows {
			if slices.Contains(r.Cells, sign) {
				return true
			}
		}
	}
	return false
}

// A StillIn is the question whether the reader, who has not written for long, still wants to play in a tournament.
type StillIn struct {
	CupTerms
	Number int
	Games  int // how many the reader would have at once, more or less
}

// A CupBegun is that a round of a tournament begins, with the reader's games.
type CupBegun struct {
	CupTerms
	Number, Players int
	Round           int // from 1
	Groups          int // of this round; a later round with one group is the final
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
	Off     bool // there is no cup to join
	Closed  bool // the reader can join none
	Number  int  // of the cup that is open; 0 before anybody has joined
	Joined  int
	In      bool
	Open    []OpenLine // that somebody has opened
	Running []TournamentLine
	Past    []TournamentLine // the last ones
}

// An OpenLine is a tournament that can be joined, and is no cup.
type OpenLine struct {
	CupTerms
	Number, Joined int
	In             bool
}

// A TournamentLine is one of a list.
type TournamentLine struct {
	Number   int
	Opened   bool
	Title    string
	Over, Of int       // games of its last round
	You      bool      // the reader plays in it
	Winners  []string  // once it is decided
	Ended    time.Time // the same
}

// A CupScore is how the reader stands in a tournament of which a game is.
type CupScore struct {
	Number           int
	Opened           bool // it is no small cup
	Told             bool // the game is over, and the reader still in
	Round, Groups    int  // in which the game is, and how many groups that has
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
