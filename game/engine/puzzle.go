package engine

import (
	"cmp"
	"slices"

	"unlurbot/game"
)

// A Puzzle is a position of a game from which a side wins with few stones, whatever the other one does, if it finds the right
// one now: as "mate in three" at chess.
type Puzzle struct {
	Ply    int // how many moves lead to the position
	Stones int // with how many the side wins at the latest, from 2 to MostStones; fewer are not enough
	// Right are the cells on which a stone keeps that, in the order of the board; two at most.
	Right []game.Cell
	// Refuted are cells on which a stone threatens to win in time and doesn't, with an answer after which it can't any
	// more. On all other cells it loses at once, or comes too late even if the other side stands still.
	Refuted map[game.Cell]game.Cell
	// Line are cells for both sides in turn, a right one first, to the end: the other side holds out as long as it can.
	Line []game.Cell
}

// MostStones is the most with which the side of a puzzle wins: what many people can think out without a board.
const MostStones = 4

const (
	// mostRight is in how many ways a puzzle may begin: with more of them it is none.
	mostRight = 2
	// deepest is how many plies before the end of a game its puzzles lie, at most. There wins are near enough.
	deepest = 20
	// lookedForOne is at how many positions is looked for one puzzle, and lookedForGame for all of a game: some seconds.
	lookedForOne, lookedForGame = 60_000, 250_000
	// step is how many positions are looked at between two questions whether to go on.
	step = 64
)

// FindPuzzle looks for a puzzle in the last moves of a game, and takes that which Compare puts first. The answer hangs on the
// moves and the number alone. Between is as in a Budget; when it says no, none is found.
func FindPuzzle(g *game.Game, stones int, between func() bool) (best Puzzle, ok bool) {
	positions := g.Positions()
	last := len(positions) - 1
	c := composer{between: between}
	for ply, looked := last, 0; ply >= max(0, last-deepest) && looked < lookedForGame; ply, looked = ply-1, looked+lookedForOne-c.left {
		c.left = lookedForOne
		if positions[ply].Phase() != game.Main {
			continue
		}
		if found, is := c.puzzle(&positions[ply]); is && (!ok || found.Compare(best, stones) < 0) {
			best, ok = found, true
		}
		if c.stopped {
			return Puzzle{}, false
		}
	}
	return best, ok
}

// Compare orders puzzles, negative for one before the other, where one is wanted that is won with some number of stones: by how
// far off that is, then those with few right beginnings, then the earlier ones.
func (z Puzzle) Compare(other Puzzle, stones int) int {
	off := func(p Puzzle) int { return max(p.Stones-stones, stones-p.Stones) }
	return cmp.Or(cmp.Compare(off(z), off(other)), cmp.Compare(len(z.Right), len(other.Right)), cmp.Compare(z.Ply, other.Ply))
}

// A composer looks whether a side wins with some number of stones. It tries all moves: but those of that side that are on
// no way short enough, since the stones that it needs beside are the fewest if the other side puts none.
type composer struct {
	ways    ways
	left    int // at how many positions it may still look; below 0 what it says is worth nothing
	between func() bool
	stopped bool
}

// look finds the ways in a position, and says whether to go on.
func (c *composer) look(f *field) bool {
	if c.left--; c.left%step == 0 && c.between != nil && !c.between() {
		c.stopped = true
	}
	if c.stopped || c.left < 0 {
		return false
	}
	c.ways.look(f)
	return true
}

// puzzle makes one of a position of the main phase, if it is one.
func (c *composer) puzzle(p *game.Position) (z Puzzle, ok bool) {
	f, side, _ := fieldOf(p)
	threatened := func(of colour) bool {
		return slices.ContainsFunc(f.empty[:f.left], func(cell uint16) bool { return verdicts[of][f.touched(cell, of)] == wins })
	}
	if threatened(side) || threatened(side.other()) { // which anybody sees
		return z, false
	}
	for z.Stones = 2; ; z.Stones++ {
		if z.Stones > MostStones {
			return z, false
		}
		if c.first(f, side, z.Stones, nowhere) != nowhere {
			break
		}
	}
	z.Ply, z.Refuted = p.Ply(), map[game.Cell]game.Cell{}
	var right []uint16
	for _, cell := range c.near(f, side, z.Stones-1) {
		if verdicts[side][f.touched(cell, side)] != goesOn {
			continue
		}
		after := *f
		after.put(cell, side)
		switch answer, stopped := c.answer(&after, side, z.Stones-1); {
		case !stopped:
			right = append(right, cell)
		case answer != nowhere:
			z.Refuted[f.cells[cell]] = f.cells[answer]
		}
	}
	if len(right) == 0 || len(right) > mostRight {
		return z, false
	}
	slices.Sort(right)
	for _, cell := range right {
		z.Right = append(z.Right, f.cells[cell])
	}
	z.Line = c.line(f, side, z.Stones)
	return z, c.left >= 0 && !c.stopped
}

// near gives the empty cells over which a side needs no more stones than some beside the one there, the nearest first.
func (c *composer) near(f *field, side colour, beside int) (cells []uint16) {
	if !c.look(f) {
		return nil
	}
	needs, theirs := &c.ways.needs[side], &c.ways.needs[side.other()]
	for _, cell := range f.empty[:f.left] {
		if int(needs[cell]) <= beside {
			cells = append(cells, cell)
		}
	}
	slices.SortFunc(cells, func(a, b uint16) int {
		return cmp.Or(cmp.Compare(needs[a], needs[b]), cmp.Compare(theirs[a], theirs[b]), cmp.Compare(a, b))
	})
	return cells
}

// first gives a cell with which a side that is to move wins with so many stones; nowhere if there is none. It tries one first
// that was right in a position like this.
func (c *composer) first(f *field, side colour, stones int, hint uint16) uint16 {
	near := c.near(f, side, stones-1)
	for _, cell := range near {
		if verdicts[side][f.touched(cell, side)] == wins {
			return cell
		}
	}
	if stones == 1 {
		return nowhere
	}
	if i := slices.Index(near, hint); i > 0 {
		copy(near[1:], near[:i])
		near[0] = hint
	}
	for _, cell := range near {
		if verdicts[side][f.touched(cell, side)] != goesOn {
			continue
		}
		after := *f
		after.put(cell, side)
		if _, stopped := c.answer(&after, side, stones-1); !stopped {
			return cell
		}
	}
	return nowhere
}

// answer says whether the other side, which is to move, can stop one from winning with so many more stones, and how: nowhere
// if it need do nothing for that.
func (c *composer) answer(f *field, side colour, stones int) (cell uint16, stopped bool) {
	other := side.other()
	var threats []uint16
	for _, cell := range f.empty[:f.left] {
		if verdicts[other][f.touched(cell, other)] == wins {
			return cell, true
		}
		if verdicts[side][f.touched(cell, side)] == wins {
			threats = append(threats, cell)
		}
	}
	tries := threats
	switch {
	case len(threats) > 1:
		return nowhere, false
	case len(threats) == 0:
		if tries = c.near(f, side, far); len(tries) == 0 || int(c.ways.least[side]) >= stones {
			return nowhere, true
		}
	}
	hint := uint16(nowhere)
	for _, cell := range tries {
		if verdicts[other][f.touched(cell, other)] != goesOn {
			continue
		}
		after := *f
		after.put(cell, other)
		if hint = c.first(&after, side, stones, hint); hint == nowhere {
			return cell, true
		}
	}
	return nowhere, false
}

// line plays a puzzle to its end: the other side always takes what makes the most stones necessary.
func (c *composer) line(f *field, side colour, stones int) (cells []game.Cell) {
	at := *f
	for {
		cell := c.first(&at, side, stones, nowhere)
		if cell == nowhere {
			return cells // it has looked at too much
		}
		cells = append(cells, at.cells[cell])
		if verdicts[side][at.touched(cell, side)] == wins {
			return cells
		}
		at.put(cell, side)
		longest, needs := uint16(nowhere), 0
		for _, cell := range c.near(&at, side, far) {
			if verdicts[side.other()][at.touched(cell, side.other())] != goesOn {
				continue
			}
			after := at
			after.put(cell, side.other())
			n := 1
			for n < stones-1 && c.first(&after, side, n, nowhere) == nowhere {
				n++
			}
			if n > needs {
				longest, needs = cell, n
			}
		}
		if longest == nowhere {
			return cells // every stone of the other side loses at once
		}
		cells = append(cells, at.cells[longest])
		at.put(longest, side.other())
		stones = needs
	}
}
