package site_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/testing/tempdir"
	"unlurbot/store"
	"unlurbot/store/ladder"
	"unlurbot/store/tournament"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// noon is the time at which the first game of a club began.
var noon = (&clubhouse{}).now()

// A clubhouse is a store with some players and games. What nobody may see has words with "leak"
// in them.
type clubhouse struct {
	t     *testing.T
	path  string
	store *store.Store
	ids   map[string]store.PlayerID
	hours int // since noon
}

// newClub opens a club of these players. Those who agreed to be named have a + behind their names.
func newClub(t *testing.T, players ...string) *clubhouse {
	t.Helper()
	c := &clubhouse{t: t, path: filepath.Join(tempdir.New(t), "club.db"), ids: map[string]store.PlayerID{}}
	s, err := store.Open(c.path, func() ([]byte, error) { return []byte("a key for tests"), nil })
	check(err)
	t.Cleanup(func() { check(s.Close()) })
	c.store = s
	for i, name := range players {
		name, web := strings.CutSuffix(name, "+")
		p := &store.Player{Name: name, Address: fmt.Sprintf("leak%d@mail.example.net", i), Active: true, Created: noon, Web: web}
		c.do(func(tx *store.Tx) error { return tx.AddPlayer(p) })
		c.ids[name] = p.ID
	}
	return c
}

func (c *clubhouse) do(f func(*store.Tx) error) {
	c.t.Helper()
	check(c.store.Update(f))
}

// passes lets days go by.
func (c *clubhouse) passes(days int) { c.hours += 24 * days }

func (c *clubhouse) now() time.Time {
	return time.Date(2026, time.September, 1, 12+c.hours, 34, 56, 0, time.UTC)
}

// begins begins a game that has these moves so far: an hour lies between them.
func (c *clubhouse) begins(first, second, record string, terms store.Game) *store.Game {
	c.t.Helper()
	g := &terms
	played, err := game.ParseRecord(record, game.DefaultSize)
	check(err)
	g.Size, g.Players, g.Challenger, g.State = played.Size(), [2]store.PlayerID{c.ids[first], c.ids[second]}, game.First, store.Playing
	g.Title, g.Pace, g.Created, g.Started = first+" - "+second+" leak", game.DefaultPace(), c.now(), c.now()
	g.Notes[0] = []store.Note{{Ply: 1, Text: "leaked note"}}
	g.Threads[0] = store.Thread{Root: "leak@example.org", Last: "leak@example.org"}
	anew, err := game.New(g.Size)
	check(err)
	for _, e := range played.Events() {
		c.hours++
		e.At = c.now()
		check(anew.Apply(e))
	}
	c.do(func(tx *store.Tx) error {
		if err := tx.AddGame(g); err != nil {
			return err
		}
		if err := g.Record(anew, c.now()); err != nil {
			return err
		}
		return tx.PutGame(g)
	})
	return g
}

// plays plays a whole game.
func (c *clubhouse) plays(first, second, record string, terms store.Game) store.GameNumber {
	c.t.Helper()
	g := c.begins(first, second, record, terms)
	c.do(func(tx *store.Tx) error { _, err := tx.AddResult(g, club.Rate); return err })
	return g.Number
}

// Games that ended, one for each way.
const (
	lineGame  = "E6 black F6 G7 E5 E3 F7 C4 D3 H8 E4 C2 H10 I10 D2 G10 G9 F5 D1 H9 H11 D5 G8"
	yGame     = "size=5 E5 C4 black C2 D4 B5 B3 D7 A3 E8 F6 G7 F7 H6 F8 H8 F9 E3 F5 D2 G5 B2 G4 C6 G3"
	earlyGame = "C4 E6 resign"
	shortGame = "C4 E6 black F6 G7 resign"
	ownGoal   = "size=4 black A2 A1 B3 A4 C3 B1 D3 B5 D4 C6 D5 D7 E2 G4 E3 G5 E6 G7 E7"
	smallLine = "size=4 C2 black A1 D2 B2 E3 C3 F4 D4 B4 E5 C5 F6 E6 G7"
	largeGame = "size=10 E5 F6 G7 black H8 A1 K5 L9 M11 N12 O13 P14 resign"
	startGame = "C4 E6 black F6"
)

// cup plays a small cup of the players, of which some games are over. It is decided if all are.
func (c *clubhouse) cup(over int, players ...string) {
	c.t.Helper()
	t := c.opens(tournament.Terms{Group: 5}, players...)
	if over >= 0 {
		c.round(t, over, players)
	}
}

// opens makes a tournament that these have joined.
func (c *clubhouse) opens(terms tournament.Terms, players ...string) *tournament.Tournament {
	terms.Size, terms.Pace, terms.Rated = 6, game.DefaultPace(), true
	t := &tournament.Tournament{State: tournament.Joining, Terms: terms, Created: c.now()}
	for _, name := range players {
		check(t.Join(tournament.Entrant{Player: uint32(c.ids[name]), Joined: c.now()}))
	}
	c.do(func(tx *store.Tx) error { return tx.AddTournament(t) })
	return t
}

// round plays a round of a tournament, of which some games are over: the first of each pair wins.
// If all are, and there is one group, the tournament is decided.
func (c *clubhouse) round(t *tournament.Tournament, over int, groups ...[]string) {
	c.t.Helper()
	var games []*store.Game
	var drawn []tournament.Group
	for _, players := range groups {
		var g tournament.Group
		for _, name := range players {
			g.Players = append(g.Players, uint32(c.ids[name]))
		}
		for first, second := range tournament.Pairs(len(players)) {
			record := startGame
			if len(games) < over {
				record = []string{lineGame, shortGame}[len(games)%2]
				if first > second {
					record = "C4 black resign" // so that the first of the players wins all games, and so on
				}
			}
			played := c.begins(players[first], players[second], record, store.Game{Rated: true, Tournament: t.Number})
			games, g.Games = append(games, played), append(g.Games, uint32(played.Number))
		}
		drawn = append(drawn, g)
	}
	check(t.Draw(drawn, c.now()))
	for _, g := range games[:min(over, len(games))] {
		c.do(func(tx *store.Tx) error { _, err := tx.AddResult(g, club.Rate); return err })
	}
	if over == len(games) && len(groups) == 1 {
		check(t.Decide(c.now()))
	}
	c.do(func(tx *store.Tx) error { return tx.PutTournament(t) })
}

// openTournaments adds one with two groups and a final of which some games are over, one that can be
// joined, and one that was called off.
func (c *clubhouse) openTournaments(over int) {
	c.t.Helper()
	t := c.opens(tournament.Terms{Group: 4, Opened: true, Title: "Autumn <open>"}, "Ana", "Bohumil", "Carla Núñez", "Leaky Dan", "Eva O'Hara", "Fayette")
	c.round(t, 6, []string{"Ana", "Bohumil", "Carla Núñez"}, []string{"Leaky Dan", "Eva O'Hara", "Fayette"})
	c.round(t, over, []string{"Eva O'Hara", "Ana", "Bohumil", "Leaky Dan"})
	c.opens(tournament.Terms{Group: 5, Opened: true, Opener: uint32(c.ids["Bohumil"]), Title: "Bohumil's leak", Starts: c.now().AddDate(0, 0, 9)}, "Bohumil")
	off := c.opens(tournament.Terms{Group: 5, Opened: true}, "Ana")
	check(off.CallOff(c.now()))
	c.do(func(tx *store.Tx) error { return tx.PutTournament(off) })
}

// joinsLadder puts players at the bottom of the ladder.
func (c *clubhouse) joinsLadder(players ...string) {
	c.t.Helper()
	for _, name := range players {
		c.ladder(ladder.Event{Kind: ladder.Joined, Player: uint32(c.ids[name])})
	}
}

// ladder lets something happen on the ladder.
func (c *clubhouse) ladder(e ladder.Event) ladder.Number {
	c.t.Helper()
	e.At = c.now()
	c.do(func(tx *store.Tx) error { _, err := tx.AddLadderEvent(&e); return err })
	return e.Number
}

// climbs begins a game of the ladder, in which the challenger moves first, and ends it if it is over.
func (c *clubhouse) climbs(challenger, challenged, record string) store.GameNumber {
	c.t.Helper()
	g := c.begins(challenger, challenged, record, store.Game{Rated: true})
	began := ladder.Event{Kind: ladder.Began, Player: uint32(c.ids[challenger]), Other: uint32(c.ids[challenged]), First: true, Game: uint32(g.Number)}
	g.Ladder = &ladder.Course{Began: c.ladder(began)}
	if g.State == store.Finished {
		g.Ladder.Ended = c.ladder(ladder.Event{Kind: ladder.Ended, Player: uint32(g.Player(g.Course.Winner)), Game: uint32(g.Number)})
		c.do(func(tx *store.Tx) error { _, err := tx.AddResult(g, club.Rate); return err })
	}
	c.do(func(tx *store.Tx) error { return tx.PutGame(g) })
	return g.Number
}

// openLadder is a ladder of players who are named and others, with games that are over and one that goes on.
func (c *clubhouse) openLadder() {
	c.t.Helper()
	c.joinsLadder("Bohumil", "Ana", "Leaky Dan", "Fayette", "Carla Núñez", "Eva O'Hara")
	c.climbs("Ana", "Bohumil", yGame)
	c.climbs("Leaky Dan", "Ana", shortGame)
	c.climbs("Carla Núñez", "Leaky Dan", lineGame)
	c.climbs("Eva O'Hara", "Carla Núñez", startGame)
	c.ladder(ladder.Event{Kind: ladder.Left, Player: uint32(c.ids["Fayette"])})
}

// busyClub is a club in which there is something of each kind.
func busyClub(t *testing.T) *clubhouse {
	t.Helper()
	c := newClub(t, "Ana+", "Bohumil", "Carla Núñez+", "Leaky Dan", "Eva O'Hara+", "Fayette")
	c.plays("Ana", "Bohumil", lineGame, store.Game{Rated: true})
	c.plays("Bohumil", "Carla Núñez", yGame, store.Game{Rated: true})
	c.plays("Leaky Dan", "Fayette", earlyGame, store.Game{})
	c.passes(40)
	c.plays("Eva O'Hara", "Ana", ownGoal, store.Game{Rated: true})
	c.plays("Ana", "Leaky Dan", shortGame, store.Game{Rated: true, Private: true})
	c.begins("Ana", "Carla Núñez", startGame, store.Game{Rated: true})
	late := c.begins("Fayette", "Ana", "C4", store.Game{Rated: true})
	check(late.Cancel(game.NoSeat, c.now()))
	c.do(func(tx *store.Tx) error { _, err := tx.AddResult(late, club.Rate); return err })
	c.cup(10, "Ana", "Bohumil", "Carla Núñez", "Leaky Dan", "Eva O'Hara")
	c.passes(20)
	c.cup(4, "Ana", "Bohumil", "Leaky Dan", "Fayette", "Eva O'Hara")
	for i := range 8 { // enough for the standings
		c.plays([]string{"Ana", "Bohumil", "Eva O'Hara"}[i%3], []string{"Carla Núñez", "Leaky Dan"}[i%2], smallLine, store.Game{Rated: true})
	}
	c.cup(-1, "Ana", "Bohumil", "Leaky Dan")
	c.openTournaments(3)
	c.openLadder()
	c.plays("Carla Núñez", "Ana", largeGame, store.Game{})
	c.plays("Eva O'Hara", "Ana", lineGame, store.Game{Rated: true})
	return c
}
