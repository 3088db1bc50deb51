package outbox

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

	"unlurbot/mailbot/process"
	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/testing/tempdir"
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

// A desk is an outbox with a store of its own, on the clock of the bubble.
type desk struct {
	*Outbox
	t    *testing.T
	path string // of the store
}

func newDesk(t *testing.T) *desk {
	d := &desk{t: t, path: filepath.Join(tempdir.New(t), "s.db")}
	s, err := store.Open(d.path, func() ([]byte, error) { return []byte("a key for tests"), nil })
	d.check(err)
	d.Outbox = New(&process.Process{Store: s, Now: time.Now, Log: slog.New(slog.DiscardHandler)},
		func(*store.Tx) (bool, error) { return false, nil },
		func(*store.Tx, *store.Outgoing, string) error { return nil })
	t.Cleanup(func() { d.check(s.Close()) })
	return d
}

func (d *desk) check(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

// enqueue puts mails into the outbox that are due now.
func (d *desk) enqueue(mails ...store.Outgoing) {
	d.t.Helper()
	d.check(d.process.Store.Update(func(tx *store.Tx) error {
		for _, m := range mails {
			m.Delivery.NextTry = time.Now()
			if err := tx.Enqueue(&m); err != nil {
				return err
			}
		}
		return nil
	}))
}

// loop runs the loop for a (virtual) time.
func (d *desk) loop(while time.Duration, senders ...Sender) {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(d.t.Context(), while)
	defer cancel()
	d.check(d.Loop(ctx, senders))
}

// left gives what is left in the outbox and what was given up.
func (d *desk) left() (waiting, givenUp []*store.Outgoing) {
	d.t.Helper()
	d.check(d.process.Store.View(func(tx *store.Tx) (err error) {
		if waiting, err = tx.Outbox(); err != nil {
			return err
		}
		givenUp, err = tx.GivenUp()
		return err
	}))
	return waiting, givenUp
}

// sendFor sends mails for a (virtual) time and gives what is left and what was given up.
func sendFor(t *testing.T, while time.Duration, r *relay, mails ...store.Outgoing) (left, givenUp []*store.Outgoing) {
	t.Helper()
	d := newDesk(t)
	r.start = time.Now()
	for i := range mails {
		mails[i].Date = r.start.Add(-100 * 24 * time.Hour) // the machine was off for long
	}
	d.enqueue(mails...)
	d.loop(while, r)
	return d.left()
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

// Memory is given back a moment after the last mail of some, and not again while nothing happens.
func TestMemoryIsGivenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, tries := newDesk(t), 0
		var last time.Time // when a mail was tried
		var given []time.Duration
		d.process.Tidied = func() { given = append(given, time.Since(last)) }
		d.enqueue(store.Outgoing{EnvelopeTo: "ana", MessageID: "1"}, store.Outgoing{EnvelopeTo: "bo", MessageID: "2"})
		d.loop(time.Hour, sendFunc(func(m *store.Outgoing) error {
			last = time.Now()
			if tries++; tries == 1 {
				return errLater
			}
			return nil
		}))
		if want := []time.Duration{quiet, quiet}; !slices.Equal(given, want) {
			t.Errorf("%v after the last mail, want %v", given, want)
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

// A relay that takes nothing for days says nothing of a single mail, whatever it says: the operator hears of it,
// and once it takes mails again they leave, those too at which it stumbles once more.
func TestRelayTakesNothing(t *testing.T) {
	for name, says := range map[string]*smtpout.Failure{
		"too many mails":            {Step: smtpout.StepSender, Code: 451, Err: errors.New("451 later")},
		"hangs up behind the login": {Step: smtpout.StepSender, Err: errors.New("EOF")},
		"a policy":                  {Step: smtpout.StepRecipient, Code: 550, Enhanced: "5.7.1", Err: errors.New("550 5.7.1 quota")},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				const days = 6
				d, began, stumbled := newDesk(t), time.Now(), map[string]bool{}
				for i := range maxRefused + 2 {
					d.enqueue(store.Outgoing{EnvelopeTo: fmt.Sprint(i), MessageID: fmt.Sprint(i)})
				}
				r := &relay{start: began, answer: func(m *store.Outgoing) error {
					if time.Since(began) < days*24*time.Hour {
						return says
					}
					if m.EnvelopeTo != "0" && !stumbled[m.EnvelopeTo] {
						stumbled[m.EnvelopeTo] = true
						return &smtpout.Failure{Step: smtpout.StepRecipient, Code: 451, Err: errors.New("451 greylisted")}
					}
					return nil
				}}
				var during process.State
				go func() {
					time.Sleep((days - 1) * 24 * time.Hour)
					during = d.process.Relay.State()
				}()
				d.loop((days+2)*24*time.Hour, r)
				if since := during.Since; since.IsZero() || since.Sub(began) > longSilence+3*time.Hour || !strings.Contains(during.Says, says.Err.Error()[:3]) {
					t.Errorf("after %d days the relay is %+v", days-1, during)
				}
				if left, givenUp := d.left(); len(left)+len(givenUp) > 0 || !d.process.Relay.State().Since.IsZero() {
					t.Errorf("%d left, %d given up; the relay is %+v", len(left), len(givenUp), d.process.Relay.State())
				}
			})
		})
	}
}

// Some recipients who can't be reached say nothing against the relay, as long as it takes mails to others.
func TestSomeRecipientsRefuse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		for i := range 2 * maxRefused {
			d.enqueue(store.Outgoing{EnvelopeTo: fmt.Sprint(i), MessageID: fmt.Sprint(i)})
		}
		go func() {
			for hour := range 90 { // the first is given up after 96
				d.enqueue(store.Outgoing{EnvelopeTo: "ana", MessageID: fmt.Sprint("hour ", hour)})
				time.Sleep(time.Hour)
			}
		}()
		d.loop(6*24*time.Hour, sendFunc(func(m *store.Outgoing) error {
			if m.EnvelopeTo != "ana" {
				return &smtpout.Failure{Step: smtpout.StepRecipient, Code: 452, Enhanced: "4.2.2", Err: errors.New("452 4.2.2 full")}
			}
			return nil
		}))
		if left, givenUp := d.left(); len(left) > 0 || len(givenUp) != 2*maxRefused {
			t.Errorf("%d left, %d given up", len(left), len(givenUp))
		}
	})
}

// A mail at which the relay stumbles before it hears the recipient, for its size, say, is given up like any other as long
// as others leave, and says nothing against the relay.
func TestRefusedBeforeTheRecipient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		d.enqueue(store.Outgoing{EnvelopeTo: "bo", MessageID: "too big"})
		go func() {
			for hour := range 90 {
				d.enqueue(store.Outgoing{EnvelopeTo: "ana", MessageID: fmt.Sprint("hour ", hour)})
				time.Sleep(time.Hour)
				if since := d.process.Relay.State().Since; !since.IsZero() {
					t.Errorf("trouble with the relay since %v", since)
				}
			}
		}()
		d.loop(6*24*time.Hour, sendFunc(func(m *store.Outgoing) error {
			if m.EnvelopeTo == "bo" {
				return &smtpout.Failure{Step: smtpout.StepSender, Code: 552, Enhanced: "5.3.4", Err: errors.New("552 5.3.4 too big")}
			}
			return nil
		}))
		if left, givenUp := d.left(); len(left) > 0 || len(givenUp) != 1 {
			t.Errorf("%d left, %d given up", len(left), len(givenUp))
		}
	})
}

// A mail that is taken out of the outbox while the relay refuses it was not given up.
func TestTakenOutMeanwhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		d.enqueue(store.Outgoing{EnvelopeTo: "ana", MessageID: "1"})
		d.loop(time.Minute, sendFunc(func(m *store.Outgoing) error {
			d.check(d.process.Store.Update(func(tx *store.Tx) error { return tx.Sent(m.ID) }))
			return errNever
		}))
		if n := d.process.Tally.Counts().GivenUp; n != 0 {
			t.Errorf("%d counted as given up", n)
		}
		if s := d.process.Relay.State(); !s.Worked.IsZero() || !s.Since.IsZero() || s.Tried.IsZero() {
			t.Errorf("a relay that answers, and has taken nothing, is %+v", s)
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
			d := newDesk(t)
			var offset atomic.Int64
			d.process.Now = func() time.Time { return time.Now().Add(time.Duration(offset.Load())) }
			d.enqueue(store.Outgoing{EnvelopeTo: "ana", MessageID: "1"})
			offset.Store(int64(wrong))
			time.AfterFunc(10*time.Minute, func() { offset.Store(0) })
			r := &relay{start: time.Now()}
			r.answer = func(*store.Outgoing) error {
				if time.Since(r.start) < 10*time.Minute {
					return errLater
				}
				return nil
			}
			d.loop(15*time.Minute, r)
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
			d := newDesk(t)
			m := store.Outgoing{EnvelopeTo: "ana@example.org", MessageID: "m"}
			d.enqueue(m, m)
			d.loop(time.Nanosecond, slowRelay(takes))
			if waiting, _ := d.left(); len(waiting) != left || waiting[0].Attempts != 0 {
				t.Errorf("a mail that takes %v: %d wait, %d attempts", takes, len(waiting), waiting[0].Attempts)
			}
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
			d := newDesk(t)
			const people, each = 12, 15
			var mails []store.Outgoing
			for i := range people * each {
				mails = append(mails, store.Outgoing{EnvelopeTo: fmt.Sprintf("p%d@example.org", i%people), MessageID: fmt.Sprint(i / people)})
			}
			d.enqueue(mails...)
			c := &chorus{random: rand.New(rand.NewPCG(seed, 1))}
			for len(c.taken) < people*each {
				d.loop(time.Duration(1+c.random.IntN(int(time.Hour))), c, c, c, c)
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
		d := newDesk(t)
		const number = 1000
		var mails []store.Outgoing
		for i := range number {
			mails = append(mails, store.Outgoing{EnvelopeTo: fmt.Sprintf("p%d@example.org", i), MessageID: fmt.Sprint(i)})
		}
		d.enqueue(mails...)
		var senders []Sender
		for range 4 {
			senders = append(senders, sendFunc(answer))
		}
		d.loop(number*time.Second+time.Minute, senders...)
		if refused > 8 {
			t.Errorf("%d connections were refused", refused)
		}
	})
}

type sendFunc func(m *store.Outgoing) error

func (f sendFunc) Send(_ context.Context, m *store.Outgoing) error { return f(m) }

// That the outbox can't be read is told, and not at every attempt.
func TestUnreadableOutbox(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		var log strings.Builder
		d.process.Log = slog.New(slog.NewTextHandler(&log, nil))
		d.check(d.process.Store.Close())
		d.loop(time.Hour, &relay{})
		if n := strings.Count(log.String(), "sending failed"); n != 1 {
			t.Errorf("told %d times", n)
		}
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

// A mail that is given up has its consequences once, in words of the relay; and if these
// meet a fault, it is given up all the same and the others are marked.
func TestConsequences(t *testing.T) {
	for name, fault := range map[string]func() error{
		"none":     func() error { return nil },
		"an error": func() error { return errors.New("a fault") },
		"a panic":  func() error { panic("a fault") },
	} {
		synctest.Test(t, func(t *testing.T) {
			d := newDesk(t)
			reasons := map[string]string{}
			d.givenUp = func(_ *store.Tx, m *store.Outgoing, reason string) error {
				reasons[m.MessageID] = reason
				return fault()
			}
			d.enqueue(store.Outgoing{EnvelopeTo: "ana", MessageID: "1"}, store.Outgoing{EnvelopeTo: "bo", MessageID: "2"}, store.Outgoing{EnvelopeTo: "ana", MessageID: "3"})
			r := &relay{start: time.Now(), answer: func(m *store.Outgoing) error {
				if m.MessageID == "1" {
					return errNever
				}
				return nil
			}}
			d.loop(time.Hour, r)
			left, givenUp := d.left()
			if len(left) != 0 || len(givenUp) != 1 || len(r.log) != 3 || len(reasons) != 1 || !strings.Contains(reasons["1"], "550 nobody") {
				t.Errorf("%s: %d left, %d given up, for %q, %v", name, len(left), len(givenUp), reasons, r.log)
			}
		})
	}
}

// Nothing leaves while something else has to come first.
func TestMailsThatMustStay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		stay := true
		d.stays = func(*store.Tx) (bool, error) { return stay, nil }
		d.enqueue(store.Outgoing{EnvelopeTo: "ana", MessageID: "1"})
		r := &relay{start: time.Now(), answer: func(*store.Outgoing) error { return nil }}
		d.loop(time.Hour, r)
		if len(r.log) > 0 {
			t.Errorf("left: %q", r.log)
		}
		stay = false
		d.loop(time.Hour, r)
		if len(r.log) != 1 {
			t.Errorf("then left: %q", r.log)
		}
	})
}
