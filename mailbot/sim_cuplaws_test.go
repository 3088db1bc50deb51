package mailbot_test

import (
	"math"
	"slices"
	"strconv"

	"github.com/google/go-cmp/cmp"

	"unlurbot/game"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
	"unlurbot/store/tournament"
	"unlurbot/templates"
)

// The laws of cups: whatever the model says, a store must keep them.

// checkCups holds the cups in a store to the laws.
func (w *world) checkCups(l *life) {
	for _, c := range w.storedCups(l) {
		w.view(l, func(tx *store.Tx) error {
			var games []*store.Game
			for _, n := range c.Games() {
				g, err := tx.Game(store.GameNumber(n))
				if err != nil {
					return err
				}
				games = append(games, g)
			}
			if c.State == tournament.Joining {
				return nil
			}
			w.checkPairs(c, games)
			table, err := store.CrossTable(c, &c.Groups[0], tx.Game)
			want := reckon(c, games)
			if diff := cmp.Diff(want, table.Rows); diff != "" {
				w.violate("cup %d has another table (-reckoned +stored):\n%s", c.Number, diff)
			}
			goesOn := slices.ContainsFunc(want, func(r tournament.Row) bool { return slices.Contains(r.Cells, tournament.Open) })
			if (c.State == tournament.Decided) == goesOn || table.Over == goesOn {
				w.violate("cup %d is %s, and a game goes on that counts: %t", c.Number, c.State, goesOn)
			}
			return err
		})
	}
}

// checkPairs holds that each pair of a cup has one game, under the terms of all cups, and that all move
// first equally often, or nearly.
func (w *world) checkPairs(c *tournament.Tournament, games []*store.Game) {
	met, first := map[[2]uint32]int{}, map[uint32]int{}
	for _, g := range games {
		a, b := uint32(g.Players[0]), uint32(g.Players[1])
		met[[2]uint32{min(a, b), max(a, b)}]++
		first[a]++
		if g.Tournament != c.Number || g.Size != 6 || g.Pace.String() != simCupPace.words || !g.Rated || g.Private || !g.Voided && g.CalledOff != game.NoSeat {
			w.violate("game %d of cup %d is not one of a cup: %+v", g.Number, c.Number, g)
		}
	}
	least, most := len(games), 0
	for i, a := range drawn(c) {
		least, most = min(least, first[a.Player]), max(most, first[a.Player])
		for _, b := range drawn(c)[i+1:] {
			if n := met[[2]uint32{min(a.Player, b.Player), max(a.Player, b.Player)}]; n != 1 {
				w.violate("players %d and %d of cup %d meet %d times", a.Player, b.Player, c.Number, n)
			}
		}
	}
	if n := len(c.Entrants); most-least > 1 || n < simLeast || n > simGroup || 2*len(games) != n*(n-1) {
		w.violate("cup %d has %d players and %d games, and its players move first from %d to %d times", c.Number, n, len(games), least, most)
	}
}

// reckon makes the table of a cup again: out of pairs, one after the other.
func reckon(c *tournament.Tournament, games []*store.Game) (rows []tournament.Row) {
	for i, e := range drawn(c) {
		r := tournament.Row{Player: i, Out: c.IsOut(e.Player), Struck: isStruck(c, games, e.Player)}
		for _, other := range drawn(c) {
			cell, onTime := cupCell(c, games, e.Player, other.Player)
			r.Cells = append(r.Cells, cell)
			switch cell {
			case tournament.Won, tournament.Walkover:
				r.Points++
				r.Over++
			case tournament.Lost, tournament.Forfeit:
				r.Over++
			}
			if cell == tournament.Lost && onTime {
				r.Late++
			}
		}
		r.Moved = slices.ContainsFunc(games, func(g *store.Game) bool { return hasMoved(g, store.PlayerID(e.Player)) })
		rows = append(rows, r)
	}
	return inPlaces(rows)
}

// hasMoved looks for a move of somebody among the events of a game.
func hasMoved(g *store.Game, who store.PlayerID) bool {
	played, err := g.Replay()
	return err == nil && slices.ContainsFunc(played.Line(), func(e game.Event) bool {
		return g.Player(e.Seat) == who && (e.Move.Kind == game.PutStone || e.Move.Kind == game.SayBlack)
	})
}

// drawn gives the players of a cup, in the order of the draw if it has begun.
func drawn(c *tournament.Tournament) (all []tournament.Entrant) {
	if len(c.Groups) == 0 {
		return c.Entrants
	}
	for _, id := range c.Groups[0].Players {
		all = append(all, c.Entrants[c.Place(id)])
	}
	return all
}

// exitOf gives after which result somebody was out, and how many were before; far behind all for who is not.
func exitOf(c *tournament.Tournament, who uint32) (after uint32, rank int) {
	if i := slices.IndexFunc(c.Exits, func(x tournament.Exit) bool { return x.Player == who }); i >= 0 {
		return c.Exits[i].After, i
	}
	return math.MaxUint32, len(c.Exits)
}

// isStruck says whether somebody is out who had played too little by then.
func isStruck(c *tournament.Tournament, games []*store.Game, who uint32) bool {
	over := 0
	after, _ := exitOf(c, who)
	for _, g := range games {
		if g.SeatOf(store.PlayerID(who)) != game.NoSeat && g.Result != 0 && uint32(g.Result) <= after {
			over++
		}
	}
	return c.IsOut(who) && over < 2 // of three games, or of four
}

// cupCell gives what a player has of another one, and whether their game was lost on time.
func cupCell(c *tournament.Tournament, games []*store.Game, who, other uint32) (cell tournament.Cell, onTime bool) {
	if who == other {
		return tournament.Self, false
	}
	i := slices.IndexFunc(games, func(g *store.Game) bool {
		return g.SeatOf(store.PlayerID(who)) != game.NoSeat && g.SeatOf(store.PlayerID(other)) != game.NoSeat
	})
	if i < 0 || isStruck(c, games, who) || isStruck(c, games, other) {
		return tournament.Uncounted, false
	}
	g := games[i]
	onTime = g.Course.Reason == game.ByTimeout
	counts := func(after uint32) bool { return g.Result != 0 && uint32(g.Result) <= after }
	mineAfter, mine := exitOf(c, who)
	theirsAfter, theirs := exitOf(c, other)
	switch iGo, theyGo := !counts(mineAfter), !counts(theirsAfter); {
	case c.IsOut(who) && iGo && (mine < theirs || !theyGo):
		return tournament.Forfeit, onTime
	case c.IsOut(other) && theyGo:
		return tournament.Walkover, onTime
	case g.State == store.Playing:
		return tournament.Open, false
	case g.State == store.Cancelled && g.Course.ToMove == g.SeatOf(store.PlayerID(who)):
		return tournament.Forfeit, false
	case g.State == store.Cancelled:
		return tournament.Walkover, false
	case g.Course.Winner == g.SeatOf(store.PlayerID(who)):
		return tournament.Won, onTime
	}
	return tournament.Lost, onTime
}

// inPlaces sorts the rows of a table: those who have equally much are parted by what they have of
// each other, again and again, and then by the games lost on time.
func inPlaces(rows []tournament.Row) []tournament.Row {
	keys := make([][]int, len(rows)) // by player, the better the less
	for i, r := range rows {
		keys[i] = []int{0, -r.Points}
		if r.Out {
			keys[i][0] = 1
		}
	}
	refine := func(more func(tournament.Row, []int) int) {
		var next [][]int
		for i, r := range rows {
			var tied []int
			for j := range rows {
				if slices.Equal(keys[i], keys[j]) {
					tied = append(tied, j)
				}
			}
			next = append(next, append(slices.Clone(keys[i]), more(r, tied)))
		}
		keys = next
	}
	for range rows {
		refine(func(r tournament.Row, tied []int) (minus int) {
			for _, j := range tied {
				if cell := r.Cells[j]; !r.Out && (cell == tournament.Won || cell == tournament.Walkover) {
					minus--
				}
			}
			return minus
		})
	}
	refine(func(r tournament.Row, _ []int) int {
		if r.Out {
			return 0
		}
		return r.Late
	})
	placed := slices.Clone(rows)
	slices.SortStableFunc(placed, func(a, b tournament.Row) int { return slices.Compare(keys[a.Player], keys[b.Player]) })
	for i := range placed {
		r := &placed[i]
		for j := range rows {
			switch order := slices.Compare(keys[j], keys[r.Player]); {
			case r.Out:
			case order < 0:
				r.Place++
			case order == 0 && j != r.Player:
				r.Shared = true
			}
		}
		if !r.Out {
			r.Place++
		}
	}
	return placed
}

// checkCup holds that nobody is told of a cup, unasked, who wants no mails or is out.
func (w *world) checkCup(m *store.Outgoing) {
	event := templates.Kind(bottest.Field(m, "X-Unlur-Event"))
	if event != templates.Drawn && event != templates.ATournament || bottest.Field(m, "Auto-Submitted") == "auto-replied" {
		return
	}
	if at, silent := w.model.silentAt[m.EnvelopeTo]; silent && m.Date.After(at) {
		w.violate("%s wants no mails and gets one: %s", m.EnvelopeTo, tell(m))
	}
	number, _ := strconv.Atoi(cupIn(m))
	c := w.model.cup(number)
	if c == nil || c.place(m.EnvelopeTo) < 0 {
		w.violate("%s is told of cup %q", m.EnvelopeTo, m.Subject)
		return
	}
	for _, x := range c.exits {
		if x.who == m.EnvelopeTo && m.Date.After(x.seen) {
			w.violate("%s is out of cup %d since %v and is told of it: %s", m.EnvelopeTo, number, x.seen, tell(m))
		}
	}
}
