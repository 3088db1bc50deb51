package mailbot

import (
	"math"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/rating"
	"unlurbot/store"
	"unlurbot/templates"
)

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
	before, _ := club.KnownRating(c.Before, e.u.Now)
	v := viewRating(c.After, e.u.Now)
	v.Gain = v.Value - wholePoints(before.Value)
	return v
}

// viewRating shows a rating as it is now; nil before the first rated game.
func viewRating(s store.Standing, now time.Time) *templates.Rating {
	if s.RatedGames() == 0 {
		return nil
	}
	r, idle := club.KnownRating(s, now)
	r = r.After(idle)
	return &templates.Rating{
		Value: wholePoints(r.Value), Least: max(0, wholePoints(r.Value-2*r.Deviation)), Most: wholePoints(r.Value + 2*r.Deviation),
		Games: s.RatedGames(), Settled: rating.Settled,
	}
}

// wholePoints is how ratings are told.
func wholePoints(x float64) int { return int(math.Round(x)) }
