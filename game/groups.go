package game

// groups are the stones on a board. They are kept as a union-find forest in the cells
// themselves, and the root of each group knows which sides the group touches, so that the
// verdict on a move costs a few steps and never a search of the board. The last element,
// nowhere, stays empty.
type groups [maxCells + 1]group

// A group is what a cell holds: 0 when it is empty; at the root of a group
// its rank and its sides; elsewhere the index of a cell nearer to the root.
// All stones carry their colour.
type group uint16

const (
	rootBit    group = 1 << 15
	whiteBit   group = 1 << 14
	childBit   group = 1 << 13
	rankUnit   group = 1 << 6
	rankMask   group = 0xf << 6
	sidesMask  group = rankUnit - 1
	parentMask group = childBit - 1
)

func (g group) color() Color {
	switch {
	case g == 0:
		return NoColor
	case g&whiteBit != 0:
		return White
	}
	return Black
}

// join puts a stone on a board, merges it with the groups of its colour around it, and
// gives the sides that the resulting group touches.
func (all *groups) join(b *board, i uint16, color group) sideSet {
	root := i
	all[i] = rootBit | color | group(b.sides[i])
	for _, n := range b.next[i] {
		g := all[n]
		if g == 0 || g&whiteBit != color {
			continue
		}
		if other := all.root(n); other != root {
			root = all.merge(root, other)
		}
	}
	return sideSet(all[root] & sidesMask)
}

// merge hangs the root of lower rank below the other, which it returns.
func (all *groups) merge(a, b uint16) uint16 {
	ga, gb := all[a], all[b]
	if ga&rankMask < gb&rankMask {
		a, b, ga, gb = b, a, gb, ga
	}
	if ga&rankMask == gb&rankMask {
		ga += rankUnit
	}
	all[a] = ga | gb&sidesMask
	all[b] = childBit | gb&whiteBit | group(a)
	return a
}

// root finds the root of a stone's group, halving the path on the way.
func (all *groups) root(i uint16) uint16 {
	for all[i]&rootBit == 0 {
		parent := uint16(all[i] & parentMask)
		if above := all[parent]; above&rootBit == 0 {
			all[i] = above
		}
		i = parent
	}
	return i
}
