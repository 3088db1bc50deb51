// Package ladder knows the rules of the ladder, which are those of Little Golem: who stands where, and
// who plays whom next. All of that follows from a log of events, which package store keeps.
package ladder

import (
	"slices"
	"time"
)

// Number is the place of an event in the log.
type Number uint32

// A Kind says what has happened.
type Kind string

// The kinds. Nothing else changes the ladder.
const (
	Joined Kind = "joined" // a player stands at the bottom
	Left   Kind = "left"   // a player is off it, and the player's games are ordinary ones
	Late   Kind = "late"   // a player is off it for a game lost on time, or never begun
	Began  Kind = "began"  // a game, of a player who challenges another one
	Ended  Kind = "ended"  // a game: who has won it, or nobody
)

// An Event is one thing that has happened.
type Event struct {
	Number Number    `json:"number"`
	Kind   Kind      `json:"kind"`
	At     time.Time `json:"at"`
	Player uint32    `json:"player,omitempty"` // who joins, is off, challenges, or has won; 0 for nobody
	Other  uint32    `json:"other,omitempty"`  // of Began: who is challenged
	First  bool      `json:"first,omitempty"`  // of Began: the challenger moves first
	Game   uint32    `json:"game,omitempty"`   // of Began, Ended and Late

	Took int `json:"took,omitempty"` // of Ended: the place that it brought the challenger; 0 for none
}

// A Course is between which events a game is played. Ended is 0 while it goes on.
type Course struct {
	Began Number `json:"began"`
	Ended Number `json:"ended,omitempty"`
}

// The limits, for each player.
const (
	MostOut = 1                   // games at a time in which the player challenges
	MostIn  = 2                   // and in which others challenge the player
	Rest    = 14 * 24 * time.Hour // from the end of a game until the same two can be paired again
)

// A Ladder is who stands where, the best first, and which games are played about it. Apply is the
// only way in which it changes.
type Ladder struct {
	Rungs []Rung  `json:"rungs,omitempty"`
	Games []Game  `json:"games,omitempty"` // that go on, the oldest first
	Rests []Pause `json:"rests,omitempty"` // of pairs that have played lately
}

// A Rung is a player's place: that among the rungs which nobody holds open.
type Rung struct {
	Player uint32 `json:"player"`
	Since  Number `json:"since"`            // the event since which the player waits to challenge somebody
	Firsts int    `json:"firsts,omitempty"` // in how many more games the player has moved first than second
	// Held is the game for which the rung of somebody who is off is held open, since the challenger
	// may still win it; 0 for none. It is no place.
	Held uint32 `json:"held,omitempty"`
}

// A Game is one that was begun to decide about a place.
type Game struct {
	Number     uint32 `json:"number"`
	Challenger uint32 `json:"challenger"`
	Challenged uint32 `json:"challenged"`
	Idle       bool   `json:"idle,omitempty"` // it decides about nothing any more
}

// Has says whether a player plays a game.
func (g Game) Has(player uint32) bool { return g.Challenger == player || g.Challenged == player }

// A Pause is until when two players are not paired.
type Pause struct {
	Players [2]uint32 `json:"players"` // the lower number first
	Until   time.Time `json:"until"`
}

func pair(a, b uint32) [2]uint32 { return [2]uint32{min(a, b), max(a, b)} }

// Of gives the ladder to which some events have led, and notes in each what it Took.
func Of(events []Event) *Ladder {
	l := &Ladder{}
	for i := range events {
		events[i].Took = l.Apply(events[i])
	}
	return l
}

// Place gives the place of a player, from 1 on; 0 for who is not on the ladder.
func (l *Ladder) Place(player uint32) int {
	if i := l.rung(player); i >= 0 {
		return l.place(i)
	}
	return 0
}

// Players gives who is on the ladder, the best first.
func (l *Ladder) Players() (players []uint32) {
	for _, r := range l.Rungs {
		if r.Held == 0 {
			players = append(players, r.Player)
		}
	}
	return players
}

// Game gives one of those that go on, nil if it is none.
func (l *Ladder) Game(number uint32) *Game {
	for i := range l.Games {
		if l.Games[i].Number == number {
			return &l.Games[i]
		}
	}
	return nil
}

// Stake gives the place that the challenger of a game would take by winning it now; 0 for none.
func (l *Ladder) Stake(g *Game) int {
	from, to := l.rung(g.Challenger), l.target(g)
	if g.Idle || from < 0 || to < 0 || from < to {
		return 0
	}
	return l.place(to)
}

// Binds says whether being late in a game takes a player off: not if it decides about nothing, nor
// if the player was off for another one since it began.
func (l *Ladder) Binds(number, player uint32) bool {
	g := l.Game(number)
	return g != nil && !g.Idle && l.rung(player) >= 0 && (l.held(number) < 0 || g.Challenger == player)
}

// rung gives the index of a player's rung, -1 for none.
func (l *Ladder) rung(player uint32) int {
	return slices.IndexFunc(l.Rungs, func(r Rung) bool { return r.Player == player && r.Held == 0 })
}

// held gives the index of the rung that is held open for a game, -1 for none.
func (l *Ladder) held(game uint32) int {
	return slices.IndexFunc(l.Rungs, func(r Rung) bool { return r.Held == game })
}

// target gives the index of the rung that a game is about.
func (l *Ladder) target(g *Game) int {
	if i := l.held(g.Number); i >= 0 {
		return i
	}
	return l.rung(g.Challenged)
}

// place gives the place of the player at an index, or that of whoever came there.
func (l *Ladder) place(index int) int {
	n := 1
	for _, r := range l.Rungs[:index] {
		if r.Held == 0 {
			n++
		}
	}
	return n
}

// Apply lets an event happen, and gives the place that it has brought the challenger of a game; 0 for
// none. One that can't be, such as a player's joining who is there, changes nothing: the
// operator may have taken back what it was built on.
func (l *Ladder) Apply(e Event) (took int) {
	switch e.Kind {
	case Joined:
		if l.rung(e.Player) < 0 {
			l.Rungs = append(l.Rungs, Rung{Player: e.Player, Since: e.Number})
		}
	case Left, Late:
		l.exit(e)
	case Began:
		l.Games = append(l.Games, Game{Number: e.Game, Challenger: e.Player, Challenged: e.Other})
		by := -1
		if e.First {
			by = 1
		}
		l.movesFirst(e.Player, by)
		l.movesFirst(e.Other, -by)
	case Ended:
		return l.end(e)
	}
	return 0
}

func (l *Ladder) movesFirst(player uint32, by int) {
	if i := l.rung(player); i >= 0 {
		l.Rungs[i].Firsts += by
	}
}

// exit takes a player off. What the player wanted decides about nothing any more. Whoever challenges
// somebody who was late can still win that place: it is held open.
func (l *Ladder) exit(e Event) {
	i := l.rung(e.Player)
	if i < 0 {
		return
	}
	var open []Rung
	for n := range l.Games {
		g := &l.Games[n]
		switch held := l.held(g.Number) >= 0; {
		case !g.Has(e.Player), g.Idle, held && g.Challenged == e.Player: // which was before the player came again
		case e.Kind == Late && g.Challenged == e.Player:
			open = append(open, Rung{Player: e.Player, Held: g.Number})
		default:
			g.Idle = true
		}
	}
	l.Rungs = slices.Replace(l.Rungs, i, i+1, open...)
	l.sweep()
}

// end takes a game off the list, after its challenger has risen if the challenger has won.
func (l *Ladder) end(e Event) (took int) {
	g := l.Game(e.Game)
	if g == nil {
		return 0
	}
	if e.Player == g.Challenger {
		if took = l.Stake(g); took > 0 {
			from, to := l.rung(g.Challenger), l.target(g)
			riser := l.Rungs[from]
			l.Rungs = slices.Insert(slices.Delete(l.Rungs, from, from+1), to, riser)
		}
	}
	if i := l.rung(g.Challenger); i >= 0 && !g.Idle {
		l.Rungs[i].Since = e.Number
	}
	l.Rests = slices.DeleteFunc(l.Rests, func(p Pause) bool { return !p.Until.After(e.At) })
	l.Rests = append(l.Rests, Pause{Players: pair(g.Challenger, g.Challenged), Until: e.At.Add(Rest)})
	l.Games = slices.DeleteFunc(l.Games, func(g Game) bool { return g.Number == e.Game })
	l.sweep()
	return took
}

// sweep takes away the rungs that are held open for nothing.
func (l *Ladder) sweep() {
	l.Rungs = slices.DeleteFunc(l.Rungs, func(r Rung) bool {
		g := l.Game(r.Held)
		return r.Held != 0 && (g == nil || g.Idle)
	})
}
