package club

import (
	"unlurbot/mailbot/unit"
	"unlurbot/store"
)

// HasEnough says whether a player has as many games as the player wants.
func HasEnough(u *unit.Unit, p *store.Player) (bool, error) {
	if p.MostGames == 0 {
		return false, nil
	}
	open, err := u.OpenGames(p)
	playing := 0
	for _, g := range open {
		if g.State == store.Playing {
			playing++
		}
	}
	return playing >= p.MostGames, err
}

// StillOffers says whether an offer to everybody can be taken now: its maker can be
// reached and does not play as many games already as the maker wants.
func StillOffers(u *unit.Unit, g *store.Game) (bool, error) {
	seeker, err := u.Seated(g, g.Challenger)
	if err != nil || !seeker.Unreachable.IsZero() || seeker.Silent {
		return false, err
	}
	enough, err := HasEnough(u, seeker)
	return !enough, err
}
