package mailbot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"unlurbot/mailbot/smtpout"
	"unlurbot/store"
)

// A relay answers as a test wants and keeps what it took.
type relay struct {
	answer func(m *store.Outgoing) error
	log    []string
	start  time.Time
}

func (r *relay) Send(_ context.Context, m *store.Outgoing) error {
	err := r.answer(m)
	said := "taken"
	if err != nil {
		said = err.Error()
	}
	r.log = append(r.log, fmt.Sprintf("%v %s %s", time.Since(r.start).Round(time.Minute), m.MessageID, said))
	return err
}

var (
	errLater = errors.New("451 later")
	errNever = &smtpout.Failure{Permanent: true, Code: 550, Text: "nobody", Err: errors.New("550 nobody")}
)

// sendFor runs the send loop on an outbox for a (virtual) time and gives what
// is left in it and what was given up.
func sendFor(t *testing.T, d time.Duration, r *relay, mails ...store.Outgoing) (left, givenUp []*store.Outgoing) {
	s, err := store.Open(filepath.Join(t.TempDir(), "s.db"), NewSecret)
	if err != nil {
		t.Fatal(err)
	}
	bot, err := New(Config{Address: botAddress}, s, time.Now, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	r.start = time.Now()
	err = s.Update(func(tx *store.Tx) error {
		for i := range mails {
			mails[i].Date = r.start.Add(-100 * 24 * time.Hour) // the machine was off for long
			mails[i].Delivery.NextTry = r.start
			if err := tx.Enqueue(&mails[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), d)
	defer cancel()
	if err := bot.SendLoop(ctx, []Sender{r}); err != nil {
		t.Fatal(err)
	}
	err = s.View(func(tx *store.Tx) (err error) {
		if left, err = tx.Outbox(); err != nil {
			return err
		}
		givenUp, err = tx.GivenUp()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return left, givenUp
}

// A relay that says "later" is asked again, at first soon; what comes after to
// the same person waits, what goes to others does not.
func TestLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tries := 0
		r := &relay{answer: func(m *store.Outgoing) error {
			if m.MessageID == "1" && tries < 2 {
				tries++
				return errLater
			}
			return nil
		}}
		left, _ := sendFor(t, time.Hour, r,
			store.Outgoing{EnvelopeTo: "ana", MessageID: "1"},
			store.Outgoing{EnvelopeTo: "ana", MessageID: "2"},
			store.Outgoing{EnvelopeTo: "bo", MessageID: "3"})
		want := "0s 1 451 later; 0s 3 taken; 1m0s 1 451 later; 2m0s 1 taken; 2m0s 2 taken"
		if got := strings.Join(r.log, "; "); got != want || len(left) > 0 {
			t.Errorf("%s; %d left", got, len(left))
		}
	})
}

// A relay that says "never" is not asked again, and holds nobody up.
func TestNever(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &relay{answer: func(m *store.Outgoing) error {
			if m.MessageID == "1" {
				return errNever
			}
			return nil
		}}
		_, left := sendFor(t, time.Hour, r,
			store.Outgoing{EnvelopeTo: "ana", MessageID: "1"},
			store.Outgoing{EnvelopeTo: "bo", MessageID: "2"})
		if got := len(r.log); got != 2 {
			t.Errorf("%d attempts: %v", got, r.log)
		}
		if len(left) != 1 || left[0].Attempts != 1 || !strings.Contains(left[0].LastAnswer, "550") {
			t.Errorf("given up: %+v", left)
		}
	})
}

// A relay that refuses everybody's mails for good has something against the bot:
// they are kept until the operator has mended that.
func TestRelayRefusesAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &relay{}
		r.answer = func(m *store.Outgoing) error {
			if time.Since(r.start) < 24*time.Hour || m.EnvelopeTo == "19" {
				return errNever
			}
			return nil
		}
		var mails []store.Outgoing
		for i := range 20 {
			mails = append(mails, store.Outgoing{EnvelopeTo: fmt.Sprint(i), MessageID: fmt.Sprint(i)})
		}
		left, givenUp := sendFor(t, 48*time.Hour, r, mails...)
		if len(left) > 0 || len(givenUp) != maxRefused+1 || givenUp[maxRefused].MessageID != "19" {
			t.Errorf("%d left, %d given up", len(left), len(givenUp))
		}
	})
}

// After four days the bot gives up, after a number of attempts that is neither
// a nuisance nor careless.
func TestGivingUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &relay{answer: func(*store.Outgoing) error { return errLater }}
		_, left := sendFor(t, 10*24*time.Hour, r, store.Outgoing{EnvelopeTo: "ana", MessageID: "1"})
		if len(left) != 1 {
			t.Fatalf("given up: %+v", left)
		}
		if n := len(r.log); n < 50 || n > 100 {
			t.Errorf("%d attempts", n)
		}
		if last := r.log[len(r.log)-1]; !strings.HasPrefix(last, "96h") && !strings.HasPrefix(last, "97h") && !strings.HasPrefix(last, "98h") && !strings.HasPrefix(last, "99h") {
			t.Errorf("the last attempt: %s", last)
		}
	})
}

// A machine that was off for days has not tried for days.
func TestGivesUpNothingUntried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tries := 0
		r := &relay{answer: func(*store.Outgoing) error {
			if tries++; tries < leastAttempts-1 {
				return errLater
			}
			return nil
		}}
		left, givenUp := sendFor(t, 10*24*time.Hour, r, store.Outgoing{EnvelopeTo: "ana", MessageID: "1", Delivery: store.Delivery{
			FirstTry: time.Now().Add(-30 * 24 * time.Hour), Attempts: 1, LastAnswer: "451 later",
		}})
		if len(left) > 0 || len(givenUp) > 0 {
			t.Errorf("%d left, %d given up after %d attempts", len(left), len(givenUp), tries)
		}
	})
}

// However wrong the clock was, a mail goes soon after it is set right.
func TestClockIsSet(t *testing.T) {
	for _, wrong := range []time.Duration{-20 * time.Hour, 365 * 24 * time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			var offset atomic.Int64
			h.bot.process.Now = func() time.Time { return time.Now().Add(time.Duration(offset.Load())) }
			h.check(h.store.Update(func(tx *store.Tx) error {
				return tx.Enqueue(&store.Outgoing{EnvelopeTo: "ana", MessageID: "1", Delivery: store.Delivery{NextTry: time.Now()}})
			}))
			offset.Store(int64(wrong))
			time.AfterFunc(10*time.Minute, func() { offset.Store(0) })
			r := &relay{start: time.Now()}
			r.answer = func(*store.Outgoing) error {
				if time.Since(r.start) < 10*time.Minute {
					return errLater
				}
				return nil
			}
			ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute)
			defer cancel()
			h.check(h.bot.SendLoop(ctx, []Sender{r}))
			if n := len(r.log); n == 0 || !strings.HasSuffix(r.log[n-1], "taken") {
				t.Errorf("with a clock wrong by %v: %q", wrong, r.log)
			}
		})
	}
}

// A relay that can't be reached is no fault of the mails: they stay as they
// are, and it is asked more and more rarely, not once for each mail.
func TestRelayAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &relay{}
		r.answer = func(*store.Outgoing) error {
			if time.Since(r.start) < 24*time.Hour {
				return &smtpout.Failure{Step: smtpout.StepLogin, Code: 535, Err: errors.New("535 no")}
			}
			return nil
		}
		var mails []store.Outgoing
		for i := range 100 {
			mails = append(mails, store.Outgoing{EnvelopeTo: fmt.Sprint(i), MessageID: fmt.Sprint(i)})
		}
		left, givenUp := sendFor(t, 25*time.Hour, r, mails...)
		if len(left) > 0 || len(givenUp) > 0 {
			t.Errorf("%d left, %d given up", len(left), len(givenUp))
		}
		if failures := len(r.log) - len(mails); failures < 50 || failures > 110 {
			t.Errorf("%d logins in a day", failures)
		}
	})
}

// A send that is broken off because the bot stops is no attempt.
func TestStopWhileSending(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &relay{answer: func(*store.Outgoing) error {
			<-time.After(time.Hour)
			return errLater
		}}
		left, _ := sendFor(t, time.Minute, r, store.Outgoing{EnvelopeTo: "ana", MessageID: "1"})
		if len(left) != 1 || left[0].Attempts != 0 {
			t.Errorf("left: %+v", left)
		}
	})
}

// A slowRelay takes a time for each mail, as long as it is let.
type slowRelay time.Duration

func (s slowRelay) Send(ctx context.Context, _ *store.Outgoing) error {
	select {
	case <-time.After(time.Duration(s)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A bot that stops lets the mail at hand arrive, so that it need not be sent
// again, and begins no other one; it does not wait for long.
func TestStopLetsAMailArrive(t *testing.T) {
	for takes, left := range map[time.Duration]int{sendGrace / 2: 1, 2 * sendGrace: 2} {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			h.bot.process.Now = time.Now
			h.check(h.store.Update(func(tx *store.Tx) error {
				for range 2 {
					m := &store.Outgoing{EnvelopeTo: "ana@example.org", MessageID: "m", Delivery: store.Delivery{NextTry: time.Now()}}
					if err := tx.Enqueue(m); err != nil {
						return err
					}
				}
				return nil
			}))
			ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
			defer cancel()
			stopped := make(chan error)
			go func() { stopped <- h.bot.SendLoop(ctx, []Sender{slowRelay(takes)}) }()
			h.check(<-stopped)
			h.check(h.store.View(func(tx *store.Tx) error {
				waiting, err := tx.Outbox()
				if len(waiting) != left || waiting[0].Attempts != 0 {
					t.Errorf("a mail that takes %v: %d wait, %d attempts", takes, len(waiting), waiting[0].Attempts)
				}
				return err
			}))
		})
	}
}

// A relay that closes the connection on one mail only is not out of reach: the
// others go, and that one is given up in the end.
func TestOneMailClosesTheConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &relay{answer: func(m *store.Outgoing) error {
			if m.MessageID == "1" {
				return &smtpout.Failure{Step: smtpout.StepRecipient, Code: 421, Err: errors.New("421 not this one")}
			}
			return nil
		}}
		left, givenUp := sendFor(t, 10*24*time.Hour, r,
			store.Outgoing{EnvelopeTo: "ana", MessageID: "1"},
			store.Outgoing{EnvelopeTo: "bo", MessageID: "2"})
		if len(left) > 0 || len(givenUp) != 1 || r.log[1] != "0s 2 taken" {
			t.Errorf("%d left, %d given up, %v", len(left), len(givenUp), r.log[:2])
		}
	})
}

// A chorus is several connections to one relay, which takes a random time for
// each mail and refuses some of them for now.
type chorus struct {
	mu     sync.Mutex
	random *rand.Rand
	taken  []string // in the order in which the relay took them
	atOnce int      // how many mails it has at the moment
	most   int      // and how many at most
}

func (c *chorus) Send(ctx context.Context, m *store.Outgoing) error {
	c.mu.Lock()
	c.atOnce++
	c.most = max(c.most, c.atOnce)
	pause, refuse := time.Duration(1+c.random.IntN(int(time.Second))), c.random.IntN(10) == 0
	c.mu.Unlock()
	select {
	case <-time.After(pause):
	case <-ctx.Done():
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.atOnce--
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case refuse:
		return errLater
	}
	c.taken = append(c.taken, m.EnvelopeTo+" "+m.MessageID)
	return nil
}

// Several senders work at once, and still everybody gets their mails once and
// in order, whatever is refused for a time and whenever the bot stops.
func TestOrderForEachRecipient(t *testing.T) {
	for seed := range uint64(10) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			h.bot.process.Now = time.Now
			const people, each = 12, 15
			h.check(h.store.Update(func(tx *store.Tx) error {
				for i := range people * each {
					m := &store.Outgoing{EnvelopeTo: fmt.Sprintf("p%d@example.org", i%people), MessageID: fmt.Sprint(i / people), Delivery: store.Delivery{NextTry: time.Now()}}
					if err := tx.Enqueue(m); err != nil {
						return err
					}
				}
				return nil
			}))
			c := &chorus{random: rand.New(rand.NewPCG(seed, 1))}
			for len(c.taken) < people*each {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(1+c.random.IntN(int(time.Hour))))
				h.check(h.bot.SendLoop(ctx, []Sender{c, c, c, c}))
				cancel()
			}
			got := map[string]int{}
			for _, s := range c.taken {
				var to string
				var number int
				if _, err := fmt.Sscan(s, &to, &number); err != nil || number != got[to] {
					t.Fatalf("seed %d: %s is the mail number %d of that person", seed, s, got[to])
				}
				got[to]++
			}
			if len(c.taken) != people*each || c.most != 4 {
				t.Errorf("seed %d: %d mails were taken, up to %d at once", seed, len(c.taken), c.most)
			}
		})
	}
}

// What was sent while the store could not be written is not sent again when it
// can; no more is sent meanwhile.
func TestSendWithoutStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		h.bot.process.Now = time.Now
		h.check(h.store.Update(func(tx *store.Tx) error {
			for i := range 3 {
				m := &store.Outgoing{EnvelopeTo: "ana", MessageID: fmt.Sprint(i), Delivery: store.Delivery{NextTry: time.Now()}}
				if err := tx.Enqueue(m); err != nil {
					return err
				}
			}
			return nil
		}))
		r := &relay{start: time.Now(), answer: func(m *store.Outgoing) error {
			if m.MessageID == "0" {
				time.AfterFunc(time.Hour, h.fillDisk())
			}
			return nil
		}}
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Hour)
		defer cancel()
		h.check(h.bot.SendLoop(ctx, []Sender{r}))
		if got, want := strings.Join(r.log, "; "), "0s 0 taken; 1h0m0s 1 taken; 1h0m0s 2 taken"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
}

// A player whose mail is given up can't be reached: the opponent and the
// operator hear of it, once.
func TestGivenUpMailOfAGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		h.bot.cfg.Operator = "club@example.org"
		h.begin("ana@example.org", "bo@example.net")
		h.check(h.store.Update(func(tx *store.Tx) error {
			for range 2 {
				m := &store.Outgoing{Player: 2, Game: 1, EnvelopeTo: "bo@example.net", MessageID: "1", Delivery: store.Delivery{NextTry: h.now}}
				if err := tx.Enqueue(m); err != nil {
					return err
				}
			}
			return nil
		}))
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		r := &relay{answer: func(m *store.Outgoing) error {
			if m.EnvelopeTo == "bo@example.net" {
				return errNever
			}
			h.fresh = append(h.fresh, m)
			return nil
		}}
		h.check(h.bot.SendLoop(ctx, []Sender{r}))
		var told []string
		for _, m := range h.fresh {
			told = append(told, line(m))
		}
		slices.Sort(told)
		if got, want := strings.Join(told, "; "), "ana@example.org: unreachable 1 0 contract you; club@example.org: operator"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		h.check(h.store.View(func(tx *store.Tx) error {
			held, err := tx.Outbox()
			if err != nil || len(held) != 1 || !held[0].Held {
				t.Errorf("%v: the second mail is not held back: %+v", err, held)
			}
			return nil
		}))
	})
}

// A relay that wants no more than one connection gets its mails on one, and is
// asked for another one rarely.
func TestOneConnectionOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		refused := 0
		var mu sync.Mutex
		inUse := false
		answer := func(*store.Outgoing) error {
			mu.Lock()
			if inUse {
				refused++
				mu.Unlock()
				return &smtpout.Failure{Step: smtpout.StepGreeting, Code: 421, Err: errors.New("421 too many connections")}
			}
			inUse = true
			mu.Unlock()
			time.Sleep(time.Second)
			mu.Lock()
			inUse = false
			mu.Unlock()
			return nil
		}
		h := newHouse(t)
		h.bot.process.Now = time.Now
		const mails = 1000
		h.check(h.store.Update(func(tx *store.Tx) error {
			for i := range mails {
				m := &store.Outgoing{EnvelopeTo: fmt.Sprintf("p%d@example.org", i), MessageID: fmt.Sprint(i), Delivery: store.Delivery{NextTry: time.Now()}}
				if err := tx.Enqueue(m); err != nil {
					return err
				}
			}
			return nil
		}))
		ctx, cancel := context.WithTimeout(t.Context(), mails*time.Second+time.Minute)
		defer cancel()
		var senders []Sender
		for range 4 {
			senders = append(senders, sendFunc(answer))
		}
		h.check(h.bot.SendLoop(ctx, senders))
		if refused > 8 {
			t.Errorf("%d connections were refused", refused)
		}
	})
}

type sendFunc func(m *store.Outgoing) error

func (f sendFunc) Send(_ context.Context, m *store.Outgoing) error { return f(m) }

// A game of which nothing can be written, since what is stored of it is damaged,
// keeps nobody else's mails waiting when a mail of its players is given up.
func TestGivenUpMailOfADamagedGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		h.begin("ana@example.org", "bo@example.net")
		sound, damaged := h.game(1), h.game(1)
		damaged.Size = 99
		h.check(h.store.Update(func(tx *store.Tx) error {
			for _, m := range []*store.Outgoing{
				{Player: 2, Game: 1, EnvelopeTo: "bo@example.net", MessageID: "1", Delivery: store.Delivery{NextTry: h.now}},
				{Player: 2, Game: 1, EnvelopeTo: "bo@example.net", MessageID: "2", Delivery: store.Delivery{NextTry: h.now}},
				{EnvelopeTo: "carla@example.org", MessageID: "3", Delivery: store.Delivery{NextTry: h.now.Add(time.Minute)}},
			} {
				if err := tx.Enqueue(m); err != nil {
					return err
				}
			}
			return tx.PutGame(damaged)
		}))
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		start := h.now
		h.bot.process.Now = func() time.Time { return start.Add(time.Since(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC))) }
		r := &relay{start: time.Now(), answer: func(m *store.Outgoing) error {
			if m.EnvelopeTo == "bo@example.net" {
				return errNever
			}
			return nil
		}}
		h.check(h.bot.SendLoop(ctx, []Sender{r}))
		if got, want := strings.Join(r.log, "; "), "0s 1 : 550 nobody; 0s 2 : 550 nobody; 1m0s 3 taken"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		h.check(h.store.Update(func(tx *store.Tx) error { return tx.PutGame(sound) }))
	})
}

// That the outbox can't be read is told, and not at every attempt.
func TestUnreadableOutbox(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		var log strings.Builder
		h.bot.process.Log = slog.New(slog.NewTextHandler(&log, nil))
		h.check(h.store.Close())
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		h.check(h.bot.SendLoop(ctx, []Sender{&relay{}}))
		if n := strings.Count(log.String(), "nothing can be sent"); n != 1 {
			t.Errorf("told %d times", n)
		}
		h.reopen()
	})
}

// A mail over which the sender panics holds up nobody.
func TestPanicInSending(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &relay{answer: func(m *store.Outgoing) error {
			if m.MessageID == "1" {
				panic("a fault")
			}
			return nil
		}}
		left, _ := sendFor(t, time.Hour, r,
			store.Outgoing{EnvelopeTo: "ana", MessageID: "1"},
			store.Outgoing{EnvelopeTo: "bo", MessageID: "2"})
		if len(left) != 1 || left[0].MessageID != "1" || left[0].Attempts < 5 || len(r.log) != 1 {
			t.Errorf("left: %+v, log %v", left, r.log)
		}
	})
}
