package store

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"strconv"
	"time"
)

// A Counter is how often something has happened in the present window of time.
// Windows begin at multiples of their length: one number is all that is kept
// then, everybody's count begins anew at a time that can be told to people, and
// the worst is that twice as much happens around that moment.
type Counter struct {
	Kind   string        // what is counted, a short word
	Whom   string        // for whom, empty for all together; only a keyed hash of it is kept
	Window time.Duration // how long, at most LongestWindow
}

// LongestWindow is the longest that a Counter can count.
const LongestWindow = 24 * time.Hour

// counterHash is how many bytes of a keyed hash stand for a Counter's Whom.
const counterHash = 16

// Ends gives the end of the window in which a time lies.
func (c Counter) Ends(at time.Time) time.Time { return at.UTC().Truncate(c.Window).Add(c.Window) }

// counterKey begins with the end of the window, so that what is over stands
// first. The hash is keyed: nobody can find out whom a store has counted by
// trying addresses.
func (t *Tx) counterKey(c Counter, at time.Time) ([]byte, error) {
	fixed, err := t.FixedKey("counters")
	if err != nil {
		return nil, err
	}
	key := binary.BigEndian.AppendUint64(nil, uint64(c.Ends(at).Unix()))
	mac := hmac.New(sha256.New, fixed)
	mac.Write([]byte(c.Kind + "\x00" + strconv.FormatInt(int64(c.Window), 10) + "\x00" + c.Whom))
	return append(append(key, mac.Sum(nil)[:counterHash]...), c.Kind...), nil
}

// Count counts once more in the window of a time, at most furthestAhead windows from now,
// and gives how often that was.
func (t *Tx) Count(c Counter, at time.Time) (int, error) {
	key, err := t.counterKey(c, at)
	if err != nil {
		return 0, err
	}
	n, err := t.counted(key)
	if err != nil {
		return 0, err
	}
	n++
	if err := put(t, bucketCounters, key, &n); err != nil || n > 1 {
		return n, err
	}
	return n, t.forgetCounters(at)
}

// Counted gives how often something was counted in the window of a time.
func (t *Tx) Counted(c Counter, at time.Time) (int, error) {
	key, err := t.counterKey(c, at)
	if err != nil {
		return 0, err
	}
	return t.counted(key)
}

func (t *Tx) counted(key []byte) (int, error) {
	n, err := get[int](t, bucketCounters, key)
	if errors.Is(err, ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return *n, nil
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
	for range forgottenAtOnce {
		first, _ := bucket.Cursor().First()
		if first == nil || bytes.Compare(first[:len(over)], over) > 0 {
			break
		}
		if err := bucket.Delete(first); err != nil {
			return err
		}
	}
	for range forgottenAtOnce {
		last, _ := bucket.Cursor().Last()
		if last == nil || bytes.Compare(last[:len(wrong)], wrong) < 0 {
			break
		}
		if err := bucket.Delete(last); err != nil {
			return err
		}
	}
	return nil
}
