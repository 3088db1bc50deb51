package main

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	replicas "unlurbot/mailbot/machines"
	"unlurbot/mailbot/testing/etcds"
	"unlurbot/mailbot/testing/livebot"
	"unlurbot/store"
	"unlurbot/store/replica"
)

// The program as it is tested knows clusters.
func init() {
	machines = &clustering{run: replicas.Run, look: replicas.Look}
	programs["alone"] = func() { machines = nil; main() }
}

var (
	takeOvers = flag.Int("takeovers", 10, "how often one machine of a cluster takes over from another one")
	lease     = flag.String("lease", "3s", "the lease of a machine in a cluster, as the configuration has it")
)

// A pair is two machines that are one bot, and the three of etcd that join them.
type pair struct {
	t    testing.TB
	etcd *etcds.Cluster
	bots []*livebot.Bot
	runs []*livebot.Process // by machine, nil for one that does not

	closed int // the machine of etcd that was crashed last
}

// newMachines gives two, of which none runs.
func newPair(t testing.TB, servers livebot.Servers, lease string) *pair {
	t.Helper()
	m := &pair{t: t, etcd: etcds.Start(t, 3, 0), runs: make([]*livebot.Process, 2)}
	for i, port := range etcds.FreePorts(t, 2) {
		b := livebot.New(t, servers)
		text, err := os.ReadFile(b.Config)
		check(t, err)
		const alone = "path: unlurbot.db"
		cluster := fmt.Sprintf("%s, cluster: {etcd: [%s], name: %s, listen: '127.0.0.1:%d', lease: %s}",
			alone, strings.Join(m.etcd.URLs(), ", "), []string{"a", "b"}[i], port, lease)
		check(t, os.WriteFile(b.Config, []byte(strings.Replace(string(text), alone, cluster, 1)), 0o600))
		m.bots = append(m.bots, b)
	}
	return m
}

// found makes the store of the first machine that of the club, and gives the other one a copy.
func (m *pair) found() {
	m.t.Helper()
	r := m.replica(0)
	check(m.t, r.Close())
	whole, err := os.ReadFile(m.bots[0].Store())
	check(m.t, err)
	check(m.t, os.WriteFile(m.bots[1].Store(), whole, 0o600))
}

// replica opens that of a machine that doesn't run.
func (m *pair) replica(i int) *replica.Replica {
	m.t.Helper()
	cfg, err := config.Load(m.bots[i].Config, func(string) string { return "" })
	check(m.t, err)
	r, err := replicas.Open(m.bots[i].Ctx, cfg, time.Now)
	check(m.t, err)
	return r
}

// start starts a machine.
func (m *pair) start(i int, program string, env ...string) {
	m.t.Helper()
	m.runs[i] = m.bots[i].StartAs(program, env...)
}

// leading is what the log of a machine has for each time that it begins to lead.
const leading = `msg="this machine leads"`

// leads waits until a machine has begun to lead so many times since its process began.
func (m *pair) leads(i, times int) {
	m.t.Helper()
	m.runs[i].AwaitTimes(m.bots[i].Ctx, leading, times)
}

// says runs a command on a machine until that says all of some words: etcd of a busy machine may give no answer in time.
func (m *pair) says(i int, words []string, args ...string) {
	m.t.Helper()
	said := ""
	for range livebot.Polls(m.bots[i].Ctx) {
		said, _ = m.bots[i].Command(args...)
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(said, w) }) {
			return
		}
	}
	m.t.Fatalf("machine %d answers %q by %s", i, args, said)
}

// tells is says of a machine's status.
func (m *pair) tells(i int, words ...string) {
	m.t.Helper()
	m.says(i, words, "status")
}

// handsOver asks a machine to let the other one lead, which may have just begun to follow, or lead already.
func (m *pair) handsOver(i int) {
	m.t.Helper()
	for range livebot.Polls(m.bots[i].Ctx) {
		said, err := m.bots[i].Command("handover")
		if err == nil && !strings.Contains(said, "leads now, after") {
			m.t.Errorf("handed over: %s", said)
		}
		if err == nil || strings.Contains(said, "run the command there") {
			return
		}
	}
	m.t.Fatalf("machine %d doesn't hand over", i)
}

// inCluster plays a round with two machines that are disturbed; disturb ends with the first of them at work, and the other
// one ended. The correspondence must be that of an undisturbed bot, and in the end both have the same.
func (c *circle) inCluster(t *testing.T, disturb func(*pair, *round)) correspondence {
	t.Helper()
	m := newPair(t, c.open(t), *lease)
	_, got := c.unharmedOn(m.bots[0], func(r *round) *livebot.Process {
		m.found()
		disturb(m, r)
		return m.runs[0]
	})
	m.same()
	return got
}

// same holds that the machines, none of which runs, have the same once each has followed to the end of the log.
func (m *pair) same() {
	m.t.Helper()
	var stores []*store.Store
	var heads []store.Head
	for i, b := range m.bots {
		r := m.replica(i)
		term, err := r.Follow(b.Ctx)
		check(m.t, err)
		head, err := r.Store().Head()
		check(m.t, err)
		heads = append(heads, head)
		term.End()
		check(m.t, r.Close())
		s, err := store.OpenToRead(b.Store())
		check(m.t, err)
		stores = append(stores, s)
	}
	check(m.t, stores[0].View(func(a *store.Tx) error {
		return stores[1].View(func(b *store.Tx) error {
			if !store.Same(a, b) || heads[0] != heads[1] {
				m.t.Errorf("the machines have different stores, at %v and %v", heads[0], heads[1])
			}
			return nil
		})
	}))
	check(m.t, errors.Join(stores[0].Close(), stores[1].Close()))
}

// A failure is a way in which a machine ceases to lead, and what is done about it once another one leads.
type failure struct {
	name string
	fail func(m *pair, i int)
	mend func(m *pair, i int)
}

// failing are all of them; cluster_unix_test.go has one more.
var failing = []failure{
	{"killed", func(m *pair, i int) { m.runs[i].Kill() }, func(*pair, int) {}},
	{"stopped", func(m *pair, i int) { m.runs[i].Stop() }, func(*pair, int) {}},
	{"handed over", (*pair).handsOver, func(m *pair, i int) { m.runs[i].Stop() }},
	// The leader of etcd goes at the same time.
	{"killed with etcd", func(m *pair, i int) {
		m.closed = m.etcd.Leader()
		m.runs[i].Kill()
		if m.closed >= 0 {
			m.etcd.Crash(m.closed)
		}
	}, func(m *pair, _ int) {
		if m.closed >= 0 {
			m.etcd.Restart(m.closed)
		}
	}},
}

// However a machine fails, and wherever in its work, the other one takes over, and nothing is lost or played twice.
func TestTakeOvers(t *testing.T) {
	t.Parallel()
	c := meet(t, livebot.Sandbox, pairs, plies)
	l := &lives{rng: rand.New(rand.NewPCG(*seed, 7)), left: *takeOvers}
	var pauses []time.Duration
	ways := map[string]int{}
	again, rounds := 0, 0
	for ; l.left > 0; rounds++ {
		again += c.inCluster(t, func(m *pair, r *round) {
			m.start(0, "telling")
			m.leads(0, 1)
			m.start(1, "telling")
			m.runs[1].AwaitLog(m.bots[1].Ctx, "msg=following")
			for going := true; going && l.left > 0; {
				p, times := l.next()
				var before [2]int
				for i := range before {
					before[i] = strings.Count(m.runs[i].Said(), leading)
				}
				leader := 0 // the one that passes the point, which on a busy machine may be either
				select {
				case <-r.done:
					going = false
					continue
				case <-m.runs[0].Until(hasPassed(p, times)):
				case <-m.runs[1].Until(hasPassed(p, times)):
					leader = 1
				}
				way := failing[l.left%len(failing)]
				began := time.Now()
				way.fail(m, leader)
				m.leads(1-leader, before[1-leader]+1)
				pauses = append(pauses, time.Since(began))
				way.mend(m, leader)
				m.start(leader, "telling")
				ways[way.name]++
				l.left--
			}
			m.runs[1].Stop()
			m.leads(0, 1)
		}).copies()
	}
	slices.Sort(pauses)
	t.Logf("%d take-overs in %d correspondences of %d mails, %v, with a lease of %s: %d mails sent twice; pause at most %v, 99 of 100 %v, half %v",
		len(pauses), rounds, len(c.want), ways, *lease, again, pauses[len(pauses)-1], pauses[len(pauses)*99/100], pauses[len(pauses)/2])
	for _, way := range failing {
		if ways[way.name] == 0 && *takeOvers >= len(failing) {
			t.Errorf("no machine was ever %s", way.name)
		}
	}
}

// While a machine is killed at any point of the way of a mail the other one goes on from there.
func TestTakeOverAtEachPoint(t *testing.T) {
	t.Parallel()
	c := meet(t, livebot.Sandbox, pairs, 2)
	left := slices.Clone(points)
	for rounds := 0; len(left) > 0; rounds++ {
		if rounds > len(points) {
			t.Fatalf("the bot never came to %v", left)
		}
		c.inCluster(t, func(m *pair, r *round) {
			var dies [2]mailbot.Point
			var waiting []mailbot.Point // for one that is to die there
			waiting = append(waiting, left...)
			next := func(i int) {
				if dies[i] = ""; len(waiting) == 0 {
					m.start(i, "telling")
					return
				}
				dies[i], waiting = waiting[0], waiting[1:]
				m.start(i, "mortal", killAt+"="+string(dies[i])+" 1")
			}
			next(0)
			m.leads(0, 1)
			next(1)
			for going := true; going; {
				died := 0
				select {
				case <-r.done:
					going = false
					continue
				case <-m.runs[0].Ended:
				case <-m.runs[1].Ended:
					died = 1
				}
				left = slices.DeleteFunc(left, func(p mailbot.Point) bool { return p == dies[died] })
				next(died)
			}
			m.runs[1].Stop()
			m.runs[0].Kill()
			m.start(0, "telling")
			m.leads(0, 1)
		})
	}
}

// While most machines of etcd are down the bot waits and mails stay in its mailbox; it says so, and goes on by itself.
func TestEtcdDown(t *testing.T) {
	t.Parallel()
	m := newPair(t, livebot.Sandbox(t), "2s")
	s, err := store.Open(m.bots[0].Store(), func() ([]byte, error) { return []byte("a key for tests, and long"), nil })
	check(t, err)
	check(t, s.Close())
	m.start(0, "unlurbot")
	m.leads(0, 1)
	m.start(1, "unlurbot")
	ana, bo := m.bots[0].Servers.Person(t, "ana"), m.bots[0].Servers.Person(t, "bo")
	livebot.Begin(ana, bo)
	ana.Gets("turn")
	m.etcd.Close(0)
	m.etcd.Close(1)
	m.runs[0].AwaitLog(m.bots[0].Ctx, `msg="this machine follows"`)
	ana.Replies("C4")
	m.runs[0].AwaitLog(m.bots[0].Ctx, "can't follow the others")
	if n := m.bots[0].Unfiled(); n != 1 {
		t.Errorf("%d mails are in the mailbox", n)
	}
	m.etcd.Restart(0, 1)
	bo.Gets("turn")
}

// status and the commands of an operator on each of two machines.
func TestCommandsInCluster(t *testing.T) {
	t.Parallel()
	m := newPair(t, livebot.Sandbox(t), "10s") // which none loses on a busy machine
	a, b := m.bots[0], m.bots[1]
	m.says(0, []string{"knows no club yet"}, "check")
	s, err := store.Open(a.Store(), func() ([]byte, error) { return []byte("a key for tests, and long"), nil })
	check(t, err)
	check(t, s.Close())
	m.start(0, "unlurbot")
	m.leads(0, 1)
	m.says(0, []string{"no other machine follows"}, "handover")
	m.start(1, "unlurbot")
	m.runs[1].AwaitLog(b.Ctx, "msg=following")
	m.tells(0, "leads, term", "b  follows, 0 behind")
	m.tells(1, "good; follows a", "a  leads")
	b.Says("run the command there", "pause", "A storm is coming.")
	m.says(1, []string{"running: a, b; a leads"}, "check")
	m.handsOver(0)
	m.leads(1, 1)
	b.Says("Paused", "pause", "A storm is coming.")
	m.tells(0, "follows b")
	a.Says("bytes", "backup", filepath.Join(a.Dir, "backup.db"))
	m.runs[0].Stop()
	m.runs[1].Stop()
	for _, b := range m.bots {
		b.Says("a replica of a cluster", "rotate-key")
		b.Says("ok", "verify")
	}
}

// A machine whose clock is an hour ahead takes over as any other, and the one that is behind tells of it.
func TestClusterWithAWrongClock(t *testing.T) {
	t.Parallel()
	m := newPair(t, livebot.Sandbox(t), "10s") // which none loses on a busy machine
	check(t, os.WriteFile(m.bots[0].Store(), nil, 0o600))
	m.start(0, "telling")
	m.leads(0, 1)
	m.start(1, "telling", clockAhead+"=1h")
	m.runs[1].AwaitLog(m.bots[1].Ctx, "msg=following")
	m.tells(0, "The clock of b is ahead of this machine's")
	m.handsOver(0)
	m.leads(1, 1)
	m.tells(1, "good", "a  follows, 0 behind") // it can't tell which clock is wrong
	m.handsOver(1)
	m.leads(0, 2)
}

// The compose file for a cluster and the configurations beside it go together.
func TestComposeOfCluster(t *testing.T) {
	const from = "../../packaging/cluster/"
	compose, err := os.ReadFile(from + "compose.yaml")
	check(t, err)
	names := map[string]bool{}
	for _, name := range []string{"a", "b"} {
		cfg, err := config.Load(from+name+".yaml", func(string) string { return "any" })
		check(t, err)
		c := cfg.Store.Cluster
		names[c.Name+c.Listen] = true
		for _, url := range c.Etcd {
			if !strings.Contains(string(compose), "ETCD_LISTEN_CLIENT_URLS: "+url+"\n") {
				t.Errorf("%s: no etcd is at %s", name, url)
			}
		}
		if len(c.Etcd) != 3 || c.Name != name || !strings.Contains(string(compose), "./"+name+".yaml:/etc/unlurbot/unlurbot.yaml") {
			t.Errorf("%s: %+v", name, c)
		}
	}
	if len(names) != 2 {
		t.Errorf("the machines are %v", names)
	}
}
