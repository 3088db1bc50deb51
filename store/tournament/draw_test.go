package tournament

import (
	"encoding/binary"
	"hash/fnv"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// lots gives the lots of one draw.
func lots(draw uint32) func(uint32) []byte {
	return func(id uint32) []byte {
		h := fnv.New64a()
		h.Write(binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, draw), id)) //nolint:errcheck // it never fails
		return h.Sum(nil)
	}
}

func drawEntrants(t *rapid.T, least, most int) (all []Entrant) {
	for i := range rapid.IntRange(least, most).Draw(t, "players") {
		at := noon.Add(time.Duration(rapid.IntRange(0, 3).Draw(t, "joined")) * time.Hour)
		all = append(all, Entrant{Player: uint32(i + 1), Joined: at, Rating: rapid.SampledFrom([]int{1500, 1500, 1400, 1600, 1750}).Draw(t, "rating")})
	}
	return all
}

// A draw parts the players into groups whose sizes differ by one at most and are from 4 to 7 as soon as there are 4
// players. No two of one pot meet: of the best, as many as there are groups, each is in another group. The same lots give
// the same groups, whatever the order in which the players are told.
func TestDeal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entrants, size := drawEntrants(t, 0, 60), rapid.IntRange(4, 7).Draw(t, "size")
		lot := lots(rapid.Uint32().Draw(t, "lots"))
		groups := Deal(entrants, size, lot)
		seen, least, most := map[uint32]int{}, len(entrants), 0
		for i, g := range groups {
			least, most = min(least, len(g)), max(most, len(g))
			for _, id := range g {
				if _, twice := seen[id]; twice {
					t.Fatalf("player %d is in two groups", id)
				}
				seen[id] = i
			}
		}
		if len(seen) != len(entrants) || most-least > 1 || most > MostInGroup || len(entrants) >= LeastInGroup && least < LeastInGroup {
			t.Fatalf("%d players in %d groups of %d to %d: %v", len(entrants), len(groups), least, most, groups)
		}
		ranked := slices.Clone(entrants)
		slices.SortStableFunc(ranked, func(a, b Entrant) int {
			if a.Rating != b.Rating {
				return b.Rating - a.Rating
			}
			return a.Joined.Compare(b.Joined)
		})
		for pot := range slices.Chunk(ranked, len(groups)) {
			in := map[int]bool{}
			for _, e := range pot {
				in[seen[e.Player]] = true
			}
			if len(in) != len(pot) {
				t.Fatalf("of the pot %v two are in one group of %v", pot, groups)
			}
		}
		if diff := cmp.Diff(groups, Deal(entrants, size, lot)); diff != "" {
			t.Fatal(diff)
		}
	})
}

// The sizes of groups of about five, by the number of players.
func TestGroupsOf(t *testing.T) {
	for players, want := range map[int]int{4: 1, 6: 1, 7: 1, 8: 2, 11: 2, 12: 3, 16: 3, 32: 6} {
		if got := groupsOf(players, 5); got != want {
			t.Errorf("%d players are dealt into %d groups, want %d", players, got, want)
		}
	}
}

// From a round go on: as many as the rule says, those with the best places of their groups, nobody who is out; and those
// who are told hang on the tables alone.
func TestThrough(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := &Tournament{Terms: Terms{Opened: true}, Entrants: drawEntrants(t, 8, 40)}
		lot := lots(1)
		var groups []*Group
		var tables []Table
		in := 0
		for _, players := range Deal(c.Entrants, rapid.IntRange(4, 7).Draw(t, "size"), lot) {
			g := &Group{Round: 1, Players: players}
			var games []Game
			for i := range players {
				for j := i + 1; j < len(players); j++ {
					games = append(games, Game{Players: [2]int{i, j}, Outcome: rapid.SampledFrom([]Outcome{FirstWon, SecondWon}).Draw(t, "outcome"), Ended: 1})
				}
			}
			var exits []Leaver
			for place := range players {
				if rapid.IntRange(0, 3).Draw(t, "out") == 0 {
					exits = append(exits, Leaver{Player: place, After: 1})
				} else {
					in++
				}
			}
			groups, tables = append(groups, g), append(tables, TableOf(len(players), games, exits))
		}
		through := c.Through(groups, tables)
		most := len(groups)
		if most < 4 {
			most = 4
		}
		if len(through) > most || in > 0 && len(through) == 0 {
			t.Fatalf("%d of %d groups go on", len(through), len(groups))
		}
		goes := map[uint32]bool{}
		for _, e := range through {
			goes[e.Player] = true
		}
		for i, table := range tables {
			last := 0
			for _, r := range table.Rows {
				id := groups[i].Players[r.Player]
				switch {
				case goes[id] && r.Out:
					t.Fatalf("player %d is out and goes on", id)
				case goes[id]:
					last = max(last, r.Place)
				}
			}
			for _, r := range table.Rows {
				if id := groups[i].Players[r.Player]; !r.Out && !goes[id] && r.Place < last {
					t.Fatalf("player %d has place %d and stays, and one with place %d goes on", id, r.Place, last)
				}
				if id := groups[i].Players[r.Player]; r.Place == 1 && !r.Shared && !goes[id] {
					t.Fatalf("player %d has won group %d and stays", id, i)
				}
			}
		}
	})
}
