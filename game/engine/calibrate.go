package engine

import (
	"fmt"
	"math"
)

// A Sample is a game that the engine has played with itself after some stones of the contract phase, to learn what its
// estimates are worth.
type Sample struct {
	Estimate float64 // the share of simulations that Black won before the first move
	BlackWon bool
}

const (
	// mostStones is how many stones of the contract phase a sample has at most; the least is 1. What is even lies
	// between on every size.
	mostStones = 12
	// estimateSims is how many simulations an estimate of a sample takes. With fewer it says less, and the table
	// would have chances nearer to one half than they are.
	estimateSims = 1000
	// decided is the share of simulations at which a game of a sample is given up.
	decided = 0.03
)

// Play plays a sample: a game on a board of a size, with a number of simulations for a move. The same arguments give
// the same game.
func Play(size, sims int, seed uint64) Sample {
	r := random(seed)
	f := newField(boards[size]())
	f.scatter(1+r.below(mostStones), &r)
	opening := newSearch(strong, f, white, nowhere, estimateSims, r.next())
	opening.run(estimateSims, nil)
	s := Sample{Estimate: 1 - opening.share()}
	last := uint16(nowhere)
	for toMove := white; ; toMove = toMove.other() {
		search := newSearch(strong, f, toMove, last, sims, r.next())
		search.run(sims, nil)
		if share := search.share(); share < decided || share > 1-decided {
			s.BlackWon = (share > 0.5) == (toMove == black)
			return s
		}
		last = search.move()
		f.put(last, toMove)
	}
}

// scatter puts black stones on cells that touch no side, by chance.
func (f *field) scatter(stones int, r *random) {
	for stones > 0 {
		if cell := f.inner[r.below(len(f.inner))]; f.spots[cell].stone == none {
			f.put(cell, black)
			stones--
		}
	}
}

// Calibrate gives a line of calibration.txt for samples of one size: see Header.
func Calibrate(size, sims int, samples []Sample) string {
	c := fit(samples)
	won := 0
	for _, s := range samples {
		if s.BlackWon {
			won++
		}
	}
	return fmt.Sprintf("%4d %6.3f %6.2f %6d %6d %6d %8d\n", size, c.even, c.slope, len(samples), won, sims, Version)
}

// Header begins calibration.txt.
const Header = `# What an estimate is worth in the contract phase: "unlurbot engine calibrate" wrote this.
# Black wins with the probability 1/(1+exp(-slope*(estimate-even))). It was fitted to games of the engine with itself from
# 1 to 12 random stones: how many, how many of them Black won, the simulations of a move, and the version of the engine.
#size  even  slope  games  black   sims  version
`

// fit is a logistic regression by Newton's method, of who won on the estimate.
func fit(samples []Sample) calibration {
	a, b := 0.0, 10.0 // the logarithm of the odds is a + b times (estimate - centre)
	const centre, steps = 0.4, 25
	for range steps {
		// The gradient, and the matrix of second derivatives; a little is added to it so that it can be inverted if
		// all games ended alike.
		var ga, gb float64
		aa, ab, bb := 1e-6, 0.0, 1e-6
		for _, s := range samples {
			x := s.Estimate - centre
			p := 1 / (1 + math.Exp(-a-float64(b*x)))
			won := 0.0
			if s.BlackWon {
				won = 1
			}
			w := float64(p * (1 - p))
			ga += won - p
			gb += float64((won - p) * x)
			aa += w
			ab += float64(w * x)
			bb += float64(w * x * x)
		}
		det := float64(aa*bb) - float64(ab*ab)
		a += (float64(bb*ga) - float64(ab*gb)) / det
		b += (float64(aa*gb) - float64(ab*ga)) / det
	}
	return calibration{even: centre - a/b, slope: b}
}
