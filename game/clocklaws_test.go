package game

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// drawRunning plays some moves, all before their deadlines, with bounces,
// settlements and moves that are taken back between them.
func drawRunning(t *rapid.T) *running {
	cal, start := drawCalendar(t, time.Second)
	r := begin(drawPace(t), start.Add(time.Millisecond))
	r.cals[0] = cal
	r.cals[1], _ = drawCalendar(t, time.Second)
	for _, s := range cal.Free {
		r.cals[1].Free = append(r.cals[1].Free, Span{s.From.Add(-day), s.To})
	}
	for range rapid.IntRange(0, 8).Draw(t, "events") {
		r.now = r.now.Add(drawTime(t, "passes", time.Second/4, max(r.deadline().Sub(r.now)-time.Second, 0)))
		what := []string{"moves", "moves", "moves", "bounces", "settles", "begins anew", "takes back", "takes back both"}
		r.does(rapid.SampledFrom(what).Draw(t, "what"))
	}
	return r
}

// Nobody has less than nothing, each turn begins with MinMoveTime at least, and
// times are whole seconds in UTC. What is remembered for moves that are taken
// back is true, and all of it can be stored.
func TestClockLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRunning(t)
		for _, s := range []Seat{First, Second} {
			if left := r.left(s); left < 0 || left%time.Second != 0 {
				t.Fatalf("%v has %v left", s, left)
			}
		}
		if r.left(r.toMove.Other()) < MinMoveTime {
			t.Fatalf("the next turn begins with %v", r.left(r.toMove.Other()))
		}
		if since := r.clock.Since; since.Location() != time.UTC || since.Nanosecond() != 0 || since.After(r.now) {
			t.Fatalf("the clock runs since %v", since)
		}
		if r.clock.Turn != r.began || r.clock.Kept != r.kept {
			t.Fatalf("the clock is %+v, but the turn began with %v, and %v were kept", r.clock, r.began, r.kept)
		}
		text, err := json.Marshal(r.clock)
		var stored Clock
		if err != nil || json.Unmarshal(text, &stored) != nil || stored != r.clock {
			t.Fatalf("%s is %+v, want %+v (%v)", text, stored, r.clock, err)
		}
	})
}

// A player has time left just before the deadline, and none from then on.
func TestDeadlineIsWhenNothingIsLeft(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRunning(t)
		deadline := r.deadline()
		r.now = deadline.Add(drawTime(t, "after", time.Second, day))
		if left := r.left(r.toMove); left != 0 {
			t.Fatalf("%v are left after the deadline", left)
		}
		if r.now = deadline.Add(-time.Second); r.now.Before(r.clock.Since) {
			return
		}
		if left := r.left(r.toMove); left != time.Second {
			t.Fatalf("%v are left a second before the deadline", left)
		}
	})
}

// To settle, whenever and however often up to the deadline, changes nothing of
// what comes.
func TestSettlingChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRunning(t)
		settled := *r
		deadline := r.deadline()
		for range rapid.IntRange(1, 4).Draw(t, "times") {
			settled.now = settled.now.Add(drawTime(t, "passes", time.Second, deadline.Sub(settled.now)))
			settled.does("settles")
		}
		if got := settled.deadline(); got != deadline {
			t.Fatalf("the time is up at %v, want %v", got, deadline)
		}
		settled.now = settled.now.Add(drawTime(t, "then", time.Second, 20*day))
		r.now = settled.now
		if got, want := settled.left(r.toMove), r.left(r.toMove); got != want {
			t.Fatalf("%v are left, want %v", got, want)
		}
		settled.does("moves")
		r.does("moves")
		if settled.clock != r.clock {
			t.Fatalf("the clock is %+v, want %+v", settled.clock, r.clock)
		}
	})
}

// The bot was down for a week in somebody's turn. That moves the deadline by
// what counted of the week, although the clock was never told of it.
func TestOutageMovesTheDeadline(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRunning(t)
		deadline := r.deadline()
		down := Span{From: r.clock.Since.Add(drawTime(t, "goes down", time.Second, max(deadline.Sub(r.clock.Since)-time.Second, 0)))}
		down.To = down.From.Add(week)
		before := r.cal()
		known := before
		known.Free = append(slices.Clone(before.Free), down)
		r.cals[r.toMove-1] = known
		want := before.Spent(down.From, down.To)
		if !down.From.Before(deadline) {
			want = 0
		}
		if got := before.Spent(deadline, r.deadline()); got != want {
			t.Fatalf("the deadline has moved by %v, but %v of the outage counted", got, want)
		}
	})
}

// Whoever takes back what: both have AfterUndo at least, the opponent has no
// less than at the beginning of the turn, and who takes a move back and makes
// it again at once has won nothing but AfterUndo.
func TestTakingBackWinsAndCostsNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRunning(t)
		mover, opponent := r.toMove, r.toMove.Other()
		r.does("moves")
		moved, had := r.left(mover), r.left(opponent)
		passes := func(name string) {
			r.now = r.now.Add(drawTime(t, name, time.Second, max(r.deadline().Sub(r.now)-time.Second, 0)))
		}
		what := "takes back"
		passes("first")
		if rapid.Bool().Draw(t, "answered") {
			r.does("moves")
			had = r.left(opponent)
			what = "takes back both"
			passes("second")
		}
		now := r.left(mover)
		r.does(what)

		if r.toMove != mover || r.left(First) < AfterUndo || r.left(Second) < AfterUndo {
			t.Fatalf("%v and %v are left", r.left(First), r.left(Second))
		}
		if r.left(opponent) != max(had, AfterUndo) {
			t.Fatalf("the opponent had %v and has %v", had, r.left(opponent))
		}
		if r.left(mover) > max(now, AfterUndo) {
			t.Fatalf("the mover had %v and has %v", now, r.left(mover))
		}
		r.does("moves")
		if got := r.left(mover); got > max(moved, r.pace.next(AfterUndo)) {
			t.Fatalf("the mover had %v after the move, and has %v after making it again", moved, got)
		}
	})
}
