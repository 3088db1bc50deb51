package club

import (
	"time"

	"unlurbot/mailbot/rating"
	"unlurbot/store"
)

// Rate rates a game. It is the store.Rate of this program: all ratings in a store
// are those that it gives for the log of results.
func Rate(winner, loser store.Standing, ended time.Time) (store.Standing, store.Standing) {
	w, idleWinner := KnownRating(winner, ended)
	l, idleLoser := KnownRating(loser, ended)
	w, l = rating.Game(w, l, idleWinner, idleLoser)
	return rated(winner, w, ended), rated(loser, l, ended)
}

// KnownRating gives what the last rated game has made of somebody's rating, and how
// long ago that was.
func KnownRating(s store.Standing, now time.Time) (r rating.Rating, idle time.Duration) {
	if s.At.IsZero() {
		return rating.New(), 0
	}
	return rating.Rating{Value: s.Rating, Deviation: s.Deviation, Volatility: s.Volatility}, now.Sub(s.At)
}

func rated(s store.Standing, r rating.Rating, at time.Time) store.Standing {
	s.Rating, s.Deviation, s.Volatility, s.At = r.Value, r.Deviation, r.Volatility, at
	s.Listed = !rating.Provisional(s.RatedGames())
	return s
}
