package club

import (
	"errors"
	"testing"

	"unlurbot/game"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
)

// robotTable is a table at which robots play, too, and Ana has begun a game against one of a level: she is First.
func robotTable(t *testing.T, level int) (tb *table, do func(orders ...Order) []facts.Fact) {
	t.Helper()
	tb = sit(t)
	do = func(orders ...Order) (all []facts.Fact) {
		t.Helper()
		tb.check(tb.store.Update(func(tx *store.Tx) error {
			u := unit.New(tx, unit.At(tb.now))
			me, err := u.Player(tb.players["Ana"].ID)
			tb.check(err)
			rules := tb.rules()
			rules.Robots = Robots{Levels: 5, Engine: 1}
			s := New(u, "a mail", rules, me, Answer{})
			for _, o := range orders {
				log, err := s.Do(o)
				tb.check(err)
				for _, entry := range log {
					all = append(all, entry.Fact)
				}
			}
			return u.WriteBack("nobody")
		}))
		return all
	}
	terms := DefaultTerms()
	terms.Size, terms.Seat = 4, game.First
	do(ChallengeRobot{Level: level, Terms: terms})
	return tb, do
}

// A robot of level 3 and up resigns once it has been all but lost for three moves of its own in a row, and not before; a
// weaker one plays on.
func TestRobotsResign(t *testing.T) {
	for level, resigns := range map[int]bool{1: false, 2: false, 3: true, 5: true} {
		tb, do := robotTable(t, level)
		play := func(mine, theirs string, chance float64) {
			t.Helper()
			stone := func(cell string) game.Move {
				c, err := game.ParseCell(cell)
				tb.check(err)
				return game.Stone(c)
			}
			do(Play{Move: stone(mine)}, MoveRobot{About: About{Game: 1}, Move: stone(theirs), Chance: chance})
		}
		play("B2", "B3", 0.02)
		play("B4", "C2", 0.02)
		play("C3", "C4", 0.5) // it hopes again
		play("C5", "D2", 0.029)
		play("D3", "D4", 0.01)
		if g := tb.game(1); g.State != store.Playing {
			t.Fatalf("level %d: too early: %v", level, g.Events)
		}
		play("D5", "D6", 0)
		if g := tb.game(1); (g.Course.Reason == game.ByResignation) != resigns || resigns && g.Course.Winner != game.First {
			t.Errorf("level %d: %s, %v", level, g.State, g.Course)
		}
	}
}

// Which games against robots there can't be.
func TestNoRobot(t *testing.T) {
	for _, row := range []struct {
		why    string
		orders []Order
		want   facts.Reason
	}{
		{"a level too high", []Order{ChallengeRobot{Level: 6, Terms: DefaultTerms()}}, facts.NoSuchRobot{Levels: 5}},
		{"level 0", []Order{ChallengeRobot{Level: 0, Terms: DefaultTerms()}}, facts.NoSuchRobot{Levels: 5}},
		{"one that is to count", []Order{ChallengeRobot{Level: 1, Rated: true, Terms: DefaultTerms()}}, facts.RobotRated},
		{"a match, which is two", []Order{ChallengeRobot{Level: 1, Terms: DefaultTerms()}, ChallengeRobot{Level: 1, Terms: Terms{Size: 4, Match: true}}}, facts.EnoughRobots},
		{"a fourth one", []Order{ChallengeRobot{Level: 1, Terms: DefaultTerms()}, ChallengeRobot{Level: 2, Terms: DefaultTerms()}, ChallengeRobot{Level: 1, Terms: DefaultTerms()}}, facts.EnoughRobots},
		{"a hint while the robot thinks", []Order{Play{Move: game.Move{Kind: game.SayBlack}}, Hint{About{Game: 1}}}, facts.HintNotNow},
	} {
		_, do := robotTable(t, 1)
		all := do(row.orders...)
		if got, ok := all[len(all)-1].(facts.Refused); !ok || got.Why != row.want {
			t.Errorf("%s: %v", row.why, all)
		}
	}
}

// A hint is for a game against a robot, and for no position from which people play on, however the board is turned.
func TestNoHint(t *testing.T) {
	tb, do := robotTable(t, 1)
	refusal := func(number store.GameNumber) facts.Reason {
		t.Helper()
		switch f := do(Hint{About{Game: number}})[0].(type) {
		case facts.Refused:
			return f.Why
		case facts.HintAsked:
			return nil
		default:
			t.Fatalf("%T", f)
			return nil
		}
	}
	if why := refusal(1); why != nil {
		t.Errorf("an empty board is no secret: %v", why)
	}
	tb.begin() // game 2, Ana against Bo, on size 6
	if why := refusal(2); why != facts.HintAgainstPeople {
		t.Errorf("between people: %v", why)
	}
	put := func(n store.GameNumber, cells ...string) {
		t.Helper()
		tb.check(tb.store.Update(func(tx *store.Tx) error {
			g, err := tx.Game(n)
			tb.check(err)
			g.Size = 4
			played, err := g.Replay()
			tb.check(err)
			for _, word := range cells {
				m, err := game.ParseMove(word)
				tb.check(err)
				p := played.Position()
				event, err := played.Decide(p.ToMove(), m, tb.now)
				tb.check(errors.Join(err, played.Apply(event)))
			}
			tb.check(g.Record(played, tb.now))
			return tx.PutGame(g)
		}))
	}
	put(1, "B2", "C3", "D3", "E4")
	put(2, "C2", "E5", "D3", "E4")
	if why := refusal(1); why != nil {
		t.Errorf("another position: %v", why)
	}
	mirror := func(cell string) string {
		c, err := game.ParseCell(cell)
		tb.check(err)
		return c.Image(4, 9).String()
	}
	tb.begin() // game 3
	put(3, mirror("B2"), mirror("C3"), mirror("D3"))
	if why := refusal(1); why != nil {
		t.Errorf("people are on their way there: %v", why)
	}
	put(3, mirror("E4"))
	if why := refusal(1); why != facts.HintForOthers {
		t.Errorf("people play from there: %v", why)
	}
	tb.check(tb.store.Update(func(tx *store.Tx) error {
		g, err := tx.Game(3)
		tb.check(err)
		g.Private = true
		return tx.PutGame(g)
	}))
	if why := refusal(1); why != nil {
		t.Errorf("a private game is told of: %v", why)
	}
}

// game gives a game as stored.
func (tb *table) game(n store.GameNumber) (g *store.Game) {
	tb.t.Helper()
	tb.check(tb.store.View(func(tx *store.Tx) (err error) {
		g, err = tx.Game(n)
		return err
	}))
	return g
}
