package mailbot

import (
	"testing"

	"unlurbot/mailbot/dispatch"
	"unlurbot/mailbot/orders"
)

// Either the club carries out a command, or something is looked up.
func TestEachCommandIsCarriedOut(t *testing.T) {
	looks := dispatch.Looks()
	delete(looks, orders.Yes) // which answer a question, and are in no list
	delete(looks, orders.No)
	for _, c := range orders.Table {
		if looks[c.Verb] != nil == (c.Order != nil) {
			t.Errorf("%s: an order for the club: %t, a look: %t", c.Verb, c.Order != nil, looks[c.Verb] != nil)
		}
		delete(looks, c.Verb)
	}
	for verb := range looks {
		t.Errorf("%s is in no table", verb)
	}
}
