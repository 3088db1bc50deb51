package store

import (
	"bytes"
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"
)

// A Counter is how often something has happened in the present window of time.
// Windows begin at multiples of their length: one number is all that is kept
// then, everybody's count begins anew at a time that can be told to people, and
// the worst is that twice as much happens around that moment.
type Counter struct {
	Kind   string        // what is counted, a short word
	Whom   string        // for whom, empty for all together; only a keyed hash of it is kept, as of By
	By     string        // and by whom, if that is counted apart
	Window time.Duration // how long, at most LongestWindow
}

// LongestWindow is the longest that a Counter can count.
const LongestWindow = 24 * time.Hour

// A Counter's key has so many bytes of keyed hashes, of which the first ones are of By alone, or else of Whom: what
// somebody has taken of each limit lies together in the file. A mail is counted a dozen times, and each would change a page
// of its own.
const (
	counterHash   = 16
	counterBeside = 4
)

// Ends gives the end of the window in which a time lies.
func (c Counter) Ends(at time.Time) time.Time { return at.UTC().Truncate(c.Window).Add(c.Window) }

// A counting is what a transaction knows of a Counter in one window.
type counting struct {
	key     []byte
	n       int
	changed bool // it is among Tx.recounted
}

// A window is one window of a Counter.
type window struct {
	Counter
	ends int64 // in seconds since 1970
}

// counting reads a Counter in the window of a time. A mail that leaves is weighed by a
// dozen of them before it is counted, and many of these count the next mail too: they
// are read once, and written at the end.
func (t *Tx) counting(c Counter, at time.Time) (*counting, error) {
	w := window{c, c.Ends(at).Unix()}
	if known, ok := t.counted[w]; ok {
		return known, nil
	}
	if t.counterMAC == nil {
		fixed, err := t.FixedKey("counters")
		if err != nil {
			return nil, err
		}
		t.counterMAC = hmac.New(sha256.New, fixed)
	}
	// The key begins with the end of the window, so that what is over stands first. The
	// hashes are keyed: nobody can find out whom a store has counted by trying addresses.
	key := binary.BigEndian.AppendUint64(make([]byte, 0, 8+counterBeside+sha256.Size+len(w.Kind)), uint64(w.ends))
	key = t.appendMAC(key, cmp.Or(w.By, w.Whom))[:8+counterBeside]
	key = t.appendMAC(key, w.Kind, strconv.FormatInt(int64(w.Window), 10), w.Whom, w.By)[:8+counterHash]
	key = append(key, w.Kind...)
	known := &counting{key: key}
	if raw := t.tx.Bucket(bucketCounters).Get(key); raw != nil {
		var err error
		if known.n, err = strconv.Atoi(string(raw)); err != nil {
			return nil, fmt.Errorf("store: %s %x: %w", bucketCounters, key, err)
		}
	}
	if t.counted == nil {
		t.counted = map[window]*counting{}
	}
	t.counted[w] = known
	return known, nil
}

// appendMAC appends the keyed hash of some words.
func (t *Tx) appendMAC(b []byte, words ...string) []byte {
	t.counterMAC.Reset()
	t.counterMAC.Write([]byte(strings.Join(words, "\x00")))
	return t.counterMAC.Sum(b)
}

// Count counts once more in the window of a time, at most furthestAhead windows from now,
// and gives how often that was.
func (t *Tx) Count(c Counter, at time.Time) (int, error) {
	now, err := t.counting(c, at)
	if err != nil {
		return 0, err
	}
	if now.n++; !now.changed {
		now.changed = true
		t.recounted = append(t.recounted, now)
	}
	if now.n > 1 {
		return now.n, nil
	}
	return 1, t.forgetCounters(at)
}

// writeCounters writes all that has changed.
func (t *Tx) writeCounters() error {
	for _, c := range t.recounted {
		if err := t.tx.Bucket(bucketCounters).Put(c.key, strconv.AppendInt(nil, int64(c.n), 10)); err != nil {
			return err
		}
		c.changed = false
	}
	t.recounted = nil
	return nil
}

// Counted gives how often something was counted in the window of a time.
func (t *Tx) Counted(c Counter, at time.Time) (int, error) {
	now, err := t.counting(c, at)
	if err != nil {
		return 0, err
	}
	return now.n, nil
}

// forgottenAtOnce is how many counters a new one drives out at most: more than one,
// so that those that are over get fewer, and few, so that no mail has to wait for
// it.
const forgottenAtOnce = 4

// furthestAhead is how many windows from now something can be counted.
const furthestAhead = 2

// forgetCounters takes out some of which the window is over, and some that were
// counted while the clock was wrong. What is counted for one of the next windows takes
// nothing out of the present one.
func (t *Tx) forgetCounters(at time.Time) error {
	over := binary.BigEndian.AppendUint64(nil, uint64(at.Add(-furthestAhead*LongestWindow).Unix()))
	wrong := binary.BigEndian.AppendUint64(nil, uint64(at.Add((2+furthestAhead)*LongestWindow).Unix()))
	bucket := t.tx.Bucket(bucketCounters)
	past := someKeys(bucket.Scan(nil), func(end []byte) bool { return bytes.Compare(end, over) <= 0 })
	ahead := someKeys(bucket.ScanBack(nil), func(end []byte) bool { return bytes.Compare(end, wrong) >= 0 })
	if len(past)+len(ahead) == 0 {
		return nil
	}
	if err := t.writeCounters(); err != nil {
		return err
	}
	clear(t.counted)
	return t.deleteAll(bucketCounters, append(past, ahead...))
}

// someKeys gives the first few keys of counters, as long as the ends of their windows
// are such ones.
func someKeys(counters iter.Seq2[[]byte, []byte], such func(end []byte) bool) (keys [][]byte) {
	for key := range counters {
		if len(keys) == forgottenAtOnce || !such(key[:8]) {
			break
		}
		keys = append(keys, bytes.Clone(key))
	}
	return keys
}

// counters checks what was counted.
func (v *verifier) counters() {
	walk(v, bucketCounters, func(key []byte, n *int) {
		kind := key[min(8+counterHash, len(key)):]
		if len(kind) == 0 || bytes.ContainsFunc(kind, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') }) || *n < 1 {
			v.fault("counters: %x was counted %d times", key, *n)
		}
	})
}
