package dkimcheck

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
func (k *keys) askFor(name string, patience time.Duration) (string, Refusal) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return k.get(ctx, name)
}

// What was found is known for a time, and then asked for again: a key that was
// revoked meanwhile is none.
func TestKeysAreKnownForATime(t *testing.T) {
	for name, row := range map[string]struct {
		records []string
		err     error
		refusal Refusal
		age     time.Duration
	}{
		"a key":             {[]string{"p=x"}, nil, "", keyAge},
		"no key":            {nil, &net.DNSError{IsNotFound: true}, NoKey, noKeyAge},
		"a revoked key":     {[]string{"t=y"}, nil, NoKey, keyAge},
		"a failing server":  {nil, &net.DNSError{IsTemporary: true}, KeyAway, failureAge},
		"something unheard": {nil, errors.New("?"), KeyAway, failureAge},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				asked := 0
				k := newKeys(func(context.Context, string) ([]string, error) {
					asked++
					return row.records, row.err
				}, time.Now)
				for i, wait := range []time.Duration{0, 0, row.age - time.Second, time.Second} {
					time.Sleep(wait) // in virtual time
					if _, r := k.askFor("a.test", time.Hour); r != row.refusal {
						t.Errorf("%d: %q, want %q", i, r, row.refusal)
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
		k := newKeys(func(ctx context.Context, _ string) ([]string, error) {
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
				if _, r := k.askFor("a.test", time.Second); r != KeyAway {
					t.Errorf("%q", r)
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
		if key, r := k.askFor("a.test", 0); key != "p=x" || r != "" || asked.Load() != 1 {
			t.Errorf("%q %q, asked %d times", key, r, asked.Load())
		}
	})
}

// However many names are asked for of a resolver that never answers, few
// questions are under way, and all end.
func TestDeadResolver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now, most := 0, 0
		var mu sync.Mutex
		k := newKeys(func(ctx context.Context, _ string) ([]string, error) {
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
				if _, r := k.askFor(fmt.Sprintf("a%d.test", i), time.Hour); r != KeyAway {
					t.Errorf("%q", r)
				}
			})
		}
		all.Wait()
		if took := time.Since(begun); took != lookupTimeout || most != maxLookups {
			t.Errorf("%v, %d at a time", took, most)
		}
	})
}

// A sender can make up names without end; what is known of them has one.
func TestKnownKeysAreBounded(t *testing.T) {
	z := &zone{}
	k := newKeys(z.lookup, time.Now)
	for i := range 2 * maxKnown {
		if _, r := k.get(t.Context(), fmt.Sprintf("a%d.test", i)); r != NoKey {
			t.Fatal(r)
		}
	}
	if len(k.known) > maxKnown {
		t.Errorf("%d are known", len(k.known))
	}
}

// What is no name in the DNS is not asked for, and no name is tried below the
// domains of this machine.
func TestNames(t *testing.T) {
	z := anasZone()
	for _, name := range []string{"", ".", "a..b", "a b.test", "a.test.", "*.test", "ä.test", string(make([]byte, 300))} {
		if _, r := newKeys(z.lookup, time.Now).get(t.Context(), name); r != NoKey {
			t.Errorf("%q: %q", name, r)
		}
	}
	if len(z.asked) > 0 {
		t.Errorf("asked for %q", z.asked)
	}
	if _, r := newKeys(z.lookup, time.Now).get(t.Context(), "a.test"); r != NoKey {
		t.Error(r)
	}
	if len(z.asked) != 1 || z.asked[0] != "a.test." {
		t.Errorf("asked for %q", z.asked)
	}
}
