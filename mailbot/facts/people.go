package facts

import "unlurbot/store"

// What players settle for themselves.
type (
	// LimitSet is how many games at a time others can begin with the player who wrote; 0 for
	// as many as they like.
	LimitSet struct{ Most int }
)

func (f LimitSet) about() store.GameNumber { return 0 }

// Why they can't.
type (
	// NoLimit is a number of games that is none to set, up to Most.
	NoLimit struct{ Most int }
)

func (NoLimit) reason() {}
