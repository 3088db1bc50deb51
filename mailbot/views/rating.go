package views

import (
	"math"
	"time"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/rating"
	"unlurbot/store"
	"unlurbot/templates"
)

// Rating shows a rating as it is now; nil before the first rated game.
func Rating(s store.Standing, now time.Time) *templates.Rating {
	if s.RatedGames() == 0 {
		return nil
	}
	r, idle := club.KnownRating(s, now)
	r = r.After(idle)
	return &templates.Rating{
		Value: WholePoints(r.Value), Least: max(0, WholePoints(r.Value-2*r.Deviation)), Most: WholePoints(r.Value + 2*r.Deviation),
		Games: s.RatedGames(), Settled: rating.Settled,
	}
}

// WholePoints is how ratings are told.
func WholePoints(x float64) int { return int(math.Round(x)) }
