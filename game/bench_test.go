package game

import "testing"

// BenchmarkRandomGames plays whole random games on size 8, each move checked
// for legality and judged; one operation is one move.
func BenchmarkRandomGames(b *testing.B) {
	b.ReportAllocs()
	start, err := NewPosition(8)
	if err != nil {
		b.Fatal(err)
	}
	shuffled := make([]Move, 0, len(start.Cells()))
	for _, c := range start.Cells() {
		shuffled = append(shuffled, Stone(c))
	}
	seed := uint64(1)
	moves := 0
	for moves < b.N {
		for i := len(shuffled) - 1; i > 0; i-- {
			seed = seed*6364136223846793005 + 1442695040888963407
			j := int(seed>>33) % (i + 1)
			shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
		}
		p := start
		if err := p.Play(Move{Kind: SayBlack}); err != nil {
			b.Fatal(err)
		}
		for _, m := range shuffled {
			if err := p.Play(m); err != nil {
				b.Fatal(err)
			}
			moves++
			if p.Phase() == Over {
				break
			}
		}
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
}

// BenchmarkAfter is one move as a new value, the way commands are decided.
func BenchmarkAfter(b *testing.B) {
	b.ReportAllocs()
	p, _ := NewPosition(8)
	m := Stone(Cell{Row: 7, Col: 7})
	for b.Loop() {
		if _, err := p.After(m); err != nil {
			b.Fatal(err)
		}
	}
}
