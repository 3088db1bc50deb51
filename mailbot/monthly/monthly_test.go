package monthly

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/health"
	"unlurbot/mailbot/process"
	"unlurbot/mailbot/testing/tempdir"
	"unlurbot/store"
	"unlurbot/templates"
)

// A club has a store and a process that is told of its months, in a bubble.
type club struct {
	t *testing.T
	// turn is the test's but while time goes by: the loop wakes by the clock alone, which
	// doesn't part what it reads from what the test has written.
	turn  sync.Mutex
	path  string
	p     *process.Process
	means Means
	told  []*templates.Month
	from  []string // the causes of those mails

	month, former *Monthly

	behind time.Duration // of the mailbox
	end    context.CancelFunc
	ended  chan error
}

func newClub(t *testing.T) *club {
	t.Helper()
	c := &club{t: t, path: filepath.Join(tempdir.New(t), "s.db")}
	c.means = Means{
		CaughtUp: func() time.Time {
			c.turn.Lock()
			defer c.turn.Unlock()
			return time.Now().Add(-c.behind)
		},
		Backup: func() *health.Backup { return nil },
		Told:   func() {},
		Tell: func(_ *store.Tx, cause string, m *templates.Month) error {
			c.turn.Lock()
			defer c.turn.Unlock()
			c.told, c.from = append(c.told, m), append(c.from, cause)
			return nil
		},
		Invitation: 14 * 24 * time.Hour,
	}
	c.turn.Lock()
	c.open()
	t.Cleanup(func() { c.stop(); c.check(c.p.Store.Close()) })
	return c
}

func (c *club) check(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *club) open() {
	s, err := store.Open(c.path, func() ([]byte, error) { return []byte("a key for tests"), nil })
	c.check(err)
	c.p = &process.Process{Store: s, Now: time.Now, Log: slog.New(slog.DiscardHandler)}
}

func (c *club) start() {
	var ctx context.Context
	ctx, c.end = context.WithCancel(c.t.Context())
	c.ended = make(chan error, 1)
	m := New(c.p, c.means)
	if c.former != nil {
		m.Follow(c.former)
		c.former = nil
	}
	c.month = m
	go func() { c.ended <- m.Loop(ctx) }()
	c.goesOn(synctest.Wait)
}

// goesOn leaves the turn to the loop meanwhile.
func (c *club) goesOn(meanwhile func()) {
	c.turn.Unlock()
	defer c.turn.Lock()
	meanwhile()
}

func (c *club) stop() {
	if c.end != nil {
		c.end()
		err := error(nil)
		c.goesOn(func() { err = <-c.ended })
		c.check(err)
		c.end = nil
	}
}

// restart is the end of the process and the begin of another.
func (c *club) restart() {
	c.stop()
	c.p = &process.Process{Store: c.p.Store, Now: time.Now, Log: c.p.Log}
	c.start()
}

// reload goes on in a process that knows what this one has counted.
func (c *club) reload() {
	c.stop()
	former := c.p
	c.p = &process.Process{Store: former.Store, Now: time.Now, Log: former.Log}
	c.p.Follow(former)
	c.former = c.month
	c.start()
}

// until lets time go by.
func (c *club) until(day string) {
	c.t.Helper()
	at, err := time.Parse(time.DateTime, day)
	c.check(err)
	c.goesOn(func() {
		time.Sleep(time.Until(at))
		synctest.Wait()
	})
}

// got wants mails about these months, and takes them.
func (c *club) got(when string, months ...string) {
	c.t.Helper()
	var names []string
	for _, m := range c.told {
		names = append(names, m.First.Format("2006-01"))
	}
	if fmt.Sprint(names) != fmt.Sprint(months) {
		c.t.Errorf("%s: told of %v, want %v", when, names, months)
	}
	c.told = nil
}

func in(n int) func(*process.Counts) { return func(c *process.Counts) { c.Mails["noted"] += n } }

// The operator hears of each month once, whenever the process was started.
func TestOnceAMonth(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // in January 2000
		c := newClub(t)
		c.until("2000-01-20 12:00:00")
		c.start()
		c.got("a new store")
		c.restart()
		c.until("2000-01-31 23:59:59")
		c.got("the month is not over")
		c.until("2000-02-01 00:01:00")
		if c.told[0].Since.Day() != 20 {
			t.Errorf("counted since %v", c.told[0].Since)
		}
		c.got("it is", "2000-01")
		c.restart()
		c.until("2000-02-28 00:00:00")
		c.got("told already")
		c.stop()
		c.until("2000-03-10 08:00:00")
		c.start()
		if !c.told[0].Since.IsZero() {
			t.Errorf("counted since %v", c.told[0].Since)
		}
		c.got("off on the first", "2000-02")
		c.stop()
		c.until("2000-07-01 00:00:00")
		c.start()
		c.got("off for months", "2000-06")
		if want := []string{"month 2000-01", "month 2000-02", "month 2000-06"}; !reflect.DeepEqual(c.from, want) {
			t.Errorf("causes: %v", c.from)
		}
	})
}

// It waits until all mails of the month are read, and read again after a backup was restored.
func TestWaitsForMails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t)
		c.start()
		c.behind = time.Hour
		c.until("2000-02-01 00:50:00")
		c.got("mails are unread")
		c.check(c.p.Update(func(tx *store.Tx) error { return tx.SetRestored(time.Now()) }))
		c.until("2000-02-01 02:00:00")
		c.got("mails are read again")
		c.check(c.p.Update(func(tx *store.Tx) error { return tx.SetRestored(time.Time{}) }))
		c.until("2000-02-01 02:02:00")
		c.got("all are read", "2000-01")
	})
}

// A mail that can't be written is tried again, and nobody who wants none gets one later.
func TestTellingFails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t)
		tell, fails := c.means.Tell, true
		c.means.Tell = func(tx *store.Tx, cause string, m *templates.Month) error {
			c.turn.Lock()
			fail := fails
			c.turn.Unlock()
			if fail {
				return errors.New("no words")
			}
			return tell(tx, cause, m)
		}
		c.start()
		c.p.Tally.Note(in(3))
		c.until("2000-02-01 12:00:00")
		c.got("no words")
		fails = false
		c.until("2000-02-01 12:02:00")
		if c.told[0].Mails.In != 3 {
			t.Errorf("%d mails", c.told[0].Mails.In)
		}
		c.got("found them", "2000-01")
		c.stop()
		c.means.Tell = nil
		c.start()
		c.until("2000-03-02 00:00:00")
		c.stop()
		c.means.Tell = tell
		c.start()
		c.got("nobody wanted to hear of it")
		c.until("2000-04-01 00:02:00")
		c.got("and now somebody does", "2000-03")
	})
}

// What the process has counted is of the month in which it happened, over the ends of processes.
func TestCounts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t)
		c.start()
		c.p.Tally.Note(func(n *process.Counts) {
			n.Mails["noted"], n.Mails["held"], n.Sent, n.GivenUp, n.Incidents, n.Limits["mails_in"] = 3, 2, 7, 1, 1, 2
		})
		c.until("2000-01-10 00:00:00")
		c.p.Tally.Note(func(n *process.Counts) { n.Sent++; n.Limits["mails_in"]++; n.Limits["mails_out"]++ })
		c.restart() // which stores what was counted in the last minute
		c.p.Tally.Note(in(4))
		c.reload() // with what is not stored yet
		c.p.Tally.Note(in(6))
		c.until("2000-02-01 00:00:01")
		c.until("2000-02-01 00:02:00")
		c.p.Tally.Note(in(100))
		m := c.told[0]
		if got, want := [4]int{m.Mails.In, m.Mails.Out, m.Mails.GivenUp, m.Incidents}, [4]int{15, 8, 1, 1}; got != want {
			t.Errorf("in, out, given up and incidents: %v, want %v", got, want)
		}
		if want := []templates.Reached{{Limit: "mails_in", Times: 3}, {Limit: "mails_out", Times: 1}}; !reflect.DeepEqual(m.Limits, want) {
			t.Errorf("limits: %v", m.Limits)
		}
		c.got("January", "2000-01")
		c.until("2000-03-01 00:02:00")
		if m := c.told[0]; m.Mails.In != 100 || m.Mails.Out+len(m.Limits) > 0 {
			t.Errorf("February: %+v", m)
		}
		c.check(c.p.Store.View(func(tx *store.Tx) error { _, err := tx.Months(); return err }))
	})
}

// Games, players and outages are told by their dates, and the rest is how things are.
func TestSum(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t)
		day := func(month time.Month, day int) time.Time { return time.Date(2000, month, day, 12, 0, 0, 0, time.UTC) }
		c.until("2000-01-01 00:01:00")
		c.start()
		c.until("2000-02-01 00:02:00")
		c.got("January", "2000-01")
		c.check(c.p.Update(func(tx *store.Tx) error {
			for i, p := range []*store.Player{
				{Active: true, Created: day(time.January, 5), Heard: day(time.January, 9)},
				{Active: true, Created: day(time.January, 6), Heard: day(time.February, 9)},
				{Active: true, Created: day(time.February, 6), Heard: day(time.February, 6)},
				{Created: day(time.February, 7)}, // was invited, and has not written
			} {
				p.Address, p.Name = fmt.Sprintf("p%d@example.org", i), fmt.Sprintf("P%c", 'a'+i)
				if err := tx.AddPlayer(p); err != nil {
					return err
				}
			}
			for _, g := range []*store.Game{
				{Created: day(time.January, 1), Started: day(time.January, 2)},
				{Created: day(time.January, 28), Started: day(time.February, 2)},
				{Created: day(time.February, 2), State: store.Waiting},
				{Created: day(time.February, 3), Started: day(time.February, 3)},
			} {
				if g.State == "" {
					g.State = store.Playing
				}
				g.Size, g.Players, g.Challenger, g.Title = 6, [2]store.PlayerID{1, 2}, game.First, "Pa - Pb"
				if err := tx.AddGame(g); err != nil {
					return err
				}
			}
			for _, o := range []game.Span{
				{From: day(time.January, 20), To: day(time.January, 31)},
				{From: day(time.February, 20), To: day(time.February, 20).Add(90 * time.Minute)},
				{From: time.Date(2000, time.February, 29, 20, 0, 0, 0, time.UTC), To: day(time.March, 1)},
			} {
				if err := tx.AddOutage(o); err != nil {
					return err
				}
			}
			return nil
		}))
		c.means.Backup = func() *health.Backup { return &health.Backup{Server: health.Server{Worked: day(time.February, 29)}} }
		asked := 0
		c.means.Done, c.means.DoneFolder = func(context.Context) (int, error) { asked++; return 12_345, nil }, "Filed"
		c.restart()
		c.until("2000-03-01 00:02:00")
		m := c.told[0]
		got := fmt.Sprintln(m.Games, m.Players, m.Outage.Took, m.Outage.Since.Day(), m.Backup.Age, *m.Filed, asked)
		if want := "{2 0} {1 2 3} {0 4 0} 29 {0 12 0} {12345 Filed} 1\n"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if m.Store.Count == 0 || m.Grown.Count < 0 {
			t.Errorf("the store has %+v, %+v more", m.Store, m.Grown)
		}
		c.got("February", "2000-02")

		c.stop()
		c.means.Done = func(context.Context) (int, error) { return 0, errors.New("the mailbox is out of reach") }
		c.start()
		c.until("2000-04-01 00:02:00")
		if c.told[0].Filed != nil {
			t.Errorf("%+v", c.told[0])
		}
		c.got("without a mailbox", "2000-03")
	})
}
