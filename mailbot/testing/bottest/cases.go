package bottest

import (
	"flag"
	"maps"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"
)

// apart is of how many cases one is tried where tests are short: under the race
// detector, which is slow, after a run of them all without it.
const apart = 4

// Some gives all cases of a test, or a few where tests are short.
func Some[T any](cases []T) (chosen []T) {
	if !testing.Short() {
		return cases
	}
	for i := 0; i < len(cases); i += apart {
		chosen = append(chosen, cases[i])
	}
	return chosen
}

// SomeOf gives all cases of a test by their names, or a few where tests are short.
func SomeOf[T any](cases map[string]T) map[string]T {
	chosen := map[string]T{}
	for _, name := range Some(slices.Sorted(maps.Keys(cases))) {
		chosen[name] = cases[name]
	}
	return chosen
}

// CheckLaw is rapid.Check for laws of which each try needs a bot: a store on the
// disk makes them slow, so there are fewer.
func CheckLaw(t *testing.T, law func(*rapid.T)) {
	t.Helper()
	const fewer = 5
	checks := flag.Lookup("rapid.checks")
	saved := checks.Value.String()
	n, err := strconv.Atoi(saved)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = checks.Value.Set(saved) }()
	if err := checks.Value.Set(strconv.Itoa(max(1, n/fewer))); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, law)
}

// Bubble is a test that runs in a bubble.
func Bubble(test func(t *testing.T)) func(t *testing.T) {
	return func(t *testing.T) { synctest.Test(t, test) }
}
