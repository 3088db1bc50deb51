package engine

import (
	"slices"

	"unlurbot/game"
)

// A solver finds out who wins, by depth-first proof-number search (df-pn, Nagai 2002): it looks first where the least is
// missing for a proof, and remembers in a table what it knows of positions.
//
// It leaves out moves that change nothing, as solvers of Hex do (must-play, Hayward and others 2003). No board has room for
// both goals: so who reaches the goal wherever the opponent goes still reaches it if the opponent has a stone more
// somewhere, and isn't overtaken, unless that stone is on a cell that the proof needs. Such a proof of what
// refutes one move refutes every move outside of its cells. It is another matter when the loser must take a foul in the
// end: with a stone more that may be a win, so such a proof needs all cells.
type solver struct {
	shares [2][maxCells]uint64 // of stones in the number by which a position is known (Zobrist 1970)
	table  []known
	proofs []set  // the cells that each proof needs; the first is all
	left   int    // how many positions it may still look at
	winner uint16 // the move that wins in the position that was last proven to be won
}

// A known is what the table knows of a position: how many others must be proven to prove that the side to move wins, and
// how many that it loses; 0 and enough when that is done.
type known struct {
	key       uint64
	win, loss uint32
	proof     uint32 // its place among the proofs
}

// enough is more positions than any search looks at.
const enough = 1 << 30

// Prove tries to prove what a position of the main phase is worth to the side to move, and looks at no more than so many
// positions for that. A win comes with a move that wins; of another outcome the move says nothing. The contract phase is
// left open. The answer hangs on the position and the number alone; a hundred thousand take one to two seconds.
func Prove(p *game.Position, positions int) (worth Outcome, move game.Move) {
	if p.Phase() != game.Main {
		return Open, game.Move{}
	}
	f, toMove, _ := fieldOf(p)
	s := newSolver(positions)
	switch found := s.prove(f, toMove, s.key(f), enough, enough); {
	case found.win == 0:
		return Win, game.Stone(f.cells[s.winner])
	case found.loss == 0:
		return Loss, game.Move{}
	}
	return Open, game.Move{}
}

func newSolver(positions int) *solver {
	room := 1 << 10
	for room < 2*positions && room < 1<<21 { // 48 MB
		room *= 2
	}
	s := &solver{table: make([]known, room), proofs: []set{everywhere}, left: positions}
	r := random(1)
	for c := range s.shares {
		for cell := range s.shares[c] {
			s.shares[c][cell] = r.next()
		}
	}
	return s
}

// key gives the number by which a position is known. Whose turn it is hangs on the number of stones.
func (s *solver) key(f *field) (key uint64) {
	for cell := range f.cells {
		if c := f.spots[cell].stone; c != none {
			key ^= s.shares[c][cell]
		}
	}
	return key
}

// look gives what the table knows of a position.
func (s *solver) look(key uint64) (k known, ok bool) {
	k = s.table[key&uint64(len(s.table)-1)]
	return k, k.key == key
}

func (s *solver) remember(k known) known {
	s.table[k.key&uint64(len(s.table)-1)] = k
	return k
}

// proven remembers a position as proven, with the cells that its proof needs.
func (s *solver) proven(k known, needs set) known {
	k.proof = uint32(len(s.proofs))
	s.proofs = append(s.proofs, needs)
	return s.remember(k)
}

// prove looks at a position until it is proven, or until as many others are missing for the proof of a win, or of a loss,
// as is said.
func (s *solver) prove(f *field, toMove colour, key uint64, mostWin, mostLoss uint32) known {
	s.left--
	here := known{key: key}
	at := s.expand(f, toMove, key)
	if at.winner != nowhere {
		here.loss, s.winner = enough, at.winner
		return s.proven(here, at.needs)
	}
	for {
		if s.drop(&at); len(at.plies) == 0 {
			here.win, here.loss = enough, 0
			if !at.must.isEmpty() { // what is left there are fouls
				at.needs = everywhere
			}
			return s.proven(here, at.needs)
		}
		// Who is to move wins with one ply after which the other side loses, and loses if it wins after all of them. What
		// refutes one mostly refutes others, so all others together count half (as in Ueda and others 2008, weak
		// proof-number search).
		var best ply
		var reply known
		second, others := uint32(enough), uint32(len(at.plies)-1)/2
		here.win, here.loss = enough, 0
		for _, p := range at.plies {
			after, ok := s.look(p.key)
			if !ok { // of whom nothing is threatened all replies must be looked at
				after = known{win: 1, loss: 1}
				if !p.threatens {
					after.loss = uint32(f.left)
				}
			}
			here.loss = max(here.loss, after.win)
			if after.loss < here.win {
				best, reply, here.win, second = p, after, after.loss, here.win
			} else {
				second = min(second, after.loss)
			}
		}
		here.loss = min(here.loss+others, enough)
		if here.win == 0 {
			here.loss, s.winner = enough, best.cell
			needs := s.proofs[reply.proof]
			needs.add(best.cell)
			return s.proven(here, needs)
		}
		if here.win >= mostWin || here.loss >= mostLoss || s.left <= 0 {
			return s.remember(here)
		}
		// It stays with that ply a little longer than it is the best, so as not to go to and fro (Pawlewicz and Lew 2007).
		next := *f
		next.put(best.cell, toMove)
		s.prove(&next, toMove.other(), best.key, mostLoss-others, min(mostWin, second+second/8+1))
	}
}

// A turn is what a solver has found out about the moves in a position, of which none is known to win, or one.
type turn struct {
	plies  []ply
	must   set    // the empty cells that every refutation so far needs: a stone elsewhere loses
	needs  set    // the cells that these refutations need, or the proof of a win
	winner uint16 // a cell that wins; nowhere if none is seen
}

// A ply is a move that the solver looks at.
type ply struct {
	cell      uint16
	key       uint64 // of the position after it
	threatens bool   // to win with the next stone
}

// refute notes the cells that the refutation of a move needs.
func (t *turn) refute(needs *set) {
	if t.must.keep(needs) {
		t.needs.join(needs)
	}
}

// drop leaves out the plies that are refuted, by what the table knows now.
func (s *solver) drop(t *turn) {
	t.plies = slices.DeleteFunc(t.plies, func(p ply) bool {
		after, ok := s.look(p.key)
		if !ok || after.win > 0 {
			return false
		}
		t.refute(&s.proofs[after.proof])
		return true
	})
	t.plies = slices.DeleteFunc(t.plies, func(p ply) bool { return !t.must.has(p.cell) })
}

// expand gives the moves of a side that may be right, or one that surely wins. A cell on which the opponent could win with the
// next stone is all that its refutation needs: with one such cell that is the only move, with two there is none. A side that
// leaves no such cell wins by a stone that threatens to win on two.
func (s *solver) expand(f *field, toMove colour, key uint64) (t turn) {
	var sides [maxCells]uint8 // that a stone would touch, by the place of its cell among the empty ones
	empty := f.empty[:f.left]
	t.winner, t.must = nowhere, setOf(empty...)
	for i, cell := range empty {
		sides[i] = f.touched(cell, toMove)
		switch verdicts[toMove][sides[i]] {
		case wins:
			return turn{winner: cell, needs: setOf(cell)}
		case goesOn:
			t.plies = append(t.plies, ply{cell: cell})
		}
		if verdicts[toMove.other()][f.touched(cell, toMove.other())] == wins {
			threat := setOf(cell)
			t.refute(&threat)
		}
	}
	t.plies = slices.DeleteFunc(t.plies, func(p ply) bool { return !t.must.has(p.cell) })
	for i := range t.plies {
		p := &t.plies[i]
		on, n := f.threats(p.cell, toMove, sides[:f.left])
		if n > 1 {
			return turn{winner: p.cell, needs: setOf(p.cell, on[0], on[1])}
		}
		p.key, p.threatens = key^s.shares[toMove][p.cell], n > 0
	}
	return t
}

// threats finds the cells on which a side could win after a stone on a cell, two at most, and how many these are. The sides are
// what a stone of that side would touch on each empty cell now.
func (f *field) threats(cell uint16, c colour, sides []uint8) (on [2]uint16, n int) {
	var after *field
	own := sides[f.spots[cell].where]
	for i, next := range f.empty[:f.left] {
		if next == cell || verdicts[c][sides[i]|own] != wins {
			continue // not even if the new stone's group were beside it
		}
		if after == nil {
			copied := *f
			after = &copied
			after.put(cell, c)
		}
		if verdicts[c][after.touched(next, c)] == wins {
			on[n] = next
			if n++; n == len(on) {
				break
			}
		}
	}
	return on, n
}

// A set is one of cells: bit by bit.
type set [(maxCells + 63) / 64]uint64

// everywhere are all cells.
var everywhere = func() (s set) {
	for i := range s {
		s[i] = ^uint64(0)
	}
	return s
}()

func setOf(cells ...uint16) (s set) {
	for _, cell := range cells {
		s.add(cell)
	}
	return s
}

func (s *set) add(cell uint16)      { s[cell/64] |= 1 << (cell % 64) }
func (s *set) has(cell uint16) bool { return s[cell/64]>>(cell%64)&1 != 0 }
func (s *set) isEmpty() bool        { return *s == set{} }

// join adds what another set has.
func (s *set) join(other *set) {
	for i := range s {
		s[i] |= other[i]
	}
}

// keep leaves out what another set doesn't have, and says whether that was anything.
func (s *set) keep(other *set) (less bool) {
	for i := range s {
		less = less || s[i]&^other[i] != 0
		s[i] &= other[i]
	}
	return less
}
