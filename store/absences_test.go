package store

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"unlurbot/game"
)

// The year in which most is taken is found among all years.
func TestMostTaken(t *testing.T) {
	const day = 24 * time.Hour
	at := func(n int) time.Time { return time.Unix(0, 0).UTC().Add(time.Duration(n) * day) }
	rapid.Check(t, func(t *rapid.T) {
		var spans []game.Span
		for range rapid.IntRange(1, 5).Draw(t, "times") {
			from := rapid.IntRange(400, 1200).Draw(t, "from")
			spans = append(spans, game.Span{From: at(from), To: at(from + rapid.IntRange(1, 60).Draw(t, "days"))})
		}
		want := time.Duration(0)
		for begins := range 1300 {
			sum := time.Duration(0)
			for _, s := range spans {
				sum += max(0, min(s.To.Sub(at(begins)), AwayYear)-max(s.From.Sub(at(begins)), 0))
			}
			want = max(want, sum)
		}
		if got := MostTaken(spans); got != want {
			t.Fatalf("%v, want %v, of %v", got, want, spans)
		}
	})
}
