// Package tournament knows what a tournament is, how it comes from the first to join to its end, and
// what its table is. Package store keeps them.
package tournament

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"unlurbot/game"
)

// A Number names a tournament.
type Number uint32

// A State is how far a tournament has come.
type State string

// The states, which follow each other in this order.
const (
	Joining State = "joining" // players can join and leave
	Drawn   State = "drawn"   // the games have begun
	Decided State = "decided" // no game is left that could change its table
)

// A Tournament is a group in which each plays each once. Its table follows from its games and
// from who is out, see Table: nothing of it is stored.
type Tournament struct {
	Number  Number    `json:"number"`
	State   State     `json:"state"`
	Size    int       `json:"size"` // of the boards
	Pace    game.Pace `json:"pace,omitzero"`
	Rated   bool      `json:"rated,omitempty"`
	Group   int       `json:"group"` // how many players it is for
	Created time.Time `json:"created"`
	Began   time.Time `json:"began,omitzero"`
	Ended   time.Time `json:"ended,omitzero"`

	Entrants []Entrant `json:"entrants,omitempty"` // the first to join first, and after the draw in its order
	Games    []uint32  `json:"games,omitempty"`    // in the order of Pairs
	Exits    []Exit    `json:"exits,omitempty"`    // after the draw, in the order in which they came
}

// An Entrant is a player of a tournament.
type Entrant struct {
	Player uint32    `json:"player"`
	Joined time.Time `json:"joined"`
}

// An Exit is that a player of a tournament is out of it: what ends after that result has no effect
// on the table. Late says that it was for games lost on time or never begun; else the player wanted it.
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

// Join lets a player in.
func (c *Tournament) Join(id uint32, at time.Time) error {
	if c.State != Joining || c.Place(id) >= 0 {
		return fmt.Errorf("%w: player %d can't join %d, which is %s", ErrChange, id, c.Number, c.State)
	}
	c.Entrants = append(c.Entrants, Entrant{Player: id, Joined: at})
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

// Pairs gives the pairs of a group of players, each by their places: who moves first comes first.
// Of two players it is the first if their places together are odd, so that in a group of an odd
// number everybody moves first equally often, and else the numbers differ by one.
func Pairs(players int) iter.Seq2[int, int] {
	return func(yield func(first, second int) bool) {
		for i := range players {
			for j := i + 1; j < players; j++ {
				first, second := i, j
				if (i+j)%2 == 0 {
					first, second = j, i
				}
				if !yield(first, second) {
					return
				}
			}
		}
	}
}

// Draw takes over the order of a draw, and the games that have begun, in the order of Pairs.
func (c *Tournament) Draw(order []Entrant, games []uint32, at time.Time) error {
	if c.State != Joining || len(order) != len(c.Entrants) || 2*len(games) != len(order)*(len(order)-1) {
		return fmt.Errorf("%w: %d is %s and has %d players, of whom %d were drawn for %d games",
			ErrChange, c.Number, c.State, len(c.Entrants), len(order), len(games))
	}
	c.State, c.Entrants, c.Games, c.Began = Drawn, order, games, at
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

// Check says what in a tournament does not go together.
func (c *Tournament) Check() error {
	n, begun, over := len(c.Entrants), c.State != Joining, c.State == Decided
	switch {
	case begun && !over && c.State != Drawn:
		return fmt.Errorf("there is no state %q", c.State)
	case c.Created.IsZero() || begun == c.Began.IsZero() || over == c.Ended.IsZero():
		return fmt.Errorf("it is %s, from %v, %v to %v", c.State, c.Created, c.Began, c.Ended)
	case !begun && len(c.Games)+len(c.Exits) > 0, begun && (n > c.Group || 2*len(c.Games) != n*(n-1)):
		return fmt.Errorf("it is %s, for %d players, and has %d and %d games", c.State, c.Group, n, len(c.Games))
	}
	return nil
}

// TableOf makes the table of a tournament that has begun, of its games: what became of each, and
// which two players it is of. The players of the table are numbered by their places.
func (c *Tournament) TableOf(games []Game) Table {
	var exits []Leaver
	for _, e := range c.Exits {
		exits = append(exits, Leaver{Player: c.Place(e.Player), After: e.After})
	}
	return TableOf(len(c.Entrants), games, exits)
}
