package club

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"unlurbot/game"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
	"unlurbot/store/acts"
	"unlurbot/store/tournament"
)

// A season is a club whose players play cups, and what has come of it.
type season struct {
	*table
	names   []string
	decided map[tournament.Number]int // how often each was told to be over
	drawn   map[tournament.Number]int // how many of its rounds were told to begin
	asked   []facts.TournamentAsked
	exits   []facts.TournamentExit    // those since they were last looked at
	changed time.Time                 // when somebody did something
	again   map[store.GameNumber]bool // the games of the ladder that went on again
}

func newSeason(t *testing.T, players int) *season {
	s := &season{table: sit(t), decided: map[tournament.Number]int{}, drawn: map[tournament.Number]int{}}
	s.change(func(u *unit.Unit) {
		for i := range players {
			name := string(rune('a' + i))
			p := &store.Player{Address: name + "@example.com", Name: "Player " + name, Active: true, Created: s.now}
			s.check(u.Tx.AddPlayer(p))
			s.players[name], s.names = p, append(s.names, name)
		}
	})
	return s
}

// does has a player order something; what comes of it by itself is no player's.
func (s *season) does(name string, o Order) (log []facts.Fact) {
	s.t.Helper()
	return s.didAt(s.now, name, o)
}

// didAt is does with a mail that came before, or with what was due before.
func (s *season) didAt(at time.Time, name string, o Order) (log []facts.Fact) {
	s.t.Helper()
	if name != "" {
		s.changed = s.now
	}
	s.change(func(u *unit.Unit) {
		u.Times = unit.Since(u.Now, at)
		var me *store.Player
		if name != "" {
			var err error
			me, err = u.Player(s.players[name].ID)
			s.check(err)
		}
		rules := s.rules()
		rules.Cups, rules.Ladder, rules.OpenGames = true, true, 100
		entries, err := New(u, "a mail", rules, me, Answer{}).Do(o)
		s.check(err)
		for _, e := range entries {
			log = append(log, e.Fact)
		}
	})
	for _, f := range log {
		switch f := f.(type) {
		case facts.TournamentDecided:
			s.decided[f.Tournament]++
		case facts.TournamentExit:
			s.exits = append(s.exits, f)
		case facts.TournamentDrawn:
			s.drawn[f.Tournament]++
			s.reachesAll(f.Tournament)
		case facts.TournamentAsked:
			s.asked = append(s.asked, f)
		}
	}
	return log
}

// waits lets time go by, with all that happens by itself.
func (s *season) waits(d time.Duration) {
	s.t.Helper()
	for until := s.now.Add(d); ; {
		var due []store.WakeUp
		s.check(s.store.View(func(tx *store.Tx) (err error) {
			due, err = tx.DueWakes(until, 1)
			return err
		}))
		if len(due) == 0 {
			s.now = until
			return
		}
		if due[0].At.After(s.now) {
			s.now = due[0].At
		}
		s.change(func(u *unit.Unit) {
			_, err := u.Tx.Woken(due[0])
			s.check(err)
		})
		switch due[0].Kind {
		case store.WakeClock:
			s.does("", Ring{About: About{Game: store.GameNumber(due[0].Number)}, Due: due[0].At, UpTo: s.now})
		case store.WakeTournament:
			s.didAt(due[0].At, "", LookAtTournament{Number: tournament.Number(due[0].Number), Due: due[0].At})
		case store.WakeLadder:
			s.didAt(due[0].At, "", BeginLadderGames{Due: due[0].At})
		}
	}
}

// all gives all tournaments, the newest first, and their tables.
func (s *season) all() (all []*tournament.Tournament) {
	s.t.Helper()
	s.check(s.store.View(func(tx *store.Tx) error {
		for c, err := range tx.LastTournaments() {
			s.check(err)
			all = append(all, c)
		}
		return nil
	}))
	return all
}

// playing lists the games of tournaments that go on.
func (s *season) playing() (games []*store.Game) {
	s.t.Helper()
	s.check(s.store.View(func(tx *store.Tx) error {
		return tx.EachGame(func(g *store.Game) error {
			if g.State == store.Playing && g.Tournament != 0 {
				games = append(games, g)
			}
			return nil
		})
	}))
	return games
}

// laws are those that always hold. Verify knows more of them: that each pair of a group has one
// game, and that a tournament is decided when no game is left that counts.
func (s *season) laws(t *rapid.T) {
	faults, err := s.store.Verify(nil)
	if err != nil || len(faults) > 0 {
		t.Fatal(err, faults)
	}
	for i, c := range s.all() {
		switch {
		case c.Opened:
			s.openedLaws(t, c)
		case c.State == tournament.Joining:
			var there []tournament.Entrant
			for _, e := range c.Entrants {
				p := s.playerOf(store.PlayerID(e.Player))
				if p.Silent || !p.Forgotten.IsZero() {
					t.Fatalf("%s is in tournament %d and gets no mails", p.Name, c.Number)
				}
				if p.Unreachable.IsZero() {
					there = append(there, e)
				}
			}
			waited := len(there) > 0 && s.now.Sub(there[0].Joined) > CupPatience+2*cupLook
			if len(there) >= CupPlayers && s.now.Sub(s.changed) > 2*cupLook || len(there) >= CupLeast && waited && s.now.Sub(s.changed) > 2*cupLook {
				t.Fatalf("tournament %d could have begun, and nobody looks at it", c.Number)
			}
			if i > 0 && !s.all()[0].Opened {
				t.Fatalf("tournament %d is open behind a newer one", c.Number)
			}
		default:
			joined := slices.MinFunc(c.Entrants, func(a, b tournament.Entrant) int { return a.Joined.Compare(b.Joined) }).Joined
			if n := len(c.Entrants); n < CupLeast || n > CupPlayers || n < CupPlayers && c.Began.Sub(joined) < CupPatience {
				t.Fatalf("tournament %d began with %d players, of whom the first had waited for %v", c.Number, n, c.Began.Sub(joined))
			}
			first := map[store.PlayerID]int{}
			for _, n := range c.Games() {
				first[s.gameOf(n).Players[0]]++
			}
			var counts []int
			for _, e := range c.Entrants {
				counts = append(counts, first[store.PlayerID(e.Player)])
			}
			if slices.Max(counts)-slices.Min(counts) > 1 {
				t.Fatalf("tournament %d: the players move first in %v games", c.Number, counts)
			}
		}
		want := 0
		if c.State == tournament.Decided {
			want = 1
		}
		if s.decided[c.Number] != want {
			t.Fatalf("tournament %d is %s, and its end was told %d times", c.Number, c.State, s.decided[c.Number])
		}
	}
}

// reaches says whether mails reach a player from now on.
func (s *season) reaches(name string, yes bool) {
	s.t.Helper()
	s.changed = s.now
	s.change(func(u *unit.Unit) {
		p, err := u.Player(s.players[name].ID)
		s.check(err)
		switch {
		case yes:
			p.Silent, p.Unreachable = false, time.Time{}
		case p.Unreachable.IsZero():
			p.Unreachable = s.now
		}
		u.ChangePlayer(p)
	})
}

func (s *season) playerOf(id store.PlayerID) (p *store.Player) {
	s.t.Helper()
	s.check(s.store.View(func(tx *store.Tx) (err error) {
		p, err = tx.Player(id)
		return err
	}))
	return p
}

func (s *season) gameOf(n uint32) (g *store.Game) {
	s.t.Helper()
	s.check(s.store.View(func(tx *store.Tx) (err error) {
		g, err = tx.Game(store.GameNumber(n))
		return err
	}))
	return g
}

// Whatever the players of a club do, its cups keep their laws, and all come to an end.
func TestSeasons(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := newSeason(t, 8)
		gone := map[string]bool{}
		for range rapid.IntRange(5, 40).Draw(r, "steps") {
			name := rapid.SampledFrom(s.names).Draw(r, "who")
			switch what := rapid.SampledFrom([]string{"join", "join", "join", "join", "play", "play", "play", "leave", "wait", "wait", "lost", "back", "stop", "forget"}).Draw(r, "what"); {
			case what == "wait":
				s.waits(rapid.SampledFrom([]time.Duration{time.Hour, day, 5 * day, 12 * day, 31 * day}).Draw(r, "for"))
			case what == "play":
				if games := s.playing(); len(games) > 0 {
					g := rapid.SampledFrom(games).Draw(r, "game")
					move := rapid.SampledFrom([]game.Move{{Kind: game.Resign}, {Kind: game.PutStone, Cell: cellOf(g)}, {Kind: game.PutStone, Cell: cellOf(g)}}).Draw(r, "move")
					seat := g.Course.ToMove
					for n, p := range s.players {
						if p.ID == g.Player(seat) && !gone[n] {
							s.does(n, Play{About: About{Game: g.Number}, Move: move})
						}
					}
				}
			case gone[name]:
			case what == "join":
				s.reaches(name, true) // who writes gets mails again
				s.does(name, Enter{})
			case what == "leave":
				s.does(name, Leave{Number: rapid.SampledFrom([]tournament.Number{0, 1, 2, 3}).Draw(r, "which")})
			case what == "lost":
				s.reaches(name, false)
			case what == "back":
				s.reaches(name, true)
			case what == "stop":
				s.does(name, Stop{})
			case what == "forget":
				s.does(name, Forget{Sure: true})
				gone[name] = true
			}
			s.laws(r)
		}
		s.waits(400 * day)
		s.laws(r)
		for _, c := range s.all() {
			if c.State == tournament.Drawn {
				r.Fatalf("tournament %d goes on after more than a year in which nobody played", c.Number)
			}
		}
	})
}

// is checks how far the newest cup has come, and of how many players it is.
func (s *season) is(number tournament.Number, state tournament.State, players int) {
	s.t.Helper()
	if c := s.all()[0]; c.Number != number || c.State != state || len(c.Entrants) != players {
		s.t.Errorf("the newest cup is %d, %s, with %d players; want %d, %s, %d", c.Number, c.State, len(c.Entrants), number, state, players)
	}
}

// An address that is dead for good does not hold up a cup, nor make one begin early, nor stay in it.
func TestDeadAddress(t *testing.T) {
	s := newSeason(t, 10)
	s.does("a", Enter{})
	s.reaches("a", false)
	for _, n := range s.names[1:6] {
		s.does(n, Enter{})
	}
	s.is(2, tournament.Joining, 1)
	s.waits(29 * day)
	for _, n := range s.names[6:9] {
		s.does(n, Enter{})
	}
	s.is(2, tournament.Joining, 4)
	s.waits(3 * day)
	s.is(2, tournament.Joining, 3)
	s.does("j", Enter{})
	s.is(2, tournament.Joining, 4)
	s.waits(28 * day)
	s.is(2, tournament.Drawn, 4)
}

// A cup begins although the first to join has left since.
func TestFirstToJoinLeaves(t *testing.T) {
	s := newSeason(t, 5)
	s.does("a", Enter{})
	s.waits(10 * day)
	s.does("b", Enter{})
	s.does("c", Enter{})
	s.waits(21 * day)
	s.does("a", Leave{})
	s.does("d", Enter{})
	s.does("e", Enter{})
	s.waits(8 * day)
	s.is(1, tournament.Joining, 4)
	s.waits(2 * day)
	s.is(1, tournament.Drawn, 4)
}

// No game of a cup begins before its players have waited long enough, however late the bot looks at it, or reads who joins.
func TestLateLookAtACup(t *testing.T) {
	s := newSeason(t, 5)
	s.does("a", Enter{})
	s.now = s.now.Add(day / 48)
	for _, name := range s.names[1:4] {
		s.does(name, Enter{})
	}
	s.does("a", Leave{})
	s.does("e", Enter{})
	ready := s.now.Add(CupPatience)
	s.waits(29 * day)
	s.now = ready.Add(day / 96) // and half an hour before it was to look
	s.waits(day)
	s.is(1, tournament.Drawn, 4)
	s.beginsAfter(ready)

	s = newSeason(t, 4)
	for _, name := range s.names[:3] {
		s.does(name, Enter{})
	}
	ready = s.now.Add(CupPatience)
	s.waits(CupPatience - day/2)
	s.now = ready.Add(day / 96)
	s.didAt(ready.Add(-day/96), "d", Enter{})
	s.is(1, tournament.Joining, 4)
	s.waits(0)
	s.is(1, tournament.Drawn, 4)
	s.beginsAfter(ready)
}

// beginsAfter holds that no game has begun before some time.
func (s *season) beginsAfter(at time.Time) {
	s.t.Helper()
	for _, g := range s.playing() {
		if began := g.Clock.Since; began.Before(at) {
			s.t.Errorf("game %d begins at %v, and may at %v", g.Number, began, at)
		}
	}
}

// A tournament without a day begins at the last look at it rather than is called off, though the bot looks later.
func TestLastLookAtAnOpenTournament(t *testing.T) {
	s := newSeason(t, 4)
	terms := CupTerms()
	terms.Group = 5
	n := s.opens(terms)
	s.waits(OpenFor - CupPatience - day/2)
	for _, name := range s.names {
		s.does(name, Enter{Number: n})
	}
	s.waits(CupPatience - day)
	s.now = s.now.Add(4 * day) // off on the day before the last, and for days after it
	s.waits(0)
	s.is(n, tournament.Drawn, 4)
}

// Who can be reached again is counted, and there may be enough for two cups.
func TestReachedAgain(t *testing.T) {
	s := newSeason(t, 11)
	for _, n := range s.names[:8] {
		s.does(n, Enter{})
		s.reaches(n, false)
	}
	s.does(s.names[8], Enter{})
	s.is(1, tournament.Joining, 9)
	for _, n := range s.names[:8] {
		s.reaches(n, true)
	}
	s.waits(2 * day)
	s.is(2, tournament.Joining, 4)
	for _, n := range s.names[5:9] {
		s.reaches(n, false)
	}
	s.does(s.names[9], Enter{})
	for _, n := range s.names[5:9] {
		s.reaches(n, true)
	}
	if log := s.does(s.names[10], Enter{}); len(log) != 2 {
		t.Errorf("who joins last, for whom there is no place, hears %+v", log)
	}
	s.is(3, tournament.Joining, 1)
}

// Whoever is out for being late leaves the cup that is open, which nobody could join then.
func TestLateAndJoined(t *testing.T) {
	s, c := full(t)
	late := s.named(c, 0)
	if why := refused(s.does(late, Enter{})); why != "" {
		t.Fatal(why)
	}
	s.is(2, tournament.Joining, 1)
	s.waits(11 * day)
	s.is(2, tournament.Joining, 0)
}

// Whoever has ended all games that count can't lose anything by leaving.
func TestLeaveAtTheEnd(t *testing.T) {
	s, c := full(t)
	s.does(s.named(c, 4), Leave{Number: c.Number})
	for _, n := range c.Games() {
		g := s.gameOf(n)
		first := s.named(c, 0)
		if g.SeatOf(s.players[first].ID) == game.NoSeat || g.SeatOf(store.PlayerID(c.Groups[0].Players[4])) != game.NoSeat {
			continue
		}
		if g.Player(g.Course.ToMove) == s.players[first].ID {
			s.does(first, Play{About: About{Game: g.Number}, Move: game.Move{Kind: game.PutStone, Cell: cellOf(g)}})
			g = s.gameOf(n)
		}
		s.does(s.named(c, slices.Index(c.Groups[0].Players, uint32(g.Player(g.Course.ToMove)))), Play{About: About{Game: g.Number}, Move: game.Move{Kind: game.Resign}})
	}
	if why := refused(s.does(s.named(c, 0), Leave{Number: c.Number})); !strings.Contains(why, fmt.Sprintf("Why:%d", facts.NotInTournament)) {
		t.Errorf("leaving a cup without a game that counts: %q", why)
	}
}

// cellOf gives a cell that can be played in a game: each move its own, of the inner cells.
func cellOf(g *store.Game) game.Cell {
	for row := 3; row < 8; row++ {
		for col := 3; col < 8; col++ {
			cell := game.Cell{Row: int16(row), Col: int16(col)}
			if !slices.ContainsFunc(g.Events, func(e game.Event) bool { return e.Move.Cell == cell }) {
				return cell
			}
		}
	}
	return game.Cell{}
}

// full gives a season in which five have joined, and the games of their cup.
func full(t *testing.T) (s *season, c *tournament.Tournament) {
	s = newSeason(t, 5)
	for _, name := range s.names {
		s.does(name, Enter{})
	}
	return s, s.all()[0]
}

// named gives the name of a player of a tournament by the place.
func (s *season) named(c *tournament.Tournament, place int) string {
	for name, p := range s.players {
		if uint32(p.ID) == c.Groups[0].Players[place] {
			return name
		}
	}
	s.t.Fatal("nobody")
	return ""
}

// refused says why the last order was.
func refused(log []facts.Fact) string {
	if f, ok := log[len(log)-1].(facts.Refused); ok {
		return fmt.Sprintf("%+v", f.Why)
	}
	return ""
}

// oneIsLate gives a cup in which all have moved but the player at place 0, whose time is up.
func oneIsLate(t *testing.T) (s *season, c *tournament.Tournament) {
	s, c = full(t)
	if c.State != tournament.Drawn || len(c.Games()) != 10 {
		t.Fatalf("%+v", c)
	}
	for _, n := range c.Games() {
		g := s.gameOf(n)
		for i, seat := range []game.Seat{game.First, game.Second} {
			if g.Player(seat) == store.PlayerID(c.Groups[0].Players[0]) {
				break
			}
			move := game.Move{Kind: game.PutStone, Cell: game.Cell{Row: int16(3 + i), Col: 4}}
			s.does(s.named(c, slices.Index(c.Groups[0].Players, uint32(g.Player(seat)))), Play{About: About{Game: g.Number}, Move: move})
		}
	}
	s.waits(5*day + time.Minute)
	return s, c
}

// Who never moves is out with the first game that is called off, and can join no other for a
// month, and for three the next time within a year.
func TestLate(t *testing.T) {
	s, c := oneIsLate(t)
	late := s.named(c, 0)
	if len(s.exits) != 1 || !s.exits[0].Late || !s.exits[0].Struck || s.exits[0].Player != s.players[late].ID {
		t.Fatalf("out are %+v", s.exits)
	}
	if why := refused(s.does(late, Enter{})); !strings.Contains(why, fmt.Sprintf("Why:%d", facts.LateBefore)) {
		t.Errorf("%s joins again: %s", late, why)
	}
	s.waits(31 * day)
	if why := refused(s.does(late, Enter{})); why != "" {
		t.Errorf("after a month %s can't join: %s", late, why)
	}
	p := store.Player{Lates: []time.Time{s.now.Add(-40 * day), s.now}}
	if until := LateUntil(&p); !until.Equal(s.now.Add(90 * day)) {
		t.Errorf("the second time within a year it is until %v", until)
	}
	p.Lates[0] = s.now.Add(-366 * day)
	if until := LateUntil(&p); !until.Equal(s.now.Add(30 * day)) {
		t.Errorf("after a year it is until %v", until)
	}
}

// Four are enough after a month; whoever can't be reached then has joined the next cup.
func TestFourAreEnough(t *testing.T) {
	s := newSeason(t, 5)
	for _, name := range s.names {
		if name == "b" {
			s.waits(day)
		}
		if name == "e" {
			s.reaches("a", false)
		}
		s.does(name, Enter{})
	}
	s.waits(CupPatience - time.Second)
	if all := s.all(); len(all) != 1 || all[0].State != tournament.Joining || len(all[0].Entrants) != 5 {
		t.Fatalf("before the month is over: %+v", all)
	}
	s.waits(time.Second)
	all := s.all()
	if len(all) != 2 || all[1].State != tournament.Drawn || len(all[1].Entrants) != 4 || len(all[1].Games()) != 6 {
		t.Fatalf("%+v", all)
	}
	if next := all[0]; next.State != tournament.Joining || len(next.Entrants) != 1 || next.Entrants[0].Player != uint32(s.players["a"].ID) {
		t.Errorf("the next one: %+v", next)
	}
}

// No game of a tournament is called off, and whoever resigns at once loses.
func TestNoAbortInTournament(t *testing.T) {
	s, c := full(t)
	g := s.gameOf(c.Games()[0])
	name := s.named(c, slices.Index(c.Groups[0].Players, uint32(g.Players[0])))
	if why := refused(s.does(name, Abort{About{Game: g.Number}})); why != fmt.Sprintf("%+v", facts.AbortInTournament) {
		t.Errorf("abort: %s", why)
	}
	s.does(name, Play{About: About{Game: g.Number}, Move: game.Move{Kind: game.Resign}})
	if g := s.gameOf(c.Games()[0]); g.State != store.Finished || g.Course.Winner != game.Second {
		t.Errorf("resigned at once: %+v", g.Course)
	}
}

// Whoever is out for being late is in again once the operator has reopened what it was for.
func TestReadmitted(t *testing.T) {
	s, c := oneIsLate(t)
	late := c.Groups[0].Players[0]
	var lost []*store.Game
	for _, n := range c.Games() {
		if g := s.gameOf(n); uint32(g.Player(LateSeat(g))) == late {
			lost = append(lost, g)
		}
	}
	for i, g := range lost {
		if !s.all()[0].IsOut(late) {
			t.Errorf("in again after %d of %d games", i, len(lost))
		}
		s.does("", GameByOperator{About: About{Game: g.Number}, Act: acts.Act{Kind: acts.Reopen, At: s.now, Game: uint32(g.Number), Reason: "The relay was down."}})
	}
	p := s.playerOf(store.PlayerID(late))
	if len(lost) < 2 || s.all()[0].IsOut(late) || len(p.Lates) > 0 {
		t.Errorf("after %d games: %+v, and late at %v", len(lost), s.all()[0].Exits, p.Lates)
	}
}

// Who is late in games with others who are out already is not out for that.
func TestLateInGamesWithoutEffect(t *testing.T) {
	s, c := full(t)
	of := func(g *store.Game, place int) game.Seat { return g.SeatOf(store.PlayerID(c.Groups[0].Players[place])) }
	var without []uint32 // in which the player at place 2 does not move, against those at 0 and 1
	for _, n := range c.Games() {
		g := s.gameOf(n)
		if of(g, 2) != game.NoSeat && (of(g, 0) != game.NoSeat || of(g, 1) != game.NoSeat) {
			without = append(without, n)
		}
		for i, seat := range []game.Seat{game.First, game.Second} {
			if seat == of(g, 2) && slices.Contains(without, n) {
				break
			}
			move := game.Move{Kind: game.PutStone, Cell: game.Cell{Row: int16(3 + i), Col: 4}}
			s.does(s.named(c, slices.Index(c.Groups[0].Players, uint32(g.Player(seat)))), Play{About: About{Game: g.Number}, Move: move})
		}
	}
	for place := range 2 {
		s.does(s.named(c, place), Leave{Number: c.Number})
	}
	s.exits = nil
	s.waits(5*day + time.Minute)
	for _, n := range without {
		if g := s.gameOf(n); LateSeat(g) != of(g, 2) {
			t.Errorf("game %d is %s", n, g.State)
		}
	}
	if len(without) != 2 || len(s.exits) > 0 {
		t.Errorf("games %d, and out are %+v", without, s.exits)
	}
}
