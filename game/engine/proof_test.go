package engine

import (
	"testing"

	"unlurbot/game"
)

// What the search has proven on the smallest board with few cells left is what trying everything gives; and with so
// few left, it proves all.
func TestProofsAreTrue(t *testing.T) {
	r := random(3)
	proven := map[proof]int{}
	for range 300 {
		f, toMove := almostFull(4+r.below(6), &r)
		s := newSearch(strong, f, toMove, nowhere, 20_000, r.next())
		s.run(20_000, nil)
		got := s.tree[0].proven
		proven[got]++
		want := won
		if canWin(f, toMove) {
			want = lost
		}
		if got != want {
			t.Errorf("%d cells left, %v to move: the search says %d, and it is %d", f.left, toMove, got, want)
		}
		if after := *f; got == lost && verdicts[toMove][f.touched(s.move(), toMove)] != wins {
			after.put(s.move(), toMove)
			if canWin(&after, toMove.other()) {
				t.Errorf("%d cells left: %v throws the win away", f.left, f.cells[s.move()])
			}
		}
	}
	if proven[won] < 30 || proven[lost] < 30 {
		t.Errorf("too few of a kind: %v", proven)
	}
}

// almostFull gives a field of the smallest size, on which nobody has won, with some empty cells.
func almostFull(left int, r *random) (*field, colour) {
	for {
		f, toMove := contracted(game.MinSize, 3+r.below(3), r.next()), white
		for f.left > left && f.hasSafe(toMove) {
			cell := f.empty[r.below(f.left)]
			if verdicts[toMove][f.touched(cell, toMove)] == goesOn {
				f.put(cell, toMove)
				toMove = toMove.other()
			} else if !f.hasQuiet(toMove) {
				break
			}
		}
		if f.left == left {
			return f, toMove
		}
	}
}

// hasQuiet says whether a colour has a stone after which the game goes on.
func (f *field) hasQuiet(c colour) bool {
	for _, cell := range f.empty[:f.left] {
		if verdicts[c][f.touched(cell, c)] == goesOn {
			return true
		}
	}
	return false
}

// canWin says by trying everything whether the side to move wins.
func canWin(f *field, toMove colour) bool {
	for _, cell := range f.empty[:f.left] {
		switch verdicts[toMove][f.touched(cell, toMove)] {
		case wins:
			return true
		case goesOn:
			after := *f
			after.put(cell, toMove)
			if !canWin(&after, toMove.other()) {
				return true
			}
		}
	}
	return false
}
