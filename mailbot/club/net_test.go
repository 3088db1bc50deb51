package club

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"unlurbot/game"
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
)

const day = 24 * time.Hour

// change changes something in the store.
func (tb *table) change(f func(u *unit.Unit)) {
	tb.t.Helper()
	tb.check(tb.store.Update(func(tx *store.Tx) error {
		u := unit.New(tx, unit.At(tb.now))
		f(u)
		return u.WriteBack("nobody")
	}))
}

// amend changes what is stored of Ana.
func (tb *table) amend(f func(*store.Player)) {
	tb.t.Helper()
	tb.change(func(u *unit.Unit) {
		p, err := u.Player(tb.players["Ana"].ID)
		tb.check(err)
		f(p)
		u.ChangePlayer(p)
	})
}

// play sets a game going in which Ana is First, with some moves made, and gives its number.
func (tb *table) play(pace string, moves ...string) (number store.GameNumber) {
	tb.t.Helper()
	tb.begin()
	tb.change(func(u *unit.Unit) {
		games, err := u.OpenGames(tb.players["Ana"])
		tb.check(err)
		number = games[len(games)-1].Number
		g, err := u.Game(number)
		tb.check(err)
		g.Pace, err = game.ParsePace(pace)
		tb.check(err)
		tb.check(clocks.Start(u, g))
	})
	for i, move := range moves {
		tb.orders([]string{"Ana", "Bo"}[i%2], Answer{}, fmt.Sprintf("%s #%d", move, number))
	}
	return number
}

// ring lets time go by up to the next thing that a clock does, and gives what comes of it; ok is
// false if that is the end of the time.
func (tb *table) ring(until time.Time) (log []facts.Fact, ok bool) {
	tb.t.Helper()
	var due []store.WakeUp
	tb.check(tb.store.View(func(tx *store.Tx) (err error) {
		due, err = tx.DueWakes(until, 1)
		return err
	}))
	if len(due) == 0 {
		tb.now = until
		return nil, false
	}
	tb.now = due[0].At
	tb.change(func(u *unit.Unit) {
		o := Ring{About: About{Game: store.GameNumber(due[0].Number)}, Due: tb.now, UpTo: tb.now}
		_, err := u.Tx.Woken(due[0])
		tb.check(err)
		entries, err := New(u, "a wake-up", Rules{Extras: Extras{Net: true}}, nil, Answer{}).Do(o)
		tb.check(err)
		for _, e := range entries {
			log = append(log, e.Fact)
		}
	})
	return log, true
}

// passes lets time go by, and gives in a few words what clocks bring about, reminders left out.
func (tb *table) passes(d time.Duration) string {
	tb.t.Helper()
	var said []string
	for until := tb.now.Add(d); ; {
		log, ok := tb.ring(until)
		for _, f := range log {
			if _, reminder := f.(facts.ReminderDue); !reminder {
				said = append(said, inWords(f))
			}
		}
		if !ok {
			return strings.Join(said, ", ")
		}
	}
}

// Whom a net catches, for how long, and whom not.
func TestNet(t *testing.T) {
	moves := []string{"C4", "D5", "E6", "F7"}
	lost := "TimeRanOut, GameOver -1"
	for name, tc := range map[string]struct {
		before func(tb *table)
		want   string // of ten days, in which the time is up once, or twice with a net
	}{
		"who plays":     {func(tb *table) { tb.play("1d", moves...) }, "NetCaught [1] for 7d, 38 left, " + lost},
		"without moves": {func(tb *table) { tb.play("1d") }, "GameCancelled, GameOver +0"},
		"who wants none": {func(tb *table) {
			tb.play("1d", moves...)
			tb.orders("Ana", Answer{}, "set net off")
		}, lost},
		"who wants no mails": {func(tb *table) {
			tb.play("1d", moves...)
			tb.amend(func(p *store.Player) { p.Silent = true })
		}, lost},
		"who can't be reached has grace, and no more": {func(tb *table) {
			tb.play("1d", moves...)
			tb.amend(func(p *store.Player) { p.Unreachable = tb.now })
		}, lost},
		"days that are left": {func(tb *table) {
			tb.amend(func(p *store.Player) { p.Away = []game.Span{{From: tb.now.Add(-60 * day), To: tb.now.Add(-18 * day)}} })
			tb.play("1d", moves...)
		}, "NetCaught [1] for 3d, 0 left, " + lost},
		"an hour less than a day": {func(tb *table) {
			tb.amend(func(p *store.Player) {
				p.Away = []game.Span{{From: tb.now.Add(-60 * day), To: tb.now.Add(-16*day + 3*time.Hour)}}
			})
			tb.play("1d", moves...)
		}, lost},
		"days of another year": {func(tb *table) {
			tb.amend(func(p *store.Player) {
				p.Away = []game.Span{{From: tb.now.Add(-409 * day), To: tb.now.Add(-364 * day)}}
			})
			tb.play("1d", moves...)
		}, "NetCaught [1] for 7d, 38 left, " + lost},
		"an absence that is planned": {func(tb *table) {
			tb.play("1d", moves...)
			tb.amend(func(p *store.Player) { p.Away = []game.Span{{From: tb.now.Add(3 * day), To: tb.now.Add(9 * day)}} })
		}, "NetCaught [1] for 8d, 37 left, " + lost},
		"two nets in a year": {func(tb *table) {
			tb.play("1d", moves...)
			tb.amend(func(p *store.Player) {
				p.Nets = []store.Net{{At: tb.now.Add(-364*day + 1), Games: []store.GameNumber{1}}, {At: tb.now.Add(-9 * day), Games: []store.GameNumber{1}}}
			})
			tb.play("12h", moves...)
		}, lost + ", TimeRanOut, GameOver -1"},
		"two nets in more than a year": {func(tb *table) {
			tb.play("1d", moves...)
			tb.amend(func(p *store.Player) {
				p.Nets = []store.Net{{At: tb.now.Add(-364 * day)}, {At: tb.now.Add(-9 * day)}}
			})
		}, "NetCaught [1] for 7d, 38 left, " + lost},
		"two in the same second": {func(tb *table) {
			tb.play("1d", moves...)
			tb.play("1d", moves...)
		}, "NetCaught [1 2] for 7d, 38 left, TimeRanOut, GameOver -1, TimeRanOut, GameOver -1"},
		"of two in the same second the first for the second time": {func(tb *table) {
			tb.play("1d", moves...)
			tb.play("1d", moves...)
			tb.amend(func(p *store.Player) { p.Nets = []store.Net{{At: tb.now, Games: []store.GameNumber{1}}} })
		}, "TimeRanOut, GameOver -1, NetCaught [2] for 7d, 38 left, TimeRanOut, GameOver -1"},
		"of two in the same second the second for the second time": {func(tb *table) {
			tb.play("1d", moves...)
			tb.play("1d", moves...)
			tb.amend(func(p *store.Player) { p.Nets = []store.Net{{At: tb.now, Games: []store.GameNumber{2}}} })
		}, "TimeRanOut, GameOver -1, NetCaught [1] for 7d, 38 left, TimeRanOut, GameOver -1"},
		"of two in the same second one without moves": {func(tb *table) {
			tb.play("1d", moves...)
			tb.play("1d")
		}, "GameCancelled, GameOver +0, NetCaught [1] for 7d, 38 left, " + lost},
		"a game without a clock": {func(tb *table) {
			tb.play("1d", moves...)
			tb.play("none", moves...)
		}, "NetCaught [1] for 7d, 38 left, " + lost},
	} {
		t.Run(name, func(t *testing.T) {
			tb := sit(t)
			tc.before(tb)
			if got := tb.passes(10 * day); got != tc.want {
				t.Errorf("%s\nwant %s", got, tc.want)
			}
		})
	}
}

// Grace is first, and whoever can be reached again when it is over is caught then.
func TestNetAfterGrace(t *testing.T) {
	tb := sit(t)
	tb.play("1d", "C4", "D5", "E6", "F7")
	tb.amend(func(p *store.Player) { p.Unreachable = tb.now })
	if got := tb.passes(36 * time.Hour); got != "" {
		t.Errorf("at first: %s", got)
	}
	tb.amend(func(p *store.Player) { p.Unreachable = time.Time{} })
	if got := tb.passes(day); got != "NetCaught [1] for 7d, 38 left" {
		t.Errorf("then: %s", got)
	}
}

// A shorter absence ends that of a net in the moment in which it begins, too, and is refused as later.
func TestNetHoldsFromItsFirstMoment(t *testing.T) {
	tb := sit(t)
	tb.play("1d", "C4", "D5", "E6", "F7")
	if got := tb.passes(day); got != "NetCaught [1] for 7d, 38 left" {
		t.Fatal(got)
	}
	if got := tb.orders("Ana", Answer{}, "away 0 2"); got != "Refused NoTimeLeft" {
		t.Error(got)
	}
}

// Nobody comes back to lose a game at once.
func TestNetHoldsWhoComesBack(t *testing.T) {
	tb := sit(t)
	tb.play("1d", "C4", "D5", "E6", "F7")
	tb.play("3d", "C4", "D5", "E6", "F7")
	tb.passes(2 * day)
	for _, step := range []struct{ line, want string }{
		{"back", "Refused NoTimeLeft"},
		{"away 0 2", "Refused NoTimeLeft"}, // which would end the absence, and the game, too early
		{"away 0 9", "AbsenceSet 10d false false"},
		{"away 0 7", "Refused NoTimeLeft"},
		{"G4 #1", "MovePlayed G4"},
		{"back", "AbsenceSet 10d true false"},
		{"back", "Refused Plain"},
	} {
		if got := tb.orders("Ana", Answer{}, step.line); got != step.want {
			t.Errorf("%s: %s, want %s", step.line, got, step.want)
		}
	}
	if got := tb.passes(2 * day); got != "NetCaught [1] for 7d, 38 left, NetCaught [2] for 7d, 37 left" {
		t.Errorf("afterwards: %s", got) // Bo first; Ana's first net has lasted a day
	}
}

// The days are those of the calendar where the player lives.
func TestNetByTheCalendar(t *testing.T) {
	tb := sit(t)
	tb.now = time.Date(2026, 10, 20, 22, 0, 0, 0, time.UTC)
	tb.amend(func(p *store.Player) { p.Zone = "Europe/Madrid" })
	tb.play("1d", "C4", "D5", "E6", "F7")
	tb.passes(day)
	want := game.Span{From: tb.now, To: tb.now.Add(7*day + time.Hour)} // the clocks go back on the 25th
	if got := tb.player("Ana").Away; len(got) != 1 || got[0] != want {
		t.Errorf("away %v, want %v", got, want)
	}
}

// A netWorld is a table where Ana plays for years, and what nets have done there.
type netWorld struct {
	*table
	rt     *rapid.T
	nets   []facts.NetCaught
	caught map[store.GameNumber]int // how often
}

// ends gives when the time of Ana's games is up in which it is her turn.
func (w *netWorld) ends() map[store.GameNumber]time.Time {
	ends := map[store.GameNumber]time.Time{}
	w.check(w.store.View(func(tx *store.Tx) error {
		u := unit.New(tx, unit.At(w.now))
		p, err := u.Player(w.players["Ana"].ID)
		w.check(err)
		cal, err := clocks.Calendar(u, p)
		w.check(err)
		games, err := u.OpenGames(p)
		for _, g := range games {
			if OnTurn(g, game.First) {
				ends[g.Number] = g.Clock.Deadline(g.Pace, game.First, cal)
			}
		}
		return err
	}))
	return ends
}

// Whatever happens for years: nobody is away for more than 45 days in 365, nor caught more than
// twice in 365 or twice in a game, which Verify looks for; a net puts off the ends of all games by its
// days; and a game is lost only if there was no net for it.
func TestNetLaws(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := &netWorld{table: sit(t), rt: rt, caught: map[store.GameNumber]int{}}
		number := func() store.GameNumber {
			return rapid.SampledFrom(slices.Sorted(maps.Keys(w.ends()))).Draw(rt, "game")
		}
		for range rapid.IntRange(5, 25).Draw(rt, "events") {
			for len(w.ends()) < 3 {
				w.play(rapid.SampledFrom([]string{"1d", "2d", "10d+1d"}).Draw(rt, "pace"), "C4", "D5", "E6", "F7")
			}
			before := w.ends()
			switch what := rapid.SampledFrom([]string{"time", "time", "time", "away", "back", "move", "off", "on"}).Draw(rt, "what"); what {
			case "away":
				w.orders("Ana", Answer{}, fmt.Sprintf("away %d %d", rapid.IntRange(0, 20).Draw(rt, "from"), rapid.IntRange(1, 44).Draw(rt, "days")))
			case "back":
				w.orders("Ana", Answer{}, "back")
				for n, end := range w.ends() {
					if !end.After(w.now) {
						rt.Fatalf("game %d is lost by coming back: its time is up at %v, and was at %v", n, end, before[n])
					}
				}
			case "move":
				n := number()
				w.orders("Ana", Answer{}, fmt.Sprintf("G4 #%d", n))
				w.orders("Ana", Answer{}, fmt.Sprintf("undo #%d", n))
				w.orders("Bo", Answer{}, fmt.Sprintf("allow #%d", n))
			case "on", "off":
				w.orders("Ana", Answer{}, "set net "+what)
			default:
				until := w.now.Add(time.Duration(rapid.IntRange(1, 24*60).Draw(rt, "hours")) * time.Hour)
				for on := true; on; {
					before, was := w.ends(), w.player("Ana")
					var log []facts.Fact
					log, on = w.ring(until)
					w.judge(log, before, was)
				}
			}
			if faults, err := w.store.Verify(nil); err != nil || len(faults) > 0 {
				rt.Fatalf("%v %q", err, faults)
			}
		}
	})
}

// judge holds what a clock has brought about to the laws.
func (w *netWorld) judge(log []facts.Fact, before map[store.GameNumber]time.Time, was *store.Player) {
	for _, f := range log {
		switch f := f.(type) {
		case facts.NetCaught:
			if f.Player != was.ID {
				continue
			}
			w.nets = append(w.nets, f)
			for _, n := range f.Games {
				if w.caught[n]++; w.caught[n] > 1 || !before[n].Equal(w.now) {
					w.rt.Fatalf("game %d is caught %d times, and its time up at %v", n, w.caught[n], before[n])
				}
			}
			cal := game.Calendar{Free: append(slices.Clone(was.Away), f.Span)}
			for n, end := range w.ends() {
				left := game.Calendar{Free: was.Away}.Spent(w.now, before[n])
				if want := cal.Until(w.now, max(left, clocks.Rest)); !end.Equal(want) {
					w.rt.Fatalf("the time in game %d is up at %v, not at %v, after %v", n, end, want, f)
				}
			}
		case facts.TimeRanOut:
			if g := f.Game; f.Seat == game.First && !was.NoNet && w.caught[g] == 0 && was.NetsSince(w.now) < store.MostNets {
				more := game.Span{From: w.now, To: w.now.Add(day)}
				if most := store.MostTaken(append(slices.Clone(was.Away), more)); most <= store.MostAway {
					w.rt.Fatalf("game %d is lost at %v, and there was a net: %v", g, w.now, was)
				}
			}
		}
	}
}
