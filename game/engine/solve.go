package engine

import "unlurbot/game"

// A solver finds out who wins, by depth-first proof-number search (df-pn, Nagai 2002): it looks first where the least is
// missing for a proof, and remembers in a table what it knows of positions.
type solver struct {
	prints *prints
	table  []known
	left   int    // how many positions it may still look at
	winner uint16 // the move that wins in the position that was last proven to be won
}

// A known is what the table knows of a position: how many others must be proven to prove that the side to move wins, and
// how many that it loses; 0 and enough when that is done.
type known struct {
	key       uint64
	win, loss uint32
}

// enough is more positions than any search looks at.
const enough = 1 << 30

// Prove tries to prove what a position of the main phase is worth to the side to move, and looks at no more than so many
// positions for that. A win comes with a move that wins; of another outcome the move says nothing. The contract phase is
// left open. The answer hangs on the position and the number alone; a hundred thousand take about a second.
func Prove(p *game.Position, positions int) (worth Outcome, move game.Move) {
	if p.Phase() != game.Main {
		return Open, game.Move{}
	}
	f, toMove, _ := fieldOf(p)
	s := newSolver(f.board, positions)
	switch found := s.prove(f, toMove, s.prints.of(f), enough, enough); {
	case found.win == 0:
		return Win, game.Stone(f.cells[s.winner])
	case found.loss == 0:
		return Loss, game.Move{}
	}
	return Open, game.Move{}
}

func newSolver(b *board, positions int) *solver {
	room := 1 << 10
	for room < 2*positions && room < 1<<22 { // 64 MB
		room *= 2
	}
	return &solver{prints: newPrints(b), table: make([]known, room), left: positions}
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

// prove looks at a position until it is proven, or until as many others are missing for the proof of a win, or of a loss,
// as is said.
func (s *solver) prove(f *field, toMove colour, at *print, mostWin, mostLoss uint32) known {
	s.left--
	here := known{key: at.key()}
	plies, winning := s.plies(f, toMove, at)
	switch {
	case winning != nowhere:
		here.loss, s.winner = enough, winning
		return s.remember(here)
	case len(plies) == 0:
		here.win = enough
		return s.remember(here)
	}
	for {
		// Who is to move wins with one ply after which the other side loses, and loses if it wins after all of them.
		var best ply
		var reply known
		second := uint32(enough)
		here.win, here.loss = enough, 0
		for _, p := range plies {
			after, ok := s.look(p.key)
			if !ok { // of whom nothing is threatened all replies must be looked at
				after = known{win: 1, loss: 1}
				if !p.threatens {
					after.loss = uint32(f.left)
				}
			}
			here.loss = min(here.loss+after.win, enough)
			if after.loss < here.win {
				best, reply, here.win, second = p, after, after.loss, here.win
			} else {
				second = min(second, after.loss)
			}
		}
		if here.win == 0 {
			s.winner = best.cell
		}
		if here.win >= mostWin || here.loss >= mostLoss || here.win == 0 || here.loss == 0 || s.left <= 0 {
			return s.remember(here)
		}
		// It stays with that ply a little longer than it is the best, so as not to go to and fro (Pawlewicz and Lew 2007).
		next, to := *f, s.prints.with(at, best.cell, toMove)
		next.put(best.cell, toMove)
		s.prove(&next, toMove.other(), &to, mostLoss-(here.loss-reply.win), min(mostWin, second+second/4+1))
	}
}

// A ply is a move that the solver looks at.
type ply struct {
	cell      uint16
	key       uint64 // of the position after it
	threatens bool   // to win with the next stone
}

// plies gives the moves of a side that may be right, or one that surely wins, else nowhere. If the opponent could win with
// the next stone, only that cell is left, and none if there are two such cells: a stone changes nothing for the groups of
// the other side but on its own cell. For the same reason a side wins that can threaten to win on two cells.
func (s *solver) plies(f *field, toMove colour, at *print) (plies []ply, winning uint16) {
	var sides [maxCells]uint8 // that a stone would touch, by the place of its cell among the empty ones
	forced, threats := nowhere, 0
	for i, cell := range f.empty[:f.left] {
		sides[i] = f.touched(cell, toMove)
		mine := verdicts[toMove][sides[i]]
		if mine == wins {
			return nil, cell
		}
		if mine == goesOn {
			plies = append(plies, ply{cell: cell})
		}
		if verdicts[toMove.other()][f.touched(cell, toMove.other())] == wins {
			if threats++; mine == goesOn {
				forced = len(plies) - 1
			}
		}
	}
	switch {
	case threats == 1 && forced != nowhere:
		plies = plies[forced : forced+1]
	case threats > 0:
		return nil, nowhere
	}
	for i := range plies {
		p := &plies[i]
		n := f.threats(p.cell, toMove, sides[:f.left])
		if n > 1 {
			return nil, p.cell
		}
		to := s.prints.with(at, p.cell, toMove)
		p.key, p.threatens = to.key(), n > 0
	}
	return plies, nowhere
}

// threats counts the cells on which a side could win after a stone on a cell, two at most. The sides are what a stone of
// that side would touch on each empty cell now.
func (f *field) threats(cell uint16, c colour, sides []uint8) (n int) {
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
			if n++; n > 1 {
				break
			}
		}
	}
	return n
}
