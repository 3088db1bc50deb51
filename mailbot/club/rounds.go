package club

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"slices"

	"unlurbot/game"
	"unlurbot/mailbot/facts"
	"unlurbot/store"
	"unlurbot/store/tournament"
)

// A director runs the tournaments: lets people in and out, draws the rounds, and ends what is over. What comes of it stands
// in a book.
type director struct{ *book }

// draw begins a tournament that is full with those who can be reached, the first to join first: of a cup as many as it is
// for, and the others have joined the next one; of another as many as a group can have.
func (b director) draw(c *tournament.Tournament, there []tournament.Entrant) error {
	most := c.Group
	if c.Opened {
		most = tournament.MostInGroup
	}
	drawn := there[:min(len(there), most)]
	rest := slices.DeleteFunc(slices.Clone(c.Entrants), func(e tournament.Entrant) bool { return slices.Contains(drawn, e) })
	if err := b.round(c, drawn); err != nil {
		return err
	}
	if c.Opened {
		b.leaveOut(c, rest, facts.Full)
	}
	if len(rest) == 0 || c.Opened {
		return nil
	}
	next := &tournament.Tournament{State: tournament.Joining, Terms: c.Terms, Created: b.u.Now, Entrants: rest}
	if err := b.u.Tx.AddTournament(next); err != nil {
		return err
	}
	return b.lookAt(next, b.u.TermBegins) // who waits may be enough for it
}

// round begins the next round of a tournament with some players: it is drawn, and all its games begin.
func (b director) round(c *tournament.Tournament, players []tournament.Entrant) error {
	key, err := b.u.Tx.FixedKey(keyOfDraw)
	if err != nil {
		return err
	}
	var groups []tournament.Group
	for _, ids := range tournament.Deal(players, c.Group, lots(key, c.Number, c.Round()+1)) {
		group := tournament.Group{Players: ids}
		for first, second := range tournament.Pairs(len(ids)) {
			g, err := b.pair(c, store.PlayerID(ids[first]), store.PlayerID(ids[second]))
			if err != nil {
				return err
			}
			group.Games = append(group.Games, uint32(g.Number))
		}
		groups = append(groups, group)
	}
	if err := c.Draw(groups, b.u.TermBegins); err != nil {
		return err
	}
	b.note(facts.TournamentDrawn{Tournament: c.Number})
	return b.decide(c) // where there are no games
}

// pair begins a game of a tournament.
func (b director) pair(c *tournament.Tournament, first, second store.PlayerID) (*store.Game, error) {
	g := gameTerms(c.Terms).NewGame()
	g.Tournament, g.Challenger, g.Players = c.Number, game.First, [2]store.PlayerID{first, second}
	return g, b.setUp(g)
}

// gameTerms are those of the games of a tournament.
func gameTerms(t tournament.Terms) Terms { return Terms{Size: t.Size, Pace: t.Pace, Rated: t.Rated} }

// lots gives the lots of the players in a round of a tournament, which nobody can foresee and which are the same
// each time.
func lots(key []byte, n tournament.Number, round int) func(player uint32) []byte {
	return func(player uint32) []byte {
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "unlurbot tournament 1\x00%d\x00%d", n, player)
		if round > 1 {
			fmt.Fprintf(mac, "\x00%d", round)
		}
		return mac.Sum(nil)
	}
}

// exit takes a player out of a tournament that has begun, whose round may be over by that.
func (b director) exit(c *tournament.Tournament, e tournament.Exit) error {
	if err := c.Exit(e); err != nil {
		return err
	}
	f := facts.TournamentExit{Tournament: c.Number, Player: store.PlayerID(e.Player), Late: e.Late}
	group := c.GroupOf(e.Player)
	table, err := store.CrossTable(c, group, b.u.Game)
	if err != nil {
		return err
	}
	for _, r := range table.Rows {
		f.Struck = f.Struck || r.Struck && group.Players[r.Player] == e.Player
	}
	if e.Late {
		p, err := b.u.Player(store.PlayerID(e.Player))
		if err != nil {
			return err
		}
		p.Lates = append(p.Lates, e.At)
		b.u.ChangePlayer(p)
		f.Until = LateUntil(p)
		if _, err := b.leaveOpen(p.ID); err != nil { // which the player could not join now
			return err
		}
	}
	b.note(f)
	return b.decide(c)
}

// decide writes a tournament back. If no game of its round is left that could change a table, the next round
// begins, or the tournament ends.
func (b director) decide(c *tournament.Tournament) error {
	tables, over, err := store.TablesOf(c, c.Round(), b.u.Game)
	switch {
	case err != nil:
		return err
	case !over:
		return b.u.Tx.PutTournament(c)
	case len(tables) == 1:
		if err := c.Decide(b.u.Now); err != nil {
			return err
		}
		b.note(facts.TournamentDecided{Tournament: c.Number})
		return b.u.Tx.PutTournament(c)
	}
	through, err := b.through(c)
	if err != nil {
		return err
	}
	return b.round(c, through)
}

// through gives who goes on from a round that is over. Whoever would, and can't be written to or may begin no games, is
// out instead, and the next one in the table goes on.
func (b director) through(c *tournament.Tournament) ([]tournament.Entrant, error) {
	for {
		tables, _, err := store.TablesOf(c, c.Round(), b.u.Game)
		if err != nil {
			return nil, err
		}
		through := c.Through(c.InRound(c.Round()), tables)
		gone := 0
		for _, e := range through {
			p, err := b.u.Player(store.PlayerID(e.Player))
			if err != nil {
				return nil, err
			}
			if p.Unreachable.IsZero() && !p.Silent && p.Forgotten.IsZero() && p.Banned.IsZero() && !b.u.Forgets(p) {
				continue
			}
			gone++
			if err := c.Exit(tournament.Exit{Player: e.Player, At: b.u.Now, After: uint32(b.u.Tx.LastResult())}); err != nil {
				return nil, err
			}
		}
		if gone == 0 {
			return through, nil
		}
	}
}

// endedIn lets a game that is over count in its tournament. Whoever has lost two of it on time, or
// never begun them, is out; and so is, with the first, whoever has moved in none.
func (b director) endedIn(g *store.Game) error {
	c, err := b.u.Tx.Tournament(g.Tournament)
	if err != nil || c.State != tournament.Drawn || c.GroupWith(uint32(g.Number)).Closed {
		return err
	}
	late := g.Player(LateSeat(g))
	if late == store.NoPlayer || c.IsOut(uint32(late)) {
		return b.decide(c)
	}
	out, err := b.isTooLate(c, late)
	switch {
	case err != nil:
		return err
	case out:
		return b.exit(c, tournament.Exit{Player: uint32(late), At: g.Ended, After: uint32(g.Result), Late: true})
	}
	return b.decide(c)
}

// isTooLate says whether a player has been late often enough to be out of a tournament, in games
// that have an effect on it.
func (b director) isTooLate(c *tournament.Tournament, id store.PlayerID) (bool, error) {
	times, moved := 0, false
	for _, n := range c.Games() {
		g, err := b.u.Game(store.GameNumber(n))
		if err != nil {
			return false, err
		}
		seat := g.SeatOf(id)
		if seat == game.NoSeat {
			continue
		}
		if LateSeat(g) == seat && !c.WasOut(uint32(g.Player(seat.Other())), uint32(g.Result)) {
			times++
		}
		moved = moved || g.Course.Ply >= int(seat)
	}
	return times > 1 || times == 1 && !moved, nil
}

// LateSeat gives the seat of who has lost a game on time, or never begun it; NoSeat if nobody has.
func LateSeat(g *store.Game) game.Seat {
	switch {
	case g.State == store.Finished && g.Course.Reason == game.ByTimeout:
		return g.Course.Winner.Other()
	case g.State == store.Cancelled && !g.Voided && g.CalledOff == game.NoSeat:
		return g.Course.ToMove
	}
	return game.NoSeat
}

// readmit lets a player who was late in a game that goes on again back into its tournament, if the
// player is out for that.
func (b director) readmit(g *store.Game, late store.PlayerID) error {
	if g.Tournament == 0 || late == store.NoPlayer {
		return nil
	}
	c, err := b.u.Tx.Tournament(g.Tournament)
	if err != nil {
		return err
	}
	if out, err := b.isTooLate(c, late); out || err != nil {
		return err
	}
	p, err := b.u.Player(late)
	if err != nil {
		return err
	}
	if since := c.Readmit(uint32(late)); !since.IsZero() {
		p.Lates = slices.DeleteFunc(p.Lates, since.Equal)
		b.u.ChangePlayer(p)
	}
	return b.u.Tx.PutTournament(c)
}
