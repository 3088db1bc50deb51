// Package rating estimates players' strength from their results. It is Glicko-2
// after Mark Glickman, "Example of the Glicko-2 system" (2022), whose steps the
// comments name.
//
// Every rated game is a rating period of its own for its two players, and both
// are rated by what was known of them before it. Between games nothing is learnt
// of a player, so the deviation grows with the time that passes, by fractions of
// a Period. So a rating is always up to date, nobody waits for the end of a month,
// and the ratings of all players follow from the list of results in the order in
// which the games ended.
//
// The package is pure: the time is an argument, and the same results give the same
// ratings.
package rating

import (
	"math"
	"time"
)

// A Rating is what is believed of a player's strength. The strength lies with a
// probability of 95 % within two deviations of the value.
type Rating struct {
	Value      float64
	Deviation  float64
	Volatility float64 // how much the strength is expected to change in a Period
}

// What is believed of somebody of whom nothing is known.
const (
	startValue      = 1500
	startDeviation  = 350
	startVolatility = 0.06
)

// Bounds. Nobody is so sure of a strength that it could not change any more, nor
// less sure of one than of a stranger's. Values that only a wrong number could
// have are kept out, so that all that is computed of them is finite.
const (
	LeastValue      = 0
	MostValue       = 3000
	LeastDeviation  = 30
	MostDeviation   = startDeviation
	LeastVolatility = 0.01
	MostVolatility  = 0.1
)

// Period is the time in which a volatility is the expected change of a strength.
// The paper wants periods in which an active player finishes ten games or more;
// here games end one by one, and all that hangs on the period is how soon what was
// known of a player is no longer sure. With a week, somebody with a deviation of
// 60, which many games lead to, has one of 96 after a year without a game and of
// 122 after two: a club player does not forget in a year how to play.
const Period = 7 * 24 * time.Hour

// Provisional says whether a player has finished too few rated games for the
// rating to mean much.
func Provisional(games int) bool { return games < Settled }

// Settled is how many rated games make a rating that is not provisional.
const Settled = 8

// New is the rating of somebody of whom nothing is known.
func New() Rating { return Rating{startValue, startDeviation, startVolatility} }

// After gives the rating of somebody who has finished no rated game for a time:
// the paper's step 6 for players who do not compete.
func (r Rating) After(idle time.Duration) Rating {
	r = r.bounded()
	s := r.scaled()
	s.deviation = s.aged(r.Volatility, idle)
	return s.rating(r.Volatility)
}

// Game rates a game. The two ratings are those that the players had after their
// last ones, of which idleWinner and idleLoser are how long ago they ended.
func Game(winner, loser Rating, idleWinner, idleLoser time.Duration) (won, lost Rating) {
	won = winner.Update(idleWinner, Outcome{loser.After(idleLoser), true})
	lost = loser.Update(idleLoser, Outcome{winner.After(idleWinner), false})
	return won, lost
}

// An Outcome is how a player did against an opponent who had that rating before.
// There are no draws in Unlur.
type Outcome struct {
	Opponent Rating
	Won      bool
}

// Update gives the rating after the games of one rating period, which is as long
// as the time given: in the paper it is one Period.
func (r Rating) Update(period time.Duration, outcomes ...Outcome) Rating {
	if len(outcomes) == 0 {
		return r.After(period)
	}
	r = r.bounded()
	s := r.scaled()
	variance, surplus := s.weigh(outcomes)                                        // step 3
	improvement := variance * surplus                                             // step 4
	volatility := newVolatility(s.deviation, r.Volatility, variance, improvement) // step 5
	before := s.aged(volatility, period)                                          // step 6
	s.deviation = 1 / math.Sqrt(1/(before*before)+1/variance)                     // step 7
	s.value += s.deviation * s.deviation * surplus
	return s.rating(volatility)
}

// bounded keeps what came from elsewhere within bounds.
func (r Rating) bounded() Rating {
	return Rating{
		within(LeastValue, r.Value, MostValue, startValue),
		within(LeastDeviation, r.Deviation, MostDeviation, startDeviation),
		within(LeastVolatility, r.Volatility, MostVolatility, startVolatility),
	}
}

// within gives x or the nearer bound, and instead of no number what a beginner has.
func within(least, x, most, instead float64) float64 {
	if math.IsNaN(x) {
		return instead
	}
	return min(max(least, x), most)
}
