package engine

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"unlurbot/game"
)

// What a puzzle says is so, as trying everything finds: with its right stones the side wins in time whatever the other does, with all
// others it doesn't, the answers show why, and the line goes to the end.
func TestPuzzlesAreRight(t *testing.T) {
	found := [MostStones + 1]int{}
	for seed := range uint64(60) {
		g := played(t, 4, seed, 20)
		z, ok := FindPuzzle(g, int(2+seed%2), nil)
		if !ok {
			continue
		}
		found[z.Stones]++
		if again, _ := FindPuzzle(g, int(2+seed%2), nil); !reflect.DeepEqual(z, again) {
			t.Errorf("once %+v, and again %+v", z, again)
		}
		if z.Stones == MostStones {
			continue // everything is too much
		}
		p := positionAt(t, g, z.Ply)
		f, side, _ := fieldOf(&p)
		if naively(f, side, z.Stones-1) {
			t.Errorf("game %d: %d plies on, it is won with fewer stones than %d", seed, z.Ply, z.Stones)
		}
		for _, cell := range slices.Clone(f.empty[:f.left]) {
			after, at := *f, f.cells[cell]
			if verdicts[side][f.touched(cell, side)] != goesOn {
				continue
			}
			after.put(cell, side)
			right := !naivelyStopped(&after, side, z.Stones-1)
			if right != slices.Contains(z.Right, at) {
				t.Errorf("game %d, ply %d: that %v wins with %d stones is %t; the puzzle says %v", seed, z.Ply, at, z.Stones, right, z.Right)
			}
			answer, refuted := z.Refuted[at]
			if !refuted {
				continue
			}
			to := f.index[answer.Row][answer.Col]
			switch verdicts[side.other()][after.touched(to, side.other())] {
			case loses:
				t.Errorf("game %d: the answer %v to %v loses", seed, answer, at)
			case goesOn:
				if after.put(to, side.other()); naively(&after, side, z.Stones-1) {
					t.Errorf("game %d: after %v and %v it still wins", seed, at, answer)
				}
			}
		}
		for i, cell := range z.Line {
			if p.Phase() != game.Main || p.Play(game.Stone(cell)) != nil {
				t.Fatalf("game %d: the line %v can't be played", seed, z.Line)
			}
			if over := p.Phase() == game.Over; over != (i+1 == len(z.Line)) {
				t.Errorf("game %d: the line %v ends elsewhere", seed, z.Line)
			}
		}
		if first := positionAt(t, g, z.Ply); p.Winner() != first.ToMove() || len(z.Line) != 2*z.Stones-1 || !slices.Contains(z.Right, z.Line[0]) {
			t.Errorf("game %d: the line %v doesn't win with %d stones", seed, z.Line, z.Stones)
		}
	}
	if found[2] < 5 || found[3] < 5 {
		t.Errorf("too few puzzles, by stones: %v", found)
	}
}

// naively says whether a side that is to move wins with so many stones.
func naively(f *field, side colour, stones int) bool {
	for _, cell := range f.empty[:f.left] {
		switch verdicts[side][f.touched(cell, side)] {
		case wins:
			return true
		case goesOn:
			if after := *f; stones > 1 {
				if after.put(cell, side); !naivelyStopped(&after, side, stones-1) {
					return true
				}
			}
		}
	}
	return false
}

// naivelyStopped says whether the other side can keep one from winning with so many more stones.
func naivelyStopped(f *field, side colour, stones int) bool {
	for _, cell := range f.empty[:f.left] {
		switch verdicts[side.other()][f.touched(cell, side.other())] {
		case wins:
			return true
		case goesOn:
			after := *f
			if after.put(cell, side.other()); !naively(&after, side, stones) {
				return true
			}
		}
	}
	return false
}

// played plays a game of the engine with itself.
func played(t testing.TB, size int, seed uint64, sims int) *game.Game {
	t.Helper()
	g, err := game.New(size)
	if err != nil {
		t.Fatal(err)
	}
	for p := g.Position(); p.Phase() != game.Over; p = g.Position() {
		m, err := Choose(&p, Budget{Sims: sims}, seed+uint64(p.Ply()))
		if err != nil {
			t.Fatal(err)
		}
		e, err := g.Decide(p.ToMove(), m.Move, time.Time{})
		if err == nil {
			err = g.Apply(e)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// positionAt gives the position of a game after some moves.
func positionAt(t *testing.T, g *game.Game, ply int) game.Position {
	t.Helper()
	p, err := game.NewPosition(g.Size())
	for _, e := range g.Line()[:ply] {
		if err == nil {
			err = p.Play(e.Move)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// BenchmarkFindPuzzle looks for puzzles in games of the engine with itself, and tells in which share of them there is one.
func BenchmarkFindPuzzle(b *testing.B) {
	for _, size := range []int{6, 8, 13} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			var games []*game.Game
			for seed := range uint64(8) {
				games = append(games, played(b, size, seed, 100))
			}
			found, looked := 0.0, 0.0
			for i := 0; b.Loop(); i++ {
				if _, ok := FindPuzzle(games[i%len(games)], 2+i%3, nil); ok {
					found++
				}
				looked++
			}
			b.ReportMetric(100*found/looked, "found_%")
		})
	}
}
