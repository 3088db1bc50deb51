package mailbot_test

import (
	"errors"
	"fmt"
	"strings"
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

// belowATask is what somebody may write below a lesson or a puzzle who thinks of a game, or does not know.
var belowATask = []string{
	"resign", "I give up", "I resign.", "abort", "undo", "say hi", "note: hi", "show", "history", "black", "B2", "A1", "A2\nA3", "A2 A3", "if C4 D5",
	"yes", "no", "", "next", "me rindo", "j'abandonne", "What's the answer?", "allow", "preview C4", "resing", "Thanks, that was fun!",
}

// Nothing that is written below a lesson touches the game that its reader plays, but what names that game; and who is
// stuck gets the answer.
func TestLessonTouchesNoGame(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	ana.Writes("C4")
	bo.Writes("E5")
	before := b.Game(1).Events
	sent := len(bo.Mails())
	ana.Writes("learn 2")
	lesson := ana.Last()
	b.Pass(time.Hour)
	for _, text := range belowATask {
		ana.Answers(lesson, text)
		last := ana.Last()
		if got := bottest.Field(last, "X-Unlur-Event"); got != "lesson" {
			t.Errorf("%q below a lesson is answered by %s:\n%s", text, got, last.Text)
		}
		if b.Game(1).State != store.Playing || len(b.Game(1).Events) != len(before) || len(bo.Mails()) != sent {
			t.Fatalf("%q below a lesson has reached the game", text)
		}
		b.Pass(8 * time.Hour)
	}
	ana.Answers(lesson, "#1 resign").Is(decision.Played)
	for _, text := range []string{"learn 2 answer", "aprender 2 respuesta"} {
		ana.Writes(text).Is(decision.Answered)
		if last := ana.Last(); !strings.Contains(last.Text, "A2") || !strings.Contains(last.Subject, "3") {
			t.Errorf("%q brings %q:\n%s", text, last.Subject, last.Text)
		}
	}
}
