package tournament

import (
	"cmp"
	"slices"
)

// The table of a round robin says who has how many points, in which place, and whether the last game
// that counts is over. It is a function of the games and of who is out; nothing of it is ever stored.
//
// Players are numbered from 0 as the draw has them. A win is a point, and so is a walkover;
// Unlur has no draws. Whoever is out with fewer than half of their games over is struck:
// those games count for nobody, so that a leaver can neither give points away nor take any
// (FIDE Handbook C.06, on withdrawals, has this rule). Of whoever is out later the
// games that were over count, and the others are walkovers.

// An Outcome is how a game stands.
type Outcome uint8

// The outcomes.
const (
	Pending    Outcome = iota // it goes on
	FirstWon                  // by the player whom Game names first
	SecondWon                 // by the other one
	FirstAway                 // it was called off before both had moved, and the first player is to blame
	SecondAway                // or the second one
	Void                      // it is nobody's win, and nobody is to blame
)

// A Game is one of a round robin.
type Game struct {
	Players [2]int
	Outcome
	Moved  [2]bool // which of the players has moved in it
	OnTime bool    // it was lost on time
	Ended  uint32  // its place in the order in which games end; 0 for one that goes on
}

// A Cell is what a player has of one opponent.
type Cell uint8

// The cells.
const (
	Self      Cell = iota // there is no such game
	Open                  // it goes on
	Won                   // a point
	Lost                  // none
	Walkover              // a point without a game: the other one never began it, or is out
	Forfeit               // and the other side of it
	Uncounted             // it counts for nobody
)

// A Row is one player's.
type Row struct {
	Player int
	Place  int  // from 1; 0 for who is out
	Shared bool // another player has the same place
	Points int
	Over   int // games that count and are over
	Late   int // games lost on time, of those that count
	Cells  []Cell
	Moved  bool // the player has moved in one of the games
	Out    bool // the player has left, or was late too often
	Struck bool // and the player's games count for nobody
}

// Wins says whether the row is that of a winner, once the table is over. Whoever has never moved is none, though all
// others may have been out before.
func (r Row) Wins() bool { return r.Place == 1 && r.Moved }

// A Table is that of a round robin, the best player first; those who are out come last.
type Table struct {
	Rows []Row
	Over bool // no game is left that could change it
}

// A Leaver is a player who is out: what ends after that result has no effect.
type Leaver struct {
	Player int
	After  uint32
}

// TableOf makes the table of some players' games, of which each pair has one.
func TableOf(players int, games []Game, exits []Leaver) Table {
	rows := make([]Row, players)
	for i := range rows {
		rows[i] = Row{Player: i, Cells: make([]Cell, players)}
	}
	for _, e := range exits {
		over := 0
		for _, g := range games {
			if slices.Contains(g.Players[:], e.Player) && g.isOver(e.After) {
				over++
			}
		}
		rows[e.Player].Out, rows[e.Player].Struck = true, 2*over < players-1
	}
	table := Table{Over: true}
	for _, g := range games {
		first, second := &rows[g.Players[0]], &rows[g.Players[1]]
		mine, theirs := g.cells(first, second, exits)
		first.Moved, second.Moved = first.Moved || g.Moved[0], second.Moved || g.Moved[1]
		first.count(g, second.Player, mine)
		second.count(g, first.Player, theirs)
		table.Over = table.Over && mine != Open
	}
	table.Rows = placed(rows)
	return table
}

func (g Game) isOver(by uint32) bool { return g.Outcome != Pending && g.Ended <= by }

// cells gives what the two players of a game have of it.
func (g Game) cells(first, second *Row, exits []Leaver) (mine, theirs Cell) {
	if first.Struck || second.Struck {
		return Uncounted, Uncounted
	}
	for _, e := range exits { // in the order in which they came
		switch {
		case g.isOver(e.After):
		case e.Player == first.Player:
			return Forfeit, Walkover
		case e.Player == second.Player:
			return Walkover, Forfeit
		}
	}
	return outcomes[g.Outcome][0], outcomes[g.Outcome][1]
}

// outcomes are what the two players have of a game that counts.
var outcomes = [...][2]Cell{
	Pending: {Open, Open}, FirstWon: {Won, Lost}, SecondWon: {Lost, Won},
	FirstAway: {Forfeit, Walkover}, SecondAway: {Walkover, Forfeit}, Void: {Uncounted, Uncounted},
}

// count enters a cell.
func (r *Row) count(g Game, opponent int, c Cell) {
	r.Cells[opponent] = c
	r.Points += pointsOf(c)
	if c != Open && c != Uncounted {
		r.Over++
	}
	if c == Lost && g.OnTime {
		r.Late++
	}
}

func pointsOf(c Cell) int {
	if c == Won || c == Walkover {
		return 1
	}
	return 0
}

// placed orders the rows: by points; among those who are tied by the points against each other,
// and again among those who are tied still; then by who has lost fewer games on time. Whoever is
// tied even then shares the place, in the order of the draw.
func placed(rows []Row) []Row {
	var in, out []Row
	for _, r := range rows {
		if r.Out {
			out = append(out, r)
		} else {
			in = append(in, r)
		}
	}
	parted(in, 1, func(r Row) int { return -r.Points }, untie)
	parted(out, 0, func(r Row) int { return -r.Points }, func([]Row, int) {})
	return append(in, out...)
}

// untie gives places from one on to players who have as many points as each other.
func untie(tied []Row, place int) {
	among := make(map[int]int, len(tied))
	for _, r := range tied {
		for _, other := range tied {
			among[r.Player] -= pointsOf(r.Cells[other.Player])
		}
	}
	next := untie
	if slices.IndexFunc(tied, func(r Row) bool { return among[r.Player] != among[tied[0].Player] }) < 0 {
		next = share
	}
	parted(tied, place, func(r Row) int { return among[r.Player] }, next)
}

// share gives places to players whom their games against each other do not part.
func share(tied []Row, place int) {
	parted(tied, place, func(r Row) int { return r.Late }, func(same []Row, place int) {
		for i := range same {
			same[i].Place, same[i].Shared = place, len(same) > 1
		}
	})
}

// parted orders rows by a key, the least first, and calls a function with all that have one key,
// and with the place of the first of them.
func parted(rows []Row, place int, key func(Row) int, each func([]Row, int)) {
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(key(a), key(b)) })
	for len(rows) > 0 {
		n := slices.IndexFunc(rows, func(r Row) bool { return key(r) != key(rows[0]) })
		if n < 0 {
			n = len(rows)
		}
		each(rows[:n], place)
		rows, place = rows[n:], place+n
	}
}
