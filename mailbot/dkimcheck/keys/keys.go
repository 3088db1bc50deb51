// Package keys gets the keys of signers (DKIM, RFC 6376 section 3.6) out of the DNS: once
// for all who ask at the same time, and it remembers them for a time. Whether a key fits
// a signature is left to package dkimcheck, which alone calls it.
package keys

import (
	"context"
	"errors"
	"maps"
	"net"
	"regexp"
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

// Why there is no key.
var (
	ErrNone = errors.New("the key is missing, revoked or in test mode")
	ErrAway = errors.New("the key can't be looked up now")
)

// Keys looks up keys and remembers them. Its methods are safe for concurrent use.
type Keys struct {
	lookup Lookup
	now    func() time.Time
	slots  chan struct{}

	mu    sync.Mutex
	known map[string]*answer
}

// An answer is what came of a lookup. Until done is closed it is under way.
type answer struct {
	done  chan struct{}
	key   string
	err   error
	until time.Time
}

// New makes Keys that asks lookup.
func New(lookup Lookup, now func() time.Time) *Keys {
	return &Keys{lookup: lookup, now: now, slots: make(chan struct{}, maxLookups), known: map[string]*answer{}}
}

// Get gives the one TXT record of a name, or ErrNone or ErrAway. A lookup that takes
// longer than ctx goes on, for whoever asks next.
func (k *Keys) Get(ctx context.Context, name string) (key string, err error) {
	if !IsName(name) {
		return "", ErrNone
	}
	a := k.ask(name)
	select {
	case <-a.done:
		return a.key, a.err
	default:
	}
	select {
	case <-a.done:
		return a.key, a.err
	case <-ctx.Done():
		return "", ErrAway
	}
}

// ask gives the answer that is known, is under way, or is asked for now.
func (k *Keys) ask(name string) *answer {
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

func (k *Keys) isStale(a *answer) bool {
	select {
	case <-a.done:
		return !k.now().Before(a.until)
	default:
		return false
	}
}

// find asks the resolver. Its time begins before there is room for it, so that
// it ends however many were asked for before.
func (k *Keys) find(name string, a *answer) {
	defer close(a.done)
	ctx, cancel := context.WithTimeout(context.Background(), lookupTimeout)
	defer cancel()
	a.err, a.until = ErrAway, k.now().Add(failureAge)
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
		a.until = k.now().Add(keyAge)
		// There must be one only (RFC 6376 section 3.6.2.2), of a size that costs nothing to use.
		if len(records) != 1 || len(records[0]) > maxRecord || tested.MatchString(blanks.Replace(records[0])) {
			a.err = ErrNone
		} else {
			a.key, a.err = records[0], nil
		}
	case errors.As(err, &missing) && missing.IsNotFound:
		a.err, a.until = ErrNone, k.now().Add(noKeyAge)
	}
}

// blanks may stand anywhere in a record.
var blanks = strings.NewReplacer(" ", "", "\t", "", "\r", "", "\n", "")

// tested has a flag (t=y) of a key that its owner is only testing: then a mail is as good
// as unsigned (RFC 6376 section 3.6.1).
var tested = regexp.MustCompile(`(?:^|;)t=(?:[^;]*:)?y(?:[:;]|$)`)

// IsName reports whether something can be asked of the DNS as it is.
func IsName(s string) bool {
	if s == "" || len(s) > 253 {
		return false
	}
	for label := range strings.SplitSeq(s, ".") {
		if label == "" || len(label) > 63 || strings.ContainsFunc(label, func(r rune) bool {
			return r != '-' && r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9')
		}) {
			return false
		}
	}
	return true
}
