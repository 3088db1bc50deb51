package tournament

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// drawn gives a round robin at some moment: games end in any order and way, and some players are out.
func drawn(t *rapid.T) (players int, games []Game, exits []Leaver) {
	players = rapid.IntRange(2, 7).Draw(t, "players")
	for i := range players {
		for j := i + 1; j < players; j++ {
			games = append(games, Game{Players: [2]int{i, j}})
		}
	}
	ended := uint32(0)
	for _, n := range rapid.Permutation(slices.Collect(indices(games))).Draw(t, "order") {
		g := &games[n]
		if g.Outcome = rapid.SampledFrom([]Outcome{Pending, FirstWon, FirstWon, SecondWon, SecondWon, FirstAway, SecondAway, Void}).Draw(t, "outcome"); g.Outcome != Pending {
			ended++
			g.Ended = ended
			g.OnTime = (g.Outcome == FirstWon || g.Outcome == SecondWon) && rapid.Bool().Draw(t, "on time")
		}
	}
	after := uint32(0)
	for _, p := range rapid.SliceOfNDistinct(rapid.IntRange(0, players-1), 0, players, rapid.ID[int]).Draw(t, "out") {
		after = rapid.Uint32Range(after, ended).Draw(t, "after")
		exits = append(exits, Leaver{Player: p, After: after})
	}
	return players, games, exits
}

func indices(games []Game) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := range games {
			if !yield(i) {
				return
			}
		}
	}
}

func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players, games, exits := drawn(t)
		table := TableOf(players, games, exits)
		byPlayer := make([]Row, players)
		seen := map[int]bool{}
		for _, r := range table.Rows {
			byPlayer[r.Player] = r
			seen[r.Player] = true
		}
		if len(seen) != players {
			t.Fatalf("%d rows for %d players", len(seen), players)
		}

		opposite := map[Cell]Cell{Self: Self, Open: Open, Won: Lost, Lost: Won, Walkover: Forfeit, Forfeit: Walkover, Uncounted: Uncounted}
		points, over, open := 0, 0, false
		for _, r := range table.Rows {
			own := 0
			for other, c := range r.Cells {
				if (c == Self) != (other == r.Player) || byPlayer[other].Cells[r.Player] != opposite[c] {
					t.Fatalf("%d has %v of %d, who has %v", r.Player, c, other, byPlayer[other].Cells[r.Player])
				}
				own += pointsOf(c)
				open = open || c == Open
				if c == Open && (r.Out || byPlayer[other].Out) {
					t.Fatalf("a game of somebody who is out is open: %+v", r)
				}
			}
			if own != r.Points || r.Struck && (own > 0 || !r.Out) || (r.Place == 0) != r.Out {
				t.Fatalf("%+v", r)
			}
			points, over = points+r.Points, over+r.Over
		}
		if 2*points != over || table.Over == open {
			t.Fatalf("%d points in %d halves of games, over %v", points, over, table.Over)
		}

		place, out := 0, false
		for i, r := range table.Rows {
			switch {
			case r.Out:
				out = true
			case out:
				t.Fatalf("player %d is in and stands below one who is out", r.Player)
			case i > 0 && table.Rows[i-1].Points < r.Points:
				t.Fatalf("player %d stands below one with fewer points", r.Player)
			case i > 0 && r.Place == place:
				if !r.Shared || !table.Rows[i-1].Shared {
					t.Fatalf("place %d is not shared", place)
				}
			case r.Place != i+1:
				t.Fatalf("player %d has place %d in row %d", r.Player, r.Place, i+1)
			}
			place = r.Place
		}
	})
}

// The order of a table hangs neither on the order of the games nor, as long as nobody is out, on
// that in which they end.
func TestOrderIsNoMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players, games, exits := drawn(t)
		want := TableOf(players, games, exits)
		shuffled := rapid.Permutation(games).Draw(t, "games")
		if diff := cmp.Diff(want, TableOf(players, shuffled, exits)); diff != "" {
			t.Fatal(diff)
		}
		want = TableOf(players, games, nil)
		for i, n := range rapid.Permutation(slices.Collect(indices(games))).Draw(t, "ends") {
			if games[i].Outcome != Pending {
				games[i].Ended = uint32(n + 1)
			}
		}
		if diff := cmp.Diff(want, TableOf(players, games, nil)); diff != "" {
			t.Fatal(diff)
		}
	})
}

// games of four players, of whom the first beats the second and so on; 0-2 goes on.
func four() []Game {
	return []Game{
		{Players: [2]int{0, 1}, Outcome: FirstWon, Ended: 1},
		{Players: [2]int{0, 2}},
		{Players: [2]int{0, 3}, Outcome: SecondWon, Ended: 2, OnTime: true},
		{Players: [2]int{1, 2}, Outcome: FirstWon, Ended: 3},
		{Players: [2]int{1, 3}, Outcome: FirstWon, Ended: 4},
		{Players: [2]int{2, 3}, Outcome: SecondAway, Ended: 5},
	}
}

// show writes a table as "player: place points cells", a sign for each cell.
func show(t Table) (rows []string) {
	for _, r := range t.Rows {
		row := []byte{byte('a' + r.Player), ' ', byte('0' + r.Place), ' ', byte('0' + r.Points), ' '}
		for _, c := range r.Cells {
			row = append(row, "*.10+-/"[c])
		}
		if r.Shared {
			row = append(row, " shared"...)
		}
		rows = append(rows, string(row))
	}
	return rows
}

func TestTables(t *testing.T) {
	round := []Game{ // a beats b, b beats c, c beats a, and all beat d
		{Players: [2]int{0, 1}, Outcome: FirstWon, Ended: 1},
		{Players: [2]int{1, 2}, Outcome: FirstWon, Ended: 2},
		{Players: [2]int{0, 2}, Outcome: SecondWon, Ended: 3},
		{Players: [2]int{3, 0}, Outcome: SecondWon, Ended: 4},
		{Players: [2]int{3, 1}, Outcome: SecondWon, Ended: 5},
		{Players: [2]int{3, 2}, Outcome: SecondWon, Ended: 6},
	}
	late := slices.Clone(round)
	late[1].OnTime = true // which c has lost
	for _, test := range []struct {
		name  string
		games []Game
		exits []Leaver
		over  bool
		want  []string
	}{
		{"goes on", four(), nil, false, []string{"b 1 2 0*11", "c 2 1 .0*+", "d 3 1 10-*", "a 4 1 *1.0"}},
		{"out late: what is over counts, the rest are walkovers", four(), []Leaver{{0, 5}}, true, []string{"b 1 2 0*11", "c 2 2 +0*+", "d 3 1 10-*", "a 0 1 *1-0"}},
		{"out early: struck", four(), []Leaver{{0, 1}}, true, []string{"b 1 2 /*11", "c 2 1 /0*+", "d 3 0 /0-*", "a 0 0 *///"}},
		{"two are out, and the first to go gives the point", four(), []Leaver{{2, 5}, {0, 5}}, true, []string{"b 1 2 0*11", "d 2 1 10-*", "a 0 2 *1+0", "c 0 1 -0*+"}},
		{"three beat each other: shared", round, nil, true, []string{"a 1 2 *101 shared", "b 1 2 0*11 shared", "c 1 2 10*1 shared", "d 4 0 000*"}},
		{"and one of them was late", late, nil, true, []string{"a 1 2 *101 shared", "b 1 2 0*11 shared", "c 3 2 10*1", "d 4 0 000*"}},
	} {
		table := TableOf(4, test.games, test.exits)
		if diff := cmp.Diff(test.want, show(table)); diff != "" || table.Over != test.over {
			t.Errorf("%s: over %v\n%s", test.name, table.Over, diff)
		}
	}
}
