package game

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// playEvents plays the words of a record, and "undo=first", "undo=second", "forfeit=first" and
// "reopen" beside them.
func playEvents(t testing.TB, g *Game, words ...string) {
	t.Helper()
	for _, w := range words {
		var e Event
		var err error
		switch w {
		case "undo=first":
			e, err = g.Decide(First, Move{Kind: TakeBack}, time.Time{})
		case "undo=second":
			e, err = g.Decide(Second, Move{Kind: TakeBack}, time.Time{})
		case "forfeit=first":
			e, err = g.Decide(First, Move{Kind: Forfeit}, time.Time{})
		case "reopen":
			e, err = g.Decide(NoSeat, Move{Kind: Reopen}, time.Time{})
		default:
			m, bad := ParseMove(w)
			if bad != nil {
				t.Fatal(bad)
			}
			e, err = g.Decide(g.pos.ToMove(), m, time.Time{})
		}
		if err == nil {
			err = g.Apply(e)
		}
		if err != nil {
			t.Fatalf("%s: %v", w, err)
		}
	}
}

func TestTakeBack(t *testing.T) {
	for _, story := range []struct {
		events []string
		record string
		toMove Seat
	}{
		{[]string{"C4", "undo=first"}, "size=6", First},
		{[]string{"C4", "D5", "undo=second"}, "size=6 C4", Second},
		{[]string{"C4", "D5", "undo=first"}, "size=6", First}, // with the answer to it
		{[]string{"C4", "black", "undo=second", "D5"}, "size=6 C4 D5", First},
		{[]string{"C4", "undo=first", "D5", "undo=first", "E6", "black"}, "size=6 E6 black", First},
		{[]string{"C4", "D5", "E6", "undo=second", "undo=first"}, "size=6", First},
		{[]string{"C4", "D5", "timeout", "reopen"}, "size=6 C4 D5", First},
		{[]string{"C4", "forfeit=first", "reopen", "D5"}, "size=6 C4 D5", First},
		{[]string{"C4", "undo=first", "D5", "resign", "reopen", "undo=first"}, "size=6", First},
	} {
		g, err := New(DefaultSize)
		if err != nil {
			t.Fatal(err)
		}
		playEvents(t, g, story.events...)
		if p := g.Position(); g.Record() != story.record || p.ToMove() != story.toMove || len(g.Events()) != len(story.events) {
			t.Errorf("%v: %q, %v to move, %d events", story.events, g.Record(), p.ToMove(), len(g.Events()))
		}
	}
}

func TestNothingToTakeBack(t *testing.T) {
	for record, want := range map[string]Code{"": NothingToUndo, "C4": NothingToUndo, "C4 D5 resign": GameOver} {
		g, err := ParseRecord(record, DefaultSize)
		if err != nil {
			t.Fatal(err)
		}
		before := *g
		if _, err := g.Decide(Second, Move{Kind: TakeBack}, time.Time{}); !hasCode(err, want) {
			t.Errorf("%q: %v", record, err)
		}
		if err := g.Apply(Event{Seat: Second, Move: Move{Kind: TakeBack}}); !hasCode(err, want) || g.pos != before.pos || len(g.events) != len(before.events) {
			t.Errorf("%q: %v, and the game is %q", record, err, g.Record())
		}
	}
	for _, record := range []string{"C4 undo", "C4 resign reopen"} {
		if _, err := ParseRecord(record, DefaultSize); !hasCode(err, NotAMove) {
			t.Errorf("%s: %v", record, err)
		}
	}
}

// A game that is over goes on from where it stood before what has ended it, be it a stone.
func TestReopen(t *testing.T) {
	g, err := ParseRecord("size=4 black A3 A4 B3 B5 C4 C6 D4 D7 E5 E7 F5 F7 G6", 4)
	if err != nil || g.pos.phase != Over {
		t.Fatalf("%v: %q", err, g.Record())
	}
	before, stone := len(g.Events()), g.Events()[len(g.Events())-1]
	playEvents(t, g, "reopen")
	if g.pos.phase != Main || g.pos.toMove != stone.Seat || len(g.Events()) != before+1 || len(g.Line()) != before-1 {
		t.Errorf("%q, %v to move", g.Record(), g.pos.toMove)
	}
	for _, seat := range []Seat{NoSeat, First} {
		if _, err := g.Decide(seat, Move{Kind: Reopen}, time.Time{}); !hasCode(err, NothingToUndo) {
			t.Errorf("a game that goes on: %v", err)
		}
	}
	playEvents(t, g, stone.Move.String())
	if g.pos.phase != Over || g.pos.reason != ByLine {
		t.Errorf("%q", g.Record())
	}
	if _, err := g.Decide(First, Move{Kind: Reopen}, time.Time{}); !hasCode(err, NothingToUndo) {
		t.Errorf("by a player: %v", err)
	}
}

// A forfeit is written, read and replayed as a resignation is.
func TestForfeit(t *testing.T) {
	for record, result := range map[string]string{
		"size=6 C4 black forfeit":        "B+F", // by White, who is to move
		"size=6 C4 black forfeit=second": "W+F",
		"size=6 C4 forfeit=first":        "?", // without colours
	} {
		g, err := ParseRecord(record, DefaultSize)
		if err != nil || g.Record() != record || g.pos.reason != ByForfeit {
			t.Errorf("%q: %v, %v", g.Record(), g.pos.reason, err)
			continue
		}
		r := &Record{Size: g.Size(), Events: g.Events()}
		sgf, err := r.SGF()
		if err != nil || !strings.Contains(sgf, "RE["+result+"]") {
			t.Errorf("%v: %s", err, sgf)
		}
		again, err := ReadRecord(sgf, DefaultSize)
		if err != nil || len(again.Events) != len(g.Events()) {
			t.Errorf("%v: %+v", err, again)
		}
	}
}

// Whatever is played and taken back, the game is what its line alone leads to,
// and its events lead to the same again.
func TestLineIsTheGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, err := New(rapid.IntRange(MinSize, 7).Draw(t, "size"))
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 40).Draw(t, "events") {
			seat, move := g.pos.ToMove(), Move{Kind: TakeBack}
			if g.pos.Phase() == Over {
				seat, move = NoSeat, Move{Kind: Reopen}
			} else if rapid.IntRange(0, 3).Draw(t, "what") == 0 {
				seat = rapid.SampledFrom([]Seat{First, Second}).Draw(t, "seat")
				move.Kind = rapid.SampledFrom([]Kind{TakeBack, TakeBack, Resign, Forfeit}).Draw(t, "kind")
			} else {
				var legal []Move
				for m := range g.pos.Legal() {
					legal = append(legal, m)
				}
				if len(legal) == 0 {
					break
				}
				move = rapid.SampledFrom(legal).Draw(t, "move")
			}
			if e, err := g.Decide(seat, move, time.Time{}); err == nil {
				if err := g.Apply(e); err != nil {
					t.Fatal(err)
				}
			}
		}
		line, err := Replay(g.Size(), g.Line())
		if err != nil || line.Position() != g.Position() || int(g.pos.ply) > len(g.Line()) {
			t.Fatalf("%v: the line leads to another position", err)
		}
		again, err := Replay(g.Size(), g.Events())
		if err != nil || again.Position() != g.Position() || again.Record() != g.Record() {
			t.Fatalf("%v: the events lead to another position", err)
		}
	})
}

// The positions of a game are those to which its moves lead that stand, each as far as its place says; what ends it otherwise than on
// the board, or was taken back, leads to none.
func TestPositions(t *testing.T) {
	for words, want := range map[string]int{
		"": 1, "C3 D4 black": 4, "C3 D4 black resign": 4, "C3 D4 undo=second": 2, "C3 D4 undo=second E5 black": 4, "C2 E5 C3 D4 black D5 C1 D3 E7 B3 E6": 12,
	} {
		g, err := New(4)
		if err != nil {
			t.Fatal(err)
		}
		playEvents(t, g, strings.Fields(words)...)
		positions := g.Positions()
		for ply, p := range positions {
			if p.Ply() != ply {
				t.Errorf("%q: position %d has %d plies", words, ply, p.Ply())
			}
		}
		last, now := positions[len(positions)-1], g.Position()
		resigned := strings.HasSuffix(words, "resign") && last.Phase() == Main && now.Phase() == Over
		if len(positions) != want || last.Ply() != now.Ply() || !resigned && !last.Mirrors(&now) {
			t.Errorf("%q has %d positions, want %d", words, len(positions), want)
		}
	}
}
