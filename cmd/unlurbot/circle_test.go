package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/mail"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/correspondent"
	"unlurbot/mailbot/imapbox"
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
	*correspondent.Person
	last   *correspondent.Letter
	seen   map[string]bool
	helped int      // answers to what was hoarded
	wrote  []string // Message-IDs
}

// openPlayer opens the mail client of a player. What it writes has the same
// dates and Message-IDs each time.
func openPlayer(ctx context.Context, c carrier, name string, clock time.Time) (*player, error) {
	host, port, err := hostPort(c.imapAddr)
	if err != nil {
		return nil, err
	}
	address := name + "@" + c.domain
	person, err := correspondent.Open(ctx, correspondent.Config{
		Address: address, Bot: "unlur@" + c.domain, SMTPAddr: c.smtpAddr, Now: func() time.Time { return clock },
		IMAP: imapbox.Config{
			Host: host, Port: port, Security: "none", Username: address, Password: c.password, Mailbox: "INBOX", DoneMailbox: "Read",
		},
	})
	return &player{Person: person, seen: map[string]bool{}}, err
}

// write sends the mail of a step.
func (p *player) write(s step) error {
	send := func() (string, error) { return p.Reply(p.last, s.body) }
	if s.fresh {
		send = func() (string, error) { return p.Write(s.body, "") }
	}
	raw, err := send()
	p.wrote = append(p.wrote, messageID(raw))
	return err
}

// next waits for the next mail that is no answer to what was hoarded and no copy of
// one that came before.
func (p *player) next(ctx context.Context) error {
	for {
		l, err := p.Next(ctx)
		if err != nil {
			return err
		}
		switch {
		case p.seen[l.ID()]:
		case l.Event() == "help":
			p.helped++
			p.seen[l.ID()] = true
			return nil
		default:
			p.last = l
			p.seen[l.ID()] = true
			return nil
		}
	}
}

// await waits for a mail with an event: no other one may come before it.
func (p *player) await(ctx context.Context, event string) error {
	for {
		helped := p.helped
		if err := p.next(ctx); err != nil {
			return fmt.Errorf("waiting for %q: %w", event, err)
		}
		if p.helped > helped {
			continue
		}
		if got := p.last.Event(); got != event {
			return fmt.Errorf("got %q instead of %q:\n%s", got, event, p.last.Text)
		}
		return nil
	}
}

// A couple is a pair of players.
type couple [2]*player

func openCouple(ctx context.Context, c carrier, names [2]string, clock time.Time) (pair couple, err error) {
	for i, name := range names {
		if pair[i], err = openPlayer(ctx, c, name, clock.Add(time.Duration(i)*time.Hour)); err != nil {
			return pair, err
		}
	}
	return pair, nil
}

func (c couple) close() {
	for _, p := range c {
		_ = p.Close() // whatever became of the connection, it was only read from
	}
}

// perform goes through steps.
func (c couple) perform(ctx context.Context, steps []step) error {
	for n, s := range steps {
		if err := c[s.who].write(s); err != nil {
			return err
		}
		for i, event := range s.gets {
			if event == "" {
				continue
			}
			if err := c[i].await(ctx, event); err != nil {
				return fmt.Errorf("step %d, %q, player %d: %w", n, s.body, i, err)
			}
		}
	}
	return nil
}

// hoard sends the mails that wait when the bot is started.
func (c couple) hoard() error {
	for _, p := range c {
		for range hoarded {
			if err := p.write(step{fresh: true, body: "help"}); err != nil {
				return err
			}
		}
	}
	return nil
}

// catchUp waits for the answers to what was hoarded that are still to come.
func (c couple) catchUp(ctx context.Context) error {
	for _, p := range c {
		for p.helped < hoarded {
			if err := p.next(ctx); err != nil {
				return fmt.Errorf("%d of %d waiting mails answered: %w", p.helped, hoarded, err)
			}
		}
	}
	return nil
}

// A circle is many pairs with their scripts, at the moment when all their first
// games have begun.
type circle struct {
	names   [][2]string
	scripts []script
	letters [][2]*correspondent.Letter // the last that each has got
	store   []byte                     // the bot's

	open func(testing.TB) carrier // starts servers
	want correspondence           // of a round in which nothing disturbs the bot
}

// The clocks of the players while they meet, and when they play: a Message-ID
// must not come twice.
var (
	meetingDay = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	playingDay = meetingDay.AddDate(0, 0, 1)
)

// meet lets pairs begin their games and play a round with a bot that nothing
// disturbs. Where tests are short, under the race detector, fewer pairs meet.
func meet(t testing.TB, open func(testing.TB) carrier, pairs, plies int) *circle {
	t.Helper()
	if testing.Short() {
		pairs /= 3
	}
	h := newHousehold(t, open(t))
	c := &circle{open: open, letters: make([][2]*correspondent.Letter, pairs)}
	rng := rand.New(rand.NewPCG(1, 1))
	for n := range pairs {
		names := [2]string{fmt.Sprintf("ana%d", n), fmt.Sprintf("bo%d", n)}
		s := newScript(rng, plies)
		if n == 0 { // more of these would be numbered in the order of their arrival
			s.again(rng, plies, names[1]+"@"+h.carrier.domain, h.carrier.vouches)
		}
		c.names, c.scripts = append(c.names, names), append(c.scripts, s)
	}
	bot := h.start()
	errs := make([]error, pairs)
	var all sync.WaitGroup
	for n := range pairs {
		all.Go(func() { errs[n] = c.acquaint(h, n) })
	}
	all.Wait()
	check(t, errors.Join(errs...))
	h.finish(bot)
	c.store = h.readStore()
	r := c.play(newHousehold(t, open(t)))
	c.want = r.settle(r.start())
	return c
}

// acquaint brings a pair to the beginning of its first game.
func (c *circle) acquaint(h *household, n int) error {
	pair, err := openCouple(h.ctx, h.carrier, c.names[n], meetingDay.AddDate(0, 0, -n-1))
	if err != nil {
		return err
	}
	err = pair.perform(h.ctx, meeting(c.names[n][1]+"@"+h.carrier.domain, h.carrier.vouches))
	pair.close()
	c.letters[n] = [2]*correspondent.Letter{pair[0].last, pair[1].last}
	return err
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

// messageID finds the id in a raw mail, without brackets.
func messageID(raw string) string {
	m, err := mail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		return ""
	}
	return strings.Trim(m.Header.Get("Message-Id"), "<>")
}

// sortedKeys is for messages of tests, which should not change from run to run.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
