package mailbot

import (
	"math"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/rating"
	"unlurbot/store"
	"unlurbot/templates"
)

// Rate rates a game. It is the store.Rate of this program: all ratings in a store
// are those that it gives for the log of results.
func Rate(winner, loser store.Standing, ended time.Time) (store.Standing, store.Standing) {
	w, idleWinner := knownRating(winner, ended)
	l, idleLoser := knownRating(loser, ended)
	w, l = rating.Game(w, l, idleWinner, idleLoser)
	return rated(winner, w, ended), rated(loser, l, ended)
}

// knownRating gives what the last rated game has made of somebody's rating, and how
// long ago that was.
func knownRating(s store.Standing, now time.Time) (r rating.Rating, idle time.Duration) {
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

// logResult logs how a game has ended, in whatever way, and rates its players.
func (e *errand) logResult(g *store.Game) (err error) {
	e.rated[g.Number], err = e.u.Tx.AddResult(g, Rate)
	return err
}

// ratingView shows the reader of a mail what the game that it is about has made of
// the reader's rating; nil if nothing.
func (e *errand) ratingView(l letter) *templates.Rating {
	changes, ended := e.rated[l.game.Number]
	if !ended || l.kind != templates.Over {
		return nil
	}
	c := changes[l.game.SeatOf(l.to.ID)-game.First]
	if c.After.RatedGames() == c.Before.RatedGames() {
		return nil
	}
	before, _ := knownRating(c.Before, e.u.Now)
	v := viewRating(c.After, e.u.Now)
	v.Gain = v.Value - wholePoints(before.Value)
	return v
}

// viewRating shows a rating as it is now; nil before the first rated game.
func viewRating(s store.Standing, now time.Time) *templates.Rating {
	if s.RatedGames() == 0 {
		return nil
	}
	r, idle := knownRating(s, now)
	r = r.After(idle)
	return &templates.Rating{
		Value: wholePoints(r.Value), Least: max(0, wholePoints(r.Value-2*r.Deviation)), Most: wholePoints(r.Value + 2*r.Deviation),
		Games: s.RatedGames(), Settled: rating.Settled,
	}
}

// wholePoints is how ratings are told.
func wholePoints(x float64) int { return int(math.Round(x)) }
