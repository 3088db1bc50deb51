package engine

import "math/bits"

// playout plays a game to its end by chance and gives the winner. Nobody completes the opponent's goal while another
// cell is left, and whoever is cut at a bridge, by the stone put last, connects it.
func (f *field) playout(toMove colour, last uint16, bridges bool, r *random) (winner colour) {
	for ; ; toMove = toMove.other() {
		cell, v := uint16(nowhere), loses
		if bridges {
			if cell = f.otherHalf(last, toMove, r); cell != nowhere {
				v = verdicts[toMove][f.touched(cell, toMove)]
			}
		}
		if v == loses {
			from := r.below(f.left)
			for i := 0; v == loses; i++ {
				if i == f.left {
					return toMove.other() // every cell that is left loses
				}
				if from+i == f.left {
					from = -i
				}
				cell = f.empty[from+i]
				v = verdicts[toMove][f.touched(cell, toMove)]
			}
		}
		if v == wins {
			f.spots[cell].stone = toMove // for the count of all moves
			return toMove
		}
		f.put(cell, toMove)
		last = cell
	}
}

// otherHalf gives the cell that saves a bridge of a colour into which the last stone was put, any of several, or nowhere.
func (f *field) otherHalf(last uint16, c colour, r *random) uint16 {
	cut := f.cuts(last, c)
	if cut == 0 {
		return nowhere
	}
	if several := cut & (cut - 1); several != 0 && r.next()>>63 != 0 {
		cut = several
	}
	return f.next[last][bits.TrailingZeros8(cut)]
}

// cuts gives the directions from a stone in which a cell lies that saves a bridge of the other colour: two stones of that
// colour, or one and the end of the board, that touch both the stone and the one empty cell between them.
func (f *field) cuts(stone uint16, c colour) uint8 {
	s := &f.spots[stone]
	own := s.near[c]
	if own == 0 || stone == nowhere {
		return 0
	}
	ends := own | f.off[stone]
	return ^(s.near[black] | s.near[white] | f.off[stone]) & (turned(own)&turnedBack(ends) | turned(ends)&turnedBack(own)) & all
}
