package mailbot_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/game/lessons"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// Each mail below a lesson leads on, repeats it, or leaves it: a move that solves it brings the next one, and any other
// move, or word, the same once more. None of them is a game.
func TestLessonsLeadOn(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	ana.Writes("help").Is(decision.Answered)
	for n := range lessons.Count {
		l, _ := lessons.Number(n + 1)
		answers := []string{"Z9", "A1", "black", "What now?"}
		i := 0
		for m := range l.Position.Legal() {
			right, err := l.Solves(m)
			b.Check(err)
			if i++; right || i%6 == 0 {
				answers = append(answers, m.String())
			}
		}
		for _, answer := range answers {
			ana.Writes(fmt.Sprintf("learn %d", n+1)).Is(decision.Answered)
			ana.Replies(answer)
			right := false
			if m, err := game.ParseMove(answer); err == nil {
				right, _ = l.Solves(m)
			}
			want := fmt.Sprintf("Unlur: lesson %d of %d", n+1, lessons.Count)
			switch {
			case right && n+1 == lessons.Count:
				want = "Unlur: the lessons are done"
			case right:
				want = fmt.Sprintf("Unlur: lesson %d of %d", n+2, lessons.Count)
			}
			if got := ana.Last().Subject; got != want {
				t.Errorf("lesson %d, answered with %q, is followed by %q, want %q", n+1, answer, got, want)
			}
			b.Pass(24 * time.Hour)
		}
		ana.Writes(fmt.Sprintf("learn %d", n+1)).Is(decision.Answered)
		ana.Replies("games").Is(decision.Answered)
		if got := bottest.Field(ana.Last(), "X-Unlur-Event"); got != "games" {
			t.Errorf("lesson %d is not left: %s", n+1, got)
		}
	}
	b.Check(b.Store.View(func(tx *store.Tx) error {
		if _, err := tx.Game(1); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a lesson has become a game: %v", err)
		}
		return nil
	}))
}
