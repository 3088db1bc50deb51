package club

import (
	"slices"
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

// opens has the operator open a tournament.
func (s *season) opens(terms tournament.Terms) (n tournament.Number) {
	s.t.Helper()
	s.change(func(u *unit.Unit) {
		rules := s.rules()
		var err error
		n, err = New(u, "an act", rules, nil, Answer{}).OpenByOperator(terms)
		s.check(err)
	})
	return n
}

// hears notes that a player has written.
func (s *season) hears(name string) {
	s.t.Helper()
	s.change(func(u *unit.Unit) {
		p, err := u.Player(s.players[name].ID)
		s.check(err)
		p.Heard = s.now
		u.ChangePlayer(p)
	})
}

func (s *season) tournament(n tournament.Number) (c *tournament.Tournament) {
	s.t.Helper()
	s.check(s.store.View(func(tx *store.Tx) (err error) {
		c, err = tx.Tournament(n)
		return err
	}))
	return c
}

// reachesAll holds that everybody gets mails who plays in a round of a tournament that has just begun.
func (s *season) reachesAll(n tournament.Number) {
	c := s.tournament(n)
	for _, g := range c.InRound(c.Round()) {
		for _, id := range g.Players {
			if p := s.playerOf(store.PlayerID(id)); p.Silent || !p.Unreachable.IsZero() || !p.Forgotten.IsZero() {
				s.t.Errorf("%s can't be written to and is drawn in tournament %d", p.Name, n)
			}
		}
	}
}

// dated are the terms of a tournament that begins in some days.
func (s *season) dated(days, group int) tournament.Terms {
	terms := CupTerms()
	terms.Group, terms.Starts = group, s.now.Add(time.Duration(days)*day)
	return terms
}

// openedLaws are those of a tournament that somebody has opened. Verify knows more of them: the groups part the players,
// each pair meets once, those play in a round who went on from the one before, and it is as far as its tables say.
func (s *season) openedLaws(t *rapid.T, c *tournament.Tournament) {
	if s.drawn[c.Number] != c.Round() {
		t.Fatalf("tournament %d has %d rounds, of which %d were told", c.Number, c.Round(), s.drawn[c.Number])
	}
	for i, g := range c.Groups {
		first := map[store.PlayerID]int{}
		for _, n := range g.Games {
			first[s.gameOf(n).Players[0]]++
		}
		var counts []int
		for _, id := range g.Players {
			counts = append(counts, first[store.PlayerID(id)])
		}
		if len(counts) > 0 && slices.Max(counts)-slices.Min(counts) > 1 {
			t.Fatalf("tournament %d: in group %d the players move first in %v games", c.Number, i+1, counts)
		}
		if n := len(g.Players); n > tournament.MostInGroup || g.Round == 1 && n < tournament.LeastInGroup {
			t.Fatalf("tournament %d: group %d has %d players", c.Number, i+1, n)
		}
	}
	for _, e := range c.Entrants {
		p := s.playerOf(store.PlayerID(e.Player))
		switch {
		case c.State == tournament.Joining && (p.Silent || !p.Forgotten.IsZero()):
			t.Fatalf("%s is in tournament %d and gets no mails", p.Name, c.Number)
		case c.Round() == 1 && !c.Starts.IsZero() && p.Forgotten.IsZero() && p.Heard.Before(c.Starts.Add(-askBefore-stillHere)):
			t.Fatalf("%s was drawn in tournament %d, and was heard of last on %v", p.Name, c.Number, p.Heard)
		}
	}
	if s.now.Sub(c.Created) > LatestStart+mostPutOff*putOffBy && c.State == tournament.Joining {
		t.Fatalf("tournament %d can still be joined", c.Number)
	}
}

// Whatever the players of a club do, a tournament that was opened keeps its laws, and comes to an end.
func TestOpenedTournaments(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := newSeason(t, rapid.IntRange(3, 24).Draw(r, "players"))
		terms := s.dated(rapid.IntRange(4, 40).Draw(r, "days"), rapid.IntRange(4, 7).Draw(r, "group"))
		if rapid.IntRange(0, 3).Draw(r, "undated") == 0 {
			terms.Starts = time.Time{}
		}
		n := s.opens(terms)
		for _, name := range s.names {
			s.hears(name)
			if rapid.IntRange(0, 9).Draw(r, "joins") > 0 {
				s.does(name, Enter{Number: n})
			}
		}
		gone, active := map[string]bool{}, rapid.IntRange(0, 3).Draw(r, "active") > 0
		for range rapid.IntRange(5, 40).Draw(r, "steps") {
			name := rapid.SampledFrom(s.names).Draw(r, "who")
			what := rapid.SampledFrom([]string{"play", "play", "play", "all", "wait", "wait", "write", "leave", "lost", "back", "stop", "forget"}).Draw(r, "what")
			switch {
			case what == "wait":
				s.waits(rapid.SampledFrom([]time.Duration{time.Hour, 3 * day, 5 * day, 12 * day}).Draw(r, "for"))
			case what == "play" || what == "all" && active: // one player, or everybody who is to move, resigns or plays
				for _, g := range s.playing() {
					mover := s.nameOf(g.Player(g.Course.ToMove))
					if gone[mover] || what == "play" && mover != name {
						continue
					}
					move := rapid.SampledFrom([]game.Move{{Kind: game.Resign}, {Kind: game.PutStone, Cell: cellOf(g)}}).Draw(r, "move")
					s.hears(mover)
					s.does(mover, Play{About: About{Game: g.Number}, Move: move})
				}
			case gone[name]:
			case what == "write":
				s.hears(name)
				s.reaches(name, true)
			case what == "leave":
				s.does(name, Leave{Number: n})
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
		s.waits(800 * day)
		s.laws(r)
		if c := s.tournament(n); c.State != tournament.Decided && c.State != tournament.CalledOff {
			r.Fatalf("tournament %d is %s after years in which nobody played", c.Number, c.State)
		}
	})
}

// playAll has the player who was numbered lower win each game that is played, without a move.
func (s *season) playAll() {
	s.t.Helper()
	for _, g := range s.playing() {
		loser := max(g.Players[0], g.Players[1])
		s.does(s.nameOf(loser), Play{About: About{Game: g.Number}, Move: game.Move{Kind: game.Resign}})
	}
}

// Eight players: two groups of four, by their ratings, whose first two meet in a final.
func TestTwoGroupsAndAFinal(t *testing.T) {
	s := newSeason(t, 8)
	n := s.opens(s.dated(10, 5))
	for _, name := range s.names {
		s.hears(name)
		s.does(name, Enter{Number: n})
	}
	s.waits(10 * day)
	c := s.tournament(n)
	if c.State != tournament.Drawn || len(c.Groups) != 2 || len(c.Games()) != 12 {
		t.Fatalf("%+v", c)
	}
	s.playAll()
	c = s.tournament(n)
	if c.Round() != 2 || len(c.Groups) != 3 || len(c.Groups[2].Players) != 4 || len(c.Groups[2].Games) != 6 || !c.Groups[0].Closed {
		t.Fatalf("%+v", c)
	}
	s.playAll()
	if c = s.tournament(n); c.State != tournament.Decided || s.decided[n] != 1 || s.drawn[n] != 2 {
		t.Fatalf("%+v", c)
	}
}

// Who has written nothing for two weeks is asked three days before, and without a word not drawn; with one, or after
// joining once more, is drawn. Nothing is held against who stays away.
func TestStillThere(t *testing.T) {
	s := newSeason(t, 7)
	n := s.opens(s.dated(30, 5))
	for _, name := range s.names {
		s.hears(name)
		s.does(name, Enter{Number: n})
	}
	s.waits(20 * day)
	for _, name := range s.names[:4] {
		s.hears(name)
	}
	s.waits(7*day - time.Second)
	if len(s.asked) > 0 {
		t.Fatalf("asked too early: %v", s.asked)
	}
	s.waits(time.Second)
	if len(s.asked) != 3 {
		t.Fatalf("asked are %v", s.asked)
	}
	s.hears("f")
	s.does("f", Enter{Number: n}) // which is what "yes" does
	s.waits(3 * day)
	c := s.tournament(n)
	var in []string
	for _, e := range c.Entrants {
		in = append(in, s.nameOf(store.PlayerID(e.Player)))
	}
	if !slices.Equal(in, []string{"a", "b", "c", "d", "f"}) {
		t.Errorf("drawn are %v", in)
	}
	if p := s.playerOf(s.players["g"].ID); len(p.Lates) > 0 {
		t.Errorf("it is held against g: %v", p.Lates)
	}
}

// A bot that is down when it should have asked asks when it is back, and gives the players as long to answer.
func TestAskedLate(t *testing.T) {
	s := newSeason(t, 5)
	n := s.opens(s.dated(30, 5))
	for _, name := range s.names {
		s.hears(name)
		s.does(name, Enter{Number: n})
	}
	s.now = s.now.Add(35 * day)
	s.waits(0)
	if c := s.tournament(n); c.State != tournament.Joining || len(s.asked) != 5 || !c.Starts.Equal(s.now.Add(askBefore)) {
		t.Fatalf("%+v, and %v are asked", c, s.asked)
	}
	for _, name := range s.names[:4] {
		s.hears(name)
	}
	s.waits(askBefore)
	if c := s.tournament(n); c.State != tournament.Drawn || len(c.Groups[0].Players) != 4 || len(s.asked) != 5 {
		t.Fatalf("%+v", c)
	}
}

// A tournament without a day for which more can be reached than a group is for takes them all, if a group can.
func TestMoreThanAGroup(t *testing.T) {
	s := newSeason(t, 6)
	terms := CupTerms()
	terms.Group = 5
	n := s.opens(terms)
	s.does("a", Enter{Number: n})
	s.reaches("a", false)
	for _, name := range []string{"b", "c", "d", "e"} {
		s.does(name, Enter{Number: n})
	}
	if c := s.tournament(n); c.State != tournament.Joining {
		t.Fatalf("%+v", c)
	}
	s.reaches("a", true)
	s.does("f", Enter{Number: n})
	if c := s.tournament(n); c.State != tournament.Drawn || len(c.Groups) != 1 || len(c.Groups[0].Players) != 6 {
		t.Fatalf("%+v", c)
	}
}

// For want of players a tournament is put off twice, and then called off.
func TestPutOff(t *testing.T) {
	s := newSeason(t, 3)
	terms := s.dated(10, 5)
	n := s.opens(terms)
	for _, name := range s.names {
		s.does(name, Enter{Number: n})
	}
	for i := range 2 {
		for _, name := range s.names {
			s.hears(name)
		}
		s.waits(terms.Starts.Add(time.Duration(i) * putOffBy).Sub(s.now))
		if c := s.tournament(n); c.State != tournament.Joining || c.PutOff != i+1 || !c.Starts.Equal(terms.Starts.Add(time.Duration(i+1)*putOffBy)) {
			t.Fatalf("%+v", c)
		}
	}
	s.waits(putOffBy)
	if c := s.tournament(n); c.State != tournament.CalledOff {
		t.Fatalf("%+v", c)
	}
	if why := refused(s.does("a", Enter{Number: n})); why == "" {
		t.Error("it can be joined")
	}
}

// A player opens one tournament at a time, with enough rated games and none lost on time.
func TestOpening(t *testing.T) {
	s := newSeason(t, 2)
	open := OpenTournament{Terms: s.dated(10, 5)}
	not := func(name string, why facts.TournamentRefusal) {
		t.Helper()
		for _, f := range s.does(name, open) {
			if no, ok := f.(facts.Refused); !ok || no.Why.(facts.NoTournament).Why != why {
				t.Errorf("%+v, want the refusal %v", f, why)
			}
		}
	}
	not("a", facts.NotTrusted)
	s.rateGames("a", "b", TrustedGames, game.ByResignation)
	log := s.does("a", open)
	if len(log) != 2 || s.tournament(1).Place(uint32(s.players["a"].ID)) != 0 {
		t.Fatalf("%+v", log)
	}
	not("a", facts.OpenedAlready)
	s.rateGames("a", "b", 1, game.ByTimeout)
	not("b", facts.NotTrusted)
	s.does("a", Leave{Number: 1}) // nobody else had joined it
	if c := s.tournament(1); c.State != tournament.CalledOff {
		t.Errorf("%+v", c)
	}
	s.waits(TrustedFor + day)
	if log := s.does("b", OpenTournament{Terms: s.dated(10, 5)}); len(log) != 2 {
		t.Errorf("%+v", log)
	}
}

// rateGames adds results of rated games, which the first player wins.
func (s *season) rateGames(winner, loser string, games int, reason game.Reason) {
	s.t.Helper()
	s.change(func(u *unit.Unit) {
		for range games {
			g := DefaultTerms().NewGame()
			g.Players, g.Challenger, g.Created = [2]store.PlayerID{s.players[winner].ID, s.players[loser].ID}, game.First, s.now
			s.check(u.Tx.AddGame(g))
			s.check(g.Begin(s.now))
			played, err := g.Replay()
			s.check(err)
			for i, cell := range []game.Cell{{Row: 3, Col: 4}, {Row: 4, Col: 4}} {
				s.check(played.Apply(game.Event{At: s.now, Seat: game.First + game.Seat(i), Move: game.Move{Kind: game.PutStone, Cell: cell}}))
			}
			last := game.Event{At: s.now, Seat: game.Second, Move: game.Move{Kind: game.Resign}}
			if reason == game.ByTimeout {
				s.check(played.Apply(game.Event{At: s.now, Seat: game.First, Move: game.Move{Kind: game.PutStone, Cell: game.Cell{Row: 5, Col: 4}}}))
				last.Move.Kind = game.RunOutOfTime
			}
			s.check(played.Apply(last))
			s.check(g.Record(played, s.now))
			_, err = u.Tx.AddResult(g, Rate)
			s.check(err)
			s.check(u.Tx.PutGame(g))
		}
	})
}

// The operator calls off a tournament that has not begun, and takes a player out of one that has.
func TestTournamentByOperator(t *testing.T) {
	s := newSeason(t, 8)
	off, on := s.opens(s.dated(10, 5)), s.opens(s.dated(10, 5))
	for _, name := range s.names {
		s.hears(name)
		s.does(name, Enter{Number: on})
	}
	s.does("a", Enter{Number: off})
	s.does("", TournamentByOperator{Act: acts.Act{Kind: acts.CallOff, Tournament: uint32(off), Reason: "No."}})
	if c := s.tournament(off); c.State != tournament.CalledOff {
		t.Errorf("%+v", c)
	}
	s.waits(10 * day)
	s.does("", TournamentByOperator{Act: acts.Act{Kind: acts.Remove, Tournament: uint32(on), Player: uint32(s.players["a"].ID), Reason: "Two accounts."}})
	if c := s.tournament(on); c.State != tournament.Drawn || !c.IsOut(uint32(s.players["a"].ID)) {
		t.Errorf("%+v", c)
	}
}
