package letters

import (
	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/store"
	"unlurbot/templates"
)

// Showing gives the kind of mail that tells a player how a game stands.
func Showing(g *store.Game, seat game.Seat) templates.Kind {
	switch {
	case club.CanAccept(g, seat):
		return templates.Invite
	case g.State == store.Declined:
		return templates.Declined
	case g.State == store.Withdrawn:
		return templates.Withdrawn
	case g.State == store.Lapsed:
		return templates.Lapsed
	case g.State == store.Finished:
		return templates.Over
	case g.State == store.Cancelled:
		return templates.Cancelled
	}
	return templates.Show
}

// ToldAs gives the kind of mail that tells a player how the game stands after a
// move.
func ToldAs(g *store.Game, seat game.Seat) templates.Kind {
	switch {
	case g.State == store.Finished:
		return templates.Over
	case g.State == store.Cancelled:
		return templates.Cancelled
	case g.Course.ToMove == seat:
		return templates.Turn
	}
	return templates.Moved
}
