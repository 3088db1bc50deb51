package facts

import "unlurbot/store"

// What players settle for themselves.
type (
	// LimitSet is how many games at a time others can begin with the player who wrote; 0 for
	// as many as they like.
	LimitSet struct{ Most int }
	// Muted is that the words of another player are kept from the player who wrote; Off that
	// they are let through again.
	Muted struct {
		Whom store.PlayerID
		Off  bool
	}
)

func (LimitSet) about() store.GameNumber { return 0 }
func (Muted) about() store.GameNumber    { return 0 }

// Why they can't.
type (
	// NoLimit is a number of games that is none to set, up to Most.
	NoLimit struct{ Most int }
	// NobodyCalled is a name that no player has.
	NobodyCalled struct{ Name string }
	// Departed is a player who was forgotten.
	Departed struct{ Player store.PlayerID }
	// NotMuted is a player whose words are let through anyway.
	NotMuted struct{ Player store.PlayerID }
)

func (NoLimit) reason()      {}
func (NobodyCalled) reason() {}
func (Departed) reason()     {}
func (NotMuted) reason()     {}
