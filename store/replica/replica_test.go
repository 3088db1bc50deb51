package replica

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"unlurbot/mailbot/testing/etcds"
	"unlurbot/mailbot/testing/livebot"
	"unlurbot/mailbot/testing/tempdir"
	"unlurbot/store"
	"unlurbot/store/acts"
	"unlurbot/store/cluster"
	"unlurbot/store/layout"
)

// Tests mostly wait here, for leases and for etcd: more of them run at a time than there are processors.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// A world is a club with its machines.
type world struct {
	t        *testing.T
	etcd     *etcds.Cluster
	lease    time.Duration
	machines sync.Map // *machine, by address
}

func newWorld(t *testing.T, etcd *etcds.Cluster) *world {
	return &world{t: t, etcd: etcd, lease: 10 * time.Second} // which none loses on a busy machine
}

// A machine is one of a club, in this process.
type machine struct {
	w    *world
	name string
	path string
	*Replica
	answers atomic.Pointer[func(method string) error] // what becomes of an answer of etcd
}

// machine makes one that has no store yet.
func (w *world) machine(name string) *machine {
	return &machine{w: w, name: name, path: filepath.Join(tempdir.New(w.t), "unlurbot.db")}
}

// founder makes one with a store of its own.
func (w *world) founder(name string) *machine {
	m := w.machine(name)
	s, err := store.Open(m.path, secret)
	check(err)
	check(s.Close())
	return m
}

func secret() ([]byte, error) { return []byte("a secret for tests"), nil }

// config is that of the machine.
func (m *machine) config() Config {
	return Config{
		Path: m.path, Name: m.name, Address: "unlur@example.org", Etcd: m.w.etcd.URLs(), Lease: m.w.lease, Listen: "at " + m.path,
		Log: slog.New(slog.DiscardHandler), Now: time.Now, NewSecret: secret,
		Fetch: func(_ context.Context, address string, to io.Writer) error {
			other, there := m.w.machines.Load(address)
			if !there {
				return errors.New("nobody listens there")
			}
			return other.(*machine).Store().View(func(tx *store.Tx) error {
				_, err := tx.WriteTo(to)
				return err
			})
		},
		Dial: []grpc.DialOption{grpc.WithUnaryInterceptor(func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
			err := invoke(ctx, method, req, reply, cc, opts...)
			if lose := m.answers.Load(); err == nil && lose != nil {
				err = (*lose)(method)
			}
			return err
		})},
	}
}

// open opens it, and closes it at the end of the test.
func (m *machine) open() *machine {
	m.w.t.Helper()
	r, err := Open(m.w.t.Context(), m.config())
	if err != nil {
		m.w.t.Fatal(err)
	}
	m.Replica = r
	m.w.machines.Store("at "+m.path, m)
	m.w.t.Cleanup(func() { m.close() })
	return m
}

func (m *machine) close() {
	m.w.machines.Delete("at " + m.path)
	if m.Replica != nil {
		check(m.Close())
		m.Replica = nil
	}
}

// follows lets it follow in the background, and gives what comes of that.
func (m *machine) follows() <-chan *Term {
	terms := make(chan *Term, 1)
	ctx, stop := context.WithCancel(m.w.t.Context())
	done := make(chan struct{})
	r := m.Replica
	go func() {
		defer close(done)
		term, err := r.Follow(ctx)
		if err != nil && ctx.Err() == nil {
			m.w.t.Errorf("%s: %v", m.name, err)
		}
		terms <- term
	}()
	m.w.t.Cleanup(func() { stop(); <-done })
	return terms
}

// leads waits until it leads.
func (m *machine) leads() *Term {
	m.w.t.Helper()
	term, err := m.Follow(m.w.t.Context())
	if err != nil {
		m.w.t.Fatal(err)
	}
	m.w.t.Cleanup(func() { term.End() })
	return term
}

// note writes one thing, which has a name.
func (m *machine) note(what string) error {
	return m.Store().Update(func(tx *store.Tx) error { return tx.Suppress(what+"@example.org", time.Unix(1e9, 0)) })
}

// has says whether something was written.
func (m *machine) has(what string) (is bool) {
	check(m.Store().View(func(tx *store.Tx) (err error) {
		is, err = tx.Suppressed(what + "@example.org")
		return err
	}))
	return is
}

// number is the last entry that it has.
func (m *machine) number() uint64 {
	head, err := m.Store().Head()
	check(err)
	return head.Number
}

// until waits for something that must happen some time.
func (w *world) until(what string, is func() bool) {
	w.t.Helper()
	ctx, end := livebot.UntilDeadline(w.t)
	defer end()
	for ; !is(); pass(ctx, time.Millisecond) {
		if ctx.Err() != nil || w.t.Failed() { // a machine may have given up
			w.t.Fatalf("never: %s", what)
		}
	}
}

// same holds that some machines have the same, each in its own file.
func (w *world) same(machines ...*machine) {
	w.t.Helper()
	for _, m := range machines[1:] {
		w.until(m.name+" has caught up", func() bool { return m.number() >= machines[0].number() })
		check(m.Store().View(func(a *store.Tx) error {
			return machines[0].Store().View(func(b *store.Tx) error {
				if !store.Same(a, b) {
					w.t.Errorf("%s and %s differ at %d and %d", m.name, machines[0].name, m.number(), machines[0].number())
				}
				return nil
			})
		}))
	}
}

// One machine leads, another follows; when the first one gives up the second one takes over, with all that was
// written, and the first follows it.
func TestTakeOver(t *testing.T) {
	t.Parallel()
	w := newWorld(t, etcds.Start(t, 3, 0))
	a := w.founder("a").open()
	first := a.leads()
	check(a.note("one"))
	b := w.machine("b").open() // a copy
	takes := b.follows()
	check(a.note("two"))
	w.same(a, b)
	if err := b.note("nothing"); !errors.Is(err, store.ErrDeposed) {
		t.Errorf("b writes before it leads: %v", err)
	}
	first.End()
	second := <-takes
	defer second.End()
	if second.Number <= first.Number || a.Store().Leads() || !b.Store().Leads() {
		t.Errorf("the terms %d and %d; a leads %v, b %v", first.Number, second.Number, a.Store().Leads(), b.Store().Leads())
	}
	if err := a.note("nothing"); !errors.Is(err, store.ErrDeposed) {
		t.Errorf("a writes after its term: %v", err)
	}
	a.follows()
	check(b.note("three"))
	w.same(b, a)
	if !a.has("three") || a.has("nothing") {
		t.Error("a has something else")
	}
	w.until("a sees both of them up to date", func() bool {
		s := a.State(t.Context())
		return s.Leader == "b" && !s.Leads && s.Says == "" && len(s.Machines) == 2 && s.Machines[0].Alive && s.Machines[1].Alive &&
			s.Machines[1].Leads && s.Machines[0].Number == b.number() && s.Behind(s.Machines[0]) == 0
	})
}

// An answer of etcd that is lost is waited for: what was written is written once, whichever answers are lost.
func TestLostAnswers(t *testing.T) {
	t.Parallel()
	w := newWorld(t, etcds.Start(t, 1, 0))
	a := w.founder("a").open()
	a.leads()
	b := w.machine("b").open()
	b.follows()
	lost, n := 0, 0
	lose := func(method string) error {
		if !strings.HasSuffix(method, "/Txn") {
			return nil
		}
		if n++; n%3 == 0 {
			return nil
		}
		lost++
		return status.Error(codes.Unavailable, "the answer was lost")
	}
	var mu sync.Mutex
	counted := func(method string) error {
		mu.Lock()
		defer mu.Unlock()
		return lose(method)
	}
	before := a.number()
	a.answers.Store(&counted)
	for i := range 10 {
		check(a.note(fmt.Sprint(i)))
	}
	a.answers.Store(nil)
	if got := a.number() - before; got != 10 || lost < 10 {
		t.Errorf("%d entries for 10 writes, with %d answers lost", got, lost)
	}
	w.same(a, b)
}

// A leader that has not noticed that another one has taken over, because it stood still for long, can write nothing, and knows by
// itself that it must not act any more, even before etcd can tell it.
func TestStoodStill(t *testing.T) {
	t.Parallel()
	w := newWorld(t, etcds.Start(t, 1, 0))
	a := w.founder("a").open()
	old := a.leads()
	b := w.machine("b").open()
	takes := b.follows()
	_, err := a.log.client.Revoke(t.Context(), old.session.Lease()) // as if it had ended meanwhile
	check(err)
	term := <-takes
	defer term.End()
	check(b.note("new"))
	err = a.note("old") // whether the keeper of the lease has told it or not
	if !errors.Is(err, store.ErrDeposed) || old.ctx.Err() == nil {
		t.Errorf("it writes: %v, its context %v", err, old.ctx.Err())
	}
	before := time.Now().Add(-w.lease)
	old.renewed.Store(&before)
	if old.lives() {
		t.Error("it lives on without a lease")
	}
	old.End()
	a.follows()
	w.same(b, a)
	if a.has("old") || !a.has("new") {
		t.Error("a has something else than b")
	}
}

// While most machines of etcd are down nobody leads and nothing is lost; when they are back all goes on.
func TestMajorityLost(t *testing.T) {
	t.Parallel()
	etcd := etcds.Start(t, 3, 0)
	w := newWorld(t, etcd)
	w.lease = 5 * time.Second
	a := w.founder("a").open()
	term := a.leads()
	check(a.note("before"))
	b := w.machine("b").open()
	takes := b.follows()
	w.same(a, b)
	etcd.Close(0)
	etcd.Close(1)
	if err := a.note("with one"); !errors.Is(err, store.ErrDeposed) {
		t.Errorf("it writes with one of three: %v", err)
	}
	<-term.Context().Done()
	term.End()
	w.until("b sees it", func() bool {
		state := b.State(t.Context())
		return !state.Leads && state.Says != ""
	})
	etcd.Restart(0, 1)
	next := a.follows()
	var led *machine
	select {
	case t := <-next:
		led = a
		defer t.End()
	case t := <-takes:
		led = b
		defer t.End()
	}
	check(led.note("after"))
	w.same(led, a, b)
	if !a.has("before") || !a.has("after") {
		t.Error("something is lost")
	}
}

// When one machine of etcd fails, its leader or another one, the machine that leads the club goes on leading it.
func TestOneOfEtcdFails(t *testing.T) {
	t.Parallel()
	etcd := etcds.Start(t, 3, 0)
	w := newWorld(t, etcd)
	a := w.founder("a").open()
	term := a.leads()
	b := w.machine("b").open()
	b.follows()
	for i := range 3 {
		w.until("etcd has a leader", func() bool { return etcd.Leader() >= 0 })
		fails := etcd.Leader()
		if i == 2 {
			fails = (fails + 1) % 3
		}
		etcd.Close(fails)
		check(a.note(fmt.Sprint(i)))
		etcd.Restart(fails)
	}
	w.same(a, b)
	if !b.has("2") || term.Context().Err() != nil {
		t.Error("b has less, or a doesn't lead any more")
	}
}

// The log is cut off up to where all machines are. One that was away for too long fetches a copy, and so does one whose
// file is gone; nobody waits for one that has been silent for a day.
func TestTrim(t *testing.T) {
	t.Parallel()
	w := newWorld(t, etcds.Start(t, 1, 0))
	a := w.founder("a").open()
	term := a.leads()
	b := w.machine("b").open()
	b.follows()
	for i := range 5 {
		check(a.note(fmt.Sprint(i)))
	}
	w.same(a, b)
	entries := func() int64 {
		found, err := a.log.client.Get(t.Context(), a.log.key("log", ""), clientv3.WithPrefix(), clientv3.WithCountOnly())
		check(err)
		return found.Count
	}
	now := time.Now()
	noticed := map[string]heard{}
	trimmedTo := func(left int64) { // once all have said how far they are
		t.Helper()
		w.until(fmt.Sprint(left, " entries are left"), func() bool {
			check(term.trim(noticed, now))
			return entries() == left
		})
	}
	trimmedTo(1)
	c := w.machine("c").open()
	away := c.number()
	c.close() // and has announced nothing: nobody waits for it
	d := w.machine("d").open()
	d.follows()
	w.same(a, d)
	check(a.note("five"))
	check(a.note("six"))
	w.same(a, b)
	w.same(a, d)
	trimmedTo(1)
	c.open()
	if away >= a.number() || !c.has("six") || c.number() != a.number() {
		t.Errorf("c is at %d of %d", c.number(), a.number())
	}

	// One that is known and silent holds the log for a day.
	_, err := a.log.client.Put(t.Context(), a.log.key("member", "e"), `{"number": 1}`)
	check(err)
	check(term.trim(noticed, now))
	check(a.note("seven"))
	check(a.note("eight"))
	w.same(a, b, d)
	now = now.Add(silence - time.Minute)
	for range 3 {
		check(term.trim(noticed, now))
		if n := entries(); n != 3 {
			t.Errorf("%d entries while somebody may come back", n)
		}
	}
	now = now.Add(time.Minute)
	trimmedTo(1)
	members, _, err := a.log.members(t.Context())
	check(err)
	if _, there := members["e"]; there || len(members) > 4 {
		t.Errorf("known are %v", members)
	}
}

// An entry of any size gets to the others.
func TestBigEntries(t *testing.T) {
	t.Parallel()
	w := newWorld(t, etcds.Start(t, 1, 0))
	a := w.founder("a").open()
	term := a.leads()
	b := w.machine("b").open()
	b.follows()
	words := make([]byte, 3*piece)
	_, _ = rand.Read(words)
	check(a.Store().Update(func(tx *store.Tx) error { return tx.SetPaused(&acts.Act{Reason: hex.EncodeToString(words)}) }))
	w.same(a, b)
	parts := func() int64 {
		found, err := a.log.client.Get(t.Context(), a.log.key("part", ""), clientv3.WithPrefix(), clientv3.WithCountOnly())
		check(err)
		return found.Count
	}
	if n := parts(); n != 4 {
		t.Fatalf("it has %d parts", n)
	}
	check(a.note("more"))
	w.same(a, b)
	w.until("b has said how far it is", func() bool {
		check(term.trim(map[string]heard{}, time.Now()))
		return parts() == 0
	})
}

// A full etcd is a disk without room: nothing is changed, and when there is room it goes on.
func TestFullEtcd(t *testing.T) {
	t.Parallel()
	w := newWorld(t, etcds.Start(t, 1, 2<<20))
	a := w.founder("a").open()
	a.leads()
	b := w.machine("b").open()
	b.follows()
	var err error
	n := 0
	for ; err == nil; n++ {
		for i := range 200 { // what other programs keep there
			if _, err := a.log.client.Put(t.Context(), "/other/"+fmt.Sprint(n, "/", i), strings.Repeat("x", 1000)); err != nil {
				break
			}
		}
		err = a.note(fmt.Sprint(n))
	}
	if !errors.Is(err, store.ErrNoRoom) || !a.Store().Leads() || a.has(fmt.Sprint(n-1)) {
		t.Fatalf("after %d writes: %v, leads %v, has it %v", n, err, a.Store().Leads(), a.has(fmt.Sprint(n-1)))
	}
	client := a.log.client
	found, err := client.Delete(t.Context(), "/other/", clientv3.WithPrefix())
	check(err)
	_, err = client.Compact(t.Context(), found.Header.Revision, clientv3.WithCompactPhysical())
	check(err)
	_, err = client.Defragment(t.Context(), w.etcd.URLs()[0])
	check(err)
	w.until("there is room", func() bool {
		_, err := client.AlarmDisarm(t.Context(), &clientv3.AlarmMember{})
		return err == nil && a.note("again") == nil
	})
	w.same(a, b)
}

// Files that don't belong to the club in etcd are refused, and stay as they are; the operator is told which is which.
func TestMisfits(t *testing.T) {
	t.Parallel()
	w := newWorld(t, etcds.Start(t, 1, 0))
	a := w.founder("a").open()
	term := a.leads()
	check(a.note("one"))

	other := w.founder("b")
	before, err := os.ReadFile(other.path)
	check(err)
	refused := func(m *machine, words string) {
		t.Helper()
		ctx, end := context.WithCancel(t.Context())
		defer end()
		r, err := Open(ctx, m.config())
		if !errors.Is(err, cluster.ErrMisfit) || !strings.Contains(fmt.Sprint(err), words) {
			t.Errorf("%v, want %q", err, words)
		}
		if r != nil {
			check(r.Close())
		}
	}
	refused(other, `founded by the machine "a"`)
	if after, err := os.ReadFile(other.path); err != nil || string(after) != string(before) {
		t.Errorf("it was changed: %v", err)
	}

	// A copy of this club's file, of which etcd then knows nothing.
	behind := w.machine("b").open()
	behind.close()
	term.End()
	_, err = a.log.client.Delete(t.Context(), a.log.prefix, clientv3.WithPrefix())
	check(err)
	refused(behind, "etcd knows no club")
	_, err = a.log.found(t.Context(), club{ID: "another", Founder: "z"})
	check(err)
	refused(behind, `another club than the one in etcd, which the machine "z" has founded`)

	// The file is ahead of what etcd has: it was restored from a backup of its own.
	head, err := a.Store().Head()
	check(err)
	_, err = a.log.client.Delete(t.Context(), a.log.key("club"))
	check(err)
	_, err = a.log.found(t.Context(), club{ID: head.Club, Founder: "a"})
	check(err)
	if _, err := a.Follow(t.Context()); !errors.Is(err, cluster.ErrMisfit) || !strings.Contains(err.Error(), "ahead of the log") {
		t.Errorf("ahead: %v", err)
	}
}

// A machine that is started while etcd is down has its store, and says what is wrong until it isn't.
func TestEtcdDownAtTheStart(t *testing.T) {
	t.Parallel()
	etcd := etcds.Start(t, 1, 0)
	w := newWorld(t, etcd)
	a := w.founder("a").open()
	term := a.leads()
	check(a.note("one"))
	term.End()
	a.close()
	etcd.Close(0)
	a.open()
	if s := a.State(t.Context()); s.Says == "" || s.Since.IsZero() || !a.has("one") {
		t.Errorf("it says %+v", s)
	}
	leads := a.follows()
	etcd.Restart(0)
	term = <-leads
	defer term.End()
	check(a.note("two"))
	w.until("it is well", func() bool { return a.State(t.Context()).Says == "" })
}

// The club can begin with an empty file, and with nothing else: a machine without a file waits for another one.
func TestFromNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, etcds.Start(t, 1, 0))
	b := w.machine("b")
	opened := make(chan *Replica, 1)
	go func() {
		r, err := Open(t.Context(), b.config())
		if err != nil {
			t.Error(err)
		}
		opened <- r
	}()
	a := w.machine("a")
	check(os.WriteFile(a.path, nil, 0o600))
	a.open().leads()
	check(a.note("one"))
	b.Replica = <-opened
	t.Cleanup(b.close)
	b.follows()
	w.same(a, b)
}

// Two machines with one name are told apart: the second waits, and says why.
func TestNameTaken(t *testing.T) {
	t.Parallel()
	w := newWorld(t, etcds.Start(t, 1, 0))
	w.lease = 4 * time.Second
	a := w.founder("a").open()
	a.leads()
	double := w.machine("a")
	b := w.machine("b").open()
	b.follows()
	double.open()
	double.follows()
	w.until("it is told", func() bool {
		return strings.Contains(double.State(t.Context()).Says, "under the same name")
	})
}

// A new version of the program leads a club whose files are of an older schema: each machine brings its own up to date when
// that stands in the log. One whose program is too old follows no longer, and says so.
func TestRollingUpgrade(t *testing.T) {
	t.Parallel()
	w := newWorld(t, etcds.Start(t, 1, 0))
	a, b := w.machine("a"), w.machine("b")
	old, err := os.ReadFile("../testdata/v6.db")
	check(err)
	check(os.WriteFile(a.path, old, 0o600))
	a.open()
	founded, err := os.ReadFile(a.path)
	check(err)
	check(os.WriteFile(b.path, founded, 0o600))
	b.open()
	term := a.leads()
	b.follows()
	w.same(a, b)
	check(a.note("one"))
	w.same(a, b)
	for _, m := range []*machine{a, b} {
		faults, err := m.Store().Verify(nil)
		if err != nil || len(faults) > 0 {
			t.Errorf("%s: %v, %v", m.name, faults, err)
		}
	}
	if a.number() != 2 {
		t.Errorf("%d entries: one for the schema and one more", a.number())
	}
	_, err = term.log(&store.WriteSet{Schema: layout.Latest + 1})
	check(err)
	w.until("b says that it is too old", func() bool { return strings.Contains(b.State(t.Context()).Says, "newer version") })
	if b.number() != 2 {
		t.Errorf("b is at %d", b.number())
	}
}

// BenchmarkUpdate is what a mail costs where its 14 kB go to three machines of etcd first, all on the disk
// of this one, in transactions of one mail and of a hundred; alone is a store that is no replica.
func BenchmarkUpdate(b *testing.B) {
	for _, mails := range []int{1, 100} {
		for _, alone := range []bool{true, false} {
			b.Run(fmt.Sprintf("mails=%d/alone=%v", mails, alone), func(b *testing.B) {
				path := filepath.Join(b.TempDir(), "s.db")
				s, err := store.Open(path, secret)
				check(err)
				if !alone {
					check(s.Close())
					r, err := Open(b.Context(), Config{
						Path: path, Name: "a", Address: "unlur@example.org", Etcd: etcds.StartOnDisk(b, 3).URLs(), Lease: 10 * time.Second,
						Log: slog.New(slog.DiscardHandler), Now: time.Now,
					})
					check(err)
					defer func() { check(r.Close()) }()
					term, err := r.Follow(b.Context())
					check(err)
					defer term.End()
					s = r.Store()
				} else {
					defer func() { check(s.Close()) }()
				}
				words := make([]byte, 7000)
				for n := 0; b.Loop(); n++ {
					check(s.Update(func(tx *store.Tx) error {
						for i := range mails {
							_, _ = rand.Read(words)
							if err := tx.PutRequest(&store.Request{ID: store.RequestID(n*mails + i + 1), Note: hex.EncodeToString(words)}); err != nil {
								return err
							}
						}
						return nil
					}))
				}
				b.ReportMetric(float64(b.N*mails)/b.Elapsed().Seconds(), "mails/s")
			})
		}
	}
}

// A renewal that is read after a standstill was given before it, perhaps, and says nothing of now; the next one does.
func TestRenewalsAfterAStandstill(t *testing.T) {
	now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	term := &Term{r: &Replica{cfg: Config{Lease: 9 * time.Second, Now: func() time.Time { return now }}}, ctx: t.Context()}
	last := now
	term.renew(now, last)
	for i, c := range []struct {
		after time.Duration
		lives bool
	}{{3 * time.Second, true}, {5 * time.Second, true}, {time.Minute, false}, {time.Second, true}, {6 * time.Second, false}, {time.Second, true}} {
		now = now.Add(c.after)
		term.renew(now, last)
		if last = now; term.lives() != c.lives {
			t.Errorf("renewal %d: the lease lives: %v", i, !c.lives)
		}
	}
}
