package club

import (
	"strings"
	"testing"

	"unlurbot/game"
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
)

// rings lets the clock of the game ring until nothing is left to ring for, and gives what came
// of it in a few words.
func (tb *table) rings(late int) string {
	tb.t.Helper()
	var said []string
	for {
		var g *store.Game
		tb.check(tb.store.View(func(tx *store.Tx) (err error) {
			g, err = tx.Game(1)
			return err
		}))
		if g.State != store.Playing {
			return strings.Join(said, ", ")
		}
		tb.now = g.Rings.AddDate(0, 0, late)
		tb.check(tb.store.Update(func(tx *store.Tx) error {
			u := unit.New(tx, unit.At(tb.now))
			log, err := New(u, "a wake-up", Rules{}, nil, Answer{}).Do(Ring{About: About{Game: 1}, Due: g.Rings, UpTo: tb.now})
			tb.check(err)
			for _, entry := range log {
				said = append(said, inWords(entry.Fact))
			}
			return u.WriteBack("nobody")
		}))
	}
}

// What comes of a clock that nobody stops.
func TestClockRuns(t *testing.T) {
	for name, tc := range map[string]struct {
		late  int // the bot, in days
		moves []string
		want  string
	}{
		"nobody has moved":            {want: "ReminderDue, ReminderDue, GameCancelled, GameOver +0"},
		"one has":                     {moves: []string{"Ana", "C4"}, want: "ReminderDue, ReminderDue, GameCancelled, GameOver +0"},
		"both have":                   {moves: []string{"Ana", "C4", "Bo", "D5"}, want: "ReminderDue, ReminderDue, TimeRanOut, GameOver -1"},
		"a bot that was off for long": {late: 90, moves: []string{"Ana", "C4", "Bo", "D5"}, want: "TimeRanOut, GameOver -1"},
	} {
		t.Run(name, func(t *testing.T) {
			tb := sit(t)
			tb.begin()
			tb.check(tb.store.Update(func(tx *store.Tx) error {
				u := unit.New(tx, unit.At(tb.now))
				g, err := u.Game(1)
				tb.check(err)
				g.Pace = game.DefaultPace()
				tb.check(clocks.Start(u, g))
				return u.WriteBack("nobody")
			}))
			for i := 0; i < len(tc.moves); i += 2 {
				tb.orders(tc.moves[i], Answer{}, tc.moves[i+1])
			}
			if got := tb.rings(tc.late); got != tc.want {
				t.Errorf("%s, want %s", got, tc.want)
			}
		})
	}
}
