package mailbot

import (
	"fmt"

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
