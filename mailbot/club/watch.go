package club

import (
	"errors"

	"unlurbot/game"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
)

// Whoever watches a game sees each of its positions and who plays, and nothing that
// the players say, note, plan or can do. It ends with the game, or as soon as mails
// to the watcher are unwanted or come back.

const (
	// MostWatchers is how many players can watch one game: each move is a mail to all.
	MostWatchers = 20
	// MostWatched is how many games one player can watch.
	MostWatched = 20
)

// Watch shows the player each position of a game of others, from now on.
type Watch struct{ About }

func (o Watch) do(s *Session) error {
	refuse := func(why facts.WatchRefusal) error { return refuse(nil, facts.NoWatching{Number: o.Game, Why: why}) }
	g, err := s.Game(o.Game)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return refuse(facts.NotToWatch)
	case err != nil:
		return err
	case g.SeatOf(s.me.ID) != game.NoSeat:
		return refuse(facts.WatchOwn)
	case g.State != store.Playing || g.Private: // which is nobody else's business
		return refuse(facts.NotToWatch)
	case g.ThreadOf(s.me.ID) == nil:
		watched, err := s.Tx.WatchedBy(s.me.ID)
		switch {
		case err != nil:
			return err
		case len(watched) >= MostWatched:
			return refuse(facts.WatchesEnough)
		case len(g.Watchers) >= MostWatchers:
			return refuse(facts.WatchedEnough)
		}
		if err := s.Tx.Watch(g, s.me.ID); err != nil {
			return err
		}
		s.ChangeGame(g)
	}
	s.note(facts.Watching{Game: g.Number})
	return nil
}

// Unwatch ends it.
type Unwatch struct{ About }

func (o Unwatch) do(s *Session) error {
	n, err := unwatch(s.Unit, s.me, func(g *store.Game) bool { return g.Number == o.Game })
	switch {
	case err != nil:
		return err
	case n == 0:
		return refuse(nil, facts.NoWatching{Number: o.Game, Why: facts.NotWatched})
	}
	s.note(facts.Watching{Game: o.Game, Off: true})
	return nil
}

// StopWatching takes a player out of all games that the player watches.
func StopWatching(u *unit.Unit, p *store.Player) error {
	_, err := unwatch(u, p, func(*store.Game) bool { return true })
	return err
}

// unwatch takes a player out of some of those games, and says of how many.
func unwatch(u *unit.Unit, p *store.Player, which func(*store.Game) bool) (n int, err error) {
	games, err := u.Tx.WatchedBy(p.ID)
	if err != nil {
		return 0, err
	}
	for _, g := range games {
		if !which(g) {
			continue
		}
		g = u.Own(g)
		if err := u.Tx.Unwatch(g, p.ID); err != nil {
			return n, err
		}
		u.ChangeGame(g)
		n++
	}
	return n, nil
}
