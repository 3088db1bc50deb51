package mailbot

import (
	"testing"

	"unlurbot/store"
)

// A request that was stored under the former name of a command still means it.
func TestFormerVerbs(t *testing.T) {
	for former := range formerVerbs {
		c := commandOf(store.Requested{Verb: former}, 1)
		if _, ok := lookUp(c.Verb); !ok {
			t.Errorf("a request to %q asks for nothing", former)
		}
	}
}
