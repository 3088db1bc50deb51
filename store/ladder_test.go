package store

import (
	"path/filepath"
	"strings"
	"testing"

	"unlurbot/game"
	"unlurbot/store/ladder"
)

// What verify says of a ladder that is not as it should be. In the file of the layout, player 5 has
// overtaken player 1 by game 25, the events 5 to 7, and challenges again by game 26, event 9.
func TestLadderIsVerified(t *testing.T) {
	event := func(n ladder.Number, f func(*ladder.Event)) func(*Tx) error {
		return func(tx *Tx) error { return change(tx, bucketLadder, number(n), f) }
	}
	kept := func(f func(*ladder.Ladder)) func(*Tx) error {
		return func(tx *Tx) error { return change(tx, bucketMeta, keyLadder, f) }
	}
	for name, damage := range map[string]struct {
		do   func(*Tx) error
		want string
	}{
		"under a wrong key":           {func(tx *Tx) error { return put(tx, bucketLadder, number(ladder.Number(20)), &ladder.Event{Number: 9}) }, "event 9 of the ladder is stored under the key"},
		"a place too good":            {kept(func(l *ladder.Ladder) { l.Rungs[0], l.Rungs[1] = l.Rungs[1], l.Rungs[0] }), "the ladder is {"},
		"an event too few":            {without(bucketLadder, number(ladder.Number(3))), "event 6 of the ladder took place 0, and says 1"},
		"another place was taken":     {event(6, func(e *ladder.Event) { e.Took = 2 }), "event 6 of the ladder took place 1, and says 2"},
		"somebody else has won":       {event(6, func(e *ladder.Event) { e.Player = 1 }), "event 6 of the ladder: by game 25 it is not so that player 1 ended"},
		"somebody else has begun":     {event(5, func(e *ladder.Event) { e.First = false }), "event 5 of the ladder: by game 25 it is not so that player 5 began"},
		"a game of others":            {event(5, func(e *ladder.Event) { e.Game = 3 }), "event 5 of the ladder: game 3 is none of the ladder"},
		"a game that there is not":    {event(5, func(e *ladder.Event) { e.Game = 999 }), "event 5 of the ladder: store: not found"},
		"off for a game of others":    {event(7, func(e *ladder.Event) { e.Player = 2 }), "event 7 of the ladder: by game 25 it is not so that player 2 late"},
		"off before the game is over": {event(7, func(e *ladder.Event) { e.Game = 26 }), "event 7 of the ladder: by game 26 it is not so that player 1 late"},
		"of no kind":                  {event(7, func(e *ladder.Event) { e.Kind = "asleep" }), "by game 25 it is not so that player 1 asleep"},
		"a game that did not begin":   {spoilGame(26, func(g *Game) { g.Ladder.Began = 3 }), "game 26 is of the ladder, which does not know that it has began"},
		"a game that ended too early": {spoilGame(26, func(g *Game) { g.Ladder.Ended = 6 }), "game 26 is of the ladder, playing"},
		"a game that never ended":     {spoilGame(25, func(g *Game) { g.Ladder.Ended = 0 }), "game 25 is of the ladder, which does not know that it has ended"},
		"a private game":              {spoilGame(26, func(g *Game) { g.Private = true }), "game 26 is of the ladder, playing, private: true"},
		"who is forgotten":            {spoilPlayer(5, func(p *Player) { *p = Player{ID: p.ID, Created: p.Created, Forgotten: noon} }), "ladder: player 5 is on it, and forgotten"},
		"nobody who looks at it":      {without(bucketWakeUps, WakeUp{At: noon.AddDate(0, 0, 1), Kind: WakeLadder}.key()), "ladder: nobody looks at it"},
		"a number to be given again":  {countingFrom(bucketLadder, 2), "ladder: the last number given is 2, but 9 is in use"},
	} {
		s := open(t, filepath.Join(t.TempDir(), "s.db"))
		do(t, s, fillFile)
		noFaults(t, s)
		do(t, s, damage.do)
		faults, err := s.Verify(nil)
		check(err)
		if all := strings.Join(faults, "\n"); all == "" || !strings.Contains(all, damage.want) {
			t.Errorf("%s: %q, want %q", name, all, damage.want)
		}
	}
}

// A game that goes on again has never ended: who was off for it is back, and the challenger has not
// risen. What has happened since is as if it had been so all along.
func TestReopenOnLadder(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, fillFile)
	do(t, s, func(tx *Tx) error {
		g, err := tx.Game(25)
		check(err)
		played, err := g.Replay()
		check(err)
		event, err := played.Decide(game.NoSeat, game.Move{Kind: game.Reopen}, noon)
		check(err)
		check(played.Apply(event))
		check(g.Reopen(played))
		check(tx.ReopenOnLadder(g))
		return tx.DropResult(g, rateForTests)
	})
	noFaults(t, s)
	do(t, s, func(tx *Tx) error {
		l, err := tx.Ladder()
		check(err)
		if l.Place(1) != 1 || l.Place(5) != 2 || l.Stake(l.Game(25)) != 1 {
			t.Errorf("%+v", l)
		}
		_, err = tx.AddLadderEvent(&ladder.Event{Kind: ladder.Joined, Player: 2, At: noon})
		return err
	})
	noFaults(t, s)
}

// Whoever is forgotten is off the ladder.
func TestForgetOnLadder(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, fillFile)
	do(t, s, func(tx *Tx) error {
		check(tx.forgetLadder(&leaver{Player: &Player{ID: 5}, at: noon}))
		check(tx.forgetLadder(&leaver{Player: &Player{ID: 5}, at: noon}))
		l, err := tx.Ladder()
		if l.Place(5) != 0 || l.Place(1) != 1 || !l.Games[0].Idle {
			t.Errorf("%+v", l)
		}
		return err
	})
	noFaults(t, s)
}
