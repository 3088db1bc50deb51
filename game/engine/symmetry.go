package engine

import (
	"sync"

	"unlurbot/game"
)

// symmetries is how many positions are worth the same as one, itself among them.
const symmetries = game.Symmetries

// images has, for each size, the cells that each symmetry makes of the cells.
var images = sync.OnceValue(func() (of [len(boards)][symmetries][]uint16) {
	for size, b := range boards {
		if b == nil {
			continue
		}
		for s := range symmetries {
			for _, c := range b.cells {
				image := c.Image(size, s)
				of[size][s] = append(of[size][s], b.index[image.Row][image.Col])
			}
		}
	}
	return of
})

// A print tells positions from each other: a number for each symmetry, in which every stone has its share (Zobrist 1970).
type print [symmetries]uint64

// prints are the shares of stones, and how cells move, on one board.
type prints struct {
	images *[symmetries][]uint16
	shares [2][maxCells]uint64
}

func newPrints(b *board) *prints {
	all := images()
	p := &prints{images: &all[b.size]}
	r := random(1)
	for c := range p.shares {
		for cell := range p.shares[c] {
			p.shares[c][cell] = r.next()
		}
	}
	return p
}

// of gives the print of a field.
func (p *prints) of(f *field) *print {
	at := new(print)
	for cell := range f.cells {
		if c := f.spots[cell].stone; c != none {
			*at = p.with(at, uint16(cell), c)
		}
	}
	return at
}

// with gives a print with one stone more.
func (p *prints) with(before *print, cell uint16, c colour) (after print) {
	for s := range after {
		after[s] = before[s] ^ p.shares[c][p.images[s][cell]]
	}
	return after
}

// key gives the number that a position has in common with all that are worth the same.
func (p *print) key() uint64 {
	least := p[0]
	for _, other := range p[1:] {
		least = min(least, other)
	}
	return least
}
