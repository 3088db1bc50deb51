package mailbot_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot"
	"unlurbot/mailbot/address"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bigclub"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/token"
	"unlurbot/store"
)

var clubFile = flag.String("club", "", "where the store of the big club for BenchmarkClub is kept, and made if it is missing; by default one is made and thrown away")

// smallClub has as many games for each player as bigclub.Big, and a hundredth of
// the players.
var smallClub = bigclub.Size{Players: bigclub.Big.Players / 100, Running: bigclub.Big.Running / 100, Finished: bigclub.Big.Finished / 100}

// BenchmarkClub is what one mail takes of the bot's own time in a big club, both
// commits included, and beside it the same in a club with a hundredth of the
// players. What reads no more than it needs takes about as long in both. One mail
// in ten is of somebody with thousands of games.
func BenchmarkClub(b *testing.B) {
	for _, size := range []struct {
		name, file string
		bigclub.Size
	}{
		{"small", "", smallClub},
		{"busy", "", bigclub.Size{Players: 200, Running: 4900}}, // each is in 49 games
		{"big", *clubFile, bigclub.Big},
	} {
		b.Run(size.name, func(b *testing.B) {
			c := openClub(b, size.file, size.Size)
			for _, m := range clubMails {
				b.Run(m.name, func(b *testing.B) { c.measure(b, m) })
			}
			b.Run("wake-ups", c.measureWakeUps)
		})
	}
}

// A clubMail is a mail that somebody in a club writes.
type clubMail struct {
	name  string
	write func(c *bigClub) mailbot.Incoming
	want  decision.Decision
}

var clubMails = []clubMail{
	{"games", func(c *bigClub) mailbot.Incoming { return c.fromSomebody("games") }, decision.Answered},
	{"standings", func(c *bigClub) mailbot.Incoming { return c.fromSomebody("standings") }, decision.Answered},
	{"profile", func(c *bigClub) mailbot.Incoming { return c.fromSomebody("profile " + bigclub.Name(c.anybody())) }, decision.Answered},
	{"results", func(c *bigClub) mailbot.Incoming { return c.fromSomebody("results " + bigclub.Name(c.anybody())) }, decision.Answered},
	{"seeks", func(c *bigClub) mailbot.Incoming { return c.fromSomebody("seeks") }, decision.Answered},
	{"seek", func(c *bigClub) mailbot.Incoming { return c.fromSomebody("seek private pace " + c.unusualPace()) }, decision.Challenged},
	{"challenge", func(c *bigClub) mailbot.Incoming { in, _ := c.challenge(); return in }, decision.Challenged},
	{"accept", (*bigClub).acceptance, decision.Started},
	{"show", func(c *bigClub) mailbot.Incoming { return c.about(c.running(), "show") }, decision.Answered},
	{"history", func(c *bigClub) mailbot.Incoming { return c.about(c.running(), "history") }, decision.Answered},
	{"move", (*bigClub).move, decision.Played},
}

// A bigClub is a bot that serves one.
type bigClub struct {
	t     testing.TB
	size  bigclub.Size
	store *store.Store
	bot   *mailbot.Bot
	now   time.Time
	keys  token.Ring
	dice  *rand.Rand
	sent  uint32 // mails
	place uint32 // of the mailbox that they come from
}

// openClub opens a club, which it makes if there is none.
func openClub(b *testing.B, path string, size bigclub.Size) *bigClub {
	b.Helper()
	if path == "" {
		path = filepath.Join(b.TempDir(), "club.db")
	}
	c := &bigClub{t: b, size: size, now: bigclub.Now, dice: rand.New(rand.NewPCG(rand.Uint64(), 2)), place: rand.Uint32()}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		c.check(bigclub.Make(path, size, club.Rate))
	}
	var err error
	c.store, err = store.Open(path, mailbot.NewSecret)
	c.check(err)
	b.Cleanup(func() { c.check(c.store.Close()) })
	c.bot, err = mailbot.New(mailbot.Config{Address: bottest.Address, AuthservID: "mx.example.org", Limits: mailbot.GenerousLimits},
		c.store, func() time.Time { return c.now }, slog.New(slog.DiscardHandler))
	c.check(err)
	c.check(c.store.View(func(tx *store.Tx) error {
		k, err := tx.Keys()
		if err == nil {
			c.keys = token.NewRing(k, c.now)
		}
		return err
	}))
	return c
}

func (c *bigClub) check(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// measure takes the times of mails of one kind.
func (c *bigClub) measure(b *testing.B, m clubMail) {
	c.t = b
	var took []time.Duration
	for b.Loop() {
		b.StopTimer()
		in := m.write(c)
		b.StartTimer()
		began := time.Now()
		decisions, err := c.bot.Receive(b.Context(), in)
		took = append(took, time.Since(began))
		c.check(err)
		if decisions[0] != m.want {
			b.Fatalf("%s\n%s", decisions[0], in.Raw)
		}
	}
	tellTimes(b, took)
	c.empty()
}

// wakeUps is how many wake-ups become due together.
const wakeUps = 500

// measureWakeUps takes the times of wake-ups of which many are due at once: the
// bot has been away for a few days.
func (c *bigClub) measureWakeUps(b *testing.B) {
	c.t = b
	due := func() (due []store.WakeUp) {
		c.check(c.store.View(func(tx *store.Tx) (err error) {
			due, err = tx.DueWakes(c.now, wakeUps)
			return err
		}))
		return due
	}
	for len(due()) < wakeUps {
		c.now = c.now.Add(time.Hour)
	}
	waiting := due()
	var took []time.Duration
	for b.Loop() {
		if len(waiting) == 0 {
			b.StopTimer()
			c.now = c.now.Add(time.Hour)
			waiting = due()
			b.StartTimer()
			continue
		}
		began := time.Now()
		one, end := context.WithCancel(b.Context())
		c.bot.SetReached(func(p mailbot.Point) {
			if p == mailbot.PointWoken {
				end()
			}
		})
		c.check(c.bot.Wake(one))
		took = append(took, time.Since(began))
		waiting = waiting[1:]
	}
	tellTimes(b, took)
	c.empty()
}

// tellTimes reports the time of most and of the slowest.
func tellTimes(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	b.ReportMetric(1000*took[len(took)/2].Seconds(), "ms-median")
	b.ReportMetric(1000*took[len(took)-1].Seconds(), "ms-worst")
	b.ReportMetric(0, "ns/op")
}

// empty takes all mails out of the outbox that could leave.
func (c *bigClub) empty() {
	c.check(c.store.Update(func(tx *store.Tx) error {
		waiting, err := tx.Outbox()
		for _, m := range waiting {
			if !m.Held {
				err = errors.Join(err, tx.Sent(m.ID))
			}
		}
		return err
	}))
}

// somebody draws a player; one in ten times it is the one who has played most.
func (c *bigClub) somebody() store.PlayerID {
	if c.sent%10 == 9 {
		return 1
	}
	return c.anybody()
}

// anybody draws a player who can be reached.
func (c *bigClub) anybody() store.PlayerID {
	for {
		if id := store.PlayerID(c.dice.IntN(c.size.Players) + 1); !bigclub.IsOutOfReach(id) {
			return id
		}
	}
}

// unusualPace is one at which nobody else seeks a game.
func (c *bigClub) unusualPace() string {
	n := c.place + c.sent
	return fmt.Sprintf("60d+%dh max %dd", 12+n%1000, 60+n/1000%300)
}

// running draws a game that goes on, whose player to move can be reached.
func (c *bigClub) running() (g *store.Game) {
	c.check(c.store.View(func(tx *store.Tx) (err error) {
		for g == nil || g.State != store.Playing || bigclub.IsOutOfReach(g.Player(g.Course.ToMove)) {
			if g, err = tx.Game(store.GameNumber(c.size.Finished + c.dice.IntN(c.size.Running) + 1)); err != nil {
				return err
			}
		}
		return nil
	}))
	return g
}

// fromSomebody is a mail about no game.
func (c *bigClub) fromSomebody(body string) mailbot.Incoming { return c.vouchedFor(c.somebody(), body) }

// vouchedFor is a mail about no game of a player for whom our mail server vouches.
func (c *bigClub) vouchedFor(from store.PlayerID, body string) mailbot.Incoming {
	return c.mail(from, bottest.Address, bottest.Verdict("example.org"), body)
}

// about is an answer to a mail about a game, of the player to move.
func (c *bigClub) about(g *store.Game, body string) mailbot.Incoming {
	return c.from(g, g.Course.ToMove, body)
}

// from is an answer of the player on a seat.
func (c *bigClub) from(g *store.Game, seat game.Seat, body string) mailbot.Incoming {
	t := g.Thread(seat)
	thread := fmt.Sprintf("In-Reply-To: <%s>\nReferences: <%s> <%s>\n", t.Last, t.Root, t.Last)
	return c.mail(g.Player(seat), address.Own(bottest.Address).With(c.keys.Seal(token.OfGame(g, seat))), thread, body)
}

func (c *bigClub) mail(from store.PlayerID, to, extra, body string) mailbot.Incoming {
	c.sent++
	raw := fmt.Sprintf("%sFrom: %s <%s>\nTo: %s\nSubject: Unlur\nMessage-ID: <%d.%d@client.test>\nDate: %s\n\n%s\n",
		extra, bigclub.Name(from), bigclub.Address(from), to, c.place, c.sent, c.now.Format(time.RFC1123Z), body)
	return mailbot.Incoming{UIDValidity: c.place, UID: c.sent, Arrived: c.now, Raw: []byte(raw)}
}

// challenge is one between two who have no game together.
func (c *bigClub) challenge() (in mailbot.Incoming, challenged store.PlayerID) {
	for from := c.somebody(); ; from = c.anybody() { // somebody may have a game with everybody
		to := c.anybody()
		var open []*store.Game
		c.check(c.store.View(func(tx *store.Tx) (err error) {
			open, err = tx.OpenGamesOf(from)
			return err
		}))
		together := slices.ContainsFunc(open, func(g *store.Game) bool { return g.SeatOf(to) != game.NoSeat })
		if from != to && !together {
			return c.vouchedFor(from, "challenge "+bigclub.Name(to)), to
		}
	}
}

// acceptance is the answer to a challenge that somebody has just made.
func (c *bigClub) acceptance() (answer mailbot.Incoming) {
	in, challenged := c.challenge()
	decisions, err := c.bot.Receive(c.t.Context(), in)
	c.check(err)
	if decisions[0] != decision.Challenged {
		c.t.Fatalf("%s\n%s", decisions[0], in.Raw)
	}
	c.check(c.store.View(func(tx *store.Tx) error {
		for g, err := range tx.LastGamesOf(challenged) {
			answer = c.from(g, g.SeatOf(challenged), "accept")
			return err
		}
		return store.ErrNotFound
	}))
	return answer
}

// move plays anything that is allowed in a running game.
func (c *bigClub) move() mailbot.Incoming {
	g := c.running()
	played, err := g.Replay()
	c.check(err)
	position := played.Position()
	legal := slices.Collect(position.Legal())
	return c.about(g, legal[c.dice.IntN(len(legal))].String())
}
