package mailbot

import (
	"strings"
	"testing"

	"unlurbot/mailbot/dispatch"
	"unlurbot/mailbot/orders"
)

// A word that the parser reads and no command carries out is not understood, and
// no answer to a question.
func TestWordWithoutCommand(t *testing.T) {
	h := newHouse(t)
	delete(h.bot.looks, orders.Games)
	h.begin("ana@example.org", "bo@example.net")
	if d := h.reply("ana@example.org", "games"); d != NotUnderstood {
		t.Errorf("it is %s", d)
	}
	if answer := h.last("ana@example.org").Text; !strings.Contains(answer, `I don't understand "games".`) {
		t.Errorf("the answer is\n%s", answer)
	}
}

// Either the club carries out a command, or something is looked up.
func TestEachCommandIsCarriedOut(t *testing.T) {
	looks := dispatch.Looks()
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
