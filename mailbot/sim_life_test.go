package mailbot_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/admin"
	"unlurbot/mailbot/announcements"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/receipts"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/trials"
	"unlurbot/store"
)

// operatorAddress is whom the bot tells what it can't mend itself.
const operatorAddress = "operator@home.test"

// A life is one process of the bot, from its start to its end.
type life struct {
	number int
	path   string
	store  *store.Store
	bot    *mailbot.Bot
	desk   *admin.Desk // of the operator
	ctx    context.Context
	end    context.CancelFunc
	done   chan struct{}

	working bool        // on mails, between noting and committing
	dead    bool        // killed: whatever it still does has no effect
	gone    atomic.Bool // the same, for those who don't hold the lock
	closed  bool
}

// errGone is what a process gets to see that was killed, were it still there.
var errGone = errors.New("killed")

// begin starts the bot on a store.
func (w *world) begin(path string) {
	l := &life{path: path, done: make(chan struct{})}
	s, err := w.open(l)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil {
		w.violate("the store can't be opened: %v", err)
		return
	}
	l.store = s
	l.ctx, l.end = context.WithCancel(context.Background())
	if l.bot, err = mailbot.New(w.config(l), s, time.Now, w.log); err != nil {
		w.violate("the bot can't start: %v", err)
		return
	}
	l.desk = &admin.Desk{Store: s, Now: time.Now}
	l.bot.Operate(l.desk, nil)
	w.lives++
	l.number = w.lives
	w.life = l
	w.history.note("the bot starts, life %d", l.number)
	go func() {
		defer close(l.done)
		w.live(l)
	}()
}

// config is what the bot is told. Its limits are generous: they go by the
// clock, and have tests of their own.
func (w *world) config(l *life) mailbot.Config {
	limits := mailbot.GenerousLimits
	limits.InvitationTime = simInvitation
	return mailbot.Config{
		Address: bottest.Address, AuthservID: "mx.example.org", Operator: operatorAddress, Limits: limits, Net: w.trouble.net, Cups: w.trouble.cups, Ladder: w.trouble.ladder,
		Reached: func(p mailbot.Point) { w.reached(l, p) },
	}
}

// live runs the loops of the bot until the life ends.
func (w *world) live(l *life) {
	boxes := mailbot.Mailboxes{
		Inbox: func(ctx context.Context) (mailbot.Mailbox, error) {
			return w.box.open(ctx, l, &w.box.inbox, time.Time{})
		},
		Done: func(ctx context.Context, since time.Time) (mailbot.Mailbox, error) {
			return w.box.open(ctx, l, &w.box.done, since)
		},
	}
	var senders []mailbot.Sender
	for range w.trouble.senders {
		senders = append(senders, &simSender{w, l})
	}
	err := mailbot.Together(l.ctx,
		func(ctx context.Context) error { return l.bot.ReceiveLoop(ctx, boxes, 10*time.Minute) },
		func(ctx context.Context) error { return l.bot.SendLoop(ctx, senders) },
		l.bot.WakeLoop,
	)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil && !(l.dead && errors.Is(err, store.ErrDeposed)) { // nothing follows a process that was killed
		w.violate("the bot ends: %v", err)
	}
}

// reached is where a process can be killed between two operations. It also
// gives each transaction a moment of its own: what the senders find in the
// outbox would otherwise hang on how fast several commits follow each other.
func (w *world) reached(l *life, p mailbot.Point) {
	if p == mailbot.PointNoted || p == mailbot.PointWaking {
		w.mu.Lock()
		l.working = l.working || p == mailbot.PointNoted
		dice := w.dice(p, "begins", w.count(string(p)+" begins"))
		w.mu.Unlock()
		_ = pause(l.ctx, between(dice, time.Millisecond, 20*time.Millisecond)) // it goes on either way
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if l.dead {
		return
	}
	switch p {
	case mailbot.PointMarked:
		w.relay.marked(l)
		return
	case mailbot.PointSending, mailbot.PointAccepted:
		return // Send is killed before and after its effect
	case mailbot.PointCommitted:
		l.working = false
		w.observe(l)
	case mailbot.PointWoken:
		w.observe(l)
		w.observeClocks(l)
	}
	if w.strikes(w.dice(p, w.count(string(p))), w.trouble.point) {
		w.kill(l, fmt.Sprintf("when %s", p))
	}
}

// kill ends a process at once: its store is left as the last commit left it.
// Nobody kills it three times over the same mail, since that would be set aside,
// and rightly.
func (w *world) kill(l *life, where string) {
	if l.dead || l.ctx.Err() != nil {
		return
	}
	w.observe(l)
	if l.working {
		copies := w.box.inHand(l)
		if slices.ContainsFunc(copies, func(c *copyOf) bool { return c.deaths+1 == trials.Most }) {
			return
		}
		for _, c := range copies {
			c.deaths++
		}
	}
	w.fault("killed %s", where)
	w.tally.kills++
	path := w.copyStore(l)
	l.dead = true
	l.gone.Store(true)
	l.end()
	go w.revive(l, path, nil)
}

// stop ends a process politely.
func (w *world) stop(l *life) {
	if l == nil || l.dead || l.ctx.Err() != nil {
		return
	}
	w.fault("told to stop")
	l.end()
	go w.revive(l, l.path, nil)
}

// revive starts the bot again after a while, when the process before has ended,
// on a store that was prepared.
func (w *world) revive(l *life, path string, prepare func()) {
	<-l.done
	w.mu.Lock()
	w.observe(l)
	w.life = nil
	down := between(w.dice("down after", l.number), time.Second, time.Hour)
	w.mu.Unlock()
	w.close(l)
	time.Sleep(down)
	if prepare != nil {
		prepare()
	}
	w.begin(path)
}

// copyStore copies a store as it lies on the disk: what is not committed is not
// there, since nothing is being written at the moments when this is called.
func (w *world) copyStore(l *life) (path string) {
	w.copies++
	path = filepath.Join(w.dir, fmt.Sprintf("copy-%d.db", w.copies))
	for _, beside := range []func(string) string{func(store string) string { return store }, trials.Beside, receipts.Beside} {
		raw, err := os.ReadFile(beside(l.path))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = os.WriteFile(beside(path), raw, 0o600)
		}
		if err != nil {
			w.violate("copying the store: %v", err)
		}
	}
	return path
}

// close ends a store and, if it is the one that counts, looks for faults in it.
func (w *world) close(l *life) {
	w.mu.Lock()
	defer w.mu.Unlock()
	l.closed = true
	if !l.dead {
		faults, err := l.store.Verify(nil)
		if err != nil || len(faults) > 0 {
			w.violate("the store is not sound: %v %q", err, faults)
		}
		w.checkCups(l)
		w.checkLadder(l)
		if faults, err := l.store.VerifyRatings(club.Rate); err != nil || len(faults) > 0 {
			w.violate("the ratings are not those of the results: %v %q", err, faults)
		}
		w.checkFollower(l)
	}
	if err := l.store.Close(); err != nil {
		w.violate("closing the store: %v", err)
	}
}

// ban lets the operator ban somebody who plays, often one who has joined a cup.
func (w *world) ban(dice *rand.Rand) {
	l, who := w.life, w.people[dice.IntN(len(w.people))].address
	if open := w.model.openCup(); open > 0 && len(w.model.cups[open-1].entrants) > 0 && dice.IntN(4) > 0 {
		joined := w.model.cups[open-1].entrants
		who = joined[dice.IntN(len(joined))].who
	}
	if l == nil || l.dead || l.ctx.Err() != nil || !w.model.active[who] || w.model.banned[who] {
		return
	}
	w.observe(l)
	if _, err := l.desk.Requests()[admin.OnPlayer](l.ctx, url.Values{"act": {"ban"}, "who": {who}, "reason": {"Enough."}}); err != nil {
		w.violate("%s can't be banned: %v", who, err)
	}
	w.history.note("%s is banned", who)
	w.model.ban(who)
}

// announce lets the operator write to all players.
func (w *world) announce(dice *rand.Rand) {
	l := w.life
	if l == nil || l.dead || l.ctx.Err() != nil {
		return
	}
	w.observe(l)
	readers := w.model.announce()
	news := announcements.Draft{Text: fmt.Sprintf("The club moves for the %dth time.", dice.Int64()), Urgent: true}
	if sum, err := mailbot.Announce(l.bot, news, true); sum.Readers != readers || err != nil && (readers > 0 || !errors.Is(err, announcements.ErrNobody)) {
		w.violate("an announcement has %d readers, and should have %d: %v", sum.Readers, readers, err)
	}
	w.history.note("an announcement to %d players", readers)
}

// A backup is a copy of the store, and what the model knew when it was made, and
// everybody of the games.
type backup struct {
	path  string
	made  time.Time
	model *model
	last  map[string]*store.Outgoing
}

// planRestore plans a backup and the day on which it is all that is left.
func (w *world) planRestore() {
	dice := w.dice("restore")
	half := int64(w.trouble.lasts / 2)
	early := half
	if w.trouble.cups || w.trouble.ladder { // most begin soon, and some are to begin after the backup
		early /= 4
	}
	w.later(time.Duration(dice.Int64N(early)), "backup", func() { w.makeBackup(0) })
	w.later(time.Duration(half+dice.Int64N(half)), "restore", w.restore)
}

// makeBackup copies the store while the bot runs; if it does not, later.
func (w *world) makeBackup(tried int) {
	l := w.life
	if l == nil || l.ctx.Err() != nil {
		w.later(time.Hour, fmt.Sprint("backup", tried), func() { w.makeBackup(tried + 1) })
		return
	}
	w.observe(l)
	w.history.note("a backup")
	w.backup = &backup{path: filepath.Join(w.dir, "backup.db"), made: time.Now(), model: w.model.clone(), last: maps.Clone(w.relay.last)}
	_, err := store.SaveCopy(w.backup.path, func(out io.Writer) error {
		return l.store.View(func(tx *store.Tx) error {
			_, err := tx.WriteTo(out)
			return err
		})
	})
	if err != nil {
		w.violate("no backup: %v", err)
	}
}

// restore loses the store and goes on with the backup.
func (w *world) restore() {
	l, b := w.life, w.backup
	if w.calm || b == nil || l == nil || l.ctx.Err() != nil {
		return
	}
	w.observe(l)
	if w.trouble.steady && w.losesTimes(b) {
		return // the bot was killed for an hour in all
	}
	w.checkCups(l)
	w.fault("the store is lost")
	w.tally.restores++
	l.dead = true
	l.gone.Store(true)
	l.end()
	path := filepath.Join(w.dir, "restored.db")
	go w.revive(l, path, func() {
		_, err := store.Restore(b.path, path, nil)
		w.mu.Lock()
		defer w.mu.Unlock()
		if err != nil {
			w.violate("restoring the backup: %v", err)
		}
		w.history.note("the backup is restored")
		w.timesLost = w.losesTimes(b)
		w.lost, w.model, w.restoredAt = w.model, b.model, time.Now()
		w.tally.cups.drawnAgain += w.lost.counted.draws - w.model.counted.draws
		w.model.forgive(w.lost, w.timesLost)
		w.box.forget(b.made)
		w.relay.restored, w.relay.last = true, b.last
	})
}
