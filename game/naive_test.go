package game

import "slices"

// The rules a second time, as slowly and plainly as they can be written, to
// hold the real ones against. Nothing here uses the board tables.

type naive struct {
	size   int
	stones [maxRows][maxRows]Color
}

func (n *naive) has(r, c int) bool {
	return r >= 0 && r <= 2*n.size-2 && c >= 0 && c <= 2*n.size-2 && c-r <= n.size-1 && r-c <= n.size-1
}

// touches lists the sides of the rules page that a cell belongs to: those
// where both cells beyond it are missing.
func (n *naive) touches(r, c int) (sides []int) {
	around := [6][2]int{{r - 1, c - 1}, {r - 1, c}, {r, c + 1}, {r + 1, c + 1}, {r + 1, c}, {r, c - 1}}
	for s := range 6 {
		a, b := around[s], around[(s+1)%6]
		if !n.has(a[0], a[1]) && !n.has(b[0], b[1]) {
			sides = append(sides, s+1)
		}
	}
	return sides
}

// goals floods every group of a colour.
func (n *naive) goals(color Color) (y, line bool) {
	var seen [maxRows][maxRows]bool
	var sides map[int]bool
	var visit func(r, c int)
	visit = func(r, c int) {
		if !n.has(r, c) || seen[r][c] || n.stones[r][c] != color {
			return
		}
		seen[r][c] = true
		for _, s := range n.touches(r, c) {
			sides[s] = true
		}
		visit(r, c-1)
		visit(r, c+1)
		visit(r-1, c-1)
		visit(r-1, c)
		visit(r+1, c)
		visit(r+1, c+1)
	}
	for r := range maxRows {
		for c := range maxRows {
			sides = map[int]bool{}
			visit(r, c)
			y = y || sides[1] && sides[3] && sides[5] || sides[2] && sides[4] && sides[6]
			line = line || sides[1] && sides[4] || sides[2] && sides[5] || sides[3] && sides[6]
		}
	}
	return y, line
}

func naiveOf(p *Position) *naive {
	n := &naive{size: p.Size()}
	for _, c := range p.Cells() {
		n.stones[c.Row][c.Col] = p.At(c)
	}
	return n
}

// stepsFrom counts the stones of a colour on the way from a side to each
// cell, by going over the board until nothing changes; 0 is "no way".
func (n *naive) stepsFrom(side int, color Color) (steps [maxRows][maxRows]int) {
	for changed := true; changed; {
		changed = false
		for r := range maxRows {
			for c := range maxRows {
				if !n.has(r, c) || n.stones[r][c] != color {
					continue
				}
				best := steps[r][c]
				if slices.Contains(n.touches(r, c), side) {
					best = 1
				}
				for _, a := range [6][2]int{{r, c - 1}, {r, c + 1}, {r - 1, c - 1}, {r - 1, c}, {r + 1, c}, {r + 1, c + 1}} {
					if n.has(a[0], a[1]) && steps[a[0]][a[1]] > 0 && (best == 0 || steps[a[0]][a[1]]+1 < best) {
						best = steps[a[0]][a[1]] + 1
					}
				}
				if best != steps[r][c] {
					steps[r][c], changed = best, true
				}
			}
		}
	}
	return steps
}

// fewest is the least number of stones of a colour that join these sides.
func (n *naive) fewest(color Color, sides ...int) int {
	best := 0
	var total, ways [maxRows][maxRows]int
	for _, s := range sides {
		steps := n.stepsFrom(s, color)
		for r := range maxRows {
			for c := range maxRows {
				if steps[r][c] > 0 {
					total[r][c] += steps[r][c]
					ways[r][c]++
				}
			}
		}
	}
	for r := range maxRows {
		for c := range maxRows {
			// The cell where the ways meet was counted once for each side.
			stones := total[r][c] - len(sides) + 1
			if ways[r][c] == len(sides) && (best == 0 || stones < best) {
				best = stones
			}
		}
	}
	return best
}

// fewestForGoal is the least number of stones of any Y, or of any line.
func (n *naive) fewestForGoal(color Color, wantsY bool) (fewest int) {
	goals := [][]int{{1, 4}, {2, 5}, {3, 6}}
	if wantsY {
		goals = [][]int{{1, 3, 5}, {2, 4, 6}}
	}
	for _, sides := range goals {
		if f := n.fewest(color, sides...); f > 0 && (fewest == 0 || f < fewest) {
			fewest = f
		}
	}
	return fewest
}
