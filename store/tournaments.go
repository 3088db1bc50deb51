package store

import (
	"iter"
	"slices"

	"unlurbot/game"
	"unlurbot/store/tournament"
)

// CrossTable makes the table of a group of a tournament.
func CrossTable(c *tournament.Tournament, group *tournament.Group, gameOf func(GameNumber) (*Game, error)) (tournament.Table, error) {
	var games []tournament.Game
	for _, n := range group.Games {
		g, err := gameOf(GameNumber(n))
		if err != nil {
			return tournament.Table{}, err
		}
		place := func(id PlayerID) int { return slices.Index(group.Players, uint32(id)) }
		games = append(games, tournament.Game{
			Players: [2]int{place(g.Players[0]), place(g.Players[1])}, Outcome: g.outcome(),
			Moved: [2]bool{g.Course.Ply >= int(game.First), g.Course.Ply >= int(game.Second)}, OnTime: g.Course.Reason == game.ByTimeout, Ended: uint32(g.Result),
		})
	}
	return c.TableOf(group, games), nil
}

// TablesOf makes the tables of a round, and says whether it is over: no game is left that could change one of them.
func TablesOf(c *tournament.Tournament, round int, gameOf func(GameNumber) (*Game, error)) (tables []tournament.Table, over bool, err error) {
	over = true
	for _, g := range c.InRound(round) {
		t, err := CrossTable(c, g, gameOf)
		if err != nil {
			return nil, false, err
		}
		tables, over = append(tables, t), over && t.Over
	}
	return tables, over, nil
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
	open, key := t.tx.Bucket(bucketTournamentsOpen), number(c.Number)
	if err := put(t, bucketTournaments, key, c); err != nil {
		return err
	}
	if c.State == tournament.Joining {
		return open.Put(key, []byte{})
	}
	return open.Delete(key)
}

// OpenTournaments gives the tournaments that can be joined, the oldest first.
func (t *Tx) OpenTournaments() (open []*tournament.Tournament, err error) {
	for key := range t.tx.Bucket(bucketTournamentsOpen).Scan(nil) {
		c, err := t.Tournament(tournament.Number(atEnd(key)))
		if err != nil {
			return nil, err
		}
		open = append(open, c)
	}
	return open, nil
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

// forgetTournaments takes the player out of those that have not begun, and out of titles. Of others the number stays, on
// which the places of others hang.
func (t *Tx) forgetTournaments(l *leaver) error {
	var changed []*tournament.Tournament
	for c, err := range t.LastTournaments() {
		if err != nil {
			return err
		}
		named := c.Title != "" && l.hasNameIn(c.Title)
		if named {
			c.Title = ""
		}
		if c.Leave(uint32(l.ID)) == nil || named {
			changed = append(changed, c)
		}
	}
	for _, c := range changed {
		if err := t.PutTournament(c); err != nil {
			return err
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

// tournaments checks the players of each tournament, its state, its games, and who has gone on from its rounds.
func (v *verifier) tournaments() {
	walk(v, bucketTournaments, func(key []byte, c *tournament.Tournament) {
		if string(key) != string(number(c.Number)) {
			v.fault("tournament %d is stored under the key %x", c.Number, key)
		}
		if open := v.tx.tx.Bucket(bucketTournamentsOpen).Get(key) != nil; open != (c.State == tournament.Joining) {
			v.fault("tournament %d is %s, and stands among those that can be joined: %v", c.Number, c.State, open)
		}
		for i, e := range c.Entrants {
			p, err := v.tx.Player(PlayerID(e.Player))
			if err != nil || c.Place(e.Player) != i || c.State == tournament.Joining && !p.Forgotten.IsZero() {
				v.fault("tournament %d: player %d is twice in it, forgotten, or nobody (%v)", c.Number, e.Player, err)
			}
		}
		if err := c.Check(); err != nil {
			v.fault("tournament %d: %v", c.Number, err)
			return
		}
		for i := range c.Groups {
			if !v.paired(c, &c.Groups[i]) {
				return
			}
		}
		v.rounds(c)
	})
}

// openTournaments checks that each that can be joined is there.
func (v *verifier) openTournaments() {
	for key := range v.tx.tx.Bucket(bucketTournamentsOpen).Scan(nil) {
		if c, err := v.tx.Tournament(tournament.Number(atEnd(key))); err != nil || c.State != tournament.Joining {
			v.fault("%s: %x can't be joined (%v)", bucketTournamentsOpen, key, err)
		}
	}
}

// paired checks that each pair of players of a group has its game.
func (v *verifier) paired(c *tournament.Tournament, group *tournament.Group) (ok bool) {
	next, ok := 0, true
	for first, second := range tournament.Pairs(len(group.Players)) {
		g, err := v.tx.Game(GameNumber(group.Games[next]))
		want := [2]PlayerID{PlayerID(group.Players[first]), PlayerID(group.Players[second])}
		if err != nil || g.Tournament != c.Number || g.Players != want || g.Private || !g.hasBegun() {
			v.fault("tournament %d: game %d is not the one of players %d and %d (%v)", c.Number, group.Games[next], want[0], want[1], err)
			ok = false
		}
		next++
	}
	return ok
}

// rounds checks that those play in each round who went on from the one before, and that the tournament is as far as its
// tables say.
func (v *verifier) rounds(c *tournament.Tournament) {
	for n := 1; n <= c.Round(); n++ {
		tables, over, err := TablesOf(c, n, v.tx.Game)
		groups := c.InRound(n)
		if last := n == c.Round(); err != nil || over != (!last || c.State == tournament.Decided) || last && over && len(groups) > 1 {
			v.fault("tournament %d is %s, and its tables of round %d say %v (%v)", c.Number, c.State, n, over, err)
			return
		}
		var through, next []uint32
		for _, e := range c.Through(groups, tables) {
			through = append(through, e.Player)
		}
		for _, g := range c.InRound(n + 1) {
			next = append(next, g.Players...)
		}
		slices.Sort(through)
		slices.Sort(next)
		if n < c.Round() && !slices.Equal(through, next) {
			v.fault("tournament %d: players %v went on from round %d, and %v play in the next one", c.Number, through, n, next)
		}
	}
}

// ofTournament checks that a game of a tournament is one of its games.
func (v *verifier) ofTournament(g *Game) {
	if g.Tournament == 0 {
		return
	}
	if c, err := v.tx.Tournament(g.Tournament); err != nil || c.GroupWith(uint32(g.Number)) == nil {
		v.fault("game %d is none of tournament %d (%v)", g.Number, g.Tournament, err)
	}
}
