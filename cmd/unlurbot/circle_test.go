package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/correspondent"
	"unlurbot/mailbot/testing/livebot"
)

// A step is one mail of a script, and what the bot makes of it.
type step struct {
	who   int       // 0 or 1 of a pair
	fresh bool      // begins a conversation instead of replying to the last mail
	body  string    // the subject, if it is fresh
	gets  [2]string // the event of the mail that each of the two gets; empty for none
}

// A script is what a pair writes, always the same. Each step is written when
// everything that comes of the one before has arrived, so the whole
// correspondence of a pair, down to the Message-IDs, is fixed.
type script struct {
	steps   []step
	records []string // of the games, as they must be in the store at the end
}

// scriptedSize is the board of an invitation that asks for no other.
const scriptedSize = game.DefaultSize

// newScript makes up a pair's first game, from its first move on. A game that
// is not over after some plies is resigned.
func newScript(rng *rand.Rand, plies int) script {
	var s script
	s.playOn(rng, plies)
	return s
}

// again adds a challenge and a second game.
func (s *script) again(rng *rand.Rand, plies int, opponent string, vouched bool) {
	s.steps = append(s.steps, meeting(opponent, vouched)...)
	s.playOn(rng, plies)
}

// meeting is how the first of a pair challenges the other one. If no server
// vouches for mails that answer nothing, the bot asks whether that was so.
func meeting(opponent string, vouched bool) []step {
	made := [2]string{"challenged", "invite"}
	steps := []step{{who: 0, fresh: true, body: "challenge " + opponent + " first pace none friendly", gets: made}}
	if !vouched {
		steps[0].gets = [2]string{"confirm", ""}
		steps = append(steps, step{who: 0, body: "yes", gets: made})
	}
	return append(steps, step{who: 1, body: "accept", gets: [2]string{"turn", "started"}})
}

func (s *script) playOn(rng *rand.Rand, plies int) {
	g, err := game.New(scriptedSize)
	must(err)
	for p := g.Position(); p.Phase() != game.Over; p = g.Position() {
		seat, move := game.Seat(1+rng.IntN(2)), game.Move{Kind: game.Resign} // which needs no turn
		if p.Ply() < plies {
			s.interlude(rng, &p)
			legal := slices.Collect(p.Legal())
			seat, move = p.ToMove(), legal[rng.IntN(len(legal))]
		}
		event, err := g.Decide(seat, move, meetingDay)
		must(err)
		must(g.Apply(event))
		who := int(seat - game.First)
		gets := both(who, "moved", "turn")
		if after := g.Position(); after.Phase() == game.Over {
			gets = both(who, "over", "over")
		}
		s.steps = append(s.steps, step{who: who, body: move.String(), gets: gets})
	}
	s.records = append(s.records, g.Record())
}

// must is for what only a fault of the script can make fail.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// interlude lets the two do something else than play, now and then.
func (s *script) interlude(rng *rand.Rand, p *game.Position) {
	taken, ok := p.Last()
	toMove, who := int(p.ToMove()-game.First), rng.IntN(2)
	switch rng.IntN(8) {
	case 0:
		s.steps = append(s.steps, step{who: who, body: fmt.Sprintf("say Ply %d, and still no plan.", p.Ply()), gets: both(who, "said", "message")})
	case 1:
		s.steps = append(s.steps, step{who: who, body: "show", gets: both(who, "show", "")})
	case 2:
		if ok {
			s.steps = append(s.steps, step{who: toMove, body: taken.String(), gets: both(toMove, "refused", "")})
		}
	}
}

// both tells who gets what: the writer and the other one.
func both(writer int, his, others string) [2]string {
	if writer == 0 {
		return [2]string{his, others}
	}
	return [2]string{others, his}
}

// hoarded is how many mails each player has sent before the bot is started: one
// less than there are answers to the same words, since the last of those says so,
// and which one comes last is not certain.
const hoarded = 2

// A player is one of a pair at a mail client.
type player struct {
	*livebot.Person
	last   *correspondent.Letter // that is no answer to what was hoarded
	helped int                   // answers to what was hoarded
}

// write sends the mail of a step.
func (p *player) write(s step) {
	p.T.Helper()
	if s.fresh {
		p.Writes(s.body)
		return
	}
	p.Last = p.last
	p.Replies(s.body)
}

// reads waits for the next mail, and says whether it is no answer to what was hoarded.
func (p *player) reads() bool {
	p.T.Helper()
	l := p.ReadsOnce()
	if l.Event() == "help" {
		p.helped++
		return false
	}
	p.last = l
	return true
}

// gets waits for a mail with an event: no other one may come before it.
func (p *player) gets(event string) {
	p.T.Helper()
	for !p.reads() {
	}
	if got := p.last.Event(); got != event {
		p.T.Fatalf("%s gets %q instead of %q:\n%s", p.Address, got, event, p.last.Text)
	}
}

// A couple is a pair of players.
type couple [2]*player

// openCouple opens the mail clients of a pair. What they write has the same dates and
// Message-IDs each time.
func openCouple(b *livebot.Bot, names [2]string, clock time.Time) (pair couple) {
	b.T.Helper()
	for i, name := range names {
		at := clock.Add(time.Duration(i) * time.Hour)
		pair[i] = &player{Person: b.Servers.PersonAt(b.T, b.Ctx, name, func() time.Time { return at })}
	}
	return pair
}

// perform goes through steps.
func (c couple) perform(steps []step) {
	for _, s := range steps {
		c[s.who].write(s)
		for i, event := range s.gets {
			if event != "" {
				c[i].gets(event)
			}
		}
	}
}

func (c couple) close() {
	for _, p := range c {
		p.Close()
	}
}

// hoard sends the mails that wait when the bot is started.
func (c couple) hoard() {
	for _, p := range c {
		for range hoarded {
			p.write(step{fresh: true, body: "help"})
		}
	}
}

// catchUp waits for the answers to what was hoarded that are still to come.
func (c couple) catchUp() {
	for _, p := range c {
		for p.helped < hoarded {
			p.reads()
		}
	}
}

// A circle is many pairs with their scripts, at the moment when all their first
// games have begun.
type circle struct {
	names   [][2]string
	scripts []script
	letters [][2]*correspondent.Letter // the last that each has got
	store   []byte                     // the bot's

	open func(testing.TB) livebot.Servers // starts servers
	want correspondence                   // of a round in which nothing disturbs the bot
}

// The clocks of the players while they meet, and when they play: a Message-ID
// must not come twice.
var (
	meetingDay = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	playingDay = meetingDay.AddDate(0, 0, 1)
)

// meet lets pairs begin their games and play a round with a bot that nothing
// disturbs. Where tests are short, under the race detector, fewer pairs meet.
func meet(t testing.TB, open func(testing.TB) livebot.Servers, pairs, plies int) *circle {
	t.Helper()
	if testing.Short() {
		pairs /= 3
	}
	b := livebot.New(t, open(t))
	c := &circle{open: open, letters: make([][2]*correspondent.Letter, pairs)}
	rng := rand.New(rand.NewPCG(1, 1))
	for n := range pairs {
		names := [2]string{fmt.Sprintf("ana%d", n), fmt.Sprintf("bo%d", n)}
		s := newScript(rng, plies)
		if n == 0 { // more of these would be numbered in the order of their arrival
			s.again(rng, plies, b.Servers.At(names[1]), b.Servers.Vouched)
		}
		c.names, c.scripts = append(c.names, names), append(c.scripts, s)
	}
	bot := b.Start()
	together(b, pairs, func(n int) { c.acquaint(b, n) })
	check(t, b.Ctx.Err())
	b.Finish(bot)
	raw, err := os.ReadFile(b.Store())
	check(t, err)
	c.store = raw
	r := c.play(livebot.New(t, open(t)))
	c.want = r.settle(r.Start())
	return c
}

// together lets pairs do something at the same time. Nobody waits any more when one has failed.
func together(b *livebot.Bot, pairs int, do func(n int)) {
	var all sync.WaitGroup
	for n := range pairs {
		all.Go(func() {
			defer func() {
				if b.T.Failed() {
					b.GiveUp()
				}
			}()
			do(n)
		})
	}
	all.Wait()
}

// acquaint brings a pair to the beginning of its first game.
func (c *circle) acquaint(b *livebot.Bot, n int) {
	pair := openCouple(b, c.names[n], meetingDay.AddDate(0, 0, -n-1))
	defer pair.close()
	pair.perform(meeting(b.Servers.At(c.names[n][1]), b.Servers.Vouched))
	c.letters[n] = [2]*correspondent.Letter{pair[0].last, pair[1].last}
}

// records gives what the store must hold at the end, in any order.
func (c *circle) records() []string {
	var all []string
	for _, s := range c.scripts {
		all = append(all, s.records...)
	}
	return slices.Sorted(slices.Values(all))
}

// people lists everybody but the bot.
func (c *circle) people() (all []string) {
	for _, names := range c.names {
		all = append(all, names[:]...)
	}
	return all
}

// sortedKeys is for messages of tests, which should not change from run to run.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
