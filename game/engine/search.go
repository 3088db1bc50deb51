package engine

import "math"

// A style is what a search knows besides the rules. Levels have all of it; a test that measures what a part brings
// leaves it out.
type style struct {
	bridges bool    // simulations connect bridges that are cut
	policy  int32   // how many simulations the policy counts for in a new node; 0: it isn't asked
	explore float64 // how much the policy is heard in nodes that were seldom visited
}

// strong is the style of all levels.
var strong = style{bridges: true, policy: 20, explore: 0.5}

const (
	// expandAt is the visit of a node that makes its children: until then it is only simulated from.
	expandAt = 4
	// amafWeight is how many visits of a node must be before they count as much as all moves as first do.
	amafWeight = 500
	// mostNodes is how far a tree grows: to 28 MB. Then its leaves stay leaves.
	mostNodes = 1 << 20
	// pause is after how many simulations whoever has asked for it may do something else.
	pause = 32
)

// A search looks for the best move of the side to move in the main phase, by simulated games. It is over when its
// simulations are, or when the outcome is proven.
type search struct {
	style
	root    *field
	toMove  colour
	tree    tree
	path    []int32
	play    field // as it is in a simulation
	ways    ways
	sides   [maxCells]uint8 // that a stone on each empty cell of a position would touch, by its place among them
	weights [maxCells]int   // what the policy thinks of the moves of a position
	random  random
}

// newSearch begins a search of a position in which a side is to move after a stone on a cell, or nowhere. The number of
// simulations is only there to make room for the tree, which doesn't move any more.
func newSearch(s style, f *field, toMove colour, last uint16, sims int, seed uint64) *search {
	room := min(mostNodes, 1+(2+sims/expandAt)*f.left)
	return &search{
		style: s, root: f, toMove: toMove, random: random(seed),
		tree: append(make(tree, 0, room), node{cell: last}), path: make([]int32, 0, f.left+1),
	}
}

// run plays a number of simulations, at least one, and fewer if the outcome is proven before or if between, which may
// be nil, says no.
func (s *search) run(sims int, between func() bool) {
	for done := 1; ; done++ {
		s.simulate()
		if done >= sims || s.tree[0].proven != open || done%pause == 0 && between != nil && !between() {
			return
		}
	}
}

// simulate walks down the tree to a leaf, makes its children if it is time, plays on to the end by chance, and counts
// the result in all nodes on the way.
func (s *search) simulate() {
	s.play = *s.root
	f := &s.play
	s.path = append(s.path[:0], 0)
	at, toMove := int32(0), s.toMove
	for s.tree[at].first != 0 && s.tree[at].proven == open {
		at = s.best(&s.tree[at])
		f.put(s.tree[at].cell, toMove)
		toMove = toMove.other()
		s.path = append(s.path, at)
	}
	leaf := &s.tree[at]
	if leaf.proven == open && (leaf.visits+1 >= expandAt || at == 0) && len(s.tree)+f.left <= cap(s.tree) {
		s.expand(leaf, f, toMove)
	}
	switch leaf.proven {
	case won:
		s.count(toMove.other(), f)
		s.tree.prove(s.path)
	case lost:
		s.count(toMove, f)
		s.tree.prove(s.path)
	default:
		s.count(f.playout(toMove, leaf.cell, s.bridges, &s.random), f)
	}
}

// best gives the child to walk to: the one that won most often, where few visits count less than all moves as first,
// or one that the policy likes and that was seldom visited (PUCT, Rosin 2011). One that is proven lost is walked to
// only if all are.
func (s *search) best(n *node) int32 {
	curious := s.explore * math.Sqrt(float64(n.visits)) / certain
	best, most := 0, -1.0
	for i := range s.tree.childrenOf(n) {
		c := &s.tree[n.first+int32(i)]
		if c.proven == lost {
			continue
		}
		rate := (float64(c.won) + amafWeight*float64(c.amafWon)/float64(c.amaf)) / float64(c.visits+amafWeight)
		if value := rate + curious*float64(c.likely)/float64(c.visits+1); value > most {
			best, most = i, value
		}
	}
	return n.first + int32(best)
}

// expand makes the children of a leaf: the moves that don't lose at once, or only one that wins at once. Where the
// opponent threatens to win at once, what doesn't answer that is lost, and all is if it threatens that twice.
func (s *search) expand(leaf *node, f *field, toMove colour) {
	first, threats, answers := len(s.tree), 0, 0
	for i, cell := range f.empty[:f.left] {
		s.sides[i] = f.touched(cell, toMove)
		child := node{cell: cell, amaf: 2, amafWon: 1}
		if verdicts[toMove.other()][f.touched(cell, toMove.other())] == wins {
			threats++
		} else {
			child.proven = lost // if there is a threat, elsewhere
		}
		switch verdicts[toMove][s.sides[i]] {
		case wins:
			child.proven = won
			s.tree = append(s.tree[:first], child)
			leaf.first, leaf.children, leaf.proven = int32(first), 1, lost
			return
		case goesOn:
			s.tree = append(s.tree, child)
			if child.proven == open {
				answers++
			}
		}
	}
	children := s.tree[first:]
	leaf.first, leaf.children = int32(first), uint16(len(children))
	if len(children) == 0 {
		leaf.first = 0
	}
	if threats == 0 {
		for i := range children {
			children[i].proven = open
		}
		answers = len(children)
	}
	if threats > 1 || answers == 0 {
		leaf.proven = won
	} else if s.policy > 0 {
		s.ways.look(f)
		s.advise(children, leaf.cell, f, toMove)
		if s.ways.least[toMove] == 1 && s.threatensTwice(children, f, toMove) {
			leaf.proven = lost
		}
	}
}

// threatensTwice looks for a move, of those to new nodes, after which two cells win at the next turn; it notes the proof of
// the first that there is. The opponent can't win in between: what is not proven answers any threat that there was.
func (s *search) threatensTwice(moves []node, f *field, toMove colour) bool {
	for i := range moves {
		m := &moves[i]
		if m.proven == open && s.ways.needs[toMove][m.cell] == 1 {
			if _, n := f.threats(m.cell, toMove, s.sides[:f.left]); n > 1 {
				m.proven = won
				return true
			}
		}
	}
	return false
}

// advise has the policy say what it thinks of the moves to new nodes, after a stone on a cell or nowhere, once the ways
// were looked at. A move is taken to have won a quarter of some simulations, and up to three quarters if it is the best:
// the more, the nearer its likelihood is to that of the best, of which the root is taken.
func (s *search) advise(moves []node, last uint16, f *field, toMove colour) {
	p, best, sum := &learned()[toMove], -1<<15, int64(0)
	for i, m := range moves {
		s.weights[i] = p.weigh(f.see(m.cell, last, toMove, &s.ways))
		best = max(best, s.weights[i])
		sum += power(s.weights[i])
	}
	for i := range moves {
		m := &moves[i]
		m.likely = uint16(power(s.weights[i]) * certain / sum)
		m.amaf, m.amafWon = s.policy, int32((int64(s.policy)*(power(0)/4+power((s.weights[i]-best)/2)/2)+power(0)/2)/power(0))
	}
}

// count notes the result of a simulation in each node on its way, and in the children of these whose cells the side
// that was to move there has played, now or later.
func (s *search) count(winner colour, f *field) {
	toMove := s.toMove
	for _, at := range s.path {
		n := &s.tree[at]
		n.visits++
		success := int32(0)
		if winner == toMove {
			success = 1
		} else {
			n.won++
		}
		children := s.tree.childrenOf(n)
		for i := range children {
			if c := &children[i]; f.spots[c.cell].stone == toMove {
				c.amaf++
				c.amafWon += success
			}
		}
		toMove = toMove.other()
	}
}

// share gives the share of the simulations that the side to move won; 1 or 0 if the outcome is proven.
func (s *search) share() float64 {
	switch root := &s.tree[0]; root.proven {
	case lost:
		return 1
	case won:
		return 0
	default:
		return float64(root.visits-root.won) / float64(root.visits)
	}
}

// move gives the move to play: one that is proven to win, or else the one that was simulated most.
func (s *search) move() uint16 {
	best := node{cell: s.root.empty[0], visits: -1, proven: lost} // if every move loses at once
	for _, c := range s.tree.childrenOf(&s.tree[0]) {
		if c.proven > best.proven || c.proven == best.proven && c.visits > best.visits {
			best = c
		}
	}
	return best.cell
}
