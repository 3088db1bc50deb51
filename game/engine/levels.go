package engine

// Levels is how many levels there are: they are numbered from 1, the weakest.
const Levels = 5

// sims are the simulations of each level: so many that each wins at least 80, 80, 70 and 60 of 100 games against the one
// below, and the last one answers within 5 seconds on size 8 (docs/engine.md).
var sims = [Levels]int{20, 220, 2000, 10_000, 40_000}

// A Budget is how much is spent on a move.
type Budget struct {
	// Sims is how many games are simulated for a move of the main phase, at least one.
	Sims int
	// Between is called every 32 simulations, if there is one, so that the caller can let others work; when it says
	// no, the search ends with what it has found by then.
	Between func() bool
}

// Level gives the budget of a level; ok is false if there is none of this number.
func Level(n int) (b Budget, ok bool) {
	if n < 1 || n > Levels {
		return Budget{}, false
	}
	return Budget{Sims: sims[n-1]}, true
}
