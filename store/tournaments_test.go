package store

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"unlurbot/store/tournament"
)

// What verify says of tournaments that are not as they should be. In the file of the layout, 1 can be
// joined, 2 goes on, 3 is decided, and 4 to 6 were opened by somebody: 4 can be joined, 5 is in its final, 6 was called off.
func TestTournamentsAreVerified(t *testing.T) {
	spoil := func(n tournament.Number, f func(*tournament.Tournament)) func(*Tx) error {
		return func(tx *Tx) error { return change(tx, bucketTournaments, number(n), f) }
	}
	for name, damage := range map[string]struct {
		do   func(*Tx) error
		want string
	}{
		"under another number": {func(tx *Tx) error {
			c, err := tx.Tournament(2)
			check(err)
			return put(tx, bucketTournaments, number(tournament.Number(9)), c)
		}, "tournament 2 is stored under the key"},
		"a player twice":            {spoil(1, func(c *tournament.Tournament) { c.Entrants = append(c.Entrants, c.Entrants[0]) }), "is twice in it"},
		"a player who is nobody":    {spoil(2, func(c *tournament.Tournament) { c.Entrants[0].Player = 99 }), "player 99 is twice in it, forgotten, or nobody"},
		"a state that there is not": {spoil(2, func(c *tournament.Tournament) { c.State = "asleep" }), `no state "asleep"`},
		"begun, and can be joined":  {spoil(2, func(c *tournament.Tournament) { c.State = tournament.Joining }), "tournament 2: it is joining"},
		"without a beginning":       {spoil(2, func(c *tournament.Tournament) { c.Began = c.Ended }), "tournament 2: it is drawn"},
		"a game too few":            {spoil(2, func(c *tournament.Tournament) { c.Groups[0].Games = nil }), "has 2 players and 0 games"},
		"a game of others":          {spoil(2, func(c *tournament.Tournament) { c.Groups[0].Games[0] = 3 }), "game 3 is not the one of players"},
		"a player in no group":      {spoil(4, func(c *tournament.Tournament) { c.State, c.Began = tournament.Drawn, noon }), "and has 0 groups"},
		"nobody from the round":     {spoil(5, func(c *tournament.Tournament) { c.Groups[2].Players[0] = 2 }), "was in no group of the round before"},
		"another one goes on": {spoil(5, func(c *tournament.Tournament) {
			c.Exits = []tournament.Exit{{Player: 1, At: noon}}
			c.Groups[0].Exits, c.Groups[1].Exits = 1, 1
		}), "and [1 5] play in the next one"},
		"a round that goes on":       {spoil(5, func(c *tournament.Tournament) { c.Groups[0].Closed = false }), "closed: false"},
		"two groups in a cup":        {spoil(5, func(c *tournament.Tournament) { c.Opened = false }), "it is a cup for 5 players, and has 2 in 3 groups"},
		"called off, and begun":      {spoil(5, func(c *tournament.Tournament) { c.State = tournament.CalledOff }), "tournament 5: it is called-off"},
		"not among those open":       {func(tx *Tx) error { return tx.tx.Bucket(bucketTournamentsOpen).Delete(number(tournament.Number(1))) }, "and stands among those that can be joined: false"},
		"open, and nobody knows":     {func(tx *Tx) error { return tx.tx.Bucket(bucketTournamentsOpen).Put(number(tournament.Number(99)), nil) }, "can't be joined"},
		"over too early":             {spoil(2, func(c *tournament.Tournament) { c.State, c.Ended = tournament.Decided, noon }), "tournament 2 is decided, and its tables of round 1 say false"},
		"over and not decided":       {spoil(3, func(c *tournament.Tournament) { c.State, c.Ended = tournament.Drawn, time.Time{} }), "tournament 3 is drawn, and its tables of round 1 say true"},
		"a game that says it is one": {spoilGame(3, func(g *Game) { g.Tournament = 2 }), "game 3 is none of tournament 2"},
		"a game of one that is not":  {spoilGame(3, func(g *Game) { g.Tournament = 77 }), "game 3 is none of tournament 77"},
		"a number to be given again": {countingFrom(bucketTournaments, 2), "tournaments: the last number given is 2, but 6 is in use"},
	} {
		s := open(t, filepath.Join(t.TempDir(), "s.db"))
		do(t, s, fillFile)
		noFaults(t, s)
		do(t, s, damage.do)
		faults, err := s.Verify(nil)
		check(err)
		if all := strings.Join(faults, "\n"); !strings.Contains(all, damage.want) {
			t.Errorf("%s: %q, want %q", name, all, damage.want)
		}
	}
}
