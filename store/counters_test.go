package store

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// hourly counts for somebody.
func hourly(whom string) Counter {
	return Counter{Kind: "mails_in_per_hour", Whom: whom, Window: time.Hour}
}

func count(t *testing.T, s *Store, c Counter, now time.Time) (n int) {
	t.Helper()
	do(t, s, func(tx *Tx) (err error) {
		n, err = tx.Count(c, now)
		return err
	})
	return n
}

// A counter counts for one person, one kind and one window, and a restart
// forgets nothing.
func TestCounters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	s := open(t, path)
	late := noon.Add(time.Hour - time.Nanosecond)
	count(t, s, hourly("ana"), noon)
	count(t, s, hourly("bo"), noon)
	count(t, s, Counter{Kind: "mails_out", Whom: "ana", Window: time.Hour}, noon)
	count(t, s, Counter{Kind: "mails_in_per_hour", Whom: "ana", Window: 24 * time.Hour}, noon)
	check(s.Close())
	s = open(t, path)
	if n := count(t, s, hourly("ana"), late); n != 2 {
		t.Errorf("counted %d times, want 2", n)
	}
	do(t, s, func(tx *Tx) error {
		if n, err := tx.Counted(hourly("ana"), noon.Add(time.Hour)); n != 0 || err != nil {
			t.Errorf("the next hour begins with %d, %v", n, err)
		}
		return nil
	})
	if ends := hourly("ana").Ends(late); !ends.Equal(noon.Add(time.Hour)) {
		t.Errorf("the hour ends at %v", ends)
	}
	noFaults(t, s)
}

// A transaction sees what it has counted itself, also when it drives out what is over.
func TestCountedInOneTransaction(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	count(t, s, hourly("somebody"), noon.Add(-10*LongestWindow))
	do(t, s, func(tx *Tx) error {
		for i, whom := range []string{"ana", "ana", "bo", "ana", "carla", "ana"} {
			n, err := tx.Count(hourly(whom), noon)
			check(err)
			if want := []int{1, 2, 1, 3, 1, 4}[i]; n != want {
				t.Errorf("%s is counted %d times, not %d", whom, n, want)
			}
		}
		return nil
	})
	if n := count(t, s, hourly("ana"), noon); n != 5 {
		t.Errorf("counted %d times, want 5", n)
	}
	noFaults(t, s)
}

// What is counted for tomorrow and the day after takes nothing away from today.
func TestCountersOfTomorrow(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	daily := Counter{Kind: "mails_out", Window: LongestWindow}
	midnight := noon.Truncate(LongestWindow)
	for _, now := range []time.Time{midnight, noon, midnight.Add(LongestWindow - time.Second)} {
		before := count(t, s, daily, now)
		tomorrow := daily.Ends(now)
		count(t, s, daily, tomorrow)
		count(t, s, daily, daily.Ends(tomorrow))
		if n := count(t, s, daily, now); n != before+1 {
			t.Errorf("at %v it is %d, after %d", now, n, before)
		}
	}
}

// What somebody has taken of all limits lies together, however many others are counted.
func TestCountersLieTogether(t *testing.T) {
	const people, limits = 20, 5
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	places, all := map[string]bool{}, 0
	do(t, s, func(tx *Tx) error {
		for i := range people * limits {
			_, err := tx.Count(Counter{Kind: "mails_out", Whom: fmt.Sprint("of ", i/people), By: fmt.Sprint("player ", i%people), Window: LongestWindow}, noon)
			check(err)
		}
		check(tx.writeCounters())
		for key := range tx.tx.Bucket(bucketCounters).Scan(nil) {
			places[string(key[:8+counterBeside])] = true
			all++
		}
		return nil
	})
	if len(places) != people || all != people*limits {
		t.Errorf("%d counters lie in %d places", all, len(places))
	}
}

// Nobody's address can be read in what was counted.
func TestCountersNameNobody(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	count(t, s, hourly("ana@example.org"), noon)
	if strings.Contains(string(copyOf(s)), "ana@example.org") {
		t.Error("the address is in the file")
	}
}

// However many are counted over the days, and wherever the clock jumps, the
// store holds no more than what was counted in four days, and in the end nothing
// but what was counted last.
func TestCountersAreForgotten(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	dice := rand.New(rand.NewPCG(1, 1))
	const a, day = 50, 24 // counted in an hour
	held := func() (n int) {
		check(s.View(func(tx *Tx) error {
			for range tx.tx.Bucket(bucketCounters).Scan(nil) {
				n++
			}
			return nil
		}))
		return n
	}
	now := noon
	for hour := range 6 * day {
		now = now.Add(time.Hour)
		at := now
		if dice.IntN(20) == 0 {
			at = now.Add(time.Duration(dice.IntN(20*365*day)-10*365*day) * time.Hour) // the clock is wrong
		}
		do(t, s, func(tx *Tx) error {
			for i := range a {
				_, err := tx.Count(Counter{Kind: "mails_in_per_hour", Whom: fmt.Sprint(hour, i), Window: []time.Duration{time.Hour, LongestWindow}[i%2]}, at)
				check(err)
			}
			return nil
		})
		if n := held(); n > 4*day*a {
			t.Fatalf("%d counters in hour %d", n, hour)
		}
	}
	now = now.Add(3 * LongestWindow)
	do(t, s, func(tx *Tx) error {
		for i := range day * a {
			_, err := tx.Count(hourly(fmt.Sprint("ana", i)), now)
			check(err)
		}
		return nil
	})
	if n := held(); n != day*a {
		t.Errorf("%d counters are left", n)
	}
}
