package replica

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"

	"unlurbot/store"
	"unlurbot/store/cluster"
)

// Follow does to the store what the leader does to its own, until this machine leads, which it gives as a
// Term. That etcd is out of reach, or the disk full, it bears for as long as it takes, until ctx ends. It fails with
// ErrLeftBehind, cluster.ErrMisfit and store.ErrBroken, and at the end of ctx.
func (r *Replica) Follow(ctx context.Context) (*Term, error) {
	for {
		term, err := r.follow(ctx)
		switch {
		case err == nil:
			return term, nil
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, ErrLeftBehind), errors.Is(err, cluster.ErrMisfit), errors.Is(err, store.ErrBroken):
			return nil, err
		}
		r.fails(err)
		pass(ctx, 10*rest)
	}
}

// follow is Follow for as long as one lease lasts.
func (r *Replica) follow(ctx context.Context) (term *Term, err error) {
	t, err := r.newTerm(ctx)
	if err != nil {
		return nil, err
	}
	defer func() {
		if term == nil {
			t.end()
		}
	}()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(t.ctx, stop)()
	if err := r.catchUp(ctx); err != nil {
		return nil, err
	}
	if err := r.knowsEnd(ctx); err != nil {
		return nil, err
	}
	r.cfg.Log.Info("following", "machine", r.cfg.Name)
	won := make(chan error, 1)
	go func() { won <- t.election.Campaign(ctx, r.cfg.Name) }() // a candidate that gives up leaves the list by itself
	more := r.log.client.Watch(ctx, r.log.key("log", ""), clientv3.WithPrefix(), clientv3.WithKeysOnly())
	tick := time.NewTicker(time.Second) // whatever becomes of the watch
	defer tick.Stop()
	for {
		select {
		case err := <-won:
			if err == nil {
				err = r.takeOver(ctx, t)
			}
			if err != nil {
				return nil, err
			}
			return t, nil
		case <-t.ctx.Done():
			return nil, errLeaseLost
		case <-ctx.Done():
			return nil, ctx.Err()
		case _, open := <-more:
			if !open {
				more = nil
			}
		case <-tick.C:
		}
		if err := r.catchUp(ctx); err != nil {
			return nil, err
		}
	}
}

// catchUp applies what the log has beyond the store, and says how far that is then.
func (r *Replica) catchUp(ctx context.Context) error {
	for {
		head, err := r.store.Head()
		if err != nil {
			return err
		}
		some, err := r.log.after(ctx, head.Number)
		if err != nil {
			return err
		}
		var sets []*store.WriteSet
		for _, one := range some {
			if one.Previous != head.ID {
				return misfit("entry %d of the log doesn't follow what %s holds. Move this file away, and the machine fetches another", one.number, r.cfg.Path)
			}
			head.Number, head.ID = one.number, one.id
			sets = append(sets, &one.Set)
		}
		if len(sets) > 0 {
			if err := r.store.Apply(head, sets...); err != nil {
				return err
			}
		}
		if err := r.announce(ctx, head.Number); err != nil {
			return err
		}
		if len(some) < window {
			r.works()
			return nil
		}
	}
}

// knowsEnd holds the store to the end of the log, with which it has caught up.
func (r *Replica) knowsEnd(ctx context.Context) error {
	head, err := r.store.Head()
	if err != nil {
		return err
	}
	found, err := r.log.get(ctx, r.log.key("log", ""), clientv3.WithLastKey()...)
	if err != nil {
		return err
	}
	last := appended{} // as before the first one
	if len(found.Kvs) > 0 {
		if last, err = r.log.read(ctx, string(found.Kvs[0].Key), found.Kvs[0].Value); err != nil {
			return err
		}
	}
	switch {
	case last.number < head.Number:
		return misfit("%s is ahead of the log in etcd, which has lost entries: was etcd restored from a backup?", r.cfg.Path)
	case last.number == head.Number && last.id != head.ID:
		return misfit("entry %d of the log is another one than %s holds. Move this file away, and the machine fetches another", head.Number, r.cfg.Path)
	}
	return nil
}

// takeOver lets this machine lead: whatever the one before has written is in the log by now.
func (r *Replica) takeOver(ctx context.Context, t *Term) error {
	if err := r.catchUp(ctx); err != nil {
		return err
	}
	head, err := r.store.Head()
	if err != nil {
		return err
	}
	t.head, t.Number = head, t.election.Rev()
	t.leads = clientv3.Compare(clientv3.CreateRevision(t.election.Key()), "=", t.Number)
	if err := r.store.Lead(t.log, t.lives); err != nil {
		return err
	}
	r.mu.Lock()
	r.term = t
	r.mu.Unlock()
	t.housekeeping.Go(t.keepHouse)
	return nil
}

// A Term is the time in which this machine leads.
type Term struct {
	Number int64 // grows from term to term

	r        *Replica
	ctx      context.Context // ends with the lease
	cancel   context.CancelCauseFunc
	session  *concurrency.Session
	election *concurrency.Election
	leads    clientv3.Cmp              // that it still does
	renewed  atomic.Pointer[time.Time] // when the lease was
	head     store.Head                // of the last entry; log alone changes it

	housekeeping sync.WaitGroup
}

// newTerm gets a lease, with which this machine is alive for the others.
func (r *Replica) newTerm(ctx context.Context) (*Term, error) {
	asking, done := context.WithTimeout(ctx, patience)
	defer done()
	lease, err := r.log.client.Grant(asking, int64(r.cfg.Lease/time.Second))
	if err != nil {
		return nil, err
	}
	t := &Term{r: r}
	t.ctx, t.cancel = context.WithCancelCause(context.WithoutCancel(ctx))
	renewals, err := r.log.client.KeepAlive(t.ctx, lease.ID)
	if err == nil {
		t.session, err = concurrency.NewSession(r.log.client, concurrency.WithLease(lease.ID), concurrency.WithContext(context.WithoutCancel(ctx)))
	}
	if err != nil {
		t.cancel(err)
		return nil, err
	}
	last := r.cfg.Now()
	t.renew(last, last)
	go func() {
		for range renewals {
			read := r.cfg.Now()
			t.renew(read, last)
			last = read
		}
		t.cancel(errLeaseLost)
	}()
	t.election = concurrency.NewElection(t.session, r.log.key("leader"))
	for begun := r.cfg.Now(); ; pass(ctx, rest) { // the process before this one may still seem alive
		err := r.log.enter(ctx, r.cfg.Name, r.instance, lease.ID)
		if err == nil {
			return t, nil
		}
		if !errors.Is(err, ErrNameTaken) || r.cfg.Now().Sub(begun) > 2*r.cfg.Lease || ctx.Err() != nil {
			t.end()
			return nil, err
		}
	}
}

// renew notes that a renewal of the lease was read at a time, and the one before last. What is read after a standstill as
// long as the lease is believed to last may have lain there for all that time, and the lease be over: only the next one counts.
func (t *Term) renew(read, last time.Time) {
	if read.Sub(last) < t.believed() {
		t.renewed.Store(&read)
	}
}

// believed is how long a lease is believed to last without being renewed: a third of it is left then.
func (t *Term) believed() time.Duration { return t.r.cfg.Lease * 2 / 3 }

// Context ends when this machine leads no longer. Whatever is done in its name must end then.
func (t *Term) Context() context.Context { return t.ctx }

// End lets another machine lead. It is to be called once nothing is done any more in the name of the term.
func (t *Term) End() {
	t.r.mu.Lock()
	t.r.term = nil
	t.r.mu.Unlock()
	t.r.store.Follow()
	t.end()
}

func (t *Term) end() {
	t.cancel(store.ErrDeposed)
	t.housekeeping.Wait()
	t.session.Orphan()
	ctx, done := context.WithTimeout(context.Background(), t.r.cfg.Lease/2)
	defer done()
	_, _ = t.r.log.client.Revoke(ctx, t.session.Lease()) // or it ends by itself
}

// lives says whether the lease lasts, as far as that is known without asking.
func (t *Term) lives() bool {
	return t.ctx.Err() == nil && t.r.cfg.Now().Sub(*t.renewed.Load()) < t.believed()
}

// log writes an entry.
func (t *Term) log(w *store.WriteSet) (store.Head, error) {
	e := &entry{Previous: t.head.ID, Term: t.Number, Set: *w}
	raw, id, err := e.encode()
	if err != nil {
		return store.Head{}, err
	}
	next := store.Head{Club: t.head.Club, Number: t.head.Number + 1, ID: id}
	if err := t.r.log.append(t.ctx, t.leads, next.Number, raw); err != nil {
		if errors.Is(err, store.ErrDeposed) {
			t.cancel(err)
		}
		return store.Head{}, err
	}
	t.head = next
	return next, nil
}

const (
	// announceStep is how often a machine says how far it is, while that changes.
	announceStep = time.Second
	// trimStep is how often it deletes from the log what all have.
	trimStep = time.Minute
	// silence is how long a machine may say nothing until nobody waits for it.
	silence = 24 * time.Hour
)

// keepHouse says how far the leader is and trims the log, until the term ends; not at its beginning, when a machine that has just
// started may not have said how far it is. What fails is done the next time.
func (t *Term) keepHouse() {
	before := map[string]heard{}
	for n := 1; t.ctx.Err() == nil; n++ {
		if head, err := t.r.store.Head(); err == nil && t.r.announce(t.ctx, head.Number) == nil {
			t.r.works()
		}
		if n%int(trimStep/announceStep) == 0 {
			_ = t.trim(before, t.r.cfg.Now())
		}
		pass(t.ctx, announceStep)
	}
}

// A heard is when a machine has said something new, by this one's clock.
type heard struct {
	revision int64
	at       time.Time
}

// trim deletes from the log what all machines have that have been heard of lately, but never the last entry, by which a
// machine sees whether it is up to date.
func (t *Term) trim(before map[string]heard, now time.Time) error {
	l := t.r.log
	members, _, err := l.members(t.ctx)
	if err != nil {
		return err
	}
	head, err := t.r.store.Head()
	if err != nil || head.Number == 0 {
		return err
	}
	upTo := head.Number - 1
	for name, m := range members {
		if was, known := before[name]; !known || was.revision != m.revision {
			before[name] = heard{m.revision, now}
		}
		if now.Sub(before[name].at) < silence {
			upTo = min(upTo, m.Number)
			continue
		}
		key := l.key("member", name)
		same := clientv3.Compare(clientv3.ModRevision(key), "=", m.revision) // it has said nothing meanwhile
		if _, err := l.commit(t.ctx, []clientv3.Cmp{same}, []clientv3.Op{clientv3.OpDelete(key)}, nil); err != nil {
			return err
		}
	}
	upToThere := func(what string) clientv3.Op {
		return clientv3.OpDelete(l.key(what, ""), clientv3.WithRange(l.key(what, numbered(upTo+1))))
	}
	_, err = l.commit(t.ctx, []clientv3.Cmp{t.leads}, []clientv3.Op{upToThere("log"), upToThere("part")}, nil)
	return err
}
