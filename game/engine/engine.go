package engine

import (
	"unlurbot/game"
)

// Version is that of the answers: it goes up whenever another move may be chosen for the same position, budget and seed.
const Version = 1

// A Choice is what the engine does in a position, and what it thinks of it. It never resigns.
type Choice struct {
	Move   game.Move
	Chance float64 // that the side to move wins, from 0 to 1, in thousandths
	Sims   int     // how many games were simulated
	Proven Outcome // what the game is worth to the side to move, if both play well from here
}

// An Outcome is what is proven of a game. Its words stand in the JSON that the engine command prints, and don't change.
type Outcome string

// The outcomes.
const (
	Open Outcome = "" // nothing is proven
	Win  Outcome = "win"
	Loss Outcome = "loss"
)

// Seed gives the seed for a move: of a game, after a number of plies, at a level, which is 0 for a budget that is
// that of none.
func Seed(game uint64, ply, level int) uint64 {
	seed := random(Version)
	for _, part := range [...]uint64{game, uint64(ply), uint64(level)} {
		seed = random(seed.next() ^ part)
	}
	return seed.next()
}

// Choose chooses a move for the side to move. If the game is over it fails with an *game.Error of the code game-over.
func Choose(p *game.Position, b Budget, seed uint64) (Choice, error) {
	switch p.Phase() {
	case game.Over:
		return Choice{}, &game.Error{Code: game.GameOver}
	case game.Contract:
		return chooseContract(p, b, seed), nil
	}
	f, toMove, last := fieldOf(p)
	s := newSearch(strong, f, toMove, last, b.Sims, seed)
	s.run(b.Sims, b.Between)
	return Choice{
		Move: game.Stone(f.cells[s.move()]), Chance: thousandths(s.share()), Sims: int(s.tree[0].visits), Proven: outcomes[s.tree[0].proven+1],
	}, nil
}

// outcomes are those for the side to move, by the proof for the side that moved before, from lost to won.
var outcomes = [...]Outcome{Win, Open, Loss}

// fieldOf gives the field of a position, the colour to move in the main phase, and the cell of the last stone. Of a stone
// of the contract phase it says nowhere: no side has answered anything with it.
func fieldOf(p *game.Position) (f *field, toMove colour, last uint16) {
	f, last = newField(boards[p.Size()]()), nowhere
	whites := 0
	for i, c := range f.cells {
		switch p.At(c) {
		case game.Black:
			f.put(uint16(i), black)
		case game.White:
			f.put(uint16(i), white)
			whites++
		}
	}
	if c, ok := p.Last(); ok && whites > 0 {
		last = f.index[c.Row][c.Col]
	}
	if p.ToMove() != p.Black() {
		toMove = white
	}
	return f, toMove, last
}
