package lessons

import (
	"slices"
	"testing"

	"unlurbot/game"
)

// solutions are the moves that solve each lesson, in the order of the board.
var solutions = [][]string{
	{"B2", "B3", "B4", "C2", "C3", "C4", "C5", "D2", "D3", "D4", "D5", "D6", "E3", "E4", "E5", "E6", "F4", "F5", "F6"},
	{"A2", "A3"},
	{"black"},
	{"D4"},
	{"C4"},
	{"E6"},
}

// Of all moves that the rules allow in a lesson these solve it, and no others.
func TestSolutions(t *testing.T) {
	if Count != len(solutions) {
		t.Fatalf("there are %d lessons", Count)
	}
	for i, want := range solutions {
		l, _ := Number(i + 1)
		var got []string
		for m := range l.Position.Legal() {
			if right, err := l.Solves(m); err != nil {
				t.Errorf("lesson %d: %v: %v", i+1, m, err)
			} else if right {
				got = append(got, m.String())
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("lesson %d is solved by %v, want %v", i+1, got, want)
		}
	}
}

// Nobody wins or loses by accident: no other stone of a lesson ends the game.
func TestNothingElseEnds(t *testing.T) {
	for n := range Count {
		l, _ := Number(n + 1)
		for m := range l.Position.Legal() {
			after, err := l.Position.After(m)
			if err != nil {
				t.Fatal(err)
			}
			if right, _ := l.Solves(m); after.Phase() == game.Over && !right {
				t.Errorf("lesson %d: %v ends the game", n+1, m)
			}
		}
	}
}

// In the lesson on taking Black, Black wins whatever White does: of each pair of cells White can have one, and Black
// then takes the other. This holds too if somebody has put one more stone before, and the other one takes Black.
func TestBlackWinsByPairs(t *testing.T) {
	pairs := [][2]string{{"C3", "C4"}, {"A2", "A3"}, {"D5", "E5"}, {"E7", "F7"}, {"D3", "E4"}, {"E2", "F3"}}
	l, _ := Number(3)
	for m := range l.Position.Legal() {
		begin, err := l.Position.After(m)
		if err == nil && m.Kind == game.PutStone {
			err = begin.Play(game.Move{Kind: game.SayBlack})
		}
		if err != nil {
			t.Fatal(err)
		}
		for choice := range 1 << len(pairs) {
			p := begin
			for i, pair := range pairs {
				white, black := pair[choice>>i&1], pair[1-choice>>i&1]
				if p.At(cell(t, white)) != game.NoColor || p.At(cell(t, black)) != game.NoColor {
					continue // the stone that was put before has done it
				}
				for _, c := range []string{white, black} {
					if err := p.Play(game.Stone(cell(t, c))); err != nil {
						t.Fatalf("after %v: %v", m, err)
					}
				}
			}
			if p.Reason() != game.ByY || p.Winner() != begin.Black() {
				t.Fatalf("after %v and %b Black has no Y", m, choice)
			}
		}
	}
}

func cell(t *testing.T, name string) game.Cell {
	t.Helper()
	c, err := game.ParseCell(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Numbers that no lesson has give none.
func TestNoLesson(t *testing.T) {
	for _, n := range []int{-1, 0, Count + 1} {
		if _, ok := Number(n); ok {
			t.Errorf("there is a lesson %d", n)
		}
	}
	l, _ := Number(1)
	if _, err := l.Solves(game.Stone(cell(t, "A1"))); err == nil {
		t.Error("a stone can be put on the edge")
	}
	l, _ = Number(6)
	if right, err := l.Solves(game.Move{Kind: game.Resign}); right || err == nil {
		t.Error("who resigns has found the stone that loses")
	}
}
