package engine

import (
	"reflect"
	"testing"
	"time"

	"unlurbot/game"
)

// quick is an effort for tests.
var quick = effort{glance: 50, deep: 400, proof: 1500}

// A move that gave a game away is named with one that would have kept it; the same moves and seed say the same.
func TestAnalyse(t *testing.T) {
	g, err := game.ParseRecord("D4 E4 black C4 E5 B3 C3 D5 F5 A2 F6", 4)
	if err != nil {
		t.Fatal(err)
	}
	a := quick.analyse(g, 1, nil)
	if len(a.Turns) == 0 || len(a.Turns) > mostTurns {
		t.Errorf("no turn, or too many: %+v", a)
	}
	for _, turn := range a.Turns {
		if turn.Best == turn.Played || turn.Had < 0.5 || turn.Left > 0.5 || turn.Had-turn.Left < gap {
			t.Errorf("that is no turn: %+v", turn)
		}
	}
	if again := quick.analyse(g, 1, nil); !reflect.DeepEqual(a, again) {
		t.Errorf("once %+v, and again %+v", a, again)
	}
}

// The end of a game of two who play well is proven, for some moves.
func TestAnalyseProves(t *testing.T) {
	fields, _ := gameOf(4, 5)
	g, err := game.New(4)
	if err != nil {
		t.Fatal(err)
	}
	play := func(m game.Move) {
		p := g.Position()
		e, err := g.Decide(p.ToMove(), m, time.Time{})
		if err == nil {
			err = g.Apply(e)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for cell, spot := range fields[0].spots[:len(fields[0].cells)] {
		if spot.stone == black {
			play(game.Stone(fields[0].cells[cell]))
		}
	}
	play(game.Move{Kind: game.SayBlack})
	for i := range fields[1:] {
		for cell := range fields[i].cells {
			if fields[i].spots[cell].stone != fields[i+1].spots[cell].stone {
				play(game.Stone(fields[i].cells[cell]))
			}
		}
	}
	a := quick.analyse(g, 1, nil)
	for _, c := range a.Chances[a.Proven:] {
		if c != 0 && c != 1 {
			t.Errorf("a proven chance is %v", c)
		}
	}
	if proven := len(a.Chances) - a.Proven; proven < 3 {
		t.Errorf("only the last %d positions of %d are proven", proven, len(a.Chances))
	}
}

// Any game can be analysed: one without a move, one that was resigned, one in which the last stone loses.
func TestAnalyseAnything(t *testing.T) {
	for record, chances := range map[string]int{
		"": 1, "resign": 1, "C3 resign=first": 2, "black": 2, "C3 D4 black E5 resign": 5,
		"C2 E5 C3 D4 black D5 C1 D3 E7 B3 E6": 12, // Black completes a line
	} {
		g, err := game.ParseRecord(record, 4)
		if err != nil {
			t.Fatal(err)
		}
		a := quick.analyse(g, 1, nil)
		if len(a.Chances) != chances {
			t.Errorf("%q has %d chances", record, len(a.Chances))
		}
		for i, c := range a.Chances {
			if c < 0 || c > 1 {
				t.Errorf("%q: chance %d is %v", record, i, c)
			}
		}
	}
}

// Whoever stops an analysis gets its end soon.
func TestAnalyseStops(t *testing.T) {
	g, err := game.ParseRecord("D4 E4 black C4 E5 B3 C3", 4)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	full.analyse(g, 1, func() bool { asked++; return false })
	if asked == 0 || asked > 100 {
		t.Errorf("it was asked %d times", asked)
	}
}
