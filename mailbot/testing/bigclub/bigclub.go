// Package bigclub makes the store of a club with as many players and games as
// are wanted, for benchmarks and for tests of what must work at any size. It
// goes through package store alone, so that what it makes is what a bot would
// have written. The same size gives the same club.
package bigclub

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"unlurbot/game"
	"unlurbot/store"
	"unlurbot/store/page"
)

// A Size says how big a club is. Beside the games there are challenges without
// an answer and offers to everybody.
type Size struct {
	Players, Running, Finished int
}

// Big is the club that the bot must serve without delay.
var Big = Size{Players: 10_000, Running: 100_000, Finished: 1_000_000}

// Now is the time in a club.
var Now = time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)

const (
	// founded is how long ago the first game began.
	founded = 3 * 365 * 24 * time.Hour
	// pondering is how long a player thinks about a move.
	pondering = 20 * time.Hour
	// answerTime is how long a challenge can be answered.
	answerTime = 14 * 24 * time.Hour
	// together is how many games are written in one transaction.
	together = 20_000
	// outOfReach is how many players there are to one whose mails come back, and
	// heldBack is how many mails wait for that one.
	outOfReach, heldBack = 100, 10
)

// Make makes the store of a club in a new file; rate rates its players.
func Make(path string, size Size, rate store.Rate) (err error) {
	s, err := store.Open(path, func() ([]byte, error) { return []byte("the key of a club"), nil })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	f := &founder{size: size, rate: rate, dice: rand.New(rand.NewPCG(6, 91))}
	for i := range recordsPlayed { // of all common sizes; most end with a resignation
		f.records = append(f.records, playRecord([]int{6, 6, 6, 7, 8}[i%5], 8+f.dice.IntN(50), f.dice))
	}
	for _, step := range []struct {
		times int
		write func(tx *store.Tx, i int) error
	}{
		{size.Players, func(tx *store.Tx, i int) error {
			id := store.PlayerID(i + 1)
			p := &store.Player{Name: Name(id), Address: Address(id), Active: true, Created: Now.Add(-founded)}
			p.Zone = []string{"", "Europe/Madrid", "America/Lima"}[i%3]
			p.FreeWeekends = i%5 == 0
			if IsOutOfReach(id) {
				p.Unreachable = Now.AddDate(0, 0, -7)
			}
			return tx.AddPlayer(p)
		}},
		{size.Finished, f.finishedGame},
		{size.Running, f.runningGame},
		{size.Players / 2, func(tx *store.Tx, _ int) error { return f.challenge(tx, f.pair(f.anybody)) }},
		{size.Players / 20, func(tx *store.Tx, _ int) error {
			return f.challenge(tx, [2]store.PlayerID{f.anybody(), store.NoPlayer})
		}},
		{size.Players / outOfReach * heldBack, func(tx *store.Tx, i int) error {
			id := store.PlayerID(i%(size.Players/outOfReach)+1) * outOfReach
			bot := store.Mailbox{Name: "Unlur", Addr: "unlur@example.org"}
			return tx.Enqueue(&store.Outgoing{
				Player: id, EnvelopeFrom: bot.Addr, EnvelopeTo: Address(id), From: bot, ReplyTo: bot,
				To: store.Mailbox{Name: Name(id), Addr: Address(id)}, Subject: "A mail that waits", Date: Now,
				MessageID: f.messageID(), Boundary: "unlur-boundary",
				Text: strings.Repeat("A line of the board.\n", 60), HTML: page.New([]byte(strings.Repeat("<td>A cell of the board.</td>\n", 600))),
				Delivery: store.Delivery{NextTry: Now, Held: true},
			})
		}},
	} {
		for done := 0; done < step.times; done += together {
			err := s.Update(func(tx *store.Tx) error {
				for i := done; i < min(done+together, step.times); i++ {
					if err := step.write(tx, i); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
	}
	return s.Update(func(tx *store.Tx) error { return tx.SetAlive(Now) })
}

// A founder makes one club.
type founder struct {
	size    Size
	rate    store.Rate
	dice    *rand.Rand
	records []record
}

// Name gives the name of a player.
func Name(id store.PlayerID) string { return fmt.Sprintf("Person%d", id) }

// Address gives the address of a player.
func Address(id store.PlayerID) string { return fmt.Sprintf("person%d@example.org", id) }

// IsOutOfReach says whether mails to a player come back.
func IsOutOfReach(id store.PlayerID) bool { return id%outOfReach == 0 }

// finishedGame adds a game of the past. Some people play far more than others.
func (f *founder) finishedGame(tx *store.Tx, i int) error {
	// In a big club the first ones have played thousands of games.
	avid := func() store.PlayerID {
		return store.PlayerID(float64(f.size.Players)*math.Pow(f.dice.Float64(), 1.5)) + 1
	}
	r := f.records[f.dice.IntN(len(f.records))]
	g := f.newGame(r, f.pair(avid))
	step := founded / time.Duration(f.size.Finished)
	g.Ended = Now.Add(-founded + time.Duration(i)*step).Truncate(time.Second)
	g.Started = g.Ended.Add(-time.Duration(len(r.moves)) * pondering)
	g.Created, g.State, g.Events = g.Started.Add(-pondering), store.Finished, r.events(g.Started)
	if err := tx.AddGame(g); err != nil {
		return err
	}
	_, err := tx.AddResult(g, f.rate)
	return err
}

// runningGame adds a game in which the player to move has some time left until
// the first reminder. In one of ten the other one has a plan.
func (f *founder) runningGame(tx *store.Tx, i int) error {
	r := f.records[f.dice.IntN(len(f.records))]
	plies := f.dice.IntN(len(r.moves) - 2)
	g := f.newGame(r, f.pair(f.anybody))
	last := Now.Add(-time.Duration(f.dice.Int64N(int64(4 * 24 * time.Hour)))).Truncate(time.Second)
	g.Started = last.Add(-time.Duration(plies) * pondering)
	g.Created, g.State = g.Started.Add(-pondering), store.Playing
	g.Events = r.events(g.Started)[:plies]
	g.Clock = game.StartClock(g.Pace, g.Started)
	for _, e := range g.Events {
		g.Clock = g.Clock.Moved(g.Pace, e.Seat, game.Calendar{}, e.At)
	}
	toMove := game.First + game.Seat(plies%2)
	if reply, answer := r.moves[plies], r.moves[plies+1]; i%10 == 0 && reply.Kind != game.Resign && answer.Kind != game.Resign {
		plan, err := game.ParsePlan([]string{reply.String(), answer.String()})
		if err != nil {
			return err
		}
		*g.Plan(toMove.Other()) = plan
	}
	g.Rings = g.Clock.Since.Add(g.Clock.Left[toMove-game.First] / 2)
	if err := tx.AddGame(g); err != nil {
		return err
	}
	return tx.WakeAt(store.WakeUp{At: g.Rings, Kind: store.WakeClock, Number: uint32(g.Number)})
}

// challenge adds one that waits for an answer: for somebody, or an offer to everybody.
func (f *founder) challenge(tx *store.Tx, players [2]store.PlayerID) error {
	g := f.newGame(f.records[f.dice.IntN(len(f.records))], players)
	g.State, g.Rated = store.Waiting, f.dice.IntN(2) == 0
	g.Created = Now.Add(-time.Duration(f.dice.Int64N(int64(answerTime)))).Truncate(time.Second)
	g.Lapses = g.Created.Add(answerTime).Add(time.Hour)
	g.Threads = [2]store.Thread{}
	if err := tx.AddGame(g); err != nil {
		return err
	}
	return tx.WakeAt(store.WakeUp{At: g.Lapses, Kind: store.WakeInvitation, Number: uint32(g.Number)})
}

// newGame makes a rated game of two players with the threads of their mails.
func (f *founder) newGame(r record, players [2]store.PlayerID) *store.Game {
	g := &store.Game{
		Size: r.size, Players: players, Challenger: game.First, Rated: true,
		Title: Name(players[0]) + " - " + Name(players[1]), Pace: game.DefaultPace(),
	}
	for i := range g.Threads {
		g.Threads[i] = store.Thread{Root: f.messageID(), Last: f.messageID()}
	}
	return g
}

// messageID makes an id that is as long as the bot's.
func (f *founder) messageID() string {
	return fmt.Sprintf("%032x.%016x@example.org", f.dice.Uint64(), f.dice.Uint64())
}

// pair draws two players.
func (f *founder) pair(draw func() store.PlayerID) (two [2]store.PlayerID) {
	for two[0] = draw(); two[1] == two[0] || two[1] == store.NoPlayer; two[1] = draw() {
	}
	return two
}

// anybody draws a player.
func (f *founder) anybody() store.PlayerID { return store.PlayerID(f.dice.IntN(f.size.Players) + 1) }
