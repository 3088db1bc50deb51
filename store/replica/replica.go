package replica

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"
	"google.golang.org/grpc"

	"unlurbot/store"
	"unlurbot/store/cluster"
	"unlurbot/store/layout"
)

// What Open and Follow fail with, beside cluster.ErrMisfit.
var (
	// ErrLeftBehind says that the log doesn't reach back to where the file ends. Open fetches a copy.
	ErrLeftBehind = errors.New("replica: the store is further behind than the log reaches back")
	// ErrNameTaken says that another machine of the club runs under the same name.
	ErrNameTaken = errors.New("replica: another machine runs under the same name: give each its own in store.cluster.name")

	errNobodyGives = errors.New("replica: no other machine runs from which the store can be copied")
	errNoClub      = errors.New("replica: there is no store here, and none in the cluster yet: the first machine brings it")
	errLeaseLost   = errors.New("replica: the lease has ended: etcd could not be reached in time")
)

// A Config says which machine this is, and where etcd is.
type Config struct {
	Path    string        // of the store
	Name    string        // of this machine, unique in the club
	Address string        // the bot's mail address, which tells clubs in one etcd apart
	Etcd    []string      // the URLs of its machines
	TLS     *tls.Config   // nil for none
	Lease   time.Duration // how long a leader may be silent until another machine takes over, in whole seconds
	Listen  string        // where this machine gives copies, as others reach it
	Log     *slog.Logger
	// Now is the clock. How long a lease lasts is measured by it, so it should go on when somebody sets the machine's, as
	// that of time.Now does.
	Now func() time.Time

	NewSecret func() ([]byte, error) // makes the first key of a new store, see store.Open

	// Fetch gets a copy of the store of a machine, by what that has for Listen.
	Fetch func(ctx context.Context, address string, to io.Writer) error

	Dial []grpc.DialOption // for tests
}

// A Replica is this machine's part in a club. Its methods are safe for concurrent use.
type Replica struct {
	cfg      Config
	log      *log
	instance string // names this process
	store    *store.Store

	mu     sync.Mutex
	term   *Term     // while it leads
	since  time.Time // when it began to fail
	why    error     // nil while it works
	told   string    // what of that was logged
	worked time.Time // when it last did

	announced struct {
		number uint64
		at     time.Time
	}
}

// Open opens the store of this machine. Where there is none, or one that has been left behind, it waits for a copy from another
// machine, until ctx ends; a store that is no replica founds the club, if there is none, and an empty file becomes a new store that
// does. It fails with cluster.ErrMisfit, and with the errors of store.Open and store.OpenReplica.
func Open(ctx context.Context, c Config) (*Replica, error) {
	client, err := connect(c)
	if err != nil {
		return nil, err
	}
	r := &Replica{cfg: c, log: &log{client, prefixOf(c)}, instance: newName()}
	for {
		err := r.join(ctx)
		opened := (*store.OpenError)(nil)
		switch {
		case err == nil:
			return r, nil
		case ctx.Err() != nil, errors.Is(err, cluster.ErrMisfit), errors.As(err, &opened):
			return nil, errors.Join(err, r.Close())
		}
		r.fails(err)
		pass(ctx, 10*rest)
	}
}

// Look says what etcd knows of a club, for somebody who wants to know whether it can be reached.
func Look(ctx context.Context, c Config) (said string, err error) {
	client, err := connect(c)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, client.Close()) }()
	l := &log{client, prefixOf(c)}
	club, err := l.club(ctx)
	if err != nil {
		return "", errors.New(plain(err))
	}
	if club == nil {
		return "etcd answers, and knows no club yet: the first machine that brings a store founds it", nil
	}
	members, leader, err := l.members(ctx)
	if err != nil {
		return "", errors.New(plain(err))
	}
	var running []string
	for name, m := range members {
		if m.alive {
			running = append(running, name)
		}
	}
	slices.Sort(running)
	said = fmt.Sprintf("etcd answers; the club was founded by the machine %s at %s; running: %s", club.Founder, club.Founded.Format(time.RFC3339), cmp.Or(strings.Join(running, ", "), "none"))
	if leader != "" {
		said += "; " + leader + " leads"
	}
	return said, nil
}

func connect(c Config) (*clientv3.Client, error) {
	client, err := clientv3.New(clientv3.Config{
		Endpoints: c.Etcd, TLS: c.TLS, Logger: zap.NewNop(), DialOptions: c.Dial,
		DialKeepAliveTime: patience, DialKeepAliveTimeout: patience,
	})
	if err != nil {
		return nil, fmt.Errorf("replica: %w", err)
	}
	return client, nil
}

func prefixOf(c Config) string { return "/unlurbot/" + c.Address + "/" }

// join opens the file, and sees to it that it belongs to the club in etcd.
func (r *Replica) join(ctx context.Context) error {
	if r.store == nil {
		info, err := os.Stat(r.cfg.Path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			club, err := r.log.club(ctx)
			if err != nil {
				return err
			}
			if club == nil {
				return errNoClub
			}
			return r.fetch(ctx, club.ID)
		case err != nil:
			return &store.OpenError{Path: r.cfg.Path, Err: err}
		case info.Size() == 0: // the operator wants a new store
			made, err := store.Open(r.cfg.Path, r.cfg.NewSecret)
			if err != nil {
				return err
			}
			if err := made.Close(); err != nil {
				return err
			}
		}
		if r.store, err = store.OpenReplica(r.cfg.Path); err != nil {
			return err
		}
	}
	head, err := r.store.Head()
	if err != nil {
		return err
	}
	there, err := r.log.club(ctx)
	if err != nil {
		if head.Number > 0 { // it goes on once etcd is there, and Follow holds it to the log
			r.fails(err)
			return nil
		}
		return err
	}
	switch {
	case there == nil && head.Number == 0:
		return r.found(ctx, head.Club)
	case there == nil:
		return misfit("%s is a replica, after entry %d of its club's log, but etcd knows no club of %s. If etcd was set up anew, make a store of its own of the replica with the highest number (unlurbot backup, then restore), and start the bot with that", r.cfg.Path, head.Number, r.cfg.Address)
	case head.Club == "":
		return misfit("etcd has the club of %s already, founded by the machine %q at %s, and %s is another store. To follow that club, move this file away. To go on with this file, stop all bots, delete the keys below %s in etcd, and start this machine first", r.cfg.Address, there.Founder, there.Founded.Format(time.RFC3339), r.cfg.Path, r.log.prefix)
	case head.Club != there.ID:
		return misfit("%s is a replica of another club than the one in etcd, which the machine %q has founded at %s. To follow that one, move this file away", r.cfg.Path, there.Founder, there.Founded.Format(time.RFC3339))
	}
	if _, err := r.log.after(ctx, head.Number); errors.Is(err, ErrLeftBehind) {
		return r.fetch(ctx, there.ID)
	}
	return nil
}

func misfit(format string, values ...any) error {
	return fmt.Errorf("%w: %s", cluster.ErrMisfit, fmt.Sprintf(format, values...))
}

// found makes the store the first one of a club. The file says so first: what etcd knows of, there is.
func (r *Replica) found(ctx context.Context, id string) error {
	if id == "" {
		id = newName()
		if err := r.store.Adopt(id); err != nil {
			return err
		}
	}
	founded, err := r.log.found(ctx, club{ID: id, Founder: r.cfg.Name, Founded: r.cfg.Now().UTC().Truncate(time.Second)})
	if err == nil && founded {
		r.cfg.Log.Info("founded the club in etcd", "machine", r.cfg.Name)
	}
	if err == nil && !founded { // another machine was faster, or an answer was lost
		return r.join(ctx)
	}
	return err
}

// fetch puts a copy from another machine in the place of the file.
func (r *Replica) fetch(ctx context.Context, id string) error {
	members, _, err := r.log.members(ctx)
	if err != nil {
		return err
	}
	why := errNobodyGives
	for name, m := range members {
		if name == r.cfg.Name || !m.alive || m.Address == "" {
			continue
		}
		if err := r.fetchFrom(ctx, m.Address, id); err != nil {
			why = fmt.Errorf("replica: copying the store of the machine %s: %w", name, err)
			continue
		}
		r.cfg.Log.Info("store copied from another machine", "machine", name)
		return nil
	}
	return why
}

func (r *Replica) fetchFrom(ctx context.Context, address, id string) error {
	copied := r.cfg.Path + ".copy"
	if err := os.Remove(copied); err != nil && !errors.Is(err, fs.ErrNotExist) { // of a process that was killed
		return err
	}
	if _, err := store.SaveCopy(copied, func(w io.Writer) error { return r.cfg.Fetch(ctx, address, w) }); err != nil {
		return err
	}
	s, err := store.OpenReplica(copied)
	if err != nil {
		return err
	}
	head, err := s.Head()
	if err = errors.Join(err, s.Close()); err != nil {
		return err
	}
	if head.Club != id {
		return misfit("the machine at %s has a store of another club", address)
	}
	if r.store != nil {
		if err := r.store.Close(); err != nil {
			return err
		}
		r.store = nil
	}
	if err := store.Replace(r.cfg.Path, copied); err != nil {
		return err
	}
	r.store, err = store.OpenReplica(r.cfg.Path)
	return err
}

// Store is this machine's, which can be written while it leads.
func (r *Replica) Store() *store.Store { return r.store }

// Close closes the store and the connections.
func (r *Replica) Close() error {
	err := r.log.client.Close()
	if r.store != nil {
		err = errors.Join(err, r.store.Close())
	}
	return err
}

// works notes that all is well.
func (r *Replica) works() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.told != "" {
		r.cfg.Log.Info("the cluster is well again")
	}
	r.since, r.why, r.told, r.worked = time.Time{}, nil, "", r.cfg.Now()
}

// fails notes what is wrong, and logs it if that is new.
func (r *Replica) fails(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.since.IsZero() {
		r.since = r.cfg.Now()
	}
	r.why = err
	if said := err.Error(); said != r.told {
		r.told = said
		r.cfg.Log.Warn("this machine can't follow the others", "err", err)
	}
}

// announce says how far this machine is, at most once a second, and now and then if nothing is new.
func (r *Replica) announce(ctx context.Context, number uint64) error {
	r.mu.Lock()
	since := r.cfg.Now().Sub(r.announced.at)
	due := number != r.announced.number && since >= announceStep || since >= announceLong
	r.mu.Unlock()
	if !due {
		return nil
	}
	raw, err := json.Marshal(member{number, layout.Program(), r.cfg.Listen, r.cfg.Now().UTC()})
	if err != nil {
		return err
	}
	asking, done := context.WithTimeout(ctx, patience)
	defer done()
	if _, err := r.log.client.Put(asking, r.log.key("member", r.cfg.Name), string(raw)); err != nil {
		return err
	}
	r.mu.Lock()
	r.announced.number, r.announced.at = number, r.cfg.Now()
	r.mu.Unlock()
	return nil
}

// announceLong is how often a machine is heard of that has nothing new.
const announceLong = 30 * time.Second

// State tells how the cluster is, as far as this machine knows.
func (r *Replica) State(ctx context.Context) *cluster.State {
	r.mu.Lock()
	s := &cluster.State{Name: r.cfg.Name, Leads: r.term != nil && r.term.lives(), Since: r.since, Seen: r.worked}
	if s.Leads {
		s.Term = r.term.Number
	}
	if r.why != nil {
		s.Says = plain(r.why)
	}
	r.mu.Unlock()
	head, err := r.store.Head()
	if err != nil {
		s.Says = err.Error()
		return s
	}
	s.Number = head.Number
	members, leader, err := r.log.members(ctx)
	if err != nil {
		if s.Says == "" {
			s.Since, s.Says = r.cfg.Now(), plain(err)
		}
		return s
	}
	s.Leader = leader
	for name, m := range members {
		if name == r.cfg.Name {
			m.Number = head.Number
		}
		s.Machines = append(s.Machines, cluster.Machine{Name: name, Number: m.Number, Alive: m.alive, Program: m.Program, Leads: name == leader, At: m.At})
	}
	slices.SortFunc(s.Machines, func(a, b cluster.Machine) int { return cmp.Compare(a.Name, b.Name) })
	return s
}

// plain says what went wrong as an operator needs it.
func plain(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return "etcd doesn't answer: too few of its machines may be running"
	}
	if e := rpctypes.ErrorDesc(err); e != "" && e != err.Error() {
		return "etcd: " + e
	}
	return err.Error()
}
