package game

import "slices"

// Connection gives the cells of a shortest connection of stones that shows
// the goal which ended the game: the winner's, or with OpponentGoal the one
// that the loser completed. It is nil for any other ending and while the game
// goes on.
//
// A line comes in order from one side to the other. A Y comes as the arm from
// its first side to the cell where the arms meet, then each other arm from
// that cell to its side. The result depends on the position only.
func (p *Position) Connection() []Cell {
	var found []int
	switch p.reason {
	case ByY:
		found = stones{p, Black}.shortestY()
	case ByLine:
		found = stones{p, White}.shortestLine()
	case OpponentGoal:
		if loser := p.Color(p.winner.Other()); loser == White {
			found = stones{p, White}.shortestY()
		} else {
			found = stones{p, Black}.shortestLine()
		}
	default:
		return nil
	}
	cells := make([]Cell, len(found))
	for i, at := range found {
		cells[i] = p.board.cells[at]
	}
	return cells
}

// stones are those of one colour in a position.
type stones struct {
	*Position
	color Color
}

func (s stones) shortestLine() (best []int) {
	for side := range 3 {
		from := s.distances(side)
		to := nearest(from, func(i int) bool { return s.board.sides[i]&(1<<(side+3)) != 0 })
		if to < 0 {
			continue
		}
		if arm := s.board.walk(from, to); best == nil || len(arm) < len(best) {
			slices.Reverse(arm)
			best = arm
		}
	}
	return best
}

// shortestY finds the cell from which the three arms are shortest together;
// with three ends no smaller connection exists.
func (s stones) shortestY() (best []int) {
	for first := range 2 {
		var arms [3][]int // distances from the three sides
		sum := make([]int, len(s.board.cells))
		for k := range arms {
			arms[k] = s.distances(first + 2*k)
			for i, d := range arms[k] {
				if d < 0 || sum[i] < 0 {
					sum[i] = -1
				} else {
					sum[i] += d
				}
			}
		}
		hub := nearest(sum, func(int) bool { return true })
		if hub < 0 || best != nil && sum[hub]+1 >= len(best) {
			continue
		}
		best = s.board.walk(arms[0], hub)
		slices.Reverse(best)
		best = append(best, s.board.walk(arms[1], hub)[1:]...)
		best = append(best, s.board.walk(arms[2], hub)[1:]...)
	}
	return best
}

// distances gives for each cell the number of steps over stones from the given side (0 is side 1), and -1 where no stones lead.
func (s stones) distances(side int) []int {
	d := make([]int, len(s.board.cells))
	var queue []int
	for i := range d {
		d[i] = -1
		if s.cell[i].color() == s.color && s.board.sides[i]&(1<<side) != 0 {
			d[i] = 0
			queue = append(queue, i)
		}
	}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, n := range s.board.next[at] {
			if n != nowhere && d[n] < 0 && s.cell[n].color() == s.color {
				d[n] = d[at] + 1
				queue = append(queue, int(n))
			}
		}
	}
	return d
}

// nearest gives the first cell in reading order with the smallest distance
// among those wanted, or -1.
func nearest(d []int, wanted func(int) bool) int {
	best := -1
	for i, steps := range d {
		if steps >= 0 && wanted(i) && (best < 0 || steps < d[best]) {
			best = i
		}
	}
	return best
}

// walk goes from a cell down the distances to 0, both ends included.
func (b *board) walk(d []int, at int) []int {
	way := []int{at}
	for d[at] > 0 {
		for _, n := range b.next[at] {
			if n != nowhere && d[n] == d[at]-1 {
				at = int(n)
				break
			}
		}
		way = append(way, at)
	}
	return way
}
