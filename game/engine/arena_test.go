package engine

import (
	"flag"
	"fmt"
	"math"
	"runtime"
	"sync"
	"testing"

	"unlurbot/game"
)

var arenaFull = flag.Bool("arena.full", false, "play all games of the arena, and hold them to the bars: an hour or two")

// TestArena has players play matches. What it holds without -arena.full is that nobody plays what is illegal, or
// loses by a stone while another is left; how strong they are is told and held with it.
func TestArena(t *testing.T) {
	plain := strong
	plain.explore, plain.policy, plain.bridges = 0, 0, false
	matches := []struct {
		size, games int
		a, b        player
		bar         float64 // the share of games that a must win
	}{
		{6, 80, searcher("engine", strong, 1000), uct(1000, 0.5), 0.975},
		{6, 100, searcher("engine", strong, 1000), searcher("RAVE alone", plain, 1000), 0.75},
		{6, 60, leveller(2), greedy, 0.7},
		{6, 60, leveller(3), greedy, 0.95},
		{6, 60, leveller(2), leveller(1), 0.8},
		{6, 60, leveller(3), leveller(2), 0.8},
		{6, 60, leveller(4), leveller(3), 0.7},
		{6, 60, leveller(5), leveller(4), 0.6},
		{8, 60, leveller(5), leveller(4), 0},
	}
	for _, m := range matches {
		t.Run(fmt.Sprintf("%s v. %s, size %d", m.a.name, m.b.name, m.size), func(t *testing.T) {
			if !*arenaFull {
				match(t, game.MinSize, 2, m.a.hasty(), m.b.hasty())
				return
			}
			if share := match(t, m.size, m.games, m.a, m.b); share < m.bar {
				t.Errorf("%.3f, and the bar is %.3f", share, m.bar)
			}
		})
	}
}

// TestArenaContract has level 3 meet somebody who puts any stone until there is a number of them, and then says black.
// Both sit on each seat in turn, and play on alike.
func TestArenaContract(t *testing.T) {
	for _, count := range []int{5, 3, 4, 6, 7, 8} {
		t.Run(fmt.Sprint(count), func(t *testing.T) {
			size, games, sims, bar := game.DefaultSize, 100, 1000, 0.45
			if count == 5 { // about even, if the stones are any
				games, bar = 200, 0.55
			}
			if !*arenaFull {
				size, games, sims, bar = game.MinSize, 2, 20, 0
			}
			share := tally(t, fmt.Sprintf("size %d: contract v. black at %d stones", size, count), games, func(i int) bool {
				engine := [...]game.Seat{game.First, game.Second}[i%2]
				return negotiate(t, size, sims, engine, count, uint64(i/2)) == engine
			})
			if share < bar {
				t.Errorf("%.3f, and the bar is %.3f", share, bar)
			}
		})
	}
}

// negotiate plays a game from the empty board, and gives the seat that won. Whoever doesn't sit on the engine's seat
// counts stones as long as nobody is Black.
func negotiate(t *testing.T, size, sims int, engine game.Seat, count int, seed uint64) game.Seat {
	p, r := position(t, size), random(seed)
	for p.Phase() != game.Over {
		var m game.Move
		switch {
		case p.Phase() == game.Main:
			m = checkChoice(t, p, Budget{Sims: sims}, r.next()).Move
		case p.ToMove() == engine:
			m = checkChoice(t, p, Budget{Sims: 2 * sims}, r.next()).Move
		case p.Ply() < count && p.InnerCellsLeft():
			for m = anyMove(p, &r); m.Kind != game.PutStone; {
				m = anyMove(p, &r)
			}
		default:
			m = game.Move{Kind: game.SayBlack}
		}
		if err := p.Play(m); err != nil {
			t.Error(err)
			return game.NoSeat
		}
	}
	return p.Winner()
}

// TestArenaEven plays on from contracts of which the engine says that they are about even, and counts how often Black
// wins.
func TestArenaEven(t *testing.T) {
	games, sims, low, high := 120, 1000, 0.4, 0.6
	if !*arenaFull {
		games, sims, low, high = 2, 20, 0, 1
	}
	for _, size := range []int{6, 8} {
		share := tally(t, fmt.Sprintf("size %d: Black, where the chance is 0.4 to 0.6", size), games, func(i int) bool {
			b, _ := Level(3)
			c := contractor{Budget: b, calibration: calibrations()[size], seeds: random(i)}
			for {
				f := contracted(size, 1+c.seeds.below(mostStones), c.seeds.next())
				estimate, _ := c.estimate(f, contractNow*b.Sims/contractShare)
				if chance := c.chance(estimate); chance > 0.4 && chance < 0.6 {
					both := searcher("engine", strong, sims)
					return battle(t, f, [2]player{both, both}, uint64(i)) == black
				}
			}
		})
		if share < low || share > high {
			t.Errorf("size %d: Black wins %.3f", size, share)
		}
	}
}

// TestArenaProofs counts the positions near the end of games of the engine of which it proves the outcome.
func TestArenaProofs(t *testing.T) {
	games, play, prove := 20, 1000, 40_000
	if !*arenaFull {
		games, play, prove = 2, 50, 500
	}
	const plies = 8
	for _, size := range []int{4, 6, 8} {
		var proven [plies + 1]int
		for i := range games {
			fields := []*field{contracted(size, 5, uint64(i))}
			b, last := searcher("engine", strong, play), []uint16{nowhere}
			for toMove := white; ; toMove = toMove.other() {
				f := fields[len(fields)-1]
				cell := b.choose(f, toMove, last[len(last)-1], play, uint64(i))
				if verdicts[toMove][f.touched(cell, toMove)] != goesOn {
					break
				}
				after := *f
				after.put(cell, toMove)
				fields, last = append(fields, &after), append(last, cell)
			}
			for before := 1; before <= plies; before++ {
				at := len(fields) - before
				s := newSearch(strong, fields[at], colour(1-at%2), last[at], prove, 1)
				s.run(prove, nil)
				if s.tree[0].proven != open {
					proven[before]++
				}
			}
		}
		t.Logf("size %d: proven of %d positions each, from 1 to %d plies before the end: %v", size, games, plies, proven[1:])
		for before, n := range proven[1:5] {
			if n < games && *arenaFull {
				t.Errorf("size %d: %d of %d are proven %d plies before the end", size, n, games, before+1)
			}
		}
	}
}

// A player chooses a cell in the main phase.
type player struct {
	name   string
	sims   int // 0: it simulates nothing
	choose func(f *field, toMove colour, last uint16, sims int, seed uint64) uint16
}

// hasty gives the player with few simulations.
func (p player) hasty() player {
	p.sims = min(p.sims, 60)
	return p
}

// searcher plays by searches of a style.
func searcher(name string, s style, sims int) player {
	return player{name, sims, func(f *field, toMove colour, last uint16, sims int, seed uint64) uint16 {
		search := newSearch(s, f, toMove, last, sims, seed)
		search.run(sims, nil)
		return search.move()
	}}
}

// leveller plays as a level does.
func leveller(n int) player {
	b, _ := Level(n)
	return searcher(fmt.Sprintf("level %d", n), strong, b.Sims)
}

// greedy looks one stone ahead: at the stones that it still needs then, against those that the opponent does.
var greedy = player{"greedy", 0, func(f *field, toMove colour, _ uint16, _ int, seed uint64) uint16 {
	r := random(seed)
	var w ways
	best, most, same := uint16(nowhere), math.MinInt, 0
	for _, cell := range f.empty[:f.left] {
		after := *f
		after.put(cell, toMove)
		w.look(&after)
		value := int(w.least[toMove.other()]) - int(w.least[toMove])
		switch verdicts[toMove][f.touched(cell, toMove)] {
		case wins:
			return cell
		case loses:
			value = -2 * far
		}
		if value > most {
			most, same = value, 0
		}
		if value == most {
			if same++; r.below(same) == 0 {
				best = cell
			}
		}
	}
	return best
}}

// uct plays by plain searches, written a second time: upper confidence bounds alone (UCT, Kocsis and Szepesvári
// 2006), and simulations in which nobody loses by a stone while another is left.
func uct(sims int, c float64) player {
	return player{fmt.Sprintf("UCT %v", c), sims, func(f *field, toMove colour, last uint16, sims int, seed uint64) uint16 {
		r := random(seed)
		root := &uctNode{cell: last}
		for range sims {
			play := *f
			root.simulate(&play, toMove, c, &r)
		}
		best := root.children[0]
		for _, n := range root.children {
			if n.visits > best.visits {
				best = n
			}
		}
		return best.cell
	}}
}

// A uctNode is a position, and the cell of the stone that leads to it. What is won is won by who put it.
type uctNode struct {
	visits, won float64
	cell        uint16
	end         verdict // what the stone does
	children    []*uctNode
}

// simulate plays one game from a node and gives its winner.
func (n *uctNode) simulate(f *field, toMove colour, c float64, r *random) (winner colour) {
	switch {
	case n.end == wins:
		winner = toMove.other()
	case n.visits < 3 && n.cell != nowhere:
		winner = f.playout(toMove, n.cell, false, r)
	default:
		if n.children == nil {
			n.expand(f, toMove)
		}
		if len(n.children) == 0 {
			winner = toMove.other() // every stone loses
			break
		}
		child := n.best(c, r)
		if child.end != wins {
			f.put(child.cell, toMove)
		}
		winner = child.simulate(f, toMove.other(), c, r)
	}
	n.visits++
	if winner != toMove {
		n.won++
	}
	return winner
}

func (n *uctNode) expand(f *field, toMove colour) {
	for _, cell := range f.empty[:f.left] {
		if v := verdicts[toMove][f.touched(cell, toMove)]; v != loses {
			n.children = append(n.children, &uctNode{cell: cell, end: v})
		}
	}
}

func (n *uctNode) best(c float64, r *random) (best *uctNode) {
	most := -1.0
	for _, child := range n.children {
		value := 1e6 + float64(r.below(1000)) // each once, in any order
		if child.visits > 0 {
			value = child.won/child.visits + c*math.Sqrt(math.Log(n.visits)/child.visits)
		}
		if value > most {
			best, most = child, value
		}
	}
	return best
}

// contracted gives a field with random stones of the contract phase.
func contracted(size, stones int, seed uint64) *field {
	f, r := newField(boards[size]()), random(seed)
	f.scatter(stones, &r)
	return f
}

// battle plays a game from a contract, White first, and gives the winner.
func battle(t testing.TB, f *field, players [2]player, seed uint64) colour {
	last := uint16(nowhere)
	r := random(seed)
	for toMove := white; ; toMove = toMove.other() {
		p := players[toMove]
		cell := p.choose(f, toMove, last, p.sims, r.next())
		if cell >= nowhere || f.spots[cell].stone != none {
			t.Errorf("%s plays %d", p.name, cell)
			return toMove.other()
		}
		switch verdicts[toMove][f.touched(cell, toMove)] {
		case wins:
			return toMove
		case loses:
			if f.hasSafe(toMove) {
				t.Errorf("%s completes the goal of the opponent on %v, and need not", p.name, f.cells[cell])
			}
			return toMove.other()
		}
		f.put(cell, toMove)
		last = cell
	}
}

// hasSafe says whether a colour has a stone that doesn't lose at once.
func (f *field) hasSafe(c colour) bool {
	for _, cell := range f.empty[:f.left] {
		if verdicts[c][f.touched(cell, c)] != loses {
			return true
		}
	}
	return false
}

// match plays games from contracts of five stones, each twice with the colours swapped, and gives the share that the
// first player won.
func match(t *testing.T, size, games int, a, b player) (share float64) {
	return tally(t, fmt.Sprintf("size %d: %s v. %s", size, a.name, b.name), games, func(i int) bool {
		players := [2]player{black: a, white: b}
		if i%2 == 1 {
			players[black], players[white] = b, a
		}
		winner := battle(t, contracted(size, 5, uint64(1000+i/2)), players, uint64(i))
		return (winner == black) == (i%2 == 0)
	})
}

// tally plays games, as many at once as there are processors, and gives the share that were won.
func tally(t *testing.T, what string, games int, won func(i int) bool) (share float64) {
	var lock sync.Mutex
	var wait sync.WaitGroup
	room := make(chan bool, runtime.GOMAXPROCS(0))
	n := 0
	for i := range games {
		room <- true
		wait.Go(func() {
			defer func() { <-room }()
			if won(i) {
				lock.Lock()
				defer lock.Unlock()
				n++
			}
		})
	}
	wait.Wait()
	low, high := wilson(n, games)
	t.Logf("%s: %d-%d (%.0f %%, %.0f-%.0f)", what, n, games-n, 100*float64(n)/float64(games), 100*low, 100*high)
	return float64(n) / float64(games)
}

// wilson gives the interval in which a share lies with 95 % certainty.
func wilson(won, of int) (low, high float64) {
	const z = 1.96
	n, p := float64(of), float64(won)/float64(of)
	middle, half := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return (middle - half) / (1 + z*z/n), (middle + half) / (1 + z*z/n)
}
