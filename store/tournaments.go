package store

import (
	"iter"
	"slices"

	"unlurbot/game"
	"unlurbot/store/tournament"
)

// CrossTable makes the table of a tournament that has begun.
func CrossTable(c *tournament.Tournament, gameOf func(GameNumber) (*Game, error)) (tournament.Table, error) {
	var games []tournament.Game
	for _, n := range c.Games {
		g, err := gameOf(GameNumber(n))
		if err != nil {
			return tournament.Table{}, err
		}
		games = append(games, tournament.Game{
			Players: [2]int{c.Place(uint32(g.Players[0])), c.Place(uint32(g.Players[1]))}, Outcome: g.outcome(),
			OnTime: g.Course.Reason == game.ByTimeout, Ended: uint32(g.Result),
		})
	}
	return c.TableOf(games), nil
}

// outcome gives what a game is worth in a table: one that is cancelled was never begun by who was
// to move, since nobody calls off a game of a tournament.
func (g *Game) outcome() tournament.Outcome {
	blame := func(s game.Seat) tournament.Outcome {
		return tournament.FirstAway + tournament.Outcome(s-game.First)
	}
	switch {
	case g.State == Finished:
		return tournament.FirstWon + tournament.Outcome(g.Course.Winner-game.First)
	case g.State != Cancelled:
		return tournament.Pending
	case g.Voided:
		return tournament.Void
	}
	return blame(g.Course.ToMove)
}

// AddTournament makes a tournament and gives it its number.
func (t *Tx) AddTournament(c *tournament.Tournament) error {
	n, err := t.tx.Bucket(bucketTournaments).NextSequence()
	if err != nil {
		return err
	}
	c.Number = tournament.Number(n)
	return t.PutTournament(c)
}

// PutTournament writes a tournament back.
func (t *Tx) PutTournament(c *tournament.Tournament) error {
	return put(t, bucketTournaments, number(c.Number), c)
}

// Tournament gives a tournament by its number.
func (t *Tx) Tournament(n tournament.Number) (*tournament.Tournament, error) {
	return get[tournament.Tournament](t, bucketTournaments, number(n))
}

// LastTournaments goes through all tournaments, the newest first, to an error or the end of the loop.
func (t *Tx) LastTournaments() iter.Seq2[*tournament.Tournament, error] {
	return func(yield func(*tournament.Tournament, error) bool) {
		for key := range t.tx.Bucket(bucketTournaments).ScanBack(nil) {
			c, err := t.Tournament(tournament.Number(atEnd(key)))
			if !yield(c, err) || err != nil {
				return
			}
		}
	}
}

// forgetTournaments takes the player out of those that have not begun. Of others the number stays, on
// which the places of others hang.
func (t *Tx) forgetTournaments(l *leaver) error {
	for c, err := range t.LastTournaments() {
		if err != nil {
			return err
		}
		if c.Leave(uint32(l.ID)) == nil { // it can't be left once it has begun
			return t.PutTournament(c)
		}
	}
	return nil
}

// exportTournaments adds the tournaments of a player: when the player has joined and got out.
func (t *Tx) exportTournaments(p *Player, x *Export) error {
	return each(t, bucketTournaments, func(_ []byte, c *tournament.Tournament) error {
		i := c.Place(uint32(p.ID))
		if i < 0 {
			return nil
		}
		entry := Entry{Tournament: c.Number, Joined: c.Entrants[i].Joined}
		for _, e := range c.Exits {
			if e.Player == uint32(p.ID) {
				entry.Out = e.At
			}
		}
		x.Tournaments = append(x.Tournaments, entry)
		return nil
	})
}

// tournaments checks the players of each tournament, its state, and its games.
func (v *verifier) tournaments() {
	walk(v, bucketTournaments, func(key []byte, c *tournament.Tournament) {
		if string(key) != string(number(c.Number)) {
			v.fault("tournament %d is stored under the key %x", c.Number, key)
		}
		for i, e := range c.Entrants {
			p, err := v.tx.Player(PlayerID(e.Player))
			if err != nil || c.Place(e.Player) != i || c.State == tournament.Joining && !p.Forgotten.IsZero() {
				v.fault("tournament %d: player %d is twice in it, forgotten, or nobody (%v)", c.Number, e.Player, err)
			}
		}
		if err := c.Check(); err != nil {
			v.fault("tournament %d: %v", c.Number, err)
		} else if c.State != tournament.Joining && v.paired(c) {
			if table, err := CrossTable(c, v.tx.Game); err != nil || table.Over != (c.State == tournament.Decided) {
				v.fault("tournament %d is %s, and its table says %v (%v)", c.Number, c.State, table.Over, err)
			}
		}
	})
}

// paired checks that each pair of players of a tournament has its game.
func (v *verifier) paired(c *tournament.Tournament) (ok bool) {
	next, ok := 0, true
	for first, second := range tournament.Pairs(len(c.Entrants)) {
		g, err := v.tx.Game(GameNumber(c.Games[next]))
		want := [2]PlayerID{PlayerID(c.Entrants[first].Player), PlayerID(c.Entrants[second].Player)}
		if err != nil || g.Tournament != c.Number || g.Players != want || g.Private || !g.hasBegun() {
			v.fault("tournament %d: game %d is not the one of players %d and %d (%v)", c.Number, c.Games[next], want[0], want[1], err)
			ok = false
		}
		next++
	}
	return ok
}

// ofTournament checks that a game of a tournament is one of its games.
func (v *verifier) ofTournament(g *Game) {
	if g.Tournament == 0 {
		return
	}
	if c, err := v.tx.Tournament(g.Tournament); err != nil || !slices.Contains(c.Games, uint32(g.Number)) {
		v.fault("game %d is none of tournament %d (%v)", g.Number, g.Tournament, err)
	}
}
