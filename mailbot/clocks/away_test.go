package clocks

import (
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/store"
)

// Who is away now, and whose absence is the next one.
func TestAway(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, time.November, n, 12, 0, 0, 0, time.UTC) }
	p := &store.Player{Away: []game.Span{{From: day(3), To: day(5)}, {From: day(10), To: day(12)}}}
	for _, tc := range []struct {
		on    int
		still int // until which day the player is away now, 0 for not
		next  int // the first day of the next absence, 0 for none
	}{
		{1, 0, 3}, {3, 5, 3}, {4, 5, 3}, {5, 0, 10}, {11, 12, 10}, {12, 0, 0},
	} {
		until := time.Time{}
		if tc.still > 0 {
			until = day(tc.still)
		}
		if got := StillUntil(p, day(tc.on)); !got.Equal(until) {
			t.Errorf("on the %d. away until %v, want %v", tc.on, got, until)
		}
		next, ok := NextAway(p, day(tc.on))
		if ok != (tc.next > 0) || ok && !next.From.Equal(day(tc.next)) {
			t.Errorf("on the %d. the next absence is %v, %t", tc.on, next, ok)
		}
	}
}

// A turn is reminded of at half of its time and a day before its end, but not of both within
// half a day; then it is over.
func TestNextRing(t *testing.T) {
	began := time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)
	for pace, want := range map[string][]string{
		"10d": {"120h0m0s 1", "216h0m0s 2", "240h0m0s 0"},
		"2d":  {"24h0m0s 1", "48h0m0s 0"},
		"1d":  {"12h0m0s 1", "24h0m0s 0"},
	} {
		p, err := game.ParsePace(pace)
		if err != nil {
			t.Fatal(err)
		}
		g := &store.Game{Pace: p, Clock: game.StartClock(p, began)}
		g.Course.ToMove = game.First
		for _, w := range want {
			at, reminder := NextRing(g, game.Calendar{Zone: time.UTC})
			if got := at.Sub(began).String() + " " + string(rune('0'+reminder)); got != w {
				t.Errorf("%s: %s, want %s", pace, got, w)
			}
			g.Reminded = reminder
		}
	}
}

// The mail of the day leaves at eight where its reader lives, also when the clocks change.
func TestNextMorning(t *testing.T) {
	for _, row := range []struct{ zone, now, want string }{
		{"", "2026-03-01T07:59:00Z", "2026-03-01T08:00:00Z"},
		{"", "2026-03-01T08:00:00Z", "2026-03-02T08:00:00Z"},
		{"Europe/Madrid", "2026-03-28T12:00:00Z", "2026-03-29T06:00:00Z"},
		{"America/New_York", "2026-03-01T12:30:00Z", "2026-03-01T13:00:00Z"},
	} {
		now, err := time.Parse(time.RFC3339, row.now)
		if err != nil {
			t.Fatal(err)
		}
		if got := NextMorning(now, &store.Player{Zone: row.zone}).Format(time.RFC3339); got != row.want {
			t.Errorf("%s in %q: %s, want %s", row.now, row.zone, got, row.want)
		}
	}
}

// The puzzle of the week leaves on Saturdays with the mails of the day.
func TestNextSaturday(t *testing.T) {
	for _, row := range []struct{ zone, now, want string }{
		{"", "2026-11-28T07:59:59Z", "2026-11-28T08:00:00Z"},
		{"", "2026-11-28T08:00:00Z", "2026-12-05T08:00:00Z"},
		{"Europe/Madrid", "2026-10-20T12:00:00Z", "2026-10-24T06:00:00Z"},
		{"Europe/Madrid", "2026-10-24T06:00:00Z", "2026-10-31T07:00:00Z"},
		{"Pacific/Auckland", "2026-11-27T18:00:00Z", "2026-11-27T19:00:00Z"},
	} {
		now, err := time.Parse(time.RFC3339, row.now)
		if err != nil {
			t.Fatal(err)
		}
		if got := NextSaturday(now, &store.Player{Zone: row.zone}).Format(time.RFC3339); got != row.want {
			t.Errorf("%s in %q: %s, want %s", row.now, row.zone, got, row.want)
		}
	}
}
