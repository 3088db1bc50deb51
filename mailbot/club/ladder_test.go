package club

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"unlurbot/game"
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
	"unlurbot/store/acts"
	"unlurbot/store/ladder"
)

// ladder gives the ladder as it is.
func (s *season) ladder() (l *ladder.Ladder) {
	s.t.Helper()
	s.check(s.store.View(func(tx *store.Tx) (err error) {
		l, err = tx.Ladder()
		return err
	}))
	return l
}

// rungs gives the names of who is on the ladder, the best first, as "abc".
func (s *season) rungs() (names string) {
	for _, id := range s.ladder().Players() {
		names += s.nameOf(store.PlayerID(id))
	}
	return names
}

func (s *season) nameOf(id store.PlayerID) string {
	for name, p := range s.players {
		if p.ID == id {
			return name
		}
	}
	s.t.Fatalf("player %d is nobody", id)
	return ""
}

// stand checks the order of the ladder.
func (s *season) stand(want string) {
	s.t.Helper()
	if got := s.rungs(); got != want {
		s.t.Errorf("the ladder is %q, want %q", got, want)
	}
}

// climb gives a club of which all players are on the ladder, a day later.
func climb(t *testing.T, players int) *season {
	s := newSeason(t, players)
	for _, name := range s.names {
		s.does(name, JoinLadder{})
	}
	s.waits(day)
	return s
}

// between gives the game of the ladder that one player began against another, and that goes on.
func (s *season) between(challenger, challenged string) *store.Game {
	s.t.Helper()
	for _, g := range s.ladder().Games {
		if store.PlayerID(g.Challenger) == s.players[challenger].ID && store.PlayerID(g.Challenged) == s.players[challenged].ID {
			return s.gameOf(g.Number)
		}
	}
	s.t.Fatalf("%s does not challenge %s: %+v", challenger, challenged, s.ladder().Games)
	return nil
}

// moves has both players of a game put a stone.
func (s *season) moves(g *store.Game) {
	s.t.Helper()
	for range 2 {
		g = s.gameOf(uint32(g.Number))
		s.does(s.nameOf(g.Player(g.Course.ToMove)), Play{About: About{Game: g.Number}, Move: game.Move{Kind: game.PutStone, Cell: cellOf(g)}})
	}
}

func (s *season) resigns(name string, g *store.Game) []facts.Fact {
	return s.does(name, Play{About: About{Game: g.Number}, Move: game.Move{Kind: game.Resign}})
}

// Once a day the games begin, under the terms of cups, and nobody can call one off. Whoever wins as
// the challenger takes the place.
func TestLadderGames(t *testing.T) {
	s := newSeason(t, 4)
	if log := s.does("a", JoinLadder{}); len(log) != 1 || log[0] != (facts.LadderJoined{Place: 1}) {
		t.Errorf("%+v", log)
	}
	if why := refused(s.does("a", JoinLadder{})); why != fmt.Sprintf("{Why:%d Place:1}", facts.OnLadder) {
		t.Error(why)
	}
	if why := refused(s.does("b", LeaveLadder{})); why != fmt.Sprintf("{Why:%d Place:0}", facts.NotOnLadder) {
		t.Error(why)
	}
	for _, name := range s.names[1:] {
		s.does(name, JoinLadder{})
	}
	s.stand("abcd")
	s.waits(day)
	s.between("b", "a")
	s.between("c", "a")
	g := s.between("d", "b")
	terms := CupTerms()
	if g.Pace != terms.Pace || g.Size != terms.Size || !g.Rated || g.Private || g.Title != "Player b - Player d" || g.Challenger != game.Second {
		t.Errorf("%+v", g)
	}
	if why := refused(s.does("d", Abort{About{Game: g.Number}})); why != fmt.Sprint(uint8(facts.AbortOnLadder)) && why != fmt.Sprint(facts.AbortOnLadder) {
		t.Errorf("calling it off: %q", why)
	}
	s.waits(day)
	if n := len(s.ladder().Games); n != 3 {
		t.Errorf("%d games go on", n)
	}
	s.resigns("b", g)
	s.stand("adbc")
	s.waits(day) // b, who has a game out; d challenges a, who has two games in: nobody is left
	if n := len(s.ladder().Games); n != 2 {
		t.Errorf("%d games go on", n)
	}
}

// Whoever loses on time or never begins is off, and whoever was to climb by a game that never began moves
// up by no more than that.
func TestLadderLate(t *testing.T) {
	s := climb(t, 4)
	s.moves(s.between("b", "a"))
	g := s.between("d", "b") // b never moves first in it
	s.moves(s.between("c", "a"))
	if g.Player(g.Course.ToMove) != s.players["b"].ID {
		t.Fatalf("%+v", g)
	}
	s.waits(6 * day)
	if log := s.rungs(); strings.Contains(log, "b") {
		t.Errorf("b is on the ladder: %s", log)
	}
	if e := s.lastEvent(ladder.Late, "b"); e.Game != uint32(g.Number) {
		t.Errorf("%+v", e)
	}
	if e := s.lastEvent(ladder.Ended, ""); e.Took != 0 {
		t.Errorf("a game that never began brought place %d", e.Took)
	}
	s.does("b", JoinLadder{})
	if got := s.rungs(); !strings.HasSuffix(got, "b") {
		t.Errorf("b has come again, and the ladder is %s", got)
	}
}

// lastEvent gives the latest event of a kind, of a player or of anybody.
func (s *season) lastEvent(kind ladder.Kind, name string) (last ladder.Event) {
	s.t.Helper()
	s.check(s.store.View(func(tx *store.Tx) error {
		for n := ladder.Number(1); ; n++ {
			e, err := tx.LadderEvent(n)
			if err != nil {
				return nil
			}
			if e.Kind == kind && (name == "" || store.PlayerID(e.Player) == s.players[name].ID) {
				last = *e
			}
		}
	}))
	return last
}

// Who is away, has stopped, can't be reached, is banned or has no room begins no game; nobody sits on
// a place for good.
func TestLadderAbsent(t *testing.T) {
	s := newSeason(t, 7)
	for _, name := range s.names {
		s.does(name, JoinLadder{})
	}
	s.does("a", Away{Span: game.Span{From: s.now, To: s.now.Add(10 * day)}})
	s.reaches("b", false)
	if log := s.does("c", Stop{}); len(log) != 1 || !log[0].(facts.Stopped).Ladder {
		t.Errorf("%+v", log)
	}
	log := s.bans("d")
	if !slices.ContainsFunc(log, func(f facts.Fact) bool { by, ok := f.(facts.ByOperator); return ok && by.Ladder }) {
		t.Errorf("%+v", log)
	}
	s.does("e", Never{})
	s.stand("abefg")
	s.waits(day)
	if games := s.ladder().Games; len(games) != 2 || s.between("f", "e") == nil || s.between("g", "e") == nil {
		t.Errorf("%+v", games)
	}
	s.waits(31 * day)
	if got := s.rungs(); strings.Contains(got, "b") {
		t.Errorf("the dead address is on the ladder: %s", got)
	}
}

// Games that go on are ordinary ones for who has left, also for who has come again; the operator can
// end one, and let one go on.
func TestLadderLeft(t *testing.T) {
	s := climb(t, 4)
	g := s.between("d", "b")
	s.does("b", LeaveLadder{})
	s.stand("acd")
	s.resigns("b", g)
	s.stand("acd")
	h := s.between("c", "a")
	s.decides(h.Number, acts.End, "second")
	want := "acd"
	if h.Challenger == game.Second {
		want = "cad"
	}
	s.stand(want)
	s.decides(h.Number, acts.Reopen, "")
	s.stand("acd")
	s.decides(h.Number, acts.End, acts.Cancel)
	s.stand("acd")
	s.verified(t)
}

// decides has the operator end a game, or let it go on.
func (s *season) decides(n store.GameNumber, kind acts.Kind, how string) {
	s.t.Helper()
	a := acts.Act{Kind: kind, Game: uint32(n), At: s.now, After: how, Reason: "So."}
	if kind == acts.Reopen {
		a.Before = "resign"
	}
	s.change(func(u *unit.Unit) { s.check(u.Tx.AddAct(&a)) })
	s.does("", GameByOperator{About: About{Game: n}, Act: a})
}

// bans has the operator ban a player.
func (s *season) bans(name string) []facts.Fact {
	s.t.Helper()
	a := acts.Act{Kind: acts.Ban, Player: uint32(s.players[name].ID), At: s.now, Reason: "So."}
	s.change(func(u *unit.Unit) { s.check(u.Tx.AddAct(&a)) })
	return s.does(name, ByOperator{Act: a})
}

// verified fails if Verify finds anything.
func (s *season) verified(t testing.TB) {
	t.Helper()
	if faults, err := s.store.Verify(nil); err != nil || len(faults) > 0 {
		t.Fatal(err, faults)
	}
}

// Whoever was late in a game that goes on again is back, in the old place.
func TestLadderReopened(t *testing.T) {
	s := climb(t, 3)
	g := s.between("b", "a")
	s.moves(g)
	s.moves(s.between("c", "a"))
	s.waits(20 * day)
	last := s.lastEvent(ladder.Late, "")
	s.decides(store.GameNumber(last.Game), acts.Reopen, "")
	if got := s.rungs(); !strings.Contains(got, s.nameOf(store.PlayerID(last.Player))) {
		t.Errorf("player %d is late in %d, and the ladder is %s", last.Player, last.Game, got)
	}
	s.verified(t)
	s.waits(100 * day)
	s.verified(t)
}

// The order in which two games end in the same second makes no difference to anybody who is not in both.
func TestLadderSameSecond(t *testing.T) {
	var ladders []string
	for _, swap := range []bool{false, true} {
		s := climb(t, 5)
		late := []*store.Game{s.between("d", "b"), s.between("c", "a")}
		if swap {
			slices.Reverse(late)
		}
		s.now = s.now.Add(5 * day)
		for _, g := range late {
			due := s.gameOf(uint32(g.Number)).Rings
			for s.gameOf(uint32(g.Number)).State == store.Playing {
				s.does("", Ring{About: About{Game: g.Number}, Due: due, UpTo: s.now})
				due = s.gameOf(uint32(g.Number)).Rings
			}
		}
		ladders = append(ladders, s.rungs())
	}
	if ladders[0] != ladders[1] {
		t.Errorf("the ladder is %s or %s", ladders[0], ladders[1])
	}
}

// ladderLaws are those that always hold, beside those that Verify knows.
func (s *season) ladderLaws(t *rapid.T, before []uint32, ended map[store.GameNumber]bool) {
	s.verified(s.t)
	l := s.ladder()
	rises := false
	out, in := map[store.PlayerID]int{}, map[store.PlayerID]int{}
	s.check(s.store.View(func(tx *store.Tx) error {
		return tx.EachGame(func(g *store.Game) error {
			switch {
			case g.Ladder == nil:
			case g.State == store.Playing && s.again[g.Number]: // the operator lets go on what he likes
			case g.State == store.Playing:
				out[g.Player(g.Challenger)]++
				in[g.Player(g.Challenger.Other())]++
			case !ended[g.Number]:
				ended[g.Number] = true
				rises = rises || g.Course.Winner == g.Challenger
			}
			return nil
		})
	}))
	for id, n := range out {
		if n > ladder.MostOut || in[id] > ladder.MostIn {
			t.Fatalf("player %d challenges in %d games, and is challenged in %d", id, n, in[id])
		}
	}
	now := l.Players()
	for _, id := range now {
		if p := s.playerOf(store.PlayerID(id)); p.Silent || !p.Forgotten.IsZero() || !p.Banned.IsZero() {
			t.Fatalf("%+v is on the ladder", p)
		}
	}
	stayed := func(in []uint32) func(uint32) bool { return func(id uint32) bool { return !slices.Contains(in, id) } }
	was, is := slices.DeleteFunc(slices.Clone(before), stayed(now)), slices.DeleteFunc(slices.Clone(now), stayed(before))
	if !rises && !slices.Equal(was, is) {
		t.Fatalf("nobody has won, and the order was %v and is %v", was, is)
	}
}

// begins checks that the games that have begun are between players who can play.
func (s *season) begins(t *rapid.T, known map[uint32]bool) {
	for _, g := range s.ladder().Games {
		if known[g.Number] {
			continue
		}
		known[g.Number] = true
		began := s.gameOf(g.Number).Started
		for _, id := range []uint32{g.Challenger, g.Challenged} {
			p := s.playerOf(store.PlayerID(id))
			away := !clocks.StillUntil(p, began).IsZero() && began.Equal(s.now)
			if began.Equal(s.now) && (away || !p.Unreachable.IsZero() || p.Silent) {
				t.Fatalf("game %d of %+v", g.Number, p)
			}
		}
	}
}

// Whatever the players of a club do, its ladder keeps its laws.
func TestLadderSeasons(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := newSeason(t, 7)
		s.again = map[store.GameNumber]bool{}
		gone, ended, known := map[string]bool{}, map[store.GameNumber]bool{}, map[uint32]bool{}
		for _, name := range s.names[:5] {
			s.does(name, JoinLadder{})
		}
		for range rapid.IntRange(5, 30).Draw(r, "steps") {
			before := s.ladder().Players()
			name := rapid.SampledFrom(s.names).Draw(r, "who")
			switch what := rapid.SampledFrom([]string{"join", "play", "play", "play", "leave", "wait", "wait", "wait", "away", "lost", "back", "stop", "ban", "forget", "end", "reopen"}).Draw(r, "what"); {
			case what == "wait":
				for range rapid.SampledFrom([]int{1, 1, 3, 6, 12}).Draw(r, "days") { // the laws hold after each look
					s.waits(nextLook(s.now).Sub(s.now))
					s.begins(r, known)
				}
			case what == "play" || what == "end":
				games := s.ladder().Games
				if len(games) == 0 {
					continue
				}
				g := s.gameOf(rapid.SampledFrom(games).Draw(r, "game").Number)
				if what == "end" {
					how := rapid.SampledFrom([]string{"first", "second", acts.Cancel}).Draw(r, "how")
					s.decides(g.Number, acts.End, how)
					break
				}
				move := rapid.SampledFrom([]game.Move{{Kind: game.Resign}, {Kind: game.PutStone, Cell: cellOf(g)}, {Kind: game.PutStone, Cell: cellOf(g)}}).Draw(r, "move")
				if player := s.nameOf(g.Player(g.Course.ToMove)); !gone[player] {
					s.does(player, Play{About: About{Game: g.Number}, Move: move})
				}
			case gone[name]:
			case what == "join":
				if s.playerOf(s.players[name].ID).Banned.IsZero() {
					s.reaches(name, true) // who writes gets mails again
					s.does(name, JoinLadder{})
				}
			case what == "leave":
				s.does(name, LeaveLadder{})
			case what == "away":
				s.does(name, Away{Span: game.Span{From: s.now, To: s.now.Add(4 * day)}})
			case what == "lost":
				s.reaches(name, false)
			case what == "back":
				if s.playerOf(s.players[name].ID).Unreachable.IsZero() {
					s.does(name, Back{})
				} else {
					s.reaches(name, true)
				}
			case what == "stop":
				s.does(name, Stop{})
			case what == "ban":
				if s.playerOf(s.players[name].ID).Banned.IsZero() {
					s.bans(name)
				}
			case what == "forget":
				s.does(name, Forget{Sure: true})
				gone[name] = true
			case what == "reopen":
				delete(ended, s.reopensOne(r))
				s.waits(nextLook(s.now).Sub(s.now)) // after which nobody silent is on it
				before = s.ladder().Players()
			}
			s.ladderLaws(r, before, ended)
			s.begins(r, known)
		}
		s.waits(60 * day)
		s.verified(t)
	})
}

// reopensOne lets a game of the ladder go on that is over, and of which nobody is forgotten.
func (s *season) reopensOne(t *rapid.T) (number store.GameNumber) {
	var over []*store.Game
	s.check(s.store.View(func(tx *store.Tx) error {
		return tx.EachGame(func(g *store.Game) error {
			if g.Ladder != nil && g.HasResult() {
				over = append(over, g)
			}
			return nil
		})
	}))
	over = slices.DeleteFunc(over, func(g *store.Game) bool {
		return !s.playerOf(g.Players[0]).Forgotten.IsZero() || !s.playerOf(g.Players[1]).Forgotten.IsZero()
	})
	if len(over) > 0 {
		g := rapid.SampledFrom(over).Draw(t, "over")
		s.again[g.Number] = true
		s.decides(g.Number, acts.Reopen, "")
		number = g.Number
	}
	return number
}

// Two looks of one day are one, whoever has asked for them.
func TestNextLook(t *testing.T) {
	noon := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for at, want := range map[time.Time]time.Time{
		noon: noon.Add(day), noon.Add(-time.Second): noon, noon.Add(11 * time.Hour): noon.Add(day), noon.Add(-12 * time.Hour): noon,
	} {
		if got := nextLook(at); !got.Equal(want) {
			t.Errorf("after %v the bot looks at %v, want %v", at, got, want)
		}
	}
}

// A club without a ladder lets nobody join, and games that go on end and count.
func TestLadderOff(t *testing.T) {
	s := climb(t, 4)
	off := func(name string, o Order) (log []facts.Fact) {
		s.change(func(u *unit.Unit) {
			var me *store.Player
			if name != "" {
				var err error
				me, err = u.Player(s.players[name].ID)
				s.check(err)
			}
			rules := s.rules()
			rules.OpenGames = 100
			entries, err := New(u, "a mail", rules, me, Answer{}).Do(o)
			s.check(err)
			for _, e := range entries {
				log = append(log, e.Fact)
			}
		})
		return log
	}
	g := s.between("d", "b")
	off("b", Play{About: About{Game: g.Number}, Move: game.Move{Kind: game.Resign}})
	s.stand("adbc")
	off("", BeginLadderGames{Due: nextLook(s.now)})
	if n := len(s.ladder().Games); n != 2 {
		t.Errorf("%d games go on", n)
	}
	off("c", LeaveLadder{})
	if why := refused(off("c", JoinLadder{})); why != fmt.Sprintf("{Why:%d Place:0}", facts.NoLadderHere) {
		t.Error(why)
	}
	s.verified(t)
}
