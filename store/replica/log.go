package replica

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"

	"unlurbot/store"
)

const (
	// patience is how long one request to etcd may take.
	patience = 2 * time.Second
	// rest is how long to wait after one that failed.
	rest = 100 * time.Millisecond
	// piece is how much of an entry fits into one value: etcd takes 1.5 MiB in a request.
	piece = 1 << 20
	// window is how many entries are fetched at a time: each may be some megabytes.
	window = 8
)

// A log is what lies in etcd.
type log struct {
	client *clientv3.Client
	prefix string
}

func (l *log) key(parts ...string) string { return l.prefix + strings.Join(parts, "/") }

// numbered gives a number so that keys come in its order.
func numbered(n uint64) string { return fmt.Sprintf("%016x", n) }

func (l *log) entryKey(n uint64) string { return l.key("log", numbered(n)) }

// get is one request to etcd that reads.
func (l *log) get(ctx context.Context, key string, more ...clientv3.OpOption) (*clientv3.GetResponse, error) {
	ctx, done := context.WithTimeout(ctx, patience)
	defer done()
	return l.client.Get(ctx, key, more...)
}

// commit is one request to etcd that writes.
func (l *log) commit(ctx context.Context, conditions []clientv3.Cmp, then, otherwise []clientv3.Op) (*clientv3.TxnResponse, error) {
	ctx, done := context.WithTimeout(ctx, patience)
	defer done()
	return l.client.Txn(ctx).If(conditions...).Then(then...).Else(otherwise...).Commit()
}

// A club is who has founded it.
type club struct {
	ID      string    `json:"id"`
	Founder string    `json:"founder"` // the machine
	Founded time.Time `json:"founded"`
}

// club gives the one in etcd, nil for none.
func (l *log) club(ctx context.Context) (*club, error) {
	found, err := l.get(ctx, l.key("club"))
	if err != nil || len(found.Kvs) == 0 {
		return nil, err
	}
	c := &club{}
	if err := json.Unmarshal(found.Kvs[0].Value, c); err != nil {
		return nil, errUnknownForm
	}
	return c, nil
}

// found makes a club if there is none.
func (l *log) found(ctx context.Context, c club) (founded bool, err error) {
	raw, err := json.Marshal(c)
	if err != nil {
		return false, err
	}
	key := l.key("club")
	answer, err := l.commit(ctx, []clientv3.Cmp{absent(key)}, []clientv3.Op{clientv3.OpPut(key, string(raw))}, nil)
	return err == nil && answer.Succeeded, err
}

func absent(key string) clientv3.Cmp { return clientv3.Compare(clientv3.CreateRevision(key), "=", 0) }

// append writes an entry, for as long as a condition holds: that the machine leads. It tries until it knows
// what has become of it, or ctx ends, after which nobody may rely on either. It fails with
// store.ErrDeposed if another entry has the number or the condition doesn't hold, and with store.ErrNoRoom if etcd
// is full.
func (l *log) append(ctx context.Context, leads clientv3.Cmp, number uint64, raw []byte) error {
	key, value := l.entryKey(number), raw
	if len(raw) > piece {
		id := idOf(raw)
		value = append([]byte{isParts}, id...)
		for i := 0; i*piece < len(raw); i++ {
			part := raw[i*piece : min((i+1)*piece, len(raw))]
			put := []clientv3.Op{clientv3.OpPut(l.key("part", numbered(number), id, numbered(uint64(i))), string(part))}
			if _, err := l.insist(ctx, []clientv3.Cmp{leads}, put, nil); err != nil {
				return err
			}
		}
	}
	answer, err := l.insist(ctx, []clientv3.Cmp{leads, absent(key)}, []clientv3.Op{clientv3.OpPut(key, string(value))}, []clientv3.Op{clientv3.OpGet(key)})
	if err != nil || answer.Succeeded {
		return err
	}
	// It may be ours: written by a try whose answer was lost.
	if there := answer.Responses[0].GetResponseRange().Kvs; len(there) == 1 && bytes.Equal(there[0].Value, value) {
		return nil
	}
	return store.ErrDeposed
}

// insist makes a request that writes until there is an answer. A try that failed may have been carried out nonetheless.
func (l *log) insist(ctx context.Context, conditions []clientv3.Cmp, then, otherwise []clientv3.Op) (*clientv3.TxnResponse, error) {
	for unknown := false; ; unknown = true {
		answer, err := l.commit(ctx, conditions, then, otherwise)
		switch {
		case err == nil:
			return answer, nil
		case ctx.Err() != nil:
			return nil, fmt.Errorf("%w: etcd has not answered for as long as the lease lasts: %w", store.ErrDeposed, err)
		case errors.Is(err, rpctypes.ErrNoSpace) && !unknown:
			return nil, fmt.Errorf("%w: etcd has reached its quota: compact and defragment it, or raise the quota", store.ErrNoRoom)
		case errors.Is(err, rpctypes.ErrPermissionDenied), errors.Is(err, rpctypes.ErrRequestTooLarge):
			return nil, err
		}
		pass(ctx, rest)
	}
}

// An appended is an entry with its number and id.
type appended struct {
	number uint64
	id     string
	*entry
}

// after gives the next entries, some at a time, none if there are no more. It fails with ErrLeftBehind if
// the next one is not there any more.
func (l *log) after(ctx context.Context, number uint64) (some []appended, err error) {
	found, err := l.get(ctx, l.entryKey(number+1), clientv3.WithRange(clientv3.GetPrefixRangeEnd(l.key("log", ""))), clientv3.WithLimit(window))
	if err != nil {
		return nil, err
	}
	for i, kv := range found.Kvs {
		one, err := l.read(ctx, string(kv.Key), kv.Value)
		if err != nil {
			return some, err
		}
		if one.number != number+1+uint64(i) {
			return nil, ErrLeftBehind
		}
		some = append(some, one)
	}
	return some, nil
}

// read makes an entry of what lies in the log.
func (l *log) read(ctx context.Context, key string, value []byte) (one appended, err error) {
	number, err := strconv.ParseUint(strings.TrimPrefix(key, l.key("log", "")), 16, 64)
	if err != nil {
		return one, errUnknownForm
	}
	if len(value) > 0 && value[0] == isParts {
		id := string(value[1:])
		parts, err := l.get(ctx, l.key("part", numbered(number), id, ""), clientv3.WithPrefix())
		if err != nil {
			return one, err
		}
		value = nil
		for _, part := range parts.Kvs {
			value = append(value, part.Value...)
		}
		if idOf(value) != id {
			return one, fmt.Errorf("replica: parts of entry %d are missing", number)
		}
	}
	e, err := decode(value)
	return appended{number, idOf(value), e}, err
}

// A member is what a machine says of itself.
type member struct {
	Number  uint64    `json:"number"`            // of the last entry that it has applied
	Program string    `json:"program"`           // its version
	Address string    `json:"address,omitempty"` // where it gives copies of its store
	At      time.Time `json:"at"`                // by its clock
}

// A seen is what is known in etcd of a machine.
type seen struct {
	member
	revision int64 // when it last announced something
	alive    bool
}

// members gives what is known of all machines, and which of them leads; none does if that is empty.
func (l *log) members(ctx context.Context) (all map[string]seen, leader string, err error) {
	all = map[string]seen{}
	found, err := l.get(ctx, l.key("member", ""), clientv3.WithPrefix())
	if err != nil {
		return nil, "", err
	}
	for _, kv := range found.Kvs {
		s := seen{revision: kv.ModRevision}
		if json.Unmarshal(kv.Value, &s.member) == nil {
			all[strings.TrimPrefix(string(kv.Key), l.key("member", ""))] = s
		}
	}
	if found, err = l.get(ctx, l.key("alive", ""), clientv3.WithPrefix(), clientv3.WithKeysOnly()); err != nil {
		return nil, "", err
	}
	for _, kv := range found.Kvs {
		name := strings.TrimPrefix(string(kv.Key), l.key("alive", ""))
		if s, known := all[name]; known {
			s.alive = true
			all[name] = s
		}
	}
	if found, err = l.get(ctx, l.key("leader", ""), clientv3.WithFirstCreate()...); err != nil || len(found.Kvs) == 0 {
		return all, "", err
	}
	return all, string(found.Kvs[0].Value), nil
}

// enter marks a machine as one that runs, for as long as a lease lasts. It fails with ErrNameTaken if another one has the name.
func (l *log) enter(ctx context.Context, name, instance string, lease clientv3.LeaseID) error {
	key := l.key("alive", name)
	put := clientv3.OpPut(key, instance, clientv3.WithLease(lease))
	for _, condition := range []clientv3.Cmp{absent(key), clientv3.Compare(clientv3.Value(key), "=", instance)} {
		answer, err := l.commit(ctx, []clientv3.Cmp{condition}, []clientv3.Op{put}, nil)
		if err != nil || answer.Succeeded {
			return err
		}
	}
	return ErrNameTaken
}

// newName makes up a name that nobody else has.
func newName() string { return strings.ToLower(rand.Text()) }

// pass lets time go by, or ctx end.
func pass(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
