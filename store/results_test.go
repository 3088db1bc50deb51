package store

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"unlurbot/game"
	"unlurbot/mailbot/rating"
)

// rateForTests rates as the bot does.
func rateForTests(winner, loser Standing, ended time.Time) (Standing, Standing) {
	winner, loser = rateAndList(winner, loser, ended)
	winner.Listed, loser.Listed = !rating.Provisional(winner.RatedGames()), !rating.Provisional(loser.RatedGames())
	return winner, loser
}

// rateAndList does the same, but everybody who has won stands in the table.
func rateAndList(winner, loser Standing, ended time.Time) (Standing, Standing) {
	known := func(s Standing) (rating.Rating, time.Duration) {
		if s.At.IsZero() {
			return rating.New(), 0
		}
		return rating.Rating{Value: s.Rating, Deviation: s.Deviation, Volatility: s.Volatility}, ended.Sub(s.At)
	}
	w, idleW := known(winner)
	l, idleL := known(loser)
	w, l = rating.Game(w, l, idleW, idleL)
	winner.Rating, winner.Deviation, winner.Volatility, winner.At = w.Value, w.Deviation, w.Volatility, ended
	loser.Rating, loser.Deviation, loser.Volatility, loser.At = l.Value, l.Deviation, l.Volatility, ended
	winner.Listed = true
	return winner, loser
}

func addResult(tx *Tx, g *Game) error {
	_, err := tx.AddResult(g, rateForTests)
	return err
}

// noFalseRatings asks Verify, and VerifyRatings too.
func noFalseRatings(t testing.TB, s *Store, rate Rate) {
	t.Helper()
	noFaults(t, s)
	if faults, err := s.VerifyRatings(rate); err != nil || len(faults) > 0 {
		t.Errorf("ratings: %v %q", err, faults)
	}
}

// finish plays a game between two players to its end. One that the record does not
// bring to an end is cancelled.
func finish(tx *Tx, first, second PlayerID, record string, rated bool, ended time.Time) *Game {
	played, err := game.ParseRecord(record, game.DefaultSize)
	check(err)
	g := &Game{
		State: Playing, Size: played.Size(), Title: "Ana - bo", Players: [2]PlayerID{first, second}, Challenger: game.First,
		Created: noon, Started: noon, Rated: rated,
	}
	check(tx.AddGame(g))
	check(g.Record(played, ended))
	if g.State == Playing {
		check(g.Cancel(game.NoSeat, ended))
	}
	_, err = tx.AddResult(g, rateAndList)
	check(err)
	return g
}

// Games that were called off are nobody's fault, and one that is spared changes no
// rating, of either player.
func TestCalledOffAndSpared(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	ana, bo := &Player{Address: "ana@example.org", Created: noon}, &Player{Address: "bo@example.org", Created: noon}
	do(t, s, func(tx *Tx) error {
		check(tx.AddPlayer(ana))
		check(tx.AddPlayer(bo))
		for _, tc := range []struct {
			calledOff game.Seat
			spared    bool
		}{{calledOff: game.First}, {calledOff: game.Second}, {}, {}, {spared: true}} {
			g := &Game{
				Size: 6, Title: "Ana - bo", Players: [2]PlayerID{ana.ID, bo.ID}, Challenger: game.First, State: Playing,
				Created: noon, Started: noon, Rated: true, Spared: tc.spared,
			}
			check(tx.AddGame(g))
			if tc.calledOff != game.NoSeat {
				check(g.Record(playedAs("C4"), noon))
				check(g.Cancel(tc.calledOff, noon))
			} else {
				check(g.Record(playedAs("C4 D5 timeout"), noon))
			}
			changes, err := tx.AddResult(g, rateAndList)
			check(err)
			rated := g.CalledOff == game.NoSeat && !g.Spared
			if changed := changes[0].Before.Rating != changes[0].After.Rating; changed != rated || changed != (changes[1].Before.Rating != changes[1].After.Rating) {
				t.Errorf("%+v: the ratings change: %+v", g, changes)
			}
		}
		return nil
	})
	noFalseRatings(t, s, rateAndList)
	do(t, s, func(tx *Tx) error {
		for id, want := range map[PlayerID]Tally{
			ana.ID: {Losses: 2, FriendlyLosses: 1, Cancelled: 2, Moves: 5, Timeouts: 3},
			bo.ID:  {Wins: 2, FriendlyWins: 1, Cancelled: 2, Moves: 3},
		} {
			got, err := tx.Standing(id)
			check(err)
			if diff := cmp.Diff(want, got.Tally); diff != "" {
				t.Error(diff)
			}
		}
		return nil
	})
}

// What a few games come to, by the numbers.
func TestStandings(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	var id [4]PlayerID
	do(t, s, func(tx *Tx) error {
		for i := range id {
			p := &Player{Address: fmt.Sprintf("p%d@example.org", i), Name: fmt.Sprintf("P%d", i), Created: noon}
			check(tx.AddPlayer(p))
			id[i] = p.ID
		}
		finish(tx, id[0], id[1], "C4 D5 E6 resign=second", true, noon)
		finish(tx, id[1], id[0], "C4 D5 timeout", true, noon)
		finish(tx, id[0], id[2], "", true, noon)   // cancelled, since First never moved
		finish(tx, id[0], id[2], "C4", true, noon) // the same with Second
		finish(tx, id[0], id[1], "C4 resign=first", false, noon)
		return nil
	})
	noFalseRatings(t, s, rateAndList)
	do(t, s, func(tx *Tx) error {
		want := []Tally{
			{Wins: 2, FriendlyLosses: 1, Cancelled: 2, Moves: 5, NoShows: 1}, {Losses: 2, FriendlyWins: 1, Moves: 2, Timeouts: 1},
			{Cancelled: 2, NoShows: 1}, {},
		}
		for i := range id {
			got, err := tx.Standing(id[i])
			check(err)
			if diff := cmp.Diff(want[i], got.Tally); diff != "" {
				t.Errorf("player %d: %s", i, diff)
			}
			if rated := got.RatedGames() > 0; rated != (got.Rating != 0) || rated == got.At.IsZero() {
				t.Errorf("player %d: %+v", i, got)
			}
		}
		if table := tx.tx.Bucket(bucketStandings); table.Get([]byte("\xff\xe5\xc0\x9f\x00\x00\x00\x01")) == nil {
			for k := range table.Scan(nil) {
				t.Errorf("the place in the table is kept under %x", k)
			}
		}
		if place, of := tx.Place(id[0]); place != 1 || of != 1 {
			t.Errorf("the only one in the table is at %d of %d", place, of)
		}
		var games []GameNumber
		for r, err := range tx.ResultsOf(id[0]) {
			check(err)
			games = append(games, r.Game)
		}
		if diff := cmp.Diff([]GameNumber{5, 4, 3, 2, 1}, games); diff != "" {
			t.Error(diff)
		}
		g, err := tx.Game(1)
		check(err)
		if err := addResult(tx, g); err == nil {
			t.Error("a game has a second result")
		}
		return nil
	})
}

// A deed is something that happens in the club of TestRecount.
type deed struct {
	first, second int // players
	record        string
	rated         bool
	idle          time.Duration // how long nothing has happened before
	forget        bool          // instead of a game: the first one is forgotten
}

func deeds() *rapid.Generator[[]deed] {
	const players = 8
	one := rapid.Custom(func(t *rapid.T) deed {
		first := rapid.IntRange(0, players-1).Draw(t, "first")
		return deed{
			first: first, second: (first + rapid.IntRange(1, players-1).Draw(t, "second")) % players,
			record: rapid.SampledFrom([]string{
				"C4 D5 resign=first", "C4 D5 E6 resign=second", "resign=first", "", "C4", "C4 D5 timeout",
			}).Draw(t, "record"),
			rated:  rapid.Bool().Draw(t, "rated"),
			idle:   rapid.SampledFrom([]time.Duration{0, 0, time.Minute, 30 * time.Hour, 90 * 24 * time.Hour, -time.Hour}).Draw(t, "idle"),
			forget: rapid.IntRange(0, 19).Draw(t, "forget") == 0,
		}
	})
	return rapid.SliceOfN(one, 1, 120)
}

// A club is the players of a store, by the places in which deeds name them.
type club struct {
	now   time.Time
	added int
	ids   map[int]PlayerID
}

func (c *club) do(tx *Tx, d deed) {
	c.now = c.now.Add(d.idle)
	for _, place := range []int{d.first, d.second} {
		if c.ids[place] == 0 {
			c.added++
			p := &Player{Address: fmt.Sprintf("p%d@example.org", c.added), Name: fmt.Sprintf("P%d", c.added), Created: noon}
			check(tx.AddPlayer(p))
			c.ids[place] = p.ID
		}
	}
	if d.forget {
		check(tx.Forget(c.ids[d.first], "a former player", c.now))
		delete(c.ids, d.first)
		return
	}
	finish(tx, c.ids[d.first], c.ids[d.second], d.record, d.rated, c.now)
}

// Whatever happens, with games that end at the same moment, a clock that goes back,
// players who are forgotten and others in their place: what is stored is what the
// log comes to, and the table is in the order of the ratings. After a backup was
// restored and the rest has happened again, all is as it was.
func TestRecount(t *testing.T) {
	dir, runs := t.TempDir(), 0
	rapid.Check(t, func(r *rapid.T) {
		runs++
		history := deeds().Draw(r, "history")
		saved := rapid.IntRange(0, len(history)).Draw(r, "saved")
		play := func(s *Store, c *club, part []deed) {
			do(t, s, func(tx *Tx) error {
				for _, d := range part {
					c.do(tx, d)
				}
				return nil
			})
		}
		s := openBriefly(r, filepath.Join(dir, fmt.Sprintf("%d.db", runs)))
		c := &club{now: noon, ids: map[int]PlayerID{}}
		play(s, c, history[:saved])
		backup := filepath.Join(dir, fmt.Sprintf("%d-backup.db", runs))
		check(os.WriteFile(backup, copyOf(s), 0o600))
		restored := openBriefly(r, backup)
		again := &club{now: c.now, added: c.added, ids: map[int]PlayerID{}}
		for place, id := range c.ids {
			again.ids[place] = id
		}
		play(s, c, history[saved:])
		play(restored, again, history[saved:])
		noFalseRatings(t, s, rateAndList)
		inOrderOfRatings(t, s)
		knowsWhoHasMet(t, s, c.added)
		if diff := cmp.Diff(dump(t, s), dump(t, restored)); diff != "" {
			r.Fatal(diff)
		}
		if t.Failed() {
			r.Fatal("see above")
		}
	})
}

// openBriefly opens a store for one run of a property.
func openBriefly(r *rapid.T, path string) *Store {
	s, err := Open(path, fixedSecret)
	check(err)
	r.Cleanup(func() { check(s.Close()) })
	return s
}

// knowsWhoHasMet asks for all pairs of so many players.
func knowsWhoHasMet(t *testing.T, s *Store, players int) {
	t.Helper()
	check(s.View(func(tx *Tx) error {
		for a := range PlayerID(players + 2) { // 0 and the last are nobody
			opponents := map[PlayerID]bool{}
			for r, err := range tx.ResultsOf(a) {
				check(err)
				opponents[r.Opponent(a)] = true
			}
			for b := range PlayerID(players + 2) {
				if met := tx.HaveMet(a, b); a != b && met != opponents[b] {
					t.Errorf("%d and %d have met: %v", a, b, met)
				}
			}
		}
		return nil
	}))
}

func inOrderOfRatings(t *testing.T, s *Store) {
	t.Helper()
	check(s.View(func(tx *Tx) error {
		all, err := tx.Table(1, 1000)
		check(err)
		for i, standing := range all {
			if place, of := tx.Place(standing.Player); place != i+1 || of != len(all) {
				t.Errorf("player %d is at %d of %d, and stands at %d of %d", standing.Player, place, of, i+1, len(all))
			}
			if i > 0 && all[i-1].Rating < standing.Rating-0.001 {
				t.Errorf("%+v stands above %+v", all[i-1], standing)
			}
			if some, err := tx.Table(i+1, i+1); err != nil || len(some) != 1 || some[0] != standing {
				t.Errorf("place %d is %+v %v", i+1, some, err)
			}
			p, err := tx.Player(standing.Player)
			if err != nil || !p.Forgotten.IsZero() {
				t.Errorf("%+v stands in the table", p)
			}
		}
		return nil
	}))
}

// A rating that somebody has changed is found, and so is one that is given by
// other rules.
func TestFalseRatings(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, fillAll)
	noFalseRatings(t, s, rateForTests)
	others := func(winner, loser Standing, ended time.Time) (Standing, Standing) {
		winner, loser = rateForTests(winner, loser, ended)
		winner.Rating++
		return winner, loser
	}
	if faults, err := s.VerifyRatings(others); err != nil || len(faults) != 1 {
		t.Errorf("%q %v", faults, err)
	}
	do(t, s, func(tx *Tx) error {
		return change(tx, bucketStanding, number(PlayerID(2)), func(s *Standing) { s.Deviation = 30 })
	})
	if faults, err := s.VerifyRatings(rateForTests); err != nil || len(faults) != 1 {
		t.Errorf("%q %v", faults, err)
	}
}

// After a game was reopened all standings are as if it had never ended, those of players who
// have met one of its two since too, and it can end once more.
func TestDropResult(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		players, reopened := []PlayerID{1, 2, 3}, rapid.IntRange(0, 7).Draw(rt, "reopened")
		stores := [2]*Store{} // in one of them the game is reopened, in the other it never ended
		for i := range stores {
			dir, err := os.MkdirTemp("", "results")
			check(err)
			defer func() { check(os.RemoveAll(dir)) }()
			stores[i] = open(t, filepath.Join(dir, "s.db"))
			do(t, stores[i], func(tx *Tx) error {
				for _, name := range []string{"ana", "bo", "carla"} {
					check(tx.AddPlayer(&Player{Address: name + "@example.org", Name: name, Active: true, Created: noon}))
				}
				return nil
			})
		}
		var again *Game
		for i := range 8 {
			pair := rapid.Permutation(players).Draw(rt, "players")
			record := rapid.SampledFrom([]string{"C4 D5 resign", "C4 D5 E6 resign", "C4 D5 timeout", "C4", ""}).Draw(rt, "game")
			rated, private := rapid.Bool().Draw(rt, "rated"), rapid.Bool().Draw(rt, "private")
			for j, s := range stores {
				do(t, s, func(tx *Tx) error {
					if j == 1 && i == reopened {
						return nil
					}
					g := finish(tx, pair[0], pair[1], record, rated && !private, noon.Add(time.Duration(i)*time.Hour))
					if j == 0 && i == reopened {
						again = g
					}
					return nil
				})
			}
		}
		do(t, stores[0], func(tx *Tx) error {
			played, err := again.Replay()
			check(err)
			if e, err := played.Decide(game.NoSeat, game.Move{Kind: game.Reopen}, noon); again.State == Finished {
				check(err)
				check(played.Apply(e))
			}
			check(again.Reopen(played))
			return tx.DropResult(again, rateAndList)
		})
		noFalseRatings(t, stores[0], rateAndList)
		var standings [2]map[PlayerID]Standing
		for i, s := range stores {
			standings[i] = map[PlayerID]Standing{}
			check(s.View(func(tx *Tx) error {
				for _, id := range players {
					s, err := tx.Standing(id)
					check(err)
					standings[i][id] = *s
				}
				return nil
			}))
		}
		if diff := cmp.Diff(standings[1], standings[0]); diff != "" {
			rt.Fatalf("other standings: %s", diff)
		}
		do(t, stores[0], func(tx *Tx) error {
			if err := tx.DropResult(again, rateAndList); err == nil {
				rt.Error("a result that is gone is dropped")
			}
			check(again.Void(noon))
			_, err := tx.AddResult(again, rateAndList)
			return err
		})
		for _, s := range stores {
			check(s.Close())
		}
	})
}
