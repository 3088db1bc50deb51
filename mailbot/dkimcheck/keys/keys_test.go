package keys

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// askFor looks for a key, patient for a time.
func (k *Keys) askFor(name string, patience time.Duration) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return k.Get(ctx, name)
}

// What was found is known for a time, and then asked for again: a key that was
// revoked meanwhile is none.
func TestKeysAreKnownForATime(t *testing.T) {
	for name, row := range map[string]struct {
		records []string
		err     error
		want    error
		age     time.Duration
	}{
		"a key":             {[]string{"p=x"}, nil, nil, keyAge},
		"no key":            {nil, &net.DNSError{IsNotFound: true}, ErrNone, noKeyAge},
		"a revoked key":     {[]string{"t=y"}, nil, ErrNone, keyAge},
		"a failing server":  {nil, &net.DNSError{IsTemporary: true}, ErrAway, failureAge},
		"something unheard": {nil, errors.New("?"), ErrAway, failureAge},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				asked := 0
				k := New(func(context.Context, string) ([]string, error) {
					asked++
					return row.records, row.err
				}, time.Now)
				for i, wait := range []time.Duration{0, 0, row.age - time.Second, time.Second} {
					time.Sleep(wait) // in virtual time
					if _, err := k.askFor("a.test", time.Hour); !errors.Is(err, row.want) {
						t.Errorf("%d: %v, want %v", i, err, row.want)
					}
					if want := map[bool]int{true: 1, false: 2}[i < 3]; asked != want {
						t.Errorf("%d: asked %d times, want %d", i, asked, want)
					}
				}
			})
		})
	}
}

// Many who want one key at the same time make one question, and a resolver that
// does not answer costs each of them what patience they have.
func TestSlowResolver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int32
		begun := time.Now()
		k := New(func(ctx context.Context, _ string) ([]string, error) {
			asked.Add(1)
			select {
			case <-time.After(3 * time.Second):
				return []string{"p=x"}, nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}, time.Now)
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				if _, err := k.askFor("a.test", time.Second); !errors.Is(err, ErrAway) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if took := time.Since(begun); took != time.Second || asked.Load() != 1 {
			t.Errorf("%v, asked %d times", took, asked.Load())
		}
		// The question goes on, and its answer is there for the next one.
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if key, err := k.askFor("a.test", 0); key != "p=x" || err != nil || asked.Load() != 1 {
			t.Errorf("%q %v, asked %d times", key, err, asked.Load())
		}
	})
}

// However many names are asked for of a resolver that never answers, few
// questions are under way, and all end.
func TestDeadResolver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now, most := 0, 0
		var mu sync.Mutex
		k := New(func(ctx context.Context, _ string) ([]string, error) {
			mu.Lock()
			now++
			most = max(most, now)
			mu.Unlock()
			<-ctx.Done()
			mu.Lock()
			now--
			mu.Unlock()
			return nil, ctx.Err()
		}, time.Now)
		begun := time.Now()
		var all sync.WaitGroup
		for i := range 3 * maxLookups {
			all.Go(func() {
				if _, err := k.askFor(fmt.Sprintf("a%d.test", i), time.Hour); !errors.Is(err, ErrAway) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if took := time.Since(begun); took != lookupTimeout || most != maxLookups {
			t.Errorf("%v, %d at a time", took, most)
		}
	})
}

// nothing is a DNS with no names in it.
func nothing(context.Context, string) ([]string, error) {
	return nil, &net.DNSError{IsNotFound: true}
}

// A sender can make up names without end; what is known of them has one.
func TestKnownKeysAreBounded(t *testing.T) {
	k := New(nothing, time.Now)
	for i := range 2 * maxKnown {
		if _, err := k.Get(t.Context(), fmt.Sprintf("a%d.test", i)); !errors.Is(err, ErrNone) {
			t.Fatal(err)
		}
	}
	if len(k.known) > maxKnown {
		t.Errorf("%d are known", len(k.known))
	}
}

// What is no name in the DNS is not asked for, and no name is tried below the
// domains of this machine.
func TestNames(t *testing.T) {
	var asked []string
	lookup := func(ctx context.Context, name string) ([]string, error) {
		asked = append(asked, name)
		return nothing(ctx, name)
	}
	for _, name := range []string{"", ".", "a..b", "a b.test", "a.test.", "*.test", "ä.test", string(make([]byte, 300))} {
		if _, err := New(lookup, time.Now).Get(t.Context(), name); !errors.Is(err, ErrNone) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if len(asked) > 0 {
		t.Errorf("asked for %q", asked)
	}
	if _, err := New(lookup, time.Now).Get(t.Context(), "a.test"); !errors.Is(err, ErrNone) {
		t.Error(err)
	}
	if len(asked) != 1 || asked[0] != "a.test." {
		t.Errorf("asked for %q", asked)
	}
}
