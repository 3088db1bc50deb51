package mailbot_test

import (
	"flag"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// checkLaw is rapid.Check for laws of which each try needs a bot: a store on the
// disk makes them slow, so there are fewer.
func checkLaw(t *testing.T, law func(*rapid.T)) {
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
