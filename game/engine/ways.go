package engine

// ways weighs the empty cells of a field by the shortest ways: how many stones a colour still needs for its goal if it
// has one on a cell. What is on a shortest way of one's own is worth a try, and so is what is on one of the opponent's,
// since a stone there blocks it.
type ways struct {
	needs [2]reach // by colour and cell: the stones needed beside the one there
	least [2]uint8 // the smallest of these; far if the goal can't be reached any more

	cost  [maxCells + 1]uint8 // the stones needed to have one on a cell: 0, 1, or far where the opponent's is
	from  [6]reach            // the stones needed to reach a cell from each side, that on the cell included
	fork  reach               // the same from two sides at once
	queue [far + 1][]uint16   // the cells that are reached with a number of stones
}

// A reach is numbers of stones by cell; nowhere is reached with none, so that nothing goes on from there.
type reach [maxCells + 1]uint8

// far is more stones than a shortest way needs. A way with more than that twists through the whole board, and is as
// good as none.
const far = 64

// unreached is where a reach begins.
var unreached = func() (r reach) {
	for i := range nowhere {
		r[i] = far
	}
	return r
}()

// look finds the ways of both colours.
func (w *ways) look(f *field) {
	for c := range none {
		costs := [...]uint8{black: far, white: far, none: 1}
		costs[c] = 0
		for i := range f.cells {
			w.cost[i] = costs[f.spots[i].stone]
		}
		w.cost[nowhere] = far
		for s := range w.from {
			w.from[s] = unreached
			for _, i := range f.along[s] {
				w.from[s][i] = w.cost[i]
			}
			w.spread(&w.from[s], f.along[s], f)
		}
		w.needs[c] = unreached
		if c == white {
			for s := range 3 {
				w.join(c, &w.from[s], &w.from[s+3], f)
			}
		} else {
			w.branch(f)
		}
		w.least[c] = far
		for _, i := range f.empty[:f.left] {
			w.least[c] = min(w.least[c], w.needs[c][i])
		}
	}
}

// branch notes the ways of Black's: an arm from each side meets a fork of the two others somewhere.
func (w *ways) branch(f *field) {
	for s := range w.from {
		one, two := &w.from[(s+2)%6], &w.from[(s+4)%6]
		w.fork = unreached
		for i, cost := range w.cost[:len(f.cells)] {
			if cost < far {
				w.fork[i] = min(one[i]+two[i]-cost, far)
			}
		}
		w.spread(&w.fork, f.every, f)
		w.join(black, &w.fork, &w.from[s], f)
	}
}

// join notes the ways over each empty cell that two parts make there; both count the stone on it.
func (w *ways) join(c colour, one, two *reach, f *field) {
	for _, i := range f.empty[:f.left] {
		w.needs[c][i] = min(w.needs[c][i], one[i]+two[i]-2)
	}
}

// spread carries the numbers of stones with which cells are reached to all that are reached over these.
func (w *ways) spread(r *reach, begin []uint16, f *field) {
	top := uint8(0)
	for _, i := range begin {
		if stones := r[i]; stones < far {
			w.queue[stones] = append(w.queue[stones], i)
			top = max(top, stones)
		}
	}
	for stones := uint8(0); stones <= top; stones++ {
		now, then := w.queue[stones], w.queue[stones+1]
		for k := 0; k < len(now); k++ {
			at := now[k]
			if r[at] != stones {
				continue // it was reached with fewer
			}
			for _, n := range &f.next[at] {
				switch cost := w.cost[n]; {
				case stones+cost >= r[n]:
				case cost == 0:
					r[n] = stones
					now = append(now, n)
				default:
					r[n] = stones + 1
					then = append(then, n)
				}
			}
		}
		w.queue[stones] = now[:0]
		if len(then) > 0 && stones+1 < far {
			top = max(top, stones+1)
		}
		w.queue[stones+1] = then
	}
	w.queue[top+1] = w.queue[top+1][:0]
}

// slack says how many stones more than the shortest way of a colour one over a cell needs: from 0 to 3, which stands for
// more as well.
func (w *ways) slack(c colour, cell uint16) uint16 {
	return uint16(min(w.needs[c][cell]-w.least[c], 3))
}
