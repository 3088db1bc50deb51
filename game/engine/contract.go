package engine

import (
	"math"

	"unlurbot/game"
)

const (
	// candidates is how many cells are tried for a stone of the contract phase. Which stone it is matters little
	// (44-36 for the best of 16 against any), when to say black matters much.
	candidates = 16
	// contractShare is the part of a budget that is spent on each candidate; the position as it is gets contractNow
	// times as much.
	contractShare, contractNow = 8, 4
	// leastContract is how many simulations each candidate gets at least: with fewer, chance decides.
	leastContract = 100
)

// chooseContract says black if Black is more likely to win than not. Otherwise it puts the stone after which Black is
// as likely to win as can be and still surely not more likely than not, so that the opponent gains nothing by saying
// black. If there is no such stone, it takes the lesser evil: black now, or the stone that is worst for Black.
func chooseContract(p *game.Position, b Budget, seed uint64) Choice {
	f, _, _ := fieldOf(p)
	c := contractor{Budget: b, calibration: calibrations()[p.Size()], seeds: random(seed)}
	each := max(b.Sims/contractShare, leastContract)
	now, proven := c.estimate(f, each*contractNow)
	if now <= c.even && p.InnerCellsLeft() {
		best, then := c.best(f, each)
		if now+then <= 2*c.even {
			return Choice{Move: game.Stone(f.cells[best]), Chance: 1 - max(c.chance(then), 0.5), Sims: c.sims}
		}
	}
	return Choice{Move: game.Move{Kind: game.SayBlack}, Chance: c.chance(now), Sims: c.sims, Proven: proven}
}

// best gives the cell after which the estimate is the highest that is surely not above even, or the lowest, and that
// estimate. Each is drawn towards the mean of all, by as much as their variance is what the simulations alone would
// make (James and Stein 1961), since of noisy estimates the one just below even is mostly there by chance; what is a
// standard deviation below even is so surely.
func (c *contractor) best(f *field, each int) (best uint16, most float64) {
	cells := c.draw(f)
	var estimates [candidates]float64
	n, mean, noise := float64(len(cells)), 0.0, 0.0
	for i, cell := range cells {
		after := *f
		after.put(cell, black)
		e, _ := c.estimate(&after, each)
		estimates[i] = e
		mean += e / n
		noise += e * float64(1-e) / float64(each) / n
	}
	variance := 0.0
	for _, e := range estimates[:len(cells)] {
		variance += float64((e-mean)*(e-mean)) / n
	}
	trust := 0.0
	if variance > noise {
		trust = 1 - noise/variance
	}
	sure := c.even - math.Sqrt(trust*noise)
	for i, cell := range cells {
		e := mean + float64(trust*(estimates[i]-mean))
		if i == 0 || e < most && most > sure || e > most && e <= sure {
			best, most = cell, e
		}
	}
	return best, most
}

// A contractor judges positions of the contract phase.
type contractor struct {
	Budget
	calibration
	seeds random
	sims  int // that it has simulated so far
}

// estimate gives the share of simulations that Black wins if somebody says black now, and what that is proven to be
// worth to whoever says it.
func (c *contractor) estimate(f *field, sims int) (share float64, proven Outcome) {
	s := newSearch(strong, f, white, nowhere, sims, c.seeds.next())
	s.run(sims, c.Between)
	root := &s.tree[0]
	c.sims += int(root.visits)
	return 1 - s.share(), outcomes[1-root.proven]
}

// draw gives cells on which a stone may be put, all of them if they are few.
func (c *contractor) draw(f *field) []uint16 {
	var free []uint16
	for _, cell := range f.inner {
		if f.spots[cell].stone == none {
			free = append(free, cell)
		}
	}
	n := min(candidates, len(free))
	for i := range n {
		other := i + c.seeds.below(len(free)-i)
		free[i], free[other] = free[other], free[i]
	}
	return free[:n]
}
