package mailbot_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// withRobots is a bot with robots, and somebody who knows it.
func withRobots(t testing.TB) (b *bottest.Bot, ana *bottest.Person) {
	t.Helper()
	b = bottest.New(t, func(c *mailbot.Config) { c.Robots = true })
	ana = b.Person("ana@example.org")
	ana.Writes("games").Is(decision.Answered)
	b.Fresh = nil
	return b, ana
}

// playsOn has somebody play a game against a robot to its end, by stones that are drawn.
func playsOn(b *bottest.Bot, p *bottest.Person, n store.GameNumber, dice *rand.Rand) {
	b.T.Helper()
	for b.Game(n).State == store.Playing {
		g := b.Game(n)
		if g.RobotToMove() {
			b.T.Fatalf("the robot has not moved in game %d", n)
		}
		played, err := g.Replay()
		b.Check(err)
		position := played.Position()
		legal := slices.Collect(position.Legal())
		p.Replies(legal[dice.IntN(len(legal))].String()).Is(decision.Played)
	}
}

// Each exchange is one mail, of whatever level and size, up to the end of the game; nothing goes to the robot, and nobody's
// rating changes.
func TestAMailForEachExchange(t *testing.T) {
	t.Parallel()
	for _, level := range bottest.Some([]int{1, 2, 3}) {
		b, ana := withRobots(t)
		ana.Writes(fmt.Sprintf("challenge robot level %d size 4", level)).Is(decision.Started)
		before := len(b.Box)
		playsOn(b, ana, 1, rand.New(rand.NewPCG(1, uint64(level))))
		if got, want := len(b.Fresh), len(b.Box)-before+1; got != want {
			t.Errorf("level %d: %d mails for %d", level, got, want)
		}
		for _, m := range b.Fresh {
			if m.EnvelopeTo != ana.Address {
				t.Errorf("a mail to %q", m.EnvelopeTo)
			}
		}
		g := b.Game(1)
		if g.Rated || g.State != store.Finished {
			t.Errorf("%+v", g)
		}
		b.Check(b.Store.View(func(tx *store.Tx) error {
			for _, id := range g.Players {
				s, err := tx.Standing(id)
				if err != nil || s.Games() > 0 {
					t.Errorf("%+v, %v", s, err)
				}
			}
			return nil
		}))
	}
}

// What a robot plays follows from the game: the same in every process, however often it is killed while it thinks, before
// that and behind. Nothing is lost, and no mail is sent twice.
func TestKilledInTheRobotsTurn(t *testing.T) {
	t.Parallel()
	var records [2]string
	var mails [2][]string
	for i := range records {
		b, ana := withRobots(t)
		fate, deaths, died := rand.New(rand.NewPCG(1, 2)), 0, false
		if i == 1 {
			b.Configure(func(c *mailbot.Config) {
				c.Reached = func(mailbot.Point) {
					if died = !died && fate.IntN(2) == 0; died {
						deaths++
						runtime.Goexit()
					}
				}
			})
		}
		for n := store.GameNumber(1); n <= 3; n++ {
			ana.Writes(fmt.Sprintf("challenge robot level %d size 4", n)).Is(decision.Started)
			playsOn(b, ana, n, rand.New(rand.NewPCG(3, uint64(n))))
			records[i] += b.Record(n) + "\n"
		}
		for _, m := range b.Fresh {
			mails[i] = append(mails[i], m.MessageID+"\n"+m.Text)
		}
		if i == 1 && deaths < 100 {
			t.Errorf("the bot was killed %d times", deaths)
		}
	}
	if diff := cmp.Diff(records[0], records[1]); diff != "" {
		t.Errorf("the games (-calm +killed):\n%s", diff)
	}
	if diff := cmp.Diff(mails[0], mails[1]); diff != "" {
		t.Errorf("the mails (-calm +killed):\n%s", diff)
	}
}

// A store that was restored from before a game, or from the middle of it, comes to the same moves and mails: the robot
// thinks again about what nothing else knows, between the mails of its opponent, and nowhere else.
func TestRobotsRestored(t *testing.T) {
	t.Parallel()
	b, ana := withRobots(t)
	dice := rand.New(rand.NewPCG(4, 4))
	backups, known := []string{b.Backup()}, []int{len(b.Box)}
	ana.Writes("challenge robot level 2 size 4 first").Is(decision.Started)
	for range 4 {
		g := b.Game(1)
		played, err := g.Replay()
		b.Check(err)
		p := played.Position()
		for m := range p.Legal() {
			if dice.IntN(3) == 0 {
				ana.Replies(m.String()).Is(decision.Played)
				break
			}
		}
		backups, known = append(backups, b.Backup()), append(known, len(b.Box))
	}
	want, mails := b.Record(1), map[string]string{}
	for _, m := range b.Fresh {
		mails[m.MessageID] = m.Text
	}
	for i, backup := range backups[:len(backups)-1] {
		b.GoBackTo(backup)
		b.Fresh = nil
		_, err := b.Mailbot.Receive(t.Context(), filedSince(b, known[i])...)
		b.Check(err)
		b.Check(b.Store.Update(func(tx *store.Tx) error { return tx.SetRestored(time.Time{}) }))
		b.Now = b.Now.Add(-time.Minute) // when the last mail came
		b.Wake()
		b.Now = b.Now.Add(time.Minute)
		if got := b.Record(1); got != want {
			t.Errorf("from backup %d: %s, was %s", i, got, want)
		}
		for _, m := range b.Fresh {
			if text, sent := mails[m.MessageID]; !sent || text != m.Text {
				t.Errorf("from backup %d: not a mail that was sent before:\n%s", i, b.Whole(m))
			}
		}
	}
}

// While a robot thinks its opponent can take the move back, resign or be forgotten, and the thought comes to nothing.
func TestWhileARobotThinks(t *testing.T) {
	t.Parallel()
	for _, words := range []string{"undo", "resign", "abort", "yes"} { // yes, forget me
		b, ana := withRobots(t)
		ana.Writes("challenge robot level 1 first").Is(decision.Started)
		if words == "resign" {
			ana.Replies("C4").Is(decision.Played)
		}
		var ask *store.Outgoing
		if words == "yes" {
			ana.Writes("forget me")
			ask = ana.Last()
		}
		in := []mailbot.Incoming{incoming(b, ana, "D5 #1"), incoming(b, ana, words+" #1")}
		if words == "yes" {
			in[1].Raw = []byte(bottest.Note{From: ana.Address, Answers: ask, Body: words}.Raw(int(b.UID), b.Now))
		}
		_, err := b.Mailbot.Receive(t.Context(), in...) // and no robot has thought in between
		b.Check(err)
		before := len(b.Game(1).Events)
		b.Quiet()
		if text := ana.Last().Text; words == "undo" && !strings.Contains(text, "Your D5 has been taken back.") {
			t.Errorf("%s", text)
		}
		if g := b.Game(1); words == "yes" && g.State != store.Cancelled {
			t.Errorf("game 1 of who is forgotten is %s", g.State)
		}
		b.Check(mailbot.Think(t.Context(), b.Mailbot))
		b.Quiet()
		if after := len(b.Game(1).Events); after != before {
			t.Errorf("%s: the robot has moved: %s", words, b.Record(1))
		}
	}
}

// incoming is a mail of somebody's, vouched for.
func incoming(b *bottest.Bot, p *bottest.Person, words string) mailbot.Incoming {
	b.UID++
	raw := bottest.Note{From: p.Address, Vouched: true, Body: words}.Raw(int(b.UID), b.Now)
	return mailbot.Incoming{UIDValidity: 1, UID: b.UID, Raw: []byte(raw), Arrived: b.Now}
}

// A search ends soon after the context, and is made again later, from its beginning.
func TestASearchIsCutOff(t *testing.T) {
	t.Parallel()
	b, ana := withRobots(t)
	in := incoming(b, ana, "challenge robot level 5 size 13 second")
	_, err := b.Mailbot.Receive(t.Context(), in)
	b.Check(err)
	ended, end := context.WithCancel(t.Context())
	end()
	b.Check(mailbot.Think(ended, b.Mailbot))
	if n := len(b.Game(1).Events); n > 0 {
		t.Errorf("%d moves without a thought", n)
	}
	b.Check(mailbot.Think(t.Context(), b.Mailbot))
	b.Quiet()
	if b.Record(1) == "" {
		t.Error("the robot has not moved")
	}
}

// Who wants no mails gets none of a robot's, and the game waits; who is forgotten leaves one that nobody can see.
func TestLeavingARobot(t *testing.T) {
	t.Parallel()
	b, ana := withRobots(t)
	ana.Writes("challenge robot first").Is(decision.Started)
	ana.Writes("stop").Is(decision.Unsubscribed)
	b.Fresh = nil
	b.Pass(12 * time.Hour)
	if len(b.Fresh) > 0 {
		t.Errorf("a mail to who wants none: %s", b.Fresh[0].Subject)
	}
	ana.Writes("forget me")
	ana.Replies("yes").Is(decision.Forgotten)
	if g := b.Game(1); g.State != store.Cancelled {
		t.Errorf("game 1 is %s", g.State)
	}
}

// An analysis is sent once to each who has asked, however the bot is killed meanwhile; and to nobody who has left since.
func TestKilledInAnAnalysis(t *testing.T) {
	t.Parallel()
	b, ana := withRobots(t)
	ana.Writes("challenge robot level 1 size 4 first").Is(decision.Started)
	ana.Replies("black").Is(decision.Played)
	ana.Replies("resign").Is(decision.Played)
	over := ana.Last()
	b.Fresh = nil
	bottest.Dies(b, mailbot.PointThought, mailbot.PointWaking, mailbot.PointWoken)
	ana.Answers(over, "analyse").Is(decision.Answered)
	if len(b.Fresh) != 1 || bottest.Field(b.Fresh[0], "X-Unlur-Event") != "analysed" {
		t.Fatalf("%d mails", len(b.Fresh))
	}
	in := []mailbot.Incoming{incoming(b, ana, "analyse #1"), incoming(b, ana, "stop")}
	_, err := b.Mailbot.Receive(t.Context(), in...)
	b.Check(err)
	b.Quiet()
	b.Fresh = nil
	b.Check(mailbot.Think(t.Context(), b.Mailbot))
	b.Quiet()
	if len(b.Fresh) > 0 || len(b.Game(1).AnalysisFor) > 0 {
		t.Errorf("%d mails to who wants none, and %v still wait", len(b.Fresh), b.Game(1).AnalysisFor)
	}
}

// A robot whose turn comes while a game is analysed, or a puzzle is looked for, moves before that is done.
func TestRobotsMoveDuringALongSearch(t *testing.T) {
	t.Parallel()
	for name, begin := range map[string]func(b *bottest.Bot, ana *bottest.Person){
		"analysis": func(b *bottest.Bot, ana *bottest.Person) {
			_, err := b.Mailbot.Receive(t.Context(), incoming(b, ana, "analyse #1"))
			b.Check(err)
		},
		"puzzles": func(b *bottest.Bot, ana *bottest.Person) {
			b.Configure(func(c *mailbot.Config) { c.Puzzles = 1 })
			n := play(b, ana, b.Person("bo@example.net"), "", puzzling...)
			ana.Writes(fmt.Sprintf("resign #%d", n)).Is(decision.Played)
			b.Now = b.Now.Add(24 * time.Hour)
		},
	} {
		b, ana := withRobots(t)
		ana.Writes("challenge robot level 1 size 4 first").Is(decision.Started)
		ana.Replies("black").Is(decision.Played)
		ana.Replies("resign").Is(decision.Played)
		ana.Writes("challenge robot level 1 size 4 first").Is(decision.Started)
		begin(b, ana)
		var points []string
		moved := false
		b.Configure(func(c *mailbot.Config) {
			c.Reached = func(p mailbot.Point) {
				if p == mailbot.PointWaking && !moved {
					moved = true
					_, err := b.Mailbot.Receive(t.Context(), incoming(b, ana, "C3 #2"))
					b.Check(err)
				}
				if p == mailbot.PointThought {
					points = append(points, b.Record(2))
				}
			}
		})
		b.Check(mailbot.Think(t.Context(), b.Mailbot))
		b.Quiet()
		if len(points) != 2 || points[0] != "C3" || points[1] == "C3" {
			t.Errorf("%s: as thoughts were done, the game stood at %q", name, points)
		}
	}
}

// An operator can do nothing to a robot.
func TestOperatorAndRobots(t *testing.T) {
	t.Parallel()
	b, ana := withRobots(t)
	ana.Writes("challenge robot").Is(decision.Started)
	for _, act := range []string{"forget robot-1: Away with it.", "ban robot-1: It wins.", "rename robot-1 Robin: A better name."} {
		if said := b.Operator(act); !strings.Contains(said, "robot") {
			t.Errorf("%s: %s", act, said)
		}
	}
	if said := b.Operator("end 1 cancel: Enough."); said != "done" {
		t.Error(said)
	}
	if g := b.Game(1); g.State != store.Cancelled || !g.Rings.IsZero() {
		t.Errorf("game 1 is %s and rings at %v", g.State, g.Rings)
	}
}
