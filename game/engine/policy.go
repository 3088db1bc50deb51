package engine

import (
	_ "embed" // the weights
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A policy says which moves are likely to be good: a softmax over the moves of a position, of the sum of the weights
// of what is seen of each move. There is one for each colour, learned from games of the engine with itself (see
// learn_test.go).
//
// A weight is the logarithm to base 2 of how much likelier a move becomes, in sixteenths, so that nothing but integers
// decides.
type policy [kindsEnd]int16

// The kinds of what is seen of a move. Each begins at a place among the weights.
const (
	around   = 0                 // what is beside the cell: a pattern
	over     = around + patterns // what is over its bridges: a pattern
	byWays   = over + patterns   // the slack of the shortest ways over it: 4 times the own one and the opponent's
	nearness = byWays + 16       // how near it is to the last stone: see near
	depth    = nearness + 6      // how many steps it is to the nearest side, 3 for more
	kindsEnd = depth + 4
	patterns = 1 << 12 // of two bits for each direction
)

// A sight is what is seen of a move: the place of a weight of each kind.
type sight [5]uint16

// weigh gives the sum of the weights of a move.
func (p *policy) weigh(s sight) (sum int) {
	for _, place := range s {
		sum += int(p[place])
	}
	return sum
}

// see sees a stone of a colour on a cell, after a stone on another, or nowhere. The ways must have been looked at.
func (f *field) see(cell, last uint16, c colour, w *ways) sight {
	s := &f.spots[cell]
	off := f.off[cell]
	var mine, others uint8
	for d, far := range f.over[cell] {
		switch {
		case far == nowhere:
			mine |= 1 << d
			others |= 1 << d
		case f.spots[far].stone == c:
			mine |= 1 << d
		case f.spots[far].stone == c.other():
			others |= 1 << d
		}
	}
	return sight{
		around + pattern(s.near[c]|off, s.near[c.other()]|off),
		over + pattern(mine, others),
		byWays + 4*w.slack(c, cell) + w.slack(c.other(), cell),
		nearness + f.near(cell, last, c),
		depth + uint16(min(f.depth[cell], 3)),
	}
}

// states are what may lie in a direction, as the bits of a pattern number them and the file of weights writes them:
// nothing, an own stone, the opponent's, or the end of the board.
const states = ".xo#"

// pattern gives the number of what lies around a cell, from the directions of own stones and of the opponent's; both
// together are the end of the board.
func pattern(own, others uint8) uint16 { return apart[own] | apart[others]<<1 }

// apart has each bit of a set of directions at twice its place.
var apart = func() (of [all + 1]uint16) {
	for set := range of {
		for d := range 6 {
			of[set] |= uint16(set>>d&1) << (2 * d)
		}
	}
	return of
}()

// alike gives the patterns that a turn or a reflection of the board makes of one.
func alike(pattern int) (those [12]int) {
	for turn := range 6 {
		for d := range 6 {
			state := pattern >> (2 * d) & 3
			those[2*turn] |= state << (2 * ((d + turn) % 6))
			those[2*turn+1] |= state << (2 * ((12 - d + turn) % 6))
		}
	}
	return those
}

// near says how near a cell is to the last stone: 0 beside it, 1 over a bridge, 2 two steps in a line, 3 farther, 4
// beside it and saving a bridge of a colour that it has cut, 5 there is no last stone.
func (f *field) near(cell, last uint16, c colour) uint16 {
	if last == nowhere {
		return 5
	}
	if d := slices.Index(f.next[last][:], cell); d >= 0 {
		return uint16(f.cuts(last, c)>>d&1) * 4
	}
	if slices.Contains(f.over[last][:], cell) {
		return 1
	}
	for d, beside := range f.next[last] {
		if f.next[beside][d] == cell {
			return 2
		}
	}
	return 3
}

// roots has the powers of 2 from 0 to 15 sixteenths, in 65536ths.
var roots = [16]int64{65536, 68438, 71468, 74632, 77936, 81386, 84990, 88752, 92682, 96785, 101070, 105545, 110218, 115098, 120194, 125515}

// power gives 2 to the power of some sixteenths, in 65536ths. It holds them between -256 and 255, so that what is added
// up over a board stays exact, and nothing becomes impossible.
func power(sixteenths int) int64 {
	sixteenths = min(max(sixteenths, -256), 255)
	return roots[sixteenths&15] << (16 + sixteenths>>4) >> 16
}

//go:embed policy.txt
var policyFile string

// learned gives the policy of each colour.
var learned = sync.OnceValue(func() *[2]policy {
	both, err := readPolicies(policyFile)
	if err != nil {
		panic(err) // it is part of the program
	}
	return both
})

// The words of the file of weights, and which weights are of each kind.
var (
	colourNames = [2]string{black: "black", white: "white"}
	kinds       = [...]struct {
		name       string
		begin, end int
	}{{"around", around, over}, {"over", over, byWays}, {"ways", byWays, nearness}, {"near", nearness, depth}, {"depth", depth, kindsEnd}}
)

// readPolicies reads lines such as "black around x.#o.. -12": a colour, a kind, what is seen, and the weight. Lines that
// begin with # say how they were made. A pattern stands for all that are alike; what isn't there weighs nothing.
func readPolicies(text string) (*[2]policy, error) {
	both := new([2]policy)
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var whose, kind, seen string
		var weight int16
		_, err := fmt.Sscan(line, &whose, &kind, &seen, &weight)
		c := slices.Index(colourNames[:], whose)
		places := placesOf(kind, seen)
		if err != nil || c < 0 || len(places) == 0 {
			return nil, fmt.Errorf("%q is no weight", line)
		}
		for _, place := range places {
			both[c][place] = weight
		}
	}
	return both, nil
}

// placesOf gives the weights that a line of the file is about: none if it can't be read.
func placesOf(kind, seen string) (places []int) {
	for _, k := range kinds {
		switch {
		case k.name != kind:
		case k.end-k.begin == patterns && len(seen) == 6 && strings.Trim(seen, states) == "":
			pattern := 0
			for d := range 6 {
				pattern |= strings.IndexByte(states, seen[d]) << (2 * d)
			}
			for _, same := range alike(pattern) {
				places = append(places, k.begin+same)
			}
		default:
			if n, err := strconv.Atoi(seen); err == nil && n >= 0 && n < k.end-k.begin {
				places = append(places, k.begin+n)
			}
		}
	}
	return places
}
