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
