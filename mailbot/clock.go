package mailbot

import (
	"time"

	"unlurbot/game"
	"unlurbot/store"
)

// record takes over what was played last in a game, by whoever.
func (e *errand) record(g *store.Game, played *game.Game) error {
	return e.tell(e.club().Record(g, played))
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
