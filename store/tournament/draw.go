package tournament

import (
	"bytes"
	"cmp"
	"iter"
	"slices"
)

// LeastInGroup is how many players a group of the first round has at least, and MostInGroup at most: that many games at
// once are enough for anybody.
const (
	LeastInGroup = 4
	MostInGroup  = 7
)

// Pairs gives the pairs of a group of players, each by their places: who moves first comes first.
// Of two players it is the first if their places together are odd, so that in a group of an odd
// number everybody moves first equally often, and else the numbers differ by one.
func Pairs(players int) iter.Seq2[int, int] {
	return func(yield func(first, second int) bool) {
		for i := range players {
			for j := i + 1; j < players; j++ {
				first, second := i, j
				if (i+j)%2 == 0 {
					first, second = j, i
				}
				if !yield(first, second) {
					return
				}
			}
		}
	}
}

// groupsOf gives into how many groups some players are dealt, each of about so many players.
func groupsOf(players, size int) int {
	fewest := max(1, (players+MostInGroup-1)/MostInGroup)
	best := fewest
	for k := fewest; k <= players/LeastInGroup; k++ {
		// How far players/k is from size, times k for both to be whole.
		if distance(players, k, size)*best <= distance(players, best, size)*k {
			best = k
		}
	}
	return best
}

func distance(players, k, size int) int { return max(players-k*size, k*size-players) }

// Deal puts entrants into groups of about some size, so that the sizes differ by one at most: the best-rated into one pot,
// as many as there are groups, the next ones into another, and of each pot one into each group, by lot. Who has joined
// first comes first among equals. The lot of a player is what nobody can foresee, and the same each time.
func Deal(entrants []Entrant, size int, lot func(player uint32) []byte) (groups [][]uint32) {
	ranked := slices.Clone(entrants)
	slices.SortStableFunc(ranked, func(a, b Entrant) int {
		return cmp.Or(cmp.Compare(b.Rating, a.Rating), a.Joined.Compare(b.Joined))
	})
	byLot := func(a, b uint32) int { return bytes.Compare(lot(a), lot(b)) }
	groups = make([][]uint32, groupsOf(len(ranked), size))
	for pot := range slices.Chunk(ranked, len(groups)) {
		var players []uint32
		for _, e := range pot {
			players = append(players, e.Player)
		}
		slices.SortFunc(players, byLot)
		for i, id := range players {
			groups[i] = append(groups[i], id)
		}
	}
	for _, g := range groups {
		slices.SortFunc(g, byLot)
	}
	return groups
}

// Through gives who goes on from a round, of which these are the tables: of two groups the first two, of three or four
// the first ones and the best second ones, four in all, and of more groups the first ones. Of players who
// share a place those go on who were rated lower. The entrants are in the order in which they joined.
func (c *Tournament) Through(groups []*Group, tables []Table) (through []Entrant) {
	type candidate struct {
		Entrant
		Row
		rank int // in the group
	}
	var all []candidate
	for i, t := range tables {
		var in []candidate
		for _, r := range t.Rows {
			if !r.Out {
				in = append(in, candidate{Entrant: c.Entrants[c.Place(groups[i].Players[r.Player])], Row: r})
			}
		}
		slices.SortStableFunc(in, func(a, b candidate) int {
			return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(a.Rating, b.Rating), a.Joined.Compare(b.Joined))
		})
		for rank := range in {
			in[rank].rank = rank
		}
		all = append(all, in...)
	}
	// The first ones of all groups, then the second ones with the better share of their points, and so on.
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(b.Points*max(1, a.Over), a.Points*max(1, b.Over)),
			cmp.Compare(a.Rating, b.Rating), a.Joined.Compare(b.Joined))
	})
	const finalists = 4
	for _, x := range all {
		if x.rank == 0 || x.rank == 1 && len(tables) <= finalists && len(through) < finalists {
			through = append(through, x.Entrant)
		}
	}
	slices.SortStableFunc(through, func(a, b Entrant) int { return cmp.Compare(c.Place(a.Player), c.Place(b.Player)) })
	return through
}
