package tournament

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// made gives a tournament of two in some state.
func made(s State) *Tournament {
	c := &Tournament{
		Number: 1, State: s, Terms: Terms{Group: 5}, Created: noon, Entrants: []Entrant{{Player: 1, Joined: noon}, {Player: 2, Joined: noon}},
	}
	if s == Drawn || s == Decided {
		c.Began, c.Groups = noon, []Group{{Round: 1, Players: []uint32{1, 2}, Games: []uint32{7}}}
	}
	if s == Decided || s == CalledOff {
		c.Ended = noon
	}
	return c
}

// Every step from every state leads where it may, or changes nothing.
func TestSteps(t *testing.T) {
	group := func(games ...uint32) []Group { return []Group{{Players: []uint32{2, 1}, Games: games}} }
	for name, step := range map[string]struct {
		do func(*Tournament) error
		to map[State]State
	}{
		"join":                      {func(c *Tournament) error { return c.Join(Entrant{Player: 3, Joined: noon}) }, map[State]State{Joining: Joining}},
		"join twice":                {func(c *Tournament) error { return c.Join(Entrant{Player: 2, Joined: noon}) }, nil},
		"leave":                     {func(c *Tournament) error { return c.Leave(2) }, map[State]State{Joining: Joining}},
		"leave what was not joined": {func(c *Tournament) error { return c.Leave(3) }, nil},
		"draw":                      {func(c *Tournament) error { c.Opened = true; return c.Draw(group(7), noon) }, map[State]State{Joining: Drawn, Drawn: Drawn}},
		"draw without games":        {func(c *Tournament) error { return c.Draw(group(), noon) }, nil},
		"draw a stranger":           {func(c *Tournament) error { return c.Draw([]Group{{Players: []uint32{3}}}, noon) }, nil},
		"get out":                   {func(c *Tournament) error { return c.Exit(Exit{Player: 1, At: noon}) }, map[State]State{Drawn: Drawn}},
		"get out of others'":        {func(c *Tournament) error { return c.Exit(Exit{Player: 3, At: noon}) }, nil},
		"end":                       {func(c *Tournament) error { return c.Decide(noon) }, map[State]State{Drawn: Decided}},
		"call off":                  {func(c *Tournament) error { return c.CallOff(noon) }, map[State]State{Joining: CalledOff}},
	} {
		for _, from := range []State{Joining, Drawn, Decided, CalledOff, "unheard of"} {
			c := made(from)
			before := *made(from)
			err := step.do(c)
			before.Opened = c.Opened
			to, allowed := step.to[from]
			switch {
			case allowed && (err != nil || c.State != to || c.Check() != nil):
				t.Errorf("%s: %s becomes %s, %v, %v", name, from, c.State, err, c.Check())
			case !allowed && (!errors.Is(err, ErrChange) || !reflect.DeepEqual(*c, before)):
				t.Errorf("%s from %s: %v, %s", name, from, err, cmp.Diff(before, *c))
			}
		}
	}
}

// Who is out is so once, may be let in again, and was out for what came later.
func TestExits(t *testing.T) {
	c := made(Drawn)
	if err := c.Exit(Exit{Player: 2, At: noon, After: 5, Late: true}); err != nil || !c.IsOut(2) || c.IsOut(1) {
		t.Fatal(err, c.Exits)
	}
	if err := c.Exit(Exit{Player: 2, At: noon}); !errors.Is(err, ErrChange) {
		t.Errorf("out twice: %v", err)
	}
	if c.WasOut(2, 5) || !c.WasOut(2, 6) || c.WasOut(1, 6) {
		t.Errorf("out are %+v", c.Exits)
	}
	if since := c.Readmit(1); !since.IsZero() || !c.IsOut(2) {
		t.Errorf("another is let in: %+v", c.Exits)
	}
	if since := c.Readmit(2); !since.Equal(noon) || c.IsOut(2) {
		t.Errorf("let in since %v: %+v", since, c.Exits)
	}
}

// In groups of all sizes each pair meets once, and nobody moves first more than once more often
// than another; in those of an odd size everybody does so equally often.
func TestPairs(t *testing.T) {
	for players := range 12 {
		met, first := map[[2]int]int{}, make([]int, players)
		for a, b := range Pairs(players) {
			met[[2]int{min(a, b), max(a, b)}]++
			first[a]++
		}
		if want := players * (players - 1) / 2; len(met) != want {
			t.Errorf("%d players: %d pairs", players, len(met))
		}
		for pair, times := range met {
			if times != 1 || pair[0] == pair[1] {
				t.Errorf("%d players: %v meet %d times", players, pair, times)
			}
		}
		for _, n := range first {
			if least := (players - 1) / 2; n != least && (players%2 == 1 || n != least+1) {
				t.Errorf("%d players move first %v times", players, first)
			}
		}
	}
}
