package club

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"unlurbot/game"
)

// Times that touch become one, none is lost, and those that don't touch stay.
func TestJoined(t *testing.T) {
	hour := func(n int) time.Time { return time.Unix(int64(n)*3600, 0).UTC() }
	rapid.Check(t, func(t *rapid.T) {
		var spans []game.Span
		away := map[int]bool{}
		for range rapid.IntRange(1, 6).Draw(t, "times") {
			from := rapid.IntRange(0, 40).Draw(t, "from")
			to := from + rapid.IntRange(1, 10).Draw(t, "hours")
			var whole game.Span
			spans, whole = joined(spans, game.Span{From: hour(from), To: hour(to)})
			for h := from; h < to; h++ {
				away[h] = true
			}
			if !slices.Contains(spans, whole) || whole.From.After(hour(from)) || whole.To.Before(hour(to)) {
				t.Fatalf("%v is not part of %v in %v", []int{from, to}, whole, spans)
			}
		}
		for i, s := range spans {
			if i > 0 && !s.From.After(spans[i-1].To) {
				t.Fatalf("%v and %v are two", spans[i-1], s)
			}
		}
		for h := range 60 {
			in := slices.ContainsFunc(spans, func(s game.Span) bool { return !s.From.After(hour(h)) && s.To.After(hour(h)) })
			if in != away[h] {
				t.Fatalf("hour %d: away %v, want %v", h, in, away[h])
			}
		}
	})
}

// The year in which most is taken is found among all years.
func TestMostAway(t *testing.T) {
	const day = 24 * time.Hour
	at := func(n int) time.Time { return time.Unix(0, 0).UTC().Add(time.Duration(n) * day) }
	rapid.Check(t, func(t *rapid.T) {
		var spans []game.Span
		for range rapid.IntRange(1, 5).Draw(t, "times") {
			from := rapid.IntRange(400, 1200).Draw(t, "from")
			spans, _ = joined(spans, game.Span{From: at(from), To: at(from + rapid.IntRange(1, 60).Draw(t, "days"))})
		}
		want := time.Duration(0)
		for begins := range 1300 {
			sum := time.Duration(0)
			for _, s := range spans {
				sum += max(0, min(s.To.Sub(at(begins)), awayYear)-max(s.From.Sub(at(begins)), 0))
			}
			want = max(want, sum)
		}
		if got := mostAway(spans); got != want {
			t.Fatalf("%v, want %v, of %v", got, want, spans)
		}
	})
}
