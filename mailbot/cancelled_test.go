package mailbot_test

import (
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// In a game that was cancelled nothing is played any more.
func TestNoMoveAfterCancelling(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	ana.Replies("C4")
	for range 30 {
		b.Pass(24 * time.Hour)
	}
	if g := b.Game(1); g.State != store.Cancelled {
		t.Fatalf("the game is %s", g.State)
	}
	for _, move := range []string{"D5", "black", "resign"} {
		if d := bo.Replies(move).Decision; d != decision.Refused {
			t.Errorf("%s is %s", move, d)
		}
	}
	if record := b.Record(1); record != "C4" {
		t.Errorf("the record is %s", record)
	}

}

// There is no rematch of a game that was cancelled; who asks for one reads why, whoever has
// called it off.
func TestNoRematchOfACancelledGame(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	bo.Replies("abort").Is(decision.Played)
	for _, p := range []*bottest.Person{ana, bo} {
		p.Replies("rematch").Is(decision.Refused)
		if text := strings.Join(strings.Fields(p.Last().Text), " "); !strings.Contains(text, "Game #1 was cancelled, so there's no rematch.") {
			t.Errorf("%s reads\n%s", p.Address, p.Last().Text)
		}
	}
	ana.Writes("challenge bo").Is(decision.Challenged)
}
