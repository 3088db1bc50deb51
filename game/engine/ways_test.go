package engine

import "testing"

// The stones that a colour needs are the fewest that complete its goal if the opponent puts none: as trying all
// finds, as far as that goes.
func TestWaysAreShortest(t *testing.T) {
	r := random(2)
	var w ways
	seen := [2]map[uint8]int{{}, {}}
	for range 400 {
		f := newField(boards[4]())
		for range 12 + r.below(20) {
			f.put(f.empty[r.below(f.left)], colour(r.below(2)))
		}
		if f.isOver() {
			continue
		}
		w.look(f)
		for c := range none {
			least := min(w.least[c], tried)
			if got := f.stonesTo(c, tried); got != least {
				t.Fatalf("%d more stones are needed, and the ways say %d", got, least)
			}
			seen[c][least]++
			for _, cell := range f.empty[:f.left] {
				if verdicts[c][f.touched(cell, c)] == wins {
					continue
				}
				after := *f
				after.put(cell, c)
				if needs := w.needs[c][cell]; needs < tried && after.stonesTo(c, tried) > needs-1 {
					t.Fatalf("over %v more than %d stones are needed", f.cells[cell], needs)
				}
			}
		}
	}
	for c := range none {
		for least := range uint8(tried + 1) {
			if seen[c][least] < 10 {
				t.Errorf("colour %d needed %d only %d times", c, least, seen[c][least])
			}
		}
	}
}

// tried is how many stones are tried beside the last one.
const tried = 2

// stonesTo gives how many stones a colour needs beside one that completes its goal; most if it is more than that.
func (f *field) stonesTo(c colour, most uint8) uint8 {
	for _, cell := range f.empty[:f.left] {
		if verdicts[c][f.touched(cell, c)] == wins {
			return 0
		}
	}
	if most <= 1 {
		return most
	}
	for _, cell := range f.empty[:f.left] {
		after := *f
		after.put(cell, c)
		most = min(most, 1+after.stonesTo(c, most-1))
	}
	return most
}

// isOver says whether a colour has its goal.
func (f *field) isOver() bool {
	for i := range f.cells {
		for c := range none {
			if f.spots[i].stone == c && verdicts[c][f.spots[f.root(uint16(i))].sides] == wins {
				return true
			}
		}
	}
	return false
}
