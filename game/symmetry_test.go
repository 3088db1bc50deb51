package game

import (
	"testing"

	"pgregory.net/rapid"
)

// Each symmetry lays every board on itself, keeps neighbours together, and no two are the same.
func TestSymmetries(t *testing.T) {
	for size := MinSize; size <= MaxSize; size++ {
		p, err := NewPosition(size)
		if err != nil {
			t.Fatal(err)
		}
		images := map[[2]Cell]bool{}
		for symmetry := range Symmetries {
			hit := map[Cell]bool{}
			for _, c := range p.Cells() {
				image := c.Image(size, symmetry)
				if !p.OnBoard(image) || hit[image] {
					t.Fatalf("size %d, symmetry %d: %v comes to %v", size, symmetry, c, image)
				}
				hit[image] = true
				next := c.Around()[0].Image(size, symmetry)
				beside := false
				for _, n := range image.Around() {
					beside = beside || n == next
				}
				if !beside {
					t.Fatalf("size %d, symmetry %d: %v and the cell beside it come apart", size, symmetry, c)
				}
			}
			images[[2]Cell{p.Cells()[0].Image(size, symmetry), p.Cells()[1].Image(size, symmetry)}] = true
		}
		if len(images) != Symmetries {
			t.Errorf("size %d: %d of %d symmetries differ", size, len(images), Symmetries)
		}
	}
}

// A game that is played turned or mirrored comes to the same position and to the same end; with one stone elsewhere it
// is another one.
func TestMirrors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(MinSize, 6).Draw(t, "size")
		symmetry := rapid.IntRange(0, Symmetries-1).Draw(t, "symmetry")
		p, _ := NewPosition(size)
		turned := p
		for range rapid.IntRange(1, 40).Draw(t, "plies") {
			var legal []Move
			for m := range p.Legal() {
				legal = append(legal, m)
			}
			if len(legal) == 0 {
				break
			}
			m := rapid.SampledFrom(legal).Draw(t, "move")
			before := p
			if err := p.Play(m); err != nil {
				t.Fatal(err)
			}
			if before.Mirrors(&p) {
				t.Fatalf("a position mirrors the one after %v", m)
			}
			if m.Kind == PutStone {
				m = Stone(m.Cell.Image(size, symmetry))
			}
			if err := turned.Play(m); err != nil {
				t.Fatal(err)
			}
			if !p.Mirrors(&turned) || !turned.Mirrors(&p) || p.Winner() != turned.Winner() {
				t.Fatalf("not the same after %v", m)
			}
		}
	})
}
