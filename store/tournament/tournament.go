// Package tournament knows what a tournament is, how it comes from the first to join to its end, how its
// groups are drawn and who goes on from them, and what its tables are. Package store keeps them.
package tournament

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"unlurbot/game"
)

// A Number names a tournament.
type Number uint32

// A State is how far a tournament has come.
type State string

// The states. They follow each other in this order, but that one which has not begun can be called off.
const (
	Joining   State = "joining"    // players can join and leave
	Drawn     State = "drawn"      // games have begun
	Decided   State = "decided"    // no game is left that could change its table
	CalledOff State = "called-off" // it never began
)

// A Tournament is played in rounds of groups, in which each plays each once; a small cup has one group. The
// tables follow from the games and from who is out, see TableOf: nothing of them is stored.
type Tournament struct {
	Number Number `json:"number"`
	State  State  `json:"state"`
	Terms
	Created time.Time `json:"created"`
	Began   time.Time `json:"began,omitzero"`
	Ended   time.Time `json:"ended,omitzero"`

	Entrants []Entrant `json:"entrants,omitempty"` // who has joined, the first first, and after the draw who was drawn
	Groups   []Group   `json:"groups,omitempty"`   // after the draw; those of the first round first
	Exits    []Exit    `json:"exits,omitempty"`    // after the draw, in the order in which they came
}

// Terms are what players know of a tournament before they join it.
type Terms struct {
	Size  int       `json:"size"` // of the boards
	Pace  game.Pace `json:"pace,omitzero"`
	Rated bool      `json:"rated,omitempty"`
	Group int       `json:"group"` // how many players a group is for

	// Of one that somebody has opened, which a small cup is not: who, 0 for the operator; what it is called, if it has
	// a name; when it begins, zero for when one group is full; and how often that was put off.
	Opened bool      `json:"opened,omitempty"`
	Opener uint32    `json:"opener,omitempty"`
	Title  string    `json:"title,omitempty"`
	Starts time.Time `json:"starts,omitzero"`
	PutOff int       `json:"put_off,omitempty"`
	Asked  time.Time `json:"asked,omitzero"` // when those who had been silent were asked whether they still want to play
}

// An Entrant is a player of a tournament.
type Entrant struct {
	Player uint32    `json:"player"`
	Joined time.Time `json:"joined"`
	Rating int       `json:"rating,omitempty"` // then, in whole points; the draw goes by it
}

// A Group is some players of a round, each of whom plays each.
type Group struct {
	Round   int      `json:"round"`             // from 1
	Players []uint32 `json:"players,omitempty"` // in the order of the draw
	Games   []uint32 `json:"games,omitempty"`   // in the order of Pairs
	// Exits is how many players were out when the next round began: whoever gets out later keeps a place in this
	// group. It counts once Closed.
	Exits  int  `json:"exits,omitempty"`
	Closed bool `json:"closed,omitempty"`
}

// An Exit is that a player of a tournament is out of it: what ends after that result has no effect
// on the table. Late says that it was for games lost on time or never begun; else the player wanted it, or the operator.
type Exit struct {
	Player uint32    `json:"player"`
	At     time.Time `json:"at"`
	After  uint32    `json:"after,omitempty"`
	Late   bool      `json:"late,omitempty"`
}

// ErrChange is that a tournament is asked for what it can't become from the state in which it
// is. Nothing has changed then.
var ErrChange = errors.New("store: no such change of a tournament")

// Place gives where a player stands among the entrants, -1 for who is none.
func (c *Tournament) Place(id uint32) int {
	return slices.IndexFunc(c.Entrants, func(e Entrant) bool { return e.Player == id })
}

// IsOut says whether a player of a tournament that has begun is out.
func (c *Tournament) IsOut(id uint32) bool {
	return slices.ContainsFunc(c.Exits, func(e Exit) bool { return e.Player == id })
}

// WasOut says whether a player was out before some result.
func (c *Tournament) WasOut(id, result uint32) bool {
	return slices.ContainsFunc(c.Exits, func(e Exit) bool { return e.Player == id && e.After < result })
}

// Round gives the number of the last round that was drawn, 0 for none.
func (c *Tournament) Round() int {
	if len(c.Groups) == 0 {
		return 0
	}
	return c.Groups[len(c.Groups)-1].Round
}

// InRound gives the groups of a round.
func (c *Tournament) InRound(n int) (groups []*Group) {
	for i := range c.Groups {
		if c.Groups[i].Round == n {
			groups = append(groups, &c.Groups[i])
		}
	}
	return groups
}

// GroupOf gives the last group in which a player plays, nil for none.
func (c *Tournament) GroupOf(id uint32) *Group {
	for i := range slices.Backward(c.Groups) {
		if slices.Contains(c.Groups[i].Players, id) {
			return &c.Groups[i]
		}
	}
	return nil
}

// GroupWith gives the group of which a game is one, nil for none.
func (c *Tournament) GroupWith(game uint32) *Group {
	i := slices.IndexFunc(c.Groups, func(g Group) bool { return slices.Contains(g.Games, game) })
	if i < 0 {
		return nil
	}
	return &c.Groups[i]
}

// Games gives the games of all groups.
func (c *Tournament) Games() (all []uint32) {
	for _, g := range c.Groups {
		all = append(all, g.Games...)
	}
	return all
}

// Join lets a player in.
func (c *Tournament) Join(e Entrant) error {
	if c.State != Joining || c.Place(e.Player) >= 0 {
		return fmt.Errorf("%w: player %d can't join %d, which is %s", ErrChange, e.Player, c.Number, c.State)
	}
	c.Entrants = append(c.Entrants, e)
	return nil
}

// Leave lets a player go who has joined, before the draw.
func (c *Tournament) Leave(id uint32) error {
	i := c.Place(id)
	if c.State != Joining || i < 0 {
		return fmt.Errorf("%w: player %d can't leave %d, which is %s", ErrChange, id, c.Number, c.State)
	}
	c.Entrants = slices.Delete(c.Entrants, i, i+1)
	return nil
}

// Draw begins a round with its groups, whose games have begun. In the first round those who are in none of them are
// no entrants any more.
func (c *Tournament) Draw(groups []Group, at time.Time) error {
	round := c.Round() + 1
	if round == 1 && c.State != Joining || round > 1 && c.State != Drawn {
		return fmt.Errorf("%w: %d is %s, and round %d can't begin", ErrChange, c.Number, c.State, round)
	}
	for _, g := range groups {
		if n := len(g.Players); 2*len(g.Games) != n*(n-1) || slices.ContainsFunc(g.Players, func(id uint32) bool { return c.Place(id) < 0 }) {
			return fmt.Errorf("%w: %d: %v can't have the games %v, or did not join", ErrChange, c.Number, g.Players, g.Games)
		}
	}
	for _, g := range c.InRound(round - 1) {
		g.Closed, g.Exits = true, len(c.Exits)
	}
	for _, g := range groups {
		c.Groups = append(c.Groups, Group{Round: round, Players: g.Players, Games: g.Games})
	}
	if round == 1 {
		c.State, c.Began = Drawn, at
		c.Entrants = slices.DeleteFunc(c.Entrants, func(e Entrant) bool { return c.GroupOf(e.Player) == nil })
	}
	return nil
}

// Exit notes that a player is out.
func (c *Tournament) Exit(e Exit) error {
	if c.State != Drawn || c.Place(e.Player) < 0 || c.IsOut(e.Player) {
		return fmt.Errorf("%w: player %d can't get out of %d, which is %s", ErrChange, e.Player, c.Number, c.State)
	}
	c.Exits = append(c.Exits, e)
	return nil
}

// Readmit takes back that a player got out for being late, and gives when that was; the zero time if
// the player did not.
func (c *Tournament) Readmit(id uint32) (since time.Time) {
	c.Exits = slices.DeleteFunc(c.Exits, func(e Exit) bool {
		late := e.Player == id && e.Late
		if late {
			since = e.At
		}
		return late
	})
	return since
}

// Decide ends a tournament.
func (c *Tournament) Decide(at time.Time) error {
	if c.State != Drawn {
		return fmt.Errorf("%w: %d is %s and can't end", ErrChange, c.Number, c.State)
	}
	c.State, c.Ended = Decided, at
	return nil
}

// CallOff ends a tournament that has not begun.
func (c *Tournament) CallOff(at time.Time) error {
	if c.State != Joining {
		return fmt.Errorf("%w: %d is %s and can't be called off", ErrChange, c.Number, c.State)
	}
	c.State, c.Ended = CalledOff, at
	return nil
}

// hasBegun has the states, with whether games have begun in them.
var hasBegun = map[State]bool{Joining: false, Drawn: true, Decided: true, CalledOff: false}

// Check says what in a tournament does not go together.
func (c *Tournament) Check() error {
	begun, over := hasBegun[c.State], c.State == Decided || c.State == CalledOff
	_, known := hasBegun[c.State]
	switch {
	case !known:
		return fmt.Errorf("there is no state %q", c.State)
	case c.Created.IsZero() || begun == c.Began.IsZero() || over == c.Ended.IsZero():
		return fmt.Errorf("it is %s, from %v, %v to %v", c.State, c.Created, c.Began, c.Ended)
	case !begun && len(c.Groups)+len(c.Exits) > 0, begun && len(c.Groups) == 0:
		return fmt.Errorf("it is %s, and has %d groups", c.State, len(c.Groups))
	case !c.Opened && (len(c.Groups) > 1 || begun && len(c.Entrants) > c.Group):
		return fmt.Errorf("it is a cup for %d players, and has %d in %d groups", c.Group, len(c.Entrants), len(c.Groups))
	}
	return c.checkGroups()
}

// checkGroups says what is wrong with the groups: each entrant is in one of the first round, whose sizes differ by one
// at most, and all that are closed but those of the last round.
func (c *Tournament) checkGroups() error {
	in, least, most := map[uint32]int{}, len(c.Entrants), 0
	for i, g := range c.Groups {
		n, last := len(g.Players), g.Round == c.Round()
		if 2*len(g.Games) != n*(n-1) || g.Closed == last || g.Round < 1 || i > 0 && g.Round-c.Groups[i-1].Round > 1 {
			return fmt.Errorf("group %d of round %d has %d players and %d games, closed: %v", i+1, g.Round, n, len(g.Games), g.Closed)
		}
		for _, id := range g.Players {
			if c.Place(id) < 0 || in[id] != g.Round-1 {
				return fmt.Errorf("player %d, who is in group %d of round %d, was in no group of the round before", id, i+1, g.Round)
			}
			in[id] = g.Round
		}
		if g.Round == 1 {
			least, most = min(least, n), max(most, n)
		}
	}
	if len(c.Groups) > 0 && (len(in) != len(c.Entrants) || most-least > 1) {
		return fmt.Errorf("%d of %d players are in groups of %d to %d", len(in), len(c.Entrants), least, most)
	}
	return nil
}

// TableOf makes the table of a group, of its games: what became of each, and which two players it is of, numbered by
// their places in the group.
func (c *Tournament) TableOf(g *Group, games []Game) Table {
	counted := c.Exits
	if g.Closed {
		counted = counted[:min(g.Exits, len(counted))]
	}
	var exits []Leaver
	for _, e := range counted {
		if place := slices.Index(g.Players, e.Player); place >= 0 {
			exits = append(exits, Leaver{Player: place, After: e.After})
		}
	}
	return TableOf(len(g.Players), games, exits)
}
