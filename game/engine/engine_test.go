package engine

import (
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"strings"
	"testing"

	"unlurbot/game"
)

var update = flag.Bool("update", false, "rewrite what tests compare with")

// Whatever has been played on whatever board, the engine has a move that the rules allow, and that doesn't complete
// the goal of the opponent while another move is left.
func FuzzChoose(f *testing.F) {
	for _, size := range sizes() {
		for _, plies := range []uint16{0, 5, 100, 1000} {
			f.Add(uint8(size), plies, uint64(size))
		}
	}
	f.Fuzz(func(t *testing.T, size uint8, plies uint16, seed uint64) {
		r := random(seed)
		p := position(t, game.MinSize+int(size)%(game.MaxSize-game.MinSize+1))
		inner := len(boards[p.Size()]().inner)
		say := r.below(inner + 1) // when somebody says black, at the latest when the inner cells are full
		for range plies % 1000 {
			m := anyMove(p, &r)
			if p.Phase() == game.Contract && (p.Ply() == say) {
				m = game.Move{Kind: game.SayBlack}
			}
			next, err := p.After(m)
			if err != nil {
				t.Fatal(err)
			}
			if next.Phase() == game.Over && hasSafeMove(p) {
				continue
			}
			if next.Phase() == game.Over {
				break
			}
			p = &next
		}
		checkChoice(t, p, Budget{Sims: 1 + r.below(20)}, r.next())
	})
}

// A game of the engine with itself is one by the rules, on every size and to the last stone. On big boards somebody has
// said black: the contract phase is long and the same.
func TestPlaysWholeGames(t *testing.T) {
	for _, size := range sizes() {
		p := position(t, size)
		if size > game.DefaultSize {
			p = record(t, fmt.Sprintf("size=%d E5 D6 F6 black", size))
		}
		for p.Phase() != game.Over {
			m := checkChoice(t, p, Budget{Sims: 4}, uint64(p.Ply())).Move
			if err := p.Play(m); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// With one inner cell left it may still be taken, and with none "black" is the only move.
func TestFullInterior(t *testing.T) {
	for _, size := range sizes() {
		p := position(t, size)
		inner := boards[size]().inner
		for i, cell := range inner {
			if err := p.Play(game.Stone(boards[size]().cells[cell])); err != nil {
				t.Fatal(err)
			}
			if i == len(inner)-2 {
				checkChoice(t, p, Budget{Sims: 1}, 1)
			}
		}
		if c := checkChoice(t, p, Budget{Sims: 1}, 1); c.Move.Kind != game.SayBlack {
			t.Errorf("size %d, no inner cell left: %v", size, c.Move)
		}
	}
}

// sizes are those of all boards, or with -short the smallest and the usual one.
func sizes() (all []int) {
	if testing.Short() {
		return []int{game.MinSize, game.DefaultSize}
	}
	for size := game.MinSize; size <= game.MaxSize; size++ {
		all = append(all, size)
	}
	return all
}

// position gives the empty board of a size.
func position(t testing.TB, size int) *game.Position {
	t.Helper()
	p, err := game.NewPosition(size)
	if err != nil {
		t.Fatal(err)
	}
	return &p
}

// record gives the position after a record.
func record(t testing.TB, moves string) *game.Position {
	t.Helper()
	g, err := game.ParseRecord(moves, game.DefaultSize)
	if err != nil {
		t.Fatal(err)
	}
	p := g.Position()
	return &p
}

// anyMove gives one of the moves that the rules allow.
func anyMove(p *game.Position, r *random) (chosen game.Move) {
	n := 0
	for m := range p.Legal() {
		if n++; r.below(n) == 0 {
			chosen = m
		}
	}
	return chosen
}

// hasSafeMove says whether there is a move after which the game goes on.
func hasSafeMove(p *game.Position) bool {
	for m := range p.Legal() {
		if next, err := p.After(m); err == nil && next.Phase() != game.Over {
			return true
		}
	}
	return false
}

// checkChoice has the engine choose, and holds the choice to what is true of all.
func checkChoice(t testing.TB, p *game.Position, b Budget, seed uint64) Choice {
	t.Helper()
	c, err := Choose(p, b, seed)
	if err != nil {
		t.Fatal(err)
	}
	mover := p.ToMove()
	next, err := p.After(c.Move)
	switch {
	case err != nil || c.Move.Kind.Ends():
		t.Fatalf("%v: %v", c.Move, err)
	case next.Phase() == game.Over && next.Winner() != mover && hasSafeMove(p):
		t.Errorf("%v loses at once, and another move doesn't", c.Move)
	case c.Chance < 0 || c.Chance > 1 || c.Sims < 1:
		t.Errorf("%+v", c)
	case next.Winner() == mover && c.Proven != Win, c.Proven == Win && c.Chance < 0.5, c.Proven == Loss && c.Chance > 0.5:
		t.Errorf("%+v, which wins: %v", c, next.Winner() == mover)
	}
	return c
}

func TestGameOver(t *testing.T) {
	_, err := Choose(record(t, "black resign"), Budget{Sims: 1}, 1)
	if wrong := (*game.Error)(nil); !errors.As(err, &wrong) || wrong.Code != game.GameOver {
		t.Error(err)
	}
}

// Who wants to may stop a search between simulations; it has a move by then.
func TestBetween(t *testing.T) {
	for _, moves := range []string{"black", ""} {
		asked := 0
		b := Budget{Sims: 100_000, Between: func() bool { asked++; return asked%3 != 0 }}
		if c := checkChoice(t, record(t, moves), b, 1); c.Sims >= 10_000 || asked == 0 {
			t.Errorf("%q: %d simulations, asked %d times", moves, c.Sims, asked)
		}
	}
}

func TestLevels(t *testing.T) {
	before := 0
	for n := 1; n <= Levels; n++ {
		b, ok := Level(n)
		if !ok || b.Sims <= before {
			t.Errorf("level %d: %+v", n, b)
		}
		before = b.Sims
	}
	for _, n := range []int{0, Levels + 1} {
		if _, ok := Level(n); ok {
			t.Errorf("there is a level %d", n)
		}
	}
}

// The seed is another for each game, ply and level.
func TestSeed(t *testing.T) {
	seen := map[uint64]bool{}
	for game := range uint64(20) {
		for ply := range 20 {
			for level := range Levels + 1 {
				seen[Seed(game, ply, level)] = true
			}
		}
	}
	if want := 20 * 20 * (Levels + 1); len(seen) != want {
		t.Errorf("%d seeds are %d", want, len(seen))
	}
}

// The trees of some searches are what they were when the version was given its number, to the last visit. If that is
// meant to change, Version goes up; then -update writes the new ones down.
func TestTrees(t *testing.T) {
	var got strings.Builder
	fmt.Fprintf(&got, "version %d\n", Version)
	for size := game.MinSize; size <= game.MaxSize; size += 3 {
		for stones := 2; stones <= 6; stones += 2 {
			seed := Seed(uint64(size), stones, 0)
			f := contracted(size, stones, seed)
			s := newSearch(strong, f, white, nowhere, 600, seed)
			s.run(600, nil)
			hash := fnv.New64a()
			for _, n := range s.tree {
				fmt.Fprintln(hash, n.visits, n.won, n.amaf, n.amafWon, n.cell, n.proven)
			}
			fmt.Fprintf(&got, "size %d, %d stones: %d nodes, %016x\n", size, stones, len(s.tree), hash.Sum64())
		}
	}
	const file = "testdata/trees.txt"
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("the trees are\n%sand were\n%s", got.String(), want)
	}
}

// Simulations make nothing that has to be collected.
func TestAllocatesNothing(t *testing.T) {
	f, r := contracted(game.DefaultSize, 5, 1), random(1)
	if n := testing.AllocsPerRun(100, func() {
		play := *f
		play.playout(white, nowhere, true, &r)
	}); n != 0 {
		t.Errorf("a playout allocates %v times", n)
	}
	s := newSearch(strong, f, white, nowhere, 10_000, 1)
	s.run(1000, nil) // the queues of the shortest ways have found their size
	if n := testing.AllocsPerRun(1000, s.simulate); n != 0 {
		t.Errorf("a simulation allocates %v times", n)
	}
}
