package orders

import (
	"testing"

	"unlurbot/store"
)

// A request that was stored under the former name of a command still means it.
func TestFormerVerbs(t *testing.T) {
	for former := range formerVerbs {
		c := CommandOf(store.Requested{Verb: former}, 1)
		if _, ok := LookUp(c.Verb); !ok {
			t.Errorf("a request to %q asks for nothing", former)
		}
	}
}
