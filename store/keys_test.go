package store

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"
)

func keysOf(s *Store) (k *Keys) {
	check(s.View(func(tx *Tx) (err error) {
		k, err = tx.Keys()
		return err
	}))
	return k
}

func rotate(t testing.TB, s *Store, fresh string, now time.Time, overlap time.Duration) {
	t.Helper()
	do(t, s, func(tx *Tx) error { return tx.RotateKey([]byte(fresh), now, overlap) })
}

// held tells the keys with the hours after noon until which they are accepted.
func held(k *Keys) string {
	told := string(k.Present)
	for _, f := range k.Former {
		told += fmt.Sprintf(", %s until %v", f.Key, f.Until.Sub(noon).Hours())
	}
	return told
}

// A new key takes the place of the present one, which is accepted as long as the
// overlap says, and none longer than the last overlap.
func TestRotateKey(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	for _, step := range []struct {
		fresh          string
		after, overlap time.Duration
		want           string
	}{
		{"second key", 0, 10 * time.Hour, "second key, a secret for tests until 10"},
		{"third key.", 4 * time.Hour, 10 * time.Hour, "third key., second key until 14, a secret for tests until 10"},
		{"fourth key", 10 * time.Hour, 10 * time.Hour, "fourth key, third key. until 20, second key until 14"},
		{"fifth key.", 11 * time.Hour, 2 * time.Hour, "fifth key., fourth key until 13, third key. until 13, second key until 13"},
		{"sixth key.", 12 * time.Hour, 0, "sixth key."},
	} {
		rotate(t, s, step.fresh, noon.Add(step.after), step.overlap)
		if got := held(keysOf(s)); got != step.want {
			t.Errorf("%s\nwant %s", got, step.want)
		}
		noFaults(t, s)
	}
}

// Former keys do not pile up. Rotation is refused rather than that answers to
// recent mails are not known any more.
func TestTooManyKeys(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	for i := range maxFormerKeys {
		rotate(t, s, fmt.Sprintf("key number %d", i), noon, time.Hour)
	}
	before := held(keysOf(s))
	err := s.Update(func(tx *Tx) error { return tx.RotateKey([]byte("one too many"), noon, time.Hour) })
	if !errors.Is(err, ErrTooManyKeys) || held(keysOf(s)) != before {
		t.Errorf("%v: %s", err, held(keysOf(s)))
	}
	rotate(t, s, "all that was", noon, 0)
	if got := held(keysOf(s)); got != "all that was" {
		t.Error(got)
	}
}

// A fixed key outlives every rotation, each purpose has its own, and it is none
// of those with which tokens are sealed.
func TestFixedKey(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	fixed := func(purpose string) (key []byte) {
		check(s.View(func(tx *Tx) (err error) {
			key, err = tx.FixedKey(purpose)
			return err
		}))
		return key
	}
	first := keysOf(s)
	draw := fixed("draw")
	rotate(t, s, "second key", noon, 0)
	if !bytes.Equal(fixed("draw"), draw) {
		t.Error("rotation has changed a fixed key")
	}
	if bytes.Equal(fixed("other"), draw) {
		t.Error("two purposes have one key")
	}
	if bytes.Equal(first.Fixed, first.Present) || len(draw) != 32 {
		t.Errorf("the fixed key is a token key, or short: %x", draw)
	}
}
