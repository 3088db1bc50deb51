package store

import (
	"slices"
	"time"

	"unlurbot/game"
)

const (
	// MostAway is how long a player can be away within AwayYear, however the year is
	// laid, and an hour more: days are counted by the wall clock, and one of them may have
	// 25 hours. What is left unused doesn't count.
	MostAway = 45*24*time.Hour + time.Hour
	// AwayYear is the year in which absences and nets are counted.
	AwayYear = 365 * 24 * time.Hour
	// MostNets is how many nets catch a player within AwayYear.
	MostNets = 2
)

// A Net is an absence that has begun by itself, at the second at which the player's time
// was up, and the games in which it was.
type Net struct {
	At    time.Time    `json:"at"`
	Games []GameNumber `json:"games"`
}

// WasCaught says whether a net has caught the player in a game: it does so once.
func (p *Player) WasCaught(n GameNumber) bool {
	return slices.ContainsFunc(p.Nets, func(net Net) bool { return slices.Contains(net.Games, n) })
}

// NetsSince counts the nets in the AwayYear that ends at a time.
func (p *Player) NetsSince(end time.Time) (n int) {
	for _, net := range p.Nets {
		if end.Sub(net.At) < AwayYear {
			n++
		}
	}
	return n
}

// MostTaken gives how much of a year some absences take, of the year in which that is
// most. There is such a year that begins or ends with one of them.
func MostTaken(spans []game.Span) (most time.Duration) {
	within := func(from time.Time) (sum time.Duration) {
		for _, s := range spans {
			sum += max(0, min(s.To.Sub(from), AwayYear)-max(s.From.Sub(from), 0))
		}
		return sum
	}
	for _, s := range spans {
		most = max(most, within(s.From), within(s.To.Add(-AwayYear)))
	}
	return most
}

// absences checks that a player is not away for longer than anybody can be.
func (v *verifier) absences(p *Player) {
	for i, s := range p.Away {
		if !s.To.After(s.From) || i > 0 && s.From.Before(p.Away[i-1].To) {
			v.fault("player %d is away from %v to %v, which is no time of its own", p.ID, s.From, s.To)
		}
	}
	if most := MostTaken(p.Away); most > MostAway {
		v.fault("player %d is away for %v within a year", p.ID, most)
	}
}

// nets checks that none has caught a player before its time, twice in a game, or where the player
// has no seat.
func (v *verifier) nets(p *Player) {
	caught := map[GameNumber]bool{}
	for i, net := range p.Nets {
		if i >= MostNets && net.At.Sub(p.Nets[i-MostNets].At) < AwayYear || i > 0 && net.At.Before(p.Nets[i-1].At) {
			v.fault("player %d is caught by net %d too early, at %v", p.ID, i+1, net.At)
		}
		for _, n := range net.Games {
			if g, err := v.tx.Game(n); caught[n] || err != nil || g.SeatOf(p.ID) == game.NoSeat {
				v.fault("player %d is caught by net %d in game %d, twice or for no reason (%v)", p.ID, i+1, n, err)
			}
			caught[n] = true
		}
	}
}
