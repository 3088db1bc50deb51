package clocks

import (
	"slices"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/zones"
	"unlurbot/store"
)

// NextAway gives the time for which a player is, or will be, away.
func NextAway(p *store.Player, now time.Time) (game.Span, bool) {
	i := slices.IndexFunc(p.Away, func(s game.Span) bool { return s.To.After(now) })
	if i < 0 {
		return game.Span{}, false
	}
	return p.Away[i], true
}

// StillUntil gives the end of the time for which a player is away now; the zero time
// if the player is not.
func StillUntil(p *store.Player, now time.Time) time.Time {
	if s, ok := NextAway(p, now); ok && !s.From.After(now) {
		return s.To
	}
	return time.Time{}
}

// digestHour is when the mail of the day leaves, in the zone of its reader.
const digestHour = 8

// NextSaturday is when the next puzzle of the week to a player leaves.
func NextSaturday(now time.Time, p *store.Player) time.Time {
	at := NextMorning(now, p)
	for at.In(zones.Of(p.Zone)).Weekday() != time.Saturday {
		at = NextMorning(at, p)
	}
	return at
}

// NextMorning is when the next mail of the day to a player leaves.
func NextMorning(now time.Time, p *store.Player) time.Time {
	here := now.In(zones.Of(p.Zone))
	at := time.Date(here.Year(), here.Month(), here.Day(), digestHour, 0, 0, 0, here.Location())
	if !at.After(now) {
		at = time.Date(here.Year(), here.Month(), here.Day()+1, digestHour, 0, 0, 0, here.Location())
	}
	return at.UTC()
}
