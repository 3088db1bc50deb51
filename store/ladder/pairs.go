package ladder

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// A Pair is a game that is to begin.
type Pair struct {
	Challenger, Challenged uint32
	First                  bool // the challenger moves first
}

// Reach is how many places up a player can challenge from a place: the square root of it, rounded up.
func Reach(place int) int { return int(math.Ceil(math.Sqrt(float64(place)))) }

// Pairs gives the games that begin at a time, among those players who can play. Each challenges
// the highest player in reach who has room, and with whom the player neither plays nor has just played. They
// choose in the order in which they have waited to challenge somebody, so that nobody is always
// left what others leave; who came first at the same event is the higher one.
//
// Who has moved first less often moves first, and of two who have as often the challenged one, who
// has not asked for the game. So nobody draws lots, a restored store pairs alike, and in the long
// run everybody moves first as often as second.
func (l *Ladder) Pairs(at time.Time, can func(player uint32) bool) (pairs []Pair) {
	players := slices.DeleteFunc(l.Players(), func(p uint32) bool { return l.count(p, challenges) >= MostOut || !can(p) })
	slices.SortStableFunc(players, func(a, b uint32) int {
		return cmp.Compare(l.Rungs[l.rung(a)].Since, l.Rungs[l.rung(b)].Since)
	})
	in, firsts := map[uint32]int{}, map[uint32]int{}
	for _, p := range l.Players() {
		in[p], firsts[p] = l.count(p, isChallenged), l.Rungs[l.rung(p)].Firsts
	}
	for _, challenger := range players {
		place := l.Place(challenger)
		for _, other := range l.Players()[max(place-1-Reach(place), 0) : place-1] {
			if in[other] >= MostIn || !can(other) || l.rests(at, challenger, other) {
				continue
			}
			next := Pair{Challenger: challenger, Challenged: other, First: firsts[challenger] < firsts[other]}
			if next.First {
				firsts[challenger], firsts[other] = firsts[challenger]+1, firsts[other]-1
			} else {
				firsts[challenger], firsts[other] = firsts[challenger]-1, firsts[other]+1
			}
			in[other]++
			pairs = append(pairs, next)
			break
		}
	}
	return pairs
}

func challenges(g Game, player uint32) bool { return g.Challenger == player }

func isChallenged(g Game, player uint32) bool { return g.Challenged == player }

// count counts the games of a player, also those that decide about nothing any more: they are played.
func (l *Ladder) count(player uint32, which func(Game, uint32) bool) (n int) {
	for _, g := range l.Games {
		if which(g, player) {
			n++
		}
	}
	return n
}

// rests says whether two players play each other, or have just done so.
func (l *Ladder) rests(at time.Time, a, b uint32) bool {
	for _, g := range l.Games {
		if g.Has(a) && g.Has(b) {
			return true
		}
	}
	return slices.ContainsFunc(l.Rests, func(p Pause) bool { return p.Players == pair(a, b) && p.Until.After(at) })
}
