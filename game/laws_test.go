package game

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// drawGame plays random legal moves to the end, calling look after each; the
// contract lasts as long as the draw wants, up to a full inner board.
func drawGame(t *rapid.T, look func(before Position, m Move, after Position)) Position {
	size := rapid.IntRange(MinSize, MaxSize).Draw(t, "size")
	contract := rapid.IntRange(0, 3*size*size).Draw(t, "contract stones")
	seed := rapid.Uint64().Draw(t, "seed")
	p, err := NewPosition(size)
	if err != nil {
		t.Fatal(err)
	}
	for p.Phase() != Over {
		legal := slices.Collect(p.Legal())
		if len(legal) == 0 {
			t.Fatalf("no legal move after %d plies and no verdict", p.Ply())
		}
		seed = seed*6364136223846793005 + 1442695040888963407
		m := legal[int(seed>>33)%len(legal)]
		if p.Phase() == Contract {
			switch {
			case p.Ply() >= contract:
				m = Move{Kind: SayBlack}
			case m.Kind == SayBlack && len(legal) > 1:
				m = legal[0]
			}
		}
		before := p
		after, err := p.After(m)
		if err != nil {
			t.Fatalf("%v is listed as legal but refused: %v", m, err)
		}
		if p != before {
			t.Fatalf("After(%v) changed its receiver", m)
		}
		look(before, m, after)
		p = after
	}
	return p
}

// A game ends with exactly one winner, never runs out of cells without one,
// and each verdict is that of the plain flood fill.
func TestVerdictEqualsFloodFill(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		end := drawGame(t, func(before Position, m Move, after Position) {
			if m.Kind == SayBlack {
				if after.Black() != before.ToMove() || after.ToMove() != before.ToMove().Other() {
					t.Fatalf("black said by %v gives black %v, to move %v", before.ToMove(), after.Black(), after.ToMove())
				}
				return
			}
			mover := before.ToMove()
			color := before.Color(mover)
			if before.Phase() == Contract {
				color = Black
			}
			y, line := naiveOf(&after).goals(color)
			own, other := y, line
			if color == White {
				own, other = line, y
			}
			want := NoSeat
			switch {
			case own:
				want = mover
			case other:
				want = mover.Other()
			}
			if after.Winner() != want {
				t.Fatalf("after %v by %v (%v): winner %v, flood fill says %v", m, mover, color, after.Winner(), want)
			}
			if (after.Phase() == Over) != (want != NoSeat) {
				t.Fatalf("phase %v with winner %v", after.Phase(), want)
			}
		})
		if end.Winner() == NoSeat || end.Reason() == NoReason || end.ToMove() != NoSeat {
			t.Fatalf("the end is not an end: %v %v %v", end.Winner(), end.Reason(), end.ToMove())
		}
	})
}

// What Legal lists is exactly what Play accepts, of all cells that exist and
// some that don't.
func TestLegalIsWhatIsAccepted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawGame(t, func(before Position, _ Move, _ Position) {
			if before.Ply()%7 != 0 { // every position costs 700 tries
				return
			}
			legal := map[Move]bool{}
			for m := range before.Legal() {
				legal[m] = true
			}
			tries := []Move{{Kind: SayBlack}}
			for r := int16(-1); r < 27; r++ {
				for c := int16(-1); c < 27; c++ {
					tries = append(tries, Stone(Cell{r, c}))
				}
			}
			for _, m := range tries {
				next, err := before.After(m)
				if (err == nil) != legal[m] {
					t.Fatalf("%v: legal %v, but Play says %v", m, legal[m], err)
				}
				if err != nil && next != before {
					t.Fatalf("the refused move %v changed the position", m)
				}
			}
		})
	})
}

// The connection shown is made of stones of one colour, holds together, makes
// the goal with as few stones as can be, none of which can be taken away, and
// holds the deciding stone.
func TestConnectionShowsTheGoal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		end := drawGame(t, func(Position, Move, Position) {})
		path := end.Connection()
		if len(path) == 0 {
			t.Fatal("a goal without a connection")
		}
		color := end.At(path[0])
		wantsY := end.Reason() == ByY || end.Reason() == OpponentGoal && color == White
		goal := func(cells []Cell) bool {
			only := naive{size: end.Size()}
			for _, c := range cells {
				only.stones[c.Row][c.Col] = color
			}
			y, line := only.goals(color)
			return wantsY && y || !wantsY && line
		}
		for _, c := range path {
			if end.At(c) != color {
				t.Fatalf("%v is %v in a connection of %v", c, end.At(c), color)
			}
		}
		if !goal(path) {
			t.Fatalf("%v is not the goal of %v", path, end.Reason())
		}
		for i := range path {
			if goal(slices.Delete(slices.Clone(path), i, i+1)) {
				t.Fatalf("%v is still the goal without %v", path, path[i])
			}
		}
		plain := naiveOf(&end)
		if fewest := plain.fewestForGoal(color, wantsY); len(path) != fewest {
			t.Fatalf("%v has %d stones, %d would do", path, len(path), fewest)
		}
		last, _ := end.Last()
		if !slices.Contains(path, last) {
			t.Fatalf("the last stone %v decided the game but is not in %v", last, path)
		}
	})
}

// Of several goals the smallest is shown, also where random games never lead:
// on boards strewn with stones, with many lines and Ys at once or none.
func TestShortestOfMany(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, err := NewPosition(rapid.IntRange(MinSize, MaxSize).Draw(t, "size"))
		if err != nil {
			t.Fatal(err)
		}
		density := rapid.Uint64Range(1, 15).Draw(t, "density")
		seed := rapid.Uint64().Draw(t, "seed")
		for i := range p.board.cells {
			seed = seed*6364136223846793005 + 1442695040888963407
			if seed>>60 < density {
				p.cell.join(p.board, uint16(i), 0)
			}
		}
		plain := naiveOf(&p)
		for wantsY, found := range map[bool][]int{true: stones{&p, Black}.shortestY(), false: stones{&p, Black}.shortestLine()} {
			if fewest := plain.fewestForGoal(Black, wantsY); len(found) != fewest {
				t.Fatalf("Y %v: found %d stones, %d would do", wantsY, len(found), fewest)
			}
		}
	})
}

// Record and ParseRecord are inverse, resignations and time included.
func TestRecordRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(MinSize, MaxSize).Draw(t, "size")
		g, err := New(size)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 40).Draw(t, "plies") {
			p := g.Position()
			legal := slices.Collect(p.Legal())
			legal = append(legal, Move{Kind: Resign}, Move{Kind: RunOutOfTime})
			m := rapid.SampledFrom(legal).Draw(t, "move")
			seat := p.ToMove()
			if m.Kind == Resign {
				seat = rapid.SampledFrom([]Seat{First, Second}).Draw(t, "who")
			}
			e, err := g.Decide(seat, m, time.Time{})
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Apply(e); err != nil {
				t.Fatal(err)
			}
			if position := g.Position(); position.Phase() == Over {
				break
			}
		}
		again, err := ParseRecord(g.Record(), DefaultSize)
		if err != nil {
			t.Fatalf("%s: %v", g.Record(), err)
		}
		if diff := cmp.Diff(g.Events(), again.Events()); diff != "" {
			t.Fatal(diff)
		}
		replayed, err := Replay(size, g.Events())
		if err != nil || replayed.Position() != g.Position() || again.Position() != g.Position() {
			t.Fatalf("replay differs (%v)", err)
		}
	})
}

// Events are stored as text and come back the same.
func TestEventRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cell := Stone(Cell{int16(rapid.IntRange(0, 24).Draw(t, "row")), int16(rapid.IntRange(0, 24).Draw(t, "col"))})
		want := Event{
			At:   time.Unix(rapid.Int64Range(0, 1<<34).Draw(t, "at"), 0).UTC(),
			Seat: rapid.SampledFrom([]Seat{First, Second}).Draw(t, "seat"),
			Move: rapid.SampledFrom([]Move{cell, {Kind: SayBlack}, {Kind: Resign}, {Kind: RunOutOfTime}, {Kind: TakeBack}, {Kind: Forfeit}, {Kind: Reopen}}).Draw(t, "move"),
		}
		if want.Move.Kind == Reopen {
			want.Seat = NoSeat
		}
		text, err := want.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var got Event
		if err := got.UnmarshalText(text); err != nil || got != want {
			t.Fatalf("%s is %+v (%v), want %+v", text, got, err, want)
		}
	})
	for _, bad := range []string{"", "2026-11-20T12:00:00Z", "2026-11-20T12:00:00Z first", "now first C4", "2026-11-20T12:00:00Z third C4"} {
		if err := new(Event).UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("%q is an event", bad)
		}
	}
}

// FuzzRecord feeds any text: it gives a game that replays to itself, or a
// coded error with the place, and never more.
func FuzzRecord(f *testing.F) {
	f.Add("C4 E6 black F6 resign", 6)
	f.Add("size=4 # a comment\n1. B2, 2. pass 3 C 3 resign=second", 6)
	f.Add("size=99 C4", 6)
	f.Add("zz9 timeout C4=first", 8)
	f.Fuzz(func(t *testing.T, text string, size int) {
		g, err := ParseRecord(text, size)
		if err != nil {
			var coded *Error
			if !errors.As(err, &coded) || coded.Code == "" || err.Error() == "" {
				t.Fatalf("not a coded error: %v", err)
			}
			if g != nil && coded.Ply != len(g.Events())+1 {
				t.Fatalf("error at ply %d after %d events", coded.Ply, len(g.Events()))
			}
		}
		if g == nil {
			return
		}
		again, err := ParseRecord(g.Record(), DefaultSize)
		if err != nil || again.Position() != g.Position() || again.Record() != g.Record() {
			t.Fatalf("%q does not round-trip: %v", g.Record(), err)
		}
	})
}
