package game

// Symmetries is in how many ways a board can be laid on itself: turned by sixths, and mirrored. Sides and goals go with
// it, a Y stays a Y and a line a line, so that in the game they are all the same.
const Symmetries = 12

// Image gives where a cell comes to lie on a board of a size by one of the symmetries, from 0, which leaves it where it
// is.
func (c Cell) Image(size, symmetry int) Cell {
	middle := int16(size - 1)
	row, col := c.Row-middle, c.Col-middle
	if symmetry >= Symmetries/2 {
		row, col = -row, col-row
	}
	for range symmetry % (Symmetries / 2) {
		row, col = col, col-row
	}
	return Cell{row + middle, col + middle}
}

// Mirrors says whether another position is the same one, perhaps turned or mirrored: in which the same stones lie, and
// the same colour is to move, or both are in the contract phase.
func (p *Position) Mirrors(other *Position) bool {
	if p.Size() != other.Size() || p.phase != other.phase || p.Color(p.toMove) != other.Color(other.toMove) {
		return false
	}
	for symmetry := range Symmetries {
		same := true
		for _, c := range p.Cells() {
			if p.At(c) != other.At(c.Image(p.Size(), symmetry)) {
				same = false
				break
			}
		}
		if same {
			return true
		}
	}
	return false
}
