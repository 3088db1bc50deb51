package engine

import (
	"fmt"
	"slices"
	"testing"

	"unlurbot/game"
)

// All symmetries move every cell somewhere, neighbours to neighbours, and each side to a side: a Y stays one, and a line.
func TestSymmetries(t *testing.T) {
	for _, size := range []int{game.MinSize, 7, game.MaxSize} {
		b := boards[size]
		seen := map[string]bool{}
		for s, image := range images()[size] {
			to := map[uint16]bool{}
			for cell := range b.cells {
				to[image[cell]] = true
				for _, n := range b.next[cell] {
					if n != nowhere && !slices.Contains(b.next[image[cell]][:], image[n]) {
						t.Fatalf("size %d, symmetry %d parts %v and %v", size, s, b.cells[cell], b.cells[n])
					}
				}
			}
			seen[fmt.Sprint(image)] = true
			if len(to) != len(b.cells) {
				t.Errorf("size %d, symmetry %d fills %d cells", size, s, len(to))
			}
		}
		if len(seen) != symmetries {
			t.Errorf("size %d: only %d symmetries", size, len(seen))
		}
	}
}

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
		s := newSolver(f.board, 100_000)
		got := s.prove(f, toMove, s.prints.of(f), enough, enough)
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
					s := newSolver(boards[size], 100_000)
					f := fields[len(fields)-back]
					c := toMove
					if back%2 == 0 {
						c = c.other()
					}
					found := s.prove(&f, c, s.prints.of(&f), enough, enough)
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
