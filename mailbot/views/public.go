package views

import (
	"slices"

	"unlurbot/game"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
	"unlurbot/templates"
)

const (
	// runningListed is how many games in progress a list of the games of others has.
	runningListed = 20
	// publicLookedAt is how many games and challenges are looked at for those of all: most may be
	// challenges, or private, and whoever asks must not hold up the mails of others.
	publicLookedAt = 500
)

// PublicGames lists the newest games in progress that everybody may see.
func PublicGames(u *unit.Unit) (*templates.PublicGames, error) {
	list, lookedAt := &templates.PublicGames{}, 0
	for g, err := range u.Tx.LastOpenGames() {
		if err != nil {
			return nil, err
		}
		if lookedAt++; lookedAt > publicLookedAt {
			break
		}
		g = u.Own(g)
		if g.State != store.Playing || g.Private {
			continue
		}
		if len(list.Running) == runningListed {
			list.More = true
			break
		}
		first, second, err := bothNames(u, g)
		if err != nil {
			return nil, err
		}
		list.Running = append(list.Running, publicGame(g, first+" - "+second))
	}
	return list, nil
}

// GamesOf lists the games of a player that everybody may see: those in progress, the newest first,
// and the last results.
func GamesOf(u *unit.Unit, reader, p *store.Player) (*templates.PublicGames, error) {
	list := &templates.PublicGames{Of: names.Of(p)}
	open, err := u.OpenGames(p)
	if err != nil {
		return nil, err
	}
	for _, g := range slices.Backward(open) {
		if g.State != store.Playing || g.Private {
			continue
		}
		if len(list.Running) == runningListed {
			list.More = true
			break
		}
		opponent, err := u.Seated(g, g.SeatOf(p.ID).Other())
		if err != nil {
			return nil, err
		}
		list.Running = append(list.Running, publicGame(g, names.Of(opponent)))
	}
	list.Over, err = resultLines(u, reader, p)
	return list, err
}

func publicGame(g *store.Game, players string) templates.PublicGame {
	return templates.PublicGame{Number: int(g.Number), Size: g.Size, Ply: g.Course.Ply, Players: players, Rated: g.Rated}
}

// bothNames gives what the first and the second player of a game are called.
func bothNames(u *unit.Unit, g *store.Game) (first, second string, err error) {
	both := [2]string{}
	for i, seat := range []game.Seat{game.First, game.Second} {
		p, err := u.Seated(g, seat)
		if err != nil {
			return "", "", err
		}
		both[i] = names.Of(p)
	}
	return both[0], both[1], nil
}
