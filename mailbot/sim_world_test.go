package mailbot_test

import (
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/author"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/tempdir"
	"unlurbot/store"
)

// A world is everything around the bot in one history: the servers, the
// network, the people, and the machine that it runs on. All in it follows from
// the seed. Each thing that happens has a moment of its own, to the nanosecond,
// so that nothing depends on which of two goroutines is faster.
type world struct {
	t       *testing.T
	seed    uint64
	trouble trouble
	dir     string // of the store and its copies

	mu         sync.Mutex // held by whatever happens, never while time goes by
	calm       bool       // nothing goes wrong any more, and nobody writes
	life       *life      // the bot's process, nil while there is none
	lives      int
	copies     int // of stores
	counts     map[string]int
	outages    map[string][]outage
	box        *simServer
	relay      *simRelay
	follower   follower
	people     []*person
	letters    int // written so far
	coming     int // letters and mails that are on their way
	model      *model
	backup     *backup
	lost       *model    // what was known when the store was lost
	restoredAt time.Time // when the backup took its place
	timesLost  bool      // and whether it misses something that counts for clocks
	history    history
	violations []string
	tally      *tally
	log        *slog.Logger
}

// The times of a history: what is lived through with faults, and how long the
// bot may take to come to rest afterwards.
const (
	simTime   = 6 * 24 * time.Hour
	settling  = 12 * time.Hour
	mostRests = 20 // times settling
)

func newWorld(t *testing.T, seed uint64) *world {
	w := &world{
		t: t, seed: seed, counts: map[string]int{}, outages: map[string][]outage{}, tally: &tally{},
		model: newModel(), history: history{start: time.Now()}, log: slog.New(slog.DiscardHandler),
	}
	w.trouble = w.drawTrouble()
	w.drawCups()
	w.drawLadder()
	w.model.hasCups, w.model.hasLadder = w.trouble.cups, w.trouble.ladder
	w.box, w.relay = newServer(w), newRelay(w)
	w.dir = tempdir.New(t)
	t.Cleanup(func() {
		if w.follower.store != nil {
			_ = w.follower.store.Close()
		}
	})
	return w
}

// listen shows the log of the bot.
func (w *world) listen() { w.log = slog.New(slog.NewTextHandler(w.t.Output(), nil)) }

// dice gives random numbers that follow from the seed and from what they are
// for, and not from who asked before.
func (w *world) dice(about ...any) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintln(h, about...)
	return rand.New(rand.NewPCG(w.seed, h.Sum64()))
}

// count gives how often something was counted before.
func (w *world) count(what string) int {
	w.counts[what]++
	return w.counts[what]
}

// between gives a time of a given range, of any order of magnitude in it.
func between(dice *rand.Rand, least, most time.Duration) time.Duration {
	d := least
	for d < most/2 && dice.IntN(6) > 0 {
		d *= 2
	}
	return d + time.Duration(dice.Int64N(int64(min(d, most-d)+1)))
}

// later lets something happen after a time; no other thing has the same name.
func (w *world) later(d time.Duration, about string, f func()) {
	d += time.Duration(w.dice("moment of", about).Int64N(int64(time.Second)))
	time.AfterFunc(d, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		f()
	})
}

// fault notes that something went wrong.
func (w *world) fault(format string, args ...any) {
	w.tally.faults++
	w.history.note(format, args...)
}

// An outage is a time in which something does not work.
type outage struct{ from, to time.Time }

// isOut says whether something does not work now.
func (w *world) isOut(what string) bool {
	now := time.Now()
	return !w.calm && slices.ContainsFunc(w.outages[what], func(o outage) bool { return now.After(o.from) && now.Before(o.to) })
}

// observe asks the store which mails were dealt with and tells the model, in
// the order in which the bot read them.
func (w *world) observe(l *life) {
	if l == nil || l.dead || l.closed {
		return
	}
	w.watchDraws(l)
	w.observeOutages(l)
	if w.observeWakes(l); len(w.box.undecided) == 0 {
		return
	}
	w.model.drawn = func(number int) (seat game.Seat) {
		err := l.store.View(func(tx *store.Tx) error {
			g, err := tx.Game(store.GameNumber(number))
			if err == nil {
				seat = g.Challenger
			}
			return err
		})
		if err != nil {
			w.violate("game %d should have been offered to everybody: %v", number, err)
			return game.First
		}
		return seat
	}
	settled := map[*simLetter]store.Seen{}
	err := l.store.View(func(tx *store.Tx) error {
		for _, letter := range w.box.undecided {
			switch seen, err := tx.WasSeen(letter.key); {
			case err == nil && letter.forged && seen.Doubt == author.DoubtProgram: // that was the forgery
			case err == nil:
				settled[letter] = *seen
			case !errors.Is(err, store.ErrNotFound):
				return err
			}
		}
		return nil
	})
	if err != nil {
		w.violate("the store can't be read: %v", err)
	}
	byReading := slices.SortedFunc(maps.Keys(settled), func(a, b *simLetter) int { return slices.Compare(a.read[:], b.read[:]) })
	for _, letter := range byReading {
		w.settle(letter, settled[letter])
	}
}

// settle holds what the bot made of a mail against the model.
func (w *world) settle(l *simLetter, seen store.Seen) {
	w.box.overtakes(l)
	w.box.undecided = slices.DeleteFunc(w.box.undecided, func(other *simLetter) bool { return other == l })
	l.decidedAt = time.Now()
	w.tally.decided++
	w.model.lapseBefore(l.arrived)
	w.ringsBefore(l)
	want := w.model.handle(l, seen.At)
	if want == decision.Played {
		w.tally.moves++
	}
	w.history.note("mail %d is %s", l.id, seen.Decision)
	if seen.Decision != string(want) {
		w.violate("mail %d is %s, the model says %s:\n%s", l.id, seen.Decision, want, l.raw)
	}
}

// run lives through the history and holds its end to the laws.
func (w *world) run() {
	w.settleIn()
	w.begin(filepath.Join(w.dir, "new.db"))
	time.Sleep(w.trouble.lasts)
	w.mu.Lock()
	w.calm = true
	w.history.note("nothing goes wrong from now on")
	w.mu.Unlock()
	for rests := 0; rests == 0 || rests < mostRests && !w.quiet(); rests++ {
		time.Sleep(settling)
	}
	w.mu.Lock()
	l := w.life
	w.mu.Unlock()
	if l == nil {
		w.violate("the bot does not run")
		return
	}
	l.end()
	<-l.done
	w.judge(l)
	w.close(l)
	w.tally.histories, w.tally.letters = 1, w.letters
	w.tally.planned, w.tally.undone, w.tally.sought, w.tally.left = w.model.planned, w.model.undone, w.model.sought, w.model.left
	w.tally.cups.add(w.model.counted)
}

// quiet says whether nothing is under way any more.
func (w *world) quiet() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.life == nil || w.life.ctx.Err() != nil || w.coming > 0 || len(w.box.waiting()) > 0 {
		return false
	}
	return !slices.ContainsFunc(w.outbox(w.life), func(m *store.Outgoing) bool { return !m.Held })
}

// outbox lists what the bot has not sent.
func (w *world) outbox(l *life) (mails []*store.Outgoing) {
	err := l.store.View(func(tx *store.Tx) (err error) {
		mails, err = tx.Outbox()
		return err
	})
	if err != nil {
		w.violate("the outbox can't be read: %v", err)
	}
	return mails
}

// judge holds the end of a history to the laws that only hold at the end.
func (w *world) judge(l *life) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.violations) > 0 {
		return // one thing leads to another
	}
	w.judgeOutages()
	w.judgeRestored()
	w.box.judge(l)
	w.relay.judge(l)
	w.judgeGames(l)
	w.judgePlayers(l)
	w.judgeCups(l)
	w.judgeLadder(l)
}

// judgeGames compares the games that the bot keeps with the model's.
func (w *world) judgeGames(l *life) {
	games := 0
	err := l.store.View(func(tx *store.Tx) error {
		return tx.EachGame(func(g *store.Game) error {
			games++
			want := w.model.game(int(g.Number))
			if want == nil {
				w.violate("game %d is one that nobody asked for", g.Number)
				return nil
			}
			var moves []string
			for _, e := range g.Events {
				moves = append(moves, e.Move.String())
			}
			if got, want := fmt.Sprint(g.State, g.Size, moves), fmt.Sprint(want.state, want.size, want.events); got != want {
				w.violate("game %d is %s, should be %s", g.Number, got, want)
			}
			w.judgeClock(int(g.Number), want, g)
			return nil
		})
	})
	if err != nil || games != len(w.model.games) {
		w.violate("%d games, should be %d: %v", games, len(w.model.games), err)
	}
}

// judgePlayers compares who may be named on the site, which is nobody who was forgotten.
func (w *world) judgePlayers(l *life) {
	w.view(l, func(tx *store.Tx) error {
		return tx.EachPlayer(func(p *store.Player) error {
			if p.Web != w.model.onWeb[p.Address] {
				w.violate("player %d may be named on the site: %t, should be %t", p.ID, p.Web, !p.Web)
			}
			return nil
		})
	})
}

// sorted is for what a map holds.
func sorted(words []string) []string {
	slices.Sort(words)
	return words
}
