package engine

import "math/bits"

// A field is the stones on a board while it is played on: a value, of which a simulation takes a copy. It knows each
// group of stones as a tree in the cells (union-find), at whose root the sides stand that the group touches, and lists
// the empty cells in an order of no meaning.
type field struct {
	*board
	spots [maxCells + 1]spot
	empty [maxCells]uint16
	left  int // how many of the empty cells there are
}

// A spot is what a field knows of a cell.
type spot struct {
	near   [2]uint8 // bit d for a black, and for a white, neighbour in direction d
	sides  uint8    // at the root of a group: the sides that it touches
	stone  colour
	parent uint16 // a cell nearer to the root of the group; the root has itself
	where  uint16 // its place among the empty cells
}

func newField(b *board) *field {
	f := &field{board: b, left: len(b.cells)}
	for i := range f.spots {
		f.spots[i] = spot{stone: none, parent: uint16(i), where: uint16(min(i, len(b.cells)))}
	}
	for i := range b.cells {
		f.empty[i] = uint16(i)
	}
	return f
}

// touched gives the sides that a group would touch after a stone of a colour on an empty cell.
func (f *field) touched(cell uint16, c colour) uint8 {
	sides := f.sides[cell]
	for first := runs[f.spots[cell].near[c]]; first != 0; first &= first - 1 {
		sides |= f.spots[f.root(f.next[cell][bits.TrailingZeros8(first)])].sides
	}
	return sides
}

// put puts a stone on an empty cell.
func (f *field) put(cell uint16, c colour) {
	s := &f.spots[cell]
	s.stone = c
	sides, root := f.sides[cell], cell
	for first := runs[s.near[c]]; first != 0; first &= first - 1 {
		other := f.root(f.next[cell][bits.TrailingZeros8(first)])
		sides |= f.spots[other].sides
		if root == cell {
			root = other
		}
		f.spots[other].parent = root
	}
	s.parent = root
	f.spots[root].sides = sides
	for d, n := range f.next[cell] {
		f.spots[n].near[c] |= 1 << ((d + 3) % 6)
	}
	f.left--
	last := f.empty[f.left]
	f.empty[s.where], f.spots[last].where = last, s.where
}

// root finds the root of a stone's group, halving the way on it.
func (f *field) root(cell uint16) uint16 {
	for {
		parent := f.spots[cell].parent
		if parent == cell {
			return cell
		}
		above := f.spots[parent].parent
		f.spots[cell].parent = above
		cell = above
	}
}
