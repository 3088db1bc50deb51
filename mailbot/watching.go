package mailbot

import (
	"fmt"
	"slices"

	"unlurbot/game"
	"unlurbot/store"
	"unlurbot/templates"
)

// Whoever watches a game sees each of its positions and who plays, and nothing that
// the players say, note, plan or can do. It ends with the game, or as soon as mails
// to the watcher are unwanted or come back.

const (
	// mostWatchers is how many players can watch one game: each move is a mail to all.
	mostWatchers = 20
	// mostWatched is how many games one player can watch.
	mostWatched = 20
)

// noteWatched notes that the watchers of a game have something new to see.
func (e *errand) noteWatched(g *store.Game) {
	if len(g.Watchers) > 0 && !slices.Contains(e.watched, g) {
		e.watched = append(e.watched, g)
	}
}

// showWatchers shows each game once, as it stands in the end, however much has
// happened in it.
func (e *errand) showWatchers() error {
	for _, g := range e.watched {
		for _, w := range slices.Clone(g.Watchers) {
			p, err := e.u.Player(w.Player)
			if err != nil {
				return err
			}
			if e.isForgotten(p) {
				continue
			}
			if err := e.send(letter{to: p, kind: templates.Watched, game: g}); err != nil {
				return err
			}
		}
	}
	return nil
}

// stopWatching takes a player out of all games that the player watches.
func (e *errand) stopWatching(p *store.Player) error {
	games, err := e.u.Tx.WatchedBy(p.ID)
	if err != nil {
		return err
	}
	for _, g := range games {
		g = e.u.Own(g)
		if err := e.u.Tx.Unwatch(g, p.ID); err != nil {
			return err
		}
		e.u.ChangeGame(g)
	}
	return nil
}

// watchedView shows a game to somebody who does not play in it.
func (e *errand) watchedView(g *store.Game, reader *store.Player) (*templates.Game, error) {
	played, err := g.Replay()
	if err != nil {
		return nil, err
	}
	p := played.Position()
	v := &templates.Game{
		Number: int(g.Number), Title: g.Title, Size: g.Size, Ply: p.Ply(), Phase: p.Phase(), ToMove: p.ToMove(),
		Winner: p.Winner(), Reason: p.Reason(), Black: p.Black(), Cancelled: g.State == store.Cancelled,
		Board: templates.Draw(p), Connection: len(p.Connection()) > 0,
	}
	for i, seat := range []game.Seat{game.First, game.Second} {
		player, err := e.u.Seated(g, seat)
		if err != nil {
			return nil, err
		}
		v.Names[i] = nameOfPlayer(player)
	}
	addRecord(v, g, played)
	v.Time, err = e.timeLeft(g, reader)
	return v, err
}

// addWatched adds the games that the sender watches to what is said below the list
// of the sender's own.
func (e *errand) addWatched(notices []templates.Notice) ([]templates.Notice, error) {
	games, err := e.u.Tx.WatchedBy(e.sender.ID)
	if len(games) == 0 || err != nil {
		return notices, err
	}
	n := templates.Notice{Code: templates.NoticeWatches}
	for _, g := range games {
		n.Names = append(n.Names, fmt.Sprintf("#%d %s", g.Number, g.Title))
	}
	return append(notices, n), nil
}

// watcherNames lists who watches a game.
func (e *errand) watcherNames(g *store.Game) (names []string, err error) {
	for _, w := range g.Watchers {
		p, err := e.u.Player(w.Player)
		if err != nil {
			return nil, err
		}
		names = append(names, nameOfPlayer(p))
	}
	return names, nil
}
