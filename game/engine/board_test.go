package engine

import (
	"testing"

	"unlurbot/game"
)

// A field judges every stone as the rules do, in random games of all sizes to the end.
func TestFieldKnowsTheRules(t *testing.T) {
	r := random(1)
	for size := game.MinSize; size <= game.MaxSize; size++ {
		for range 300 / size {
			p, err := game.NewPosition(size)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Play(game.Move{Kind: game.SayBlack}); err != nil {
				t.Fatal(err)
			}
			f, toMove := newField(boards[size]()), white
			for p.Phase() != game.Over {
				cell := f.empty[r.below(f.left)]
				mover := p.ToMove()
				v := verdicts[toMove][f.touched(cell, toMove)]
				f.put(cell, toMove)
				toMove = toMove.other()
				if err := p.Play(game.Stone(f.cells[cell])); err != nil {
					t.Fatal(err)
				}
				want := goesOn
				switch p.Winner() {
				case mover:
					want = wins
				case mover.Other():
					want = loses
				}
				if v != want {
					t.Fatalf("size %d, move %d on %v: %v, the rules say %v", size, p.Ply(), f.cells[cell], v, want)
				}
			}
		}
	}
}

// BenchmarkPlayout plays random games to the end.
func BenchmarkPlayout(b *testing.B) {
	r := random(1)
	start := newField(boards[6]())
	b.ReportAllocs()
	for b.Loop() {
		f := *start
		f.playout(white, nowhere, true, &r)
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, size := range []int{6, 8, 13} {
		b.Run(map[int]string{6: "6", 8: "8", 13: "13"}[size], func(b *testing.B) {
			f, n := contracted(size, 5, 7), 0
			for b.Loop() {
				s := newSearch(strong, f, white, nowhere, 2000, 1)
				s.run(2000, nil)
				n += 2000
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "sims/s")
		})
	}
}
