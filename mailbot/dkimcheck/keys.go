package dkimcheck

import (
	"context"
	"errors"
	"maps"
	"net"
	"strings"
	"sync"
	"time"
)

// A Lookup gives the TXT records of a name, each with its pieces joined, as
// net.Resolver.LookupTXT does. It must end soon after ctx does.
type Lookup func(ctx context.Context, name string) ([]string, error)

// How long is waited for an answer, how many are waited for at a time, and how
// long one is good. The resolver knows for how long its answers are, but Go does
// not tell; a revoked key is believed for so much longer at most.
const (
	lookupTimeout = 5 * time.Second
	maxLookups    = 16
	keyAge        = time.Hour
	noKeyAge      = 10 * time.Minute // a key may be published late
	failureAge    = time.Minute
	maxKnown      = 1000
	maxRecord     = 4 << 10 // bytes; an RSA key of 8192 bits takes 1400
)

// keys looks up keys, once for all who ask at the same time, and remembers them
// for a time.
type keys struct {
	lookup Lookup
	now    func() time.Time
	slots  chan struct{}

	mu    sync.Mutex
	known map[string]*answer
}

// An answer is what came of a lookup. Until done is closed it is under way.
type answer struct {
	done    chan struct{}
	key     string
	refusal Refusal
	until   time.Time
}

func newKeys(lookup Lookup, now func() time.Time) *keys {
	return &keys{lookup: lookup, now: now, slots: make(chan struct{}, maxLookups), known: map[string]*answer{}}
}

// get gives the one TXT record of a name, or why there is none. A lookup that
// takes longer than ctx goes on, for whoever asks next.
func (k *keys) get(ctx context.Context, name string) (key string, refusal Refusal) {
	if !isName(name) {
		return "", NoKey
	}
	a := k.ask(name)
	select {
	case <-a.done:
		return a.key, a.refusal
	default:
	}
	select {
	case <-a.done:
		return a.key, a.refusal
	case <-ctx.Done():
		return "", KeyAway
	}
}

// ask gives the answer that is known, is under way, or is asked for now.
func (k *keys) ask(name string) *answer {
	k.mu.Lock()
	defer k.mu.Unlock()
	if a, found := k.known[name]; found && !k.isStale(a) {
		return a
	}
	if len(k.known) >= maxKnown { // what is stale is forgotten, and if that is nothing, anything
		maps.DeleteFunc(k.known, func(_ string, a *answer) bool { return k.isStale(a) })
		for name := range k.known {
			if len(k.known) < maxKnown {
				break
			}
			delete(k.known, name)
		}
	}
	a := &answer{done: make(chan struct{})}
	k.known[name] = a
	go k.find(name, a)
	return a
}

func (k *keys) isStale(a *answer) bool {
	select {
	case <-a.done:
		return !k.now().Before(a.until)
	default:
		return false
	}
}

// find asks the resolver. Its time begins before there is room for it, so that
// it ends however many were asked for before.
func (k *keys) find(name string, a *answer) {
	defer close(a.done)
	ctx, cancel := context.WithTimeout(context.Background(), lookupTimeout)
	defer cancel()
	a.refusal, a.until = KeyAway, k.now().Add(failureAge)
	select {
	case k.slots <- struct{}{}:
		defer func() { <-k.slots }()
	case <-ctx.Done():
		return
	}
	// The dot keeps the resolver from trying the name below domains of its own.
	records, err := k.lookup(ctx, name+".")
	missing := (*net.DNSError)(nil)
	switch {
	case err == nil:
		a.key, a.refusal = theKey(records)
		a.until = k.now().Add(keyAge)
	case errors.As(err, &missing) && missing.IsNotFound:
		a.refusal, a.until = NoKey, k.now().Add(noKeyAge)
	}
}

// theKey picks the record: there must be one only (RFC 6376 section 3.6.2.2), of a
// size that costs nothing to use, and not one that its owner is only testing, for
// then the mail is as good as unsigned (t=y, section 3.6.1).
func theKey(records []string) (string, Refusal) {
	if len(records) != 1 || len(records[0]) > maxRecord {
		return "", NoKey
	}
	for tag := range strings.SplitSeq(records[0], ";") {
		name, value, _ := strings.Cut(tag, "=")
		if unfold(name) != "t" {
			continue
		}
		for flag := range strings.SplitSeq(unfold(value), ":") {
			if flag == "y" {
				return "", NoKey
			}
		}
	}
	return records[0], ""
}
