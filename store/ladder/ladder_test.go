package ladder

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

const day = 24 * time.Hour

// A log is a ladder with the events that have led to it, as package store keeps them.
type log struct {
	*Ladder
	events []Event
	games  uint32
	now    time.Time
}

func newLog(players int) *log {
	l := &log{Ladder: &Ladder{}, now: noon}
	for p := range players {
		l.add(Event{Kind: Joined, Player: uint32(p + 1)})
	}
	return l
}

func (l *log) add(e Event) Event {
	e.Number, e.At = Number(len(l.events)+1), l.now
	e.Took = l.Apply(e)
	l.events = append(l.events, e)
	return e
}

// begins has a player challenge another one, and gives the number of the game.
func (l *log) begins(challenger, challenged uint32) uint32 {
	l.games++
	l.add(Event{Kind: Began, Player: challenger, Other: challenged, Game: l.games})
	return l.games
}

// is compares the players, the best first.
func (l *log) is(t *testing.T, want ...uint32) {
	t.Helper()
	if got := l.Players(); !slices.Equal(got, want) {
		t.Errorf("the ladder is %v, want %v", got, want)
	}
}

// Little Golem: up to the square root of one's place, rounded up.
func TestReach(t *testing.T) {
	for place, want := range map[int]int{1: 1, 2: 2, 4: 2, 5: 3, 9: 3, 10: 4, 16: 4, 17: 5, 100: 10, 101: 11} {
		if got := Reach(place); got != want {
			t.Errorf("from place %d one can challenge %d places up, want %d", place, got, want)
		}
	}
}

// Whoever wins a challenge takes the place, and those between move down by one; a loss changes nothing.
func TestRise(t *testing.T) {
	l := newLog(5)
	a, b := l.begins(5, 2), l.begins(3, 2)
	if stake := l.Stake(l.Game(a)); stake != 2 {
		t.Errorf("it is about place %d", stake)
	}
	if e := l.add(Event{Kind: Ended, Game: a, Player: 5}); e.Took != 2 {
		t.Errorf("%+v", e)
	}
	l.is(t, 1, 5, 2, 3, 4)
	if e := l.add(Event{Kind: Ended, Game: b, Player: 2}); e.Took != 0 {
		t.Errorf("%+v", e)
	}
	l.is(t, 1, 5, 2, 3, 4)
	if l.Place(4) != 5 || l.Place(9) != 0 || len(l.Games) != 0 {
		t.Errorf("%+v", l.Ladder)
	}
}

// Nobody rises over somebody who is below already, nor by a game that nobody has won.
func TestNothingToRise(t *testing.T) {
	l := newLog(3)
	first, second, third := l.begins(3, 2), l.begins(3, 1), l.begins(2, 1)
	l.add(Event{Kind: Ended, Game: second, Player: 3})
	l.is(t, 3, 1, 2)
	l.add(Event{Kind: Ended, Game: first, Player: 3})
	l.add(Event{Kind: Ended, Game: third})
	l.is(t, 3, 1, 2)
}

// Whoever wants to go is off at once, and the games that go on decide about nothing, though
// the player comes again.
func TestLeft(t *testing.T) {
	l := newLog(4)
	out, in := l.begins(2, 1), l.begins(4, 2)
	l.add(Event{Kind: Left, Player: 2})
	l.add(Event{Kind: Left, Player: 2})
	l.is(t, 1, 3, 4)
	l.add(Event{Kind: Joined, Player: 2})
	l.add(Event{Kind: Joined, Player: 2})
	l.is(t, 1, 3, 4, 2)
	l.add(Event{Kind: Ended, Game: out, Player: 2})
	l.add(Event{Kind: Ended, Game: in, Player: 4})
	l.is(t, 1, 3, 4, 2)
}

// The place of who was late is held open for those who challenge it: they can still win it, and
// lose nothing to who is off. Where the player has come again makes no difference.
func TestLate(t *testing.T) {
	l := newLog(6)
	lost, in, other, out := l.begins(4, 2), l.begins(5, 2), l.begins(6, 2), l.begins(2, 1)
	l.add(Event{Kind: Ended, Game: lost})
	l.add(Event{Kind: Late, Player: 2, Game: lost})
	l.is(t, 1, 3, 4, 5, 6)
	l.add(Event{Kind: Ended, Game: out, Player: 2})
	l.add(Event{Kind: Joined, Player: 2})
	l.is(t, 1, 3, 4, 5, 6, 2)
	if stake := l.Stake(l.Game(in)); stake != 2 {
		t.Errorf("it is about place %d", stake)
	}
	l.add(Event{Kind: Left, Player: 2})
	if e := l.add(Event{Kind: Ended, Game: in, Player: 5}); e.Took != 2 {
		t.Errorf("%+v", e)
	}
	l.is(t, 1, 5, 3, 4, 6)
	l.add(Event{Kind: Ended, Game: other, Player: 2})
	l.is(t, 1, 5, 3, 4, 6)
	if len(l.Rungs) != 5 {
		t.Errorf("a place is held open for nobody: %+v", l.Rungs)
	}
}

// The challenger who goes while the place of the other one is held open wins nothing.
func TestLateAndLeft(t *testing.T) {
	l := newLog(3)
	lost, in := l.begins(2, 1), l.begins(3, 1)
	l.add(Event{Kind: Ended, Game: lost, Player: 2})
	l.add(Event{Kind: Late, Player: 1, Game: lost})
	l.is(t, 2, 3)
	l.add(Event{Kind: Left, Player: 3})
	l.add(Event{Kind: Joined, Player: 3})
	l.add(Event{Kind: Ended, Game: in, Player: 3})
	l.is(t, 2, 3)
}

// Each challenges the highest who has room; who has waited longer chooses first. Two who have just
// played are left alone for a time.
func TestPairs(t *testing.T) {
	l := newLog(6)
	anybody := func(uint32) bool { return true }
	told := func(except ...uint32) (pairs []string) {
		for _, p := range l.Pairs(l.now, func(p uint32) bool { return !slices.Contains(except, p) }) {
			pairs = append(pairs, fmt.Sprint(p.Challenger, p.Challenged))
		}
		return pairs
	}
	same := func(got []string, want ...string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("pairs %v, want %v", got, want)
		}
	}
	same(told(), "2 1", "3 1", "4 2", "5 2", "6 3")
	same(told(1), "3 2", "4 2", "5 3", "6 3")
	same(told(4, 6), "2 1", "3 1", "5 2")
	g := l.begins(3, 1)
	l.add(Event{Kind: Ended, Game: g, Player: 1})
	same(told(), "2 1", "4 2", "5 2", "6 3") // 3 has waited least; the one place in reach beside 1 is full
	l.now = l.now.Add(Rest - time.Second)
	same(told(), "2 1", "4 2", "5 2", "6 3")
	l.now = l.now.Add(time.Second)
	same(told(), "2 1", "4 2", "5 2", "6 3", "3 1")

	// Who has moved first more often moves second.
	for range 4 {
		for _, p := range l.Pairs(l.now, anybody) {
			l.games++
			l.add(Event{Kind: Began, Player: p.Challenger, Other: p.Challenged, Game: l.games, First: p.First})
		}
		for _, g := range slices.Clone(l.Games) {
			l.add(Event{Kind: Ended, Game: g.Number, Player: g.Challenged})
		}
		l.now = l.now.Add(Rest)
	}
	for _, r := range l.Rungs {
		if r.Firsts < -2 || r.Firsts > 2 {
			t.Errorf("player %d has moved first in %d more games than second", r.Player, r.Firsts)
		}
	}
}

// checkLimits holds the games that are to begin against the rules, each for itself.
func checkLimits(t *rapid.T, l *log, pairs []Pair, can func(uint32) bool, ends map[[2]uint32]time.Time) {
	out, in := map[uint32]int{}, map[uint32]int{}
	playing := map[[2]uint32]bool{}
	for _, g := range l.Games {
		out[g.Challenger]++
		in[g.Challenged]++
		playing[pair(g.Challenger, g.Challenged)] = true
	}
	for _, p := range pairs {
		both := pair(p.Challenger, p.Challenged)
		from, to := l.Place(p.Challenger), l.Place(p.Challenged)
		if !can(p.Challenger) || !can(p.Challenged) || to == 0 || to >= from || from-to > Reach(from) {
			t.Fatalf("%+v, from place %d to %d", p, from, to)
		}
		if end, met := ends[both]; playing[both] || met && l.now.Sub(end) < Rest {
			t.Fatalf("%+v play again, after %v", p, l.now.Sub(end))
		}
		playing[both] = true
		if out[p.Challenger]++; out[p.Challenger] > MostOut {
			t.Fatalf("player %d challenges %d", p.Challenger, out[p.Challenger])
		}
		if in[p.Challenged]++; in[p.Challenged] > MostIn {
			t.Fatalf("player %d is challenged by %d", p.Challenged, in[p.Challenged])
		}
	}
	for _, challenger := range l.Players() { // whoever can challenge somebody does
		if !can(challenger) || out[challenger] > 0 {
			continue
		}
		place := l.Place(challenger)
		for _, other := range l.Players()[max(0, place-1-Reach(place)) : place-1] {
			end, met := ends[pair(challenger, other)]
			if can(other) && in[other] < MostIn && !playing[pair(challenger, other)] && (!met || l.now.Sub(end) >= Rest) {
				t.Fatalf("player %d could challenge %d, and does not", challenger, other)
			}
		}
	}
}

// Whatever happens, the places are those of the players who are on the ladder, they change by
// results, joins and exits alone, and the games that begin keep the limits. The ladder made anew of
// its events is the same, also without those of a game that goes on again.
func TestLadder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := newLog(rapid.IntRange(0, 9).Draw(t, "players"))
		on := map[uint32]bool{}
		for _, p := range l.Players() {
			on[p] = true
		}
		ends := map[[2]uint32]time.Time{}
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			before := l.Players()
			player := rapid.Uint32Range(1, 12).Draw(t, "player")
			what := rapid.SampledFrom([]string{"join", "leave", "late", "look", "look", "end", "end", "wait"}).Draw(t, "what")
			var game *Game
			if len(l.Games) > 0 {
				picked := rapid.SampledFrom(l.Games).Draw(t, "game")
				game = &picked
			}
			took := 0
			switch {
			case what == "join":
				l.add(Event{Kind: Joined, Player: player})
				on[player] = true
			case what == "leave":
				l.add(Event{Kind: Left, Player: player})
				delete(on, player)
			case what == "late" && game != nil:
				ends[pair(game.Challenger, game.Challenged)] = l.now
				l.add(Event{Kind: Ended, Game: game.Number})
				l.add(Event{Kind: Late, Game: game.Number, Player: game.Challenged})
				delete(on, game.Challenged)
			case what == "look":
				can := func(p uint32) bool { return p%5 != player%5 }
				pairs := l.Pairs(l.now, can)
				checkLimits(t, l, pairs, can, ends)
				for _, p := range pairs {
					l.games++
					l.add(Event{Kind: Began, Player: p.Challenger, Other: p.Challenged, Game: l.games, First: p.First})
				}
			case what == "end" && game != nil:
				ends[pair(game.Challenger, game.Challenged)] = l.now
				winner := rapid.SampledFrom([]uint32{0, game.Challenger, game.Challenger, game.Challenged}).Draw(t, "winner")
				took = l.add(Event{Kind: Ended, Game: game.Number, Player: winner}).Took
				if took > 0 && (winner != game.Challenger || l.Place(winner) != took) {
					t.Fatalf("%d took place %d", winner, took)
				}
			case what == "wait":
				l.now = l.now.Add(rapid.SampledFrom([]time.Duration{day, 5 * day, 15 * day}).Draw(t, "for"))
			}
			checkOrder(t, before, l.Players(), on, took)
		}
		checkAnew(t, l)
	})
}

// checkOrder says whether only what may move has moved: whoever stays is in the same order as before,
// but for one who took a place.
func checkOrder(t *rapid.T, before, now []uint32, on map[uint32]bool, took int) {
	sorted := slices.Sorted(slices.Values(now))
	if len(slices.Compact(sorted)) != len(now) || len(now) != len(on) {
		t.Fatalf("the players %v stand at %v", on, now)
	}
	var riser uint32
	if took > 0 {
		riser = now[took-1]
	}
	others := func(p uint32) bool { return p == riser || !on[p] || !slices.Contains(before, p) }
	before, now = slices.DeleteFunc(slices.Clone(before), others), slices.DeleteFunc(slices.Clone(now), others)
	if !slices.Equal(before, now) {
		t.Fatalf("without %d, the order was %v and is %v", riser, before, now)
	}
}

// checkAnew makes the ladder again of its events, of all and without the end of one game.
func checkAnew(t *rapid.T, l *log) {
	again, want := toJSON(Of(slices.Clone(l.events))), toJSON(l.Ladder)
	if again != want {
		t.Fatalf("the ladder is\n%s\nand its events say\n%s", want, again)
	}
	if l.games == 0 {
		return
	}
	reopened := rapid.Uint32Range(1, l.games).Draw(t, "reopened")
	events := slices.DeleteFunc(slices.Clone(l.events), func(e Event) bool { return e.Game == reopened && e.Kind != Began })
	anew := Of(events)
	if anew.Game(reopened) == nil || len(slices.Compact(slices.Sorted(slices.Values(anew.Players())))) != len(anew.Players()) {
		t.Fatalf("without the end of game %d: %+v", reopened, anew)
	}
}

func toJSON(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(raw)
}
