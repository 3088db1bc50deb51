package store

import "slices"

// Watch adds somebody to those who watch a game, to be put back by the caller.
func (t *Tx) Watch(g *Game, id PlayerID) error {
	g.Watchers = append(g.Watchers, Watcher{Player: id})
	return t.tx.Bucket(bucketWatched).Put(seatKey(id, g.Number), []byte{})
}

// Unwatch takes somebody out of those who watch a game, to be put back by the
// caller.
func (t *Tx) Unwatch(g *Game, id PlayerID) error {
	g.Watchers = slices.DeleteFunc(g.Watchers, func(w Watcher) bool { return w.Player == id })
	return t.tx.Bucket(bucketWatched).Delete(seatKey(id, g.Number))
}

// WatchedBy lists the games that somebody watches, the oldest first.
func (t *Tx) WatchedBy(id PlayerID) ([]*Game, error) {
	return t.listed(bucketWatched, id)
}

// forgetWatcher takes a player out of all games that they watch.
func (t *Tx) forgetWatcher(l *leaver) error {
	games, err := t.WatchedBy(l.ID)
	for _, g := range games {
		if err := t.Unwatch(g, l.ID); err != nil {
			return err
		}
		if err := t.PutGame(g); err != nil {
			return err
		}
	}
	return err
}
