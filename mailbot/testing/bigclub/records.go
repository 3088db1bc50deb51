package bigclub

import (
	"math/rand/v2"
	"slices"
	"time"

	"unlurbot/game"
)

// A record is a game from its first move to its end.
type record struct {
	size  int
	moves []game.Move
}

// recordsPlayed is how many different games there are in a club.
const recordsPlayed = 300

// playRecord plays anything that is allowed: "black" after a few moves, and at
// the latest after so many the resignation.
func playRecord(size, most int, dice *rand.Rand) record {
	pos, err := game.NewPosition(size)
	must(err)
	r := record{size: size}
	for passAt := dice.IntN(6); pos.Phase() != game.Over; {
		legal := slices.Collect(pos.Legal())
		m := legal[dice.IntN(len(legal))]
		switch {
		case len(r.moves) >= most:
			m = game.Move{Kind: game.Resign}
		case pos.Phase() == game.Contract && len(r.moves) >= passAt:
			m = game.Move{Kind: game.SayBlack}
		}
		must(pos.Play(m))
		r.moves = append(r.moves, m)
	}
	return r
}

// events gives the moves as they were made from a time on.
func (r record) events(started time.Time) []game.Event {
	events := make([]game.Event, len(r.moves))
	for i, m := range r.moves {
		events[i] = game.Event{At: started.Add(time.Duration(i+1) * pondering), Seat: game.First + game.Seat(i%2), Move: m}
	}
	return events
}

// must is for what can't fail: moves that are allowed.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
