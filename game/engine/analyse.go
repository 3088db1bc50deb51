package engine

import (
	"cmp"
	"slices"

	"unlurbot/game"
)

// An effort is how much is spent on an analysis.
type effort struct {
	// glance is how many simulations each position of a game gets. Two glances differ by three points on average, so they
	// draw a picture, and name candidates; but what they say was the turn of a game, another seed denies.
	glance int
	// deep is how many those get that decide whether a move turned the game.
	deep int
	// proof is how many positions are looked at to prove what a position is worth.
	proof int
}

// full is the effort for players: 15 s for a game of size 6, 25 s for one of size 8.
var full = effort{glance: 3000, deep: 50_000, proof: 50_000}

const (
	// suspects is how many moves are looked at deeply, and mostTurns how many are named.
	suspects, mostTurns = 5, 3
	// gap is what a move must have cost, at least, to be named.
	gap = 0.1
)

// An Analysis is what the engine thinks of a game, move by move.
type Analysis struct {
	// Chances are those that the seat which moves first wins, before each move and after the last one.
	Chances []float64
	// Proven is from which move on, counted from 0 as in Chances, every position is proven; len(Chances) for none. There
	// the chances are 0 or 1.
	Proven int
	// Turns are the moves that turned the game, in their order: three at most.
	Turns []Turn
}

// A Turn is a move with which a seat gave the better game away. The chances are those of that seat.
type Turn struct {
	Ply          int // of the move, from 1
	Played, Best game.Move
	// Had is the chance after the best move, and Left what the move that was played has left of it.
	Had, Left float64
}

// Analyse looks at each position of a game for a moment, and for long at those in which their movers seem to have lost
// most. The answer hangs on the moves and the seed alone. Between is as in a Budget: when it says no, the analysis ends
// soon, and is worth nothing.
func Analyse(g *game.Game, seed uint64, between func() bool) Analysis {
	return full.analyse(g, seed, between)
}

func (e effort) analyse(g *game.Game, seed uint64, between func() bool) Analysis {
	a := analyst{effort: e, positions: g.Positions(), seeds: random(seed), between: between}
	for _, e := range g.Line()[:len(a.positions)-1] {
		a.moves = append(a.moves, e.Move)
	}
	for i := range a.positions {
		a.chances = append(a.chances, a.first(i, a.chance(&a.positions[i], a.glance)))
	}
	result := Analysis{Chances: a.chances, Proven: a.prove()}
	for _, ply := range a.suspects() {
		if !a.goesOn() {
			break
		}
		if t, ok := a.turn(ply); ok {
			result.Turns = append(result.Turns, t)
		}
	}
	slices.SortFunc(result.Turns, func(x, y Turn) int { return cmp.Compare(y.Had-y.Left, x.Had-x.Left) })
	result.Turns = result.Turns[:min(mostTurns, len(result.Turns))]
	slices.SortFunc(result.Turns, func(x, y Turn) int { return cmp.Compare(x.Ply, y.Ply) })
	return result
}

// An analyst is one game that is looked at.
type analyst struct {
	effort
	positions []game.Position // before each move, and after the last one
	moves     []game.Move
	chances   []float64 // of the first seat
	seeds     random
	between   func() bool
}

// first turns the chance of who is to move in a position into that of the first seat; of a game that is over, that of the winner.
func (a *analyst) first(i int, chance float64) float64 {
	p := &a.positions[i]
	if cmp.Or(p.ToMove(), p.Winner()) == game.First {
		return chance
	}
	return thousandths(1 - chance)
}

// chance gives that of who is to move. In the contract phase that is what black is worth, or a half if that is more: a stone that
// leaves a level game can nearly always be found. Of a game that is over it is the winner's.
func (a *analyst) chance(p *game.Position, sims int) float64 {
	switch p.Phase() {
	case game.Over:
		return 1
	case game.Contract:
		return max(a.black(p, sims), 0.5)
	}
	f, toMove, last := fieldOf(p)
	s := newSearch(strong, f, toMove, last, sims, a.seeds.next())
	s.run(sims, a.between)
	return thousandths(s.share())
}

// black gives the chance of who says black in a position of the contract phase.
func (a *analyst) black(p *game.Position, sims int) float64 {
	f, _, _ := fieldOf(p)
	c := contractor{Budget: Budget{Sims: sims, Between: a.between}, calibration: calibrations()[p.Size()], seeds: random(a.seeds.next())}
	share, _ := c.estimate(f, sims)
	return c.chance(share)
}

// prove puts certainty in the place of chances, from the end of the game back as far as it can, and gives the first position from
// which on all are proven.
func (a *analyst) prove() int {
	from := len(a.positions)
	for i := from - 1; i >= 0 && a.goesOn(); i-- {
		p := &a.positions[i]
		worth := Win // of who has won
		if p.Phase() != game.Over {
			worth, _ = Prove(p, a.proof)
		}
		if worth == Open {
			break
		}
		a.chances[i], from = a.first(i, map[Outcome]float64{Win: 1, Loss: 0}[worth]), i
	}
	return from
}

// suspects gives the places of the moves with which their movers seem to have lost most.
func (a *analyst) suspects() (plies []int) {
	lost := func(ply int) float64 {
		was, is := a.chances[ply], a.chances[ply+1]
		if a.positions[ply].ToMove() != game.First {
			was, is = is, was
		}
		return was - is
	}
	for ply := range a.moves {
		if lost(ply) > gap/2 {
			plies = append(plies, ply)
		}
	}
	slices.SortStableFunc(plies, func(x, y int) int { return cmp.Compare(lost(y), lost(x)) })
	return plies[:min(suspects, len(plies))]
}

// goesOn says whether the analysis is still wanted.
func (a *analyst) goesOn() bool { return a.between == nil || a.between() }

// turn looks whether a move turned the game: whether after the best one its mover would have had the better chances, and clearly better
// ones than were left.
func (a *analyst) turn(ply int) (Turn, bool) {
	before := &a.positions[ply]
	best, err := Choose(before, Budget{Sims: a.deep, Between: a.between}, a.seeds.next())
	t := Turn{Ply: ply + 1, Played: a.moves[ply], Best: best.Move}
	if err != nil || t.Best == t.Played {
		return t, false
	}
	t.Had, t.Left = a.after(before, t.Best), a.after(before, t.Played)
	return t, t.Had > 0.5 && t.Left < 0.5 && t.Had-t.Left >= gap
}

// after gives the chance of who makes a move, after it.
func (a *analyst) after(p *game.Position, m game.Move) float64 {
	mover := p.ToMove()
	next, err := p.After(m)
	if err != nil {
		return 0 // no move of the game or of the engine is one that can't be played
	}
	if m.Kind == game.SayBlack {
		return a.black(p, a.deep)
	}
	if worth, _ := Prove(&next, a.proof); worth != Open {
		return map[Outcome]float64{Win: 0, Loss: 1}[worth]
	}
	chance := a.chance(&next, a.deep)
	if cmp.Or(next.ToMove(), next.Winner()) != mover {
		chance = thousandths(1 - chance)
	}
	return chance
}
