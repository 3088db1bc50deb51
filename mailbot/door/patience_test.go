package door

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"unlurbot/store"
)

var noon = time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)

// TestRow holds of any mails that a program writes: those in a row that ask for the same get no
// more answers than there may be, of which the last one says so, but for those that must be sent.
func TestRow(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		const most = 3
		var row store.Row
		now, began, wish, got := noon, time.Time{}, "", map[string]int{}
		for range rapid.IntRange(1, 20).Draw(rt, "mails") {
			now = now.Add(RowLasts / 10 * time.Duration(rapid.IntRange(0, 4).Draw(rt, "tenths of a row later")))
			asks := rapid.SampledFrom([]string{"", "", "show", "games"}).Draw(rt, "it asks for")
			begins := now.Sub(began) > RowLasts || asks != "" && asks != wish
			if begins {
				began, wish, got = now, asks, map[string]int{}
			}
			p := Begin(&row, asks, now, most)
			if over := got[asks] >= most && !(begins && asks != ""); p.IsOver() != over {
				rt.Fatalf("after %d answers it is over: %t", got[asks], p.IsOver())
			}
			must := rapid.SliceOfN(rapid.Bool(), 1, 5).Draw(rt, "answers that must be sent")
			advanced := slices.Contains(must, true)
			sent, last := p.Cut(must, advanced, false)
			n := 0
			for i, ok := range sent {
				if want := must[i] || got[asks]+n < most || begins && asks != ""; ok != want {
					rt.Fatalf("answer %d after %d is sent: %t", i, got[asks]+n, ok)
				}
				if ok {
					n++
				}
			}
			got[asks] += n
			if want := got[asks] >= most && !advanced && !(begins && asks != ""); last != want {
				rt.Fatalf("after %d answers these are the last: %t", got[asks], last)
			}
		}
	})
}

// Whoever opens games alike hears of the one that is not possible.
func TestWhatLastsIsHardlyCounted(t *testing.T) {
	const most = 3
	var row store.Row
	for range 2 * most {
		p := Begin(&row, "accept", noon, most)
		if p.IsOver() {
			t.Fatal("it is over")
		}
		p.Cut([]bool{true}, true, true)
	}
	if sent, last := Begin(&row, "accept", noon, most).Cut([]bool{false}, false, false); !sent[0] || !last {
		t.Errorf("of what isn't possible it hears: %t, as the last: %t", sent[0], last)
	}
}
