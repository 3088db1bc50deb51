package engine

// A node is a position of the tree of a search, and the move that leads to it. What counts as won is counted for whoever
// plays that move.
type node struct {
	visits, won   int32 // simulations through it
	amaf, amafWon int32 // all moves as first: simulations in which the same side played the cell from here on, at any time
	first         int32 // its first child; 0 while it has none
	children      uint16
	cell          uint16
	likely        uint16 // how likely the policy thinks the move, in parts of certain
	proven        proof
}

// certain is what the policy gives to the one move of a position that has no other.
const certain = 1<<16 - 1

// A proof says what the game is worth to whoever played the move of a node.
type proof int8

const (
	lost proof = iota - 1
	open
	won
)

// A tree is the nodes of a search, of which the first is the position that is searched.
type tree []node

// childrenOf gives the children of a node; the slice is the tree's own.
func (t tree) childrenOf(n *node) []node { return t[n.first : n.first+int32(n.children)] }

// prove carries the proof at the end of a path from the root back as far as it holds: a side that has one winning
// move wins, and one whose moves all lose has lost.
func (t tree) prove(path []int32) {
	for i := len(path) - 2; i >= 0; i-- {
		n := &t[path[i]]
		if t[path[i+1]].proven == won {
			n.proven = lost
			continue
		}
		for _, c := range t.childrenOf(n) {
			if c.proven != lost {
				return
			}
		}
		n.proven = won
	}
}
