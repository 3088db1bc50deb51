package store

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"unlurbot/game"
)

// puzzling is a game of size 6 in which there is a puzzle.
const puzzling = "H5 C4 I7 D2 black E5 F4 E3 E4 D4 D3 C3 B2 C2 B1 C1 D1 D6 E8 F8 E7 F7 E6 F6 D5 F9 G11 H10 C7 I11 G9 G10"

// puzzleOf gives that puzzle.
func puzzleOf(g *Game) *Puzzle {
	return &Puzzle{
		Game: g.Number, Ply: 25, Stones: 3, Made: noon, Right: []string{"G10"}, Refuted: map[string]string{"F9": "G11", "H10": "G9"},
		Line: []string{"G10", "F9", "G9", "G11", "H11"},
	}
}

// puzzled adds a game that has a puzzle to a store.
func puzzled(tx *Tx) *Game {
	g := finish(tx, 1, 2, puzzling, false, noon)
	check(tx.AddPuzzle(puzzleOf(g)))
	return g
}

// filled is a store with some players and games.
func filled(t *testing.T) *Store {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, fillAll)
	return s
}

// Puzzles have numbers in their order. One goes with the end of its game, when that goes on, and its number is given
// to no other one.
func TestPuzzleGoesWithItsGame(t *testing.T) {
	s := filled(t)
	do(t, s, func(tx *Tx) error {
		g, other := puzzled(tx), puzzled(tx)
		first, err := tx.Puzzle(1)
		check(err)
		if p, err := first.Position(g); err != nil || p.Phase() != game.Main || p.Ply() != first.Ply {
			t.Errorf("its position is %+v, %v", p, err)
		}
		played, err := g.Replay()
		check(err)
		e, err := played.Decide(game.NoSeat, game.Move{Kind: game.Reopen}, noon)
		check(err)
		check(played.Apply(e))
		check(g.Reopen(played))
		check(tx.DropResult(g, rateForTests))
		if _, err := tx.Puzzle(1); !errors.Is(err, ErrNotFound) {
			t.Errorf("the puzzle of a game that goes on: %v", err)
		}
		z := puzzleOf(other)
		check(tx.AddPuzzle(z))
		if z.Number != 3 || tx.LastPuzzle() != 3 || tx.PuzzlesMade() != 3 {
			t.Errorf("the third one has the number %d", z.Number)
		}
		return nil
	})
	noFaults(t, s)
}

// The last number is given once, and then no more puzzles are kept.
func TestMostPuzzles(t *testing.T) {
	s := filled(t)
	do(t, s, func(tx *Tx) error {
		g := puzzled(tx)
		check(tx.tx.Bucket(bucketPuzzles).SetSequence(uint64(MostPuzzles) - 1))
		for range 3 {
			check(tx.AddPuzzle(puzzleOf(g)))
		}
		if z, err := tx.Puzzle(MostPuzzles); err != nil || tx.LastPuzzle() != MostPuzzles {
			t.Errorf("the last one is %+v, %v; the last number %d", z, err, tx.LastPuzzle())
		}
		return nil
	})
}

// Verify finds what is wrong with a puzzle.
func TestVerifyPuzzles(t *testing.T) {
	for want, spoil := range map[string]func(tx *Tx, z *Puzzle){
		"puzzle 1 is of game 99, of which there may be none":      func(_ *Tx, z *Puzzle) { z.Game = 99 },
		"puzzle 1: the game is over":                              func(_ *Tx, z *Puzzle) { z.Ply = 99 },
		"puzzle 1: store: the line doesn't win":                   func(_ *Tx, z *Puzzle) { z.Line = z.Line[:3] },
		"puzzle 1 is of game 1, of which there may be none":       func(_ *Tx, z *Puzzle) { z.Game = 1 },
		"puzzles: it was looked for some up to result 4000":       func(tx *Tx, _ *Puzzle) { check(tx.SetLookedForPuzzles(4000)) },
		"puzzles: no wake-up is noted for that of player 1 at 20": func(tx *Tx, _ *Puzzle) { weekly(tx) },
	} {
		s := filled(t)
		do(t, s, func(tx *Tx) error {
			puzzled(tx)
			z, err := tx.Puzzle(1)
			check(err)
			spoil(tx, z)
			return put(tx, bucketPuzzles, number(uint32(1)), z)
		})
		faults, err := s.Verify(nil)
		check(err)
		if all := strings.Join(faults, "\n"); !strings.Contains(all, want) {
			t.Errorf("%q, want %q", all, want)
		}
	}
}

// weekly has a player want a puzzle a week, and forgets to send them.
func weekly(tx *Tx) {
	p, err := tx.Player(1)
	check(err)
	p.Weekly = noon
	check(tx.PutPlayer(p))
}
