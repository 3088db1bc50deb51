package engine

import (
	"fmt"
	"testing"
)

// The solver says of positions with few cells left what trying everything gives, and proves all; its winning moves win.
func TestSolverIsRight(t *testing.T) {
	r := random(11)
	of := map[Outcome]int{}
	for i := range 200 {
		left := 3 + i%7
		if i%50 == 0 {
			left = 12 // which takes as long as all others
		}
		f, toMove := almostFull(left, &r)
		s := newSolver(100_000)
		got := s.prove(f, toMove, s.key(f), enough, enough)
		want := canWin(f, toMove)
		of[map[bool]Outcome{true: Win, false: Loss}[want]]++
		if (got.win == 0) != want || (got.loss == 0) == want {
			t.Fatalf("%d cells left, %v to move: %+v, and it wins: %t", f.left, toMove, got, want)
		}
		if after := *f; want && verdicts[toMove][f.touched(s.winner, toMove)] != wins {
			after.put(s.winner, toMove)
			if canWin(&after, toMove.other()) {
				t.Errorf("%d cells left: %v throws the win away", f.left, f.cells[s.winner])
			}
		}
	}
	if of[Win] < 30 || of[Loss] < 30 {
		t.Errorf("too few of a kind: %v", of)
	}
}

// Who has lost has lost with a stone more as well, on any cell that the proof doesn't need: by that the solver leaves moves out.
func TestStonesElsewhereChangeNothing(t *testing.T) {
	r := random(5)
	tried := 0
	for range 600 {
		f, toMove := almostFull(5+r.below(6), &r)
		s := newSolver(100_000)
		found := s.prove(f, toMove, s.key(f), enough, enough)
		loser := toMove
		if found.win == 0 {
			loser = toMove.other()
		}
		for _, cell := range f.empty[:f.left] {
			if s.proofs[found.proof].has(cell) {
				continue
			}
			tried++
			if verdicts[loser][f.touched(cell, loser)] == wins {
				t.Fatalf("%d cells left: a stone on %v wins, and the proof doesn't need that cell", f.left, f.cells[cell])
			}
			after := *f
			after.put(cell, loser)
			if canWin(&after, toMove) != (found.win == 0) {
				t.Fatalf("%d cells left: a stone on %v saves the loser, and the proof doesn't need that cell", f.left, f.cells[cell])
			}
		}
	}
	if tried < 500 {
		t.Errorf("only %d such stones", tried)
	}
}

// No board has room for a Y of one side and a line of the other, however full it is.
func TestNoRoomForBothGoals(t *testing.T) {
	r := random(3)
	var won [2]int
	for i := range 3000 {
		f := newField(boards[4+i%3]())
		var reached [2]bool
		for f.left > 0 {
			cell, c := f.empty[r.below(f.left)], colour(r.below(2))
			f.put(cell, c)
			reached[c] = reached[c] || verdicts[c][f.spots[f.root(cell)].sides] == wins
		}
		if reached[black] && reached[white] {
			t.Fatal("both goals are reached")
		}
		for c, is := range reached {
			if is {
				won[c]++
			}
		}
	}
	if min(won[black], won[white]) < 100 {
		t.Errorf("too few of a kind: %v", won)
	}
}

// BenchmarkProve proves positions of games of the engine with itself, from the end back, and tells which share of them it
// can, and how many positions it looks at in a second.
func BenchmarkProve(b *testing.B) {
	for _, size := range []int{4, 5, 6} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			var tried, proven [4]float64
			looked := 0
			for seed := uint64(0); b.Loop(); seed++ {
				fields, toMove := gameOf(size, seed)
				for back := 1; back <= min(16, len(fields)); back++ {
					s := newSolver(100_000)
					f := fields[len(fields)-back]
					c := toMove
					if back%2 == 0 {
						c = c.other()
					}
					found := s.prove(&f, c, s.key(&f), enough, enough)
					looked += 100_000 - s.left
					tried[(back-1)/4]++
					if found.win == 0 || found.loss == 0 {
						proven[(back-1)/4]++
					}
				}
			}
			for i, name := range []string{"1-4", "5-8", "9-12", "13-16"} {
				b.ReportMetric(100*proven[i]/max(tried[i], 1), name+"_%")
			}
			b.ReportMetric(float64(looked)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}

// gameOf plays a game of the engine with itself, with few simulations, and gives the positions before each move, and who makes the last.
func gameOf(size int, seed uint64) (before []field, last colour) {
	f, r := contracted(size, 4, seed), random(seed)
	for toMove := white; ; toMove = toMove.other() {
		before = append(before, *f)
		s := newSearch(strong, f, toMove, nowhere, 500, r.next())
		s.run(500, nil)
		if verdicts[toMove][f.touched(s.move(), toMove)] != goesOn {
			return before, toMove
		}
		f.put(s.move(), toMove)
	}
}
