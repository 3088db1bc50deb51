package club

import (
	"strings"
	"testing"

	"unlurbot/game"
)

// The draw is even, and the same for the same mail.
func TestDraw(t *testing.T) {
	first := 0
	for i := range 1000 {
		cause := strings.Repeat("x", i)
		seat := draw([]byte("key"), cause)
		if seat != draw([]byte("key"), cause) {
			t.Fatal("the draw changes")
		}
		if seat == game.First {
			first++
		}
	}
	if first < 400 || first > 600 {
		t.Errorf("%d of 1000 begin", first)
	}
}
