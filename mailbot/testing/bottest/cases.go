package bottest

import (
	"maps"
	"slices"
	"testing"
	"testing/synctest"
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

// Bubble is a test that runs in a bubble.
func Bubble(test func(t *testing.T)) func(t *testing.T) {
	return func(t *testing.T) { synctest.Test(t, test) }
}
