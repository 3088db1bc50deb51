package store

import (
	"encoding/binary"
	"slices"

	"unlurbot/game"
)

// Watch adds somebody to those who watch a game, to be put back by the caller.
func (t *Tx) Watch(g *Game, id PlayerID) error {
	g.Watchers = append(g.Watchers, Watcher{Player: id})
	return t.tx.Bucket(bucketWatched).Put(listKey(id, g.Number), []byte{})
}

// Unwatch takes somebody out of those who watch a game, to be put back by the
// caller.
func (t *Tx) Unwatch(g *Game, id PlayerID) error {
	g.Watchers = slices.DeleteFunc(g.Watchers, func(w Watcher) bool { return w.Player == id })
	return t.tx.Bucket(bucketWatched).Delete(listKey(id, g.Number))
}

// WatchedBy lists the games that somebody watches, the oldest first.
func (t *Tx) WatchedBy(id PlayerID) ([]*Game, error) {
	return collected(t.games(t.tx.Bucket(bucketWatched).Scan(number(id))))
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

// watchers checks who looks on at a game: players who don't play in it, each once,
// while it goes on, with the game in their lists.
func (v *verifier) watchers(g *Game) {
	seen := map[PlayerID]bool{}
	for _, w := range g.Watchers {
		p, err := v.tx.Player(w.Player)
		if seen[w.Player] || g.State != Playing || g.SeatOf(w.Player) != game.NoSeat || err != nil || !p.Forgotten.IsZero() {
			v.fault("game %d is %s and can't be watched by player %d (%v)", g.Number, g.State, w.Player, err)
		}
		if t := w.Thread; !t.isSound() {
			v.fault("game %d: the thread of player %d is %+v", g.Number, w.Player, t)
		}
		v.isListed(bucketWatched, listKey(w.Player, g.Number), "game %d is missing in the list of what player %d watches", g.Number, w.Player)
		seen[w.Player] = true
	}
}

// watched checks that each entry of the lists of games that somebody watches leads
// to one.
func (v *verifier) watched() {
	for key := range v.strays(bucketWatched) {
		if len(key) != 8 {
			v.fault("watched: %x is no game of anybody", key)
			continue
		}
		id, n := PlayerID(binary.BigEndian.Uint32(key)), GameNumber(binary.BigEndian.Uint32(key[4:]))
		if g, err := v.tx.Game(n); err != nil || !slices.ContainsFunc(g.Watchers, func(w Watcher) bool { return w.Player == id }) {
			v.fault("watched: player %d does not watch game %d (%v)", id, n, err)
		}
	}
}
