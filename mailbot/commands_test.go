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

// Either the club carries out a command, or an action does.
func TestEachCommandIsCarriedOut(t *testing.T) {
	actions := newActions()
	for verb := range dispatch.Looks() {
		actions[verb] = nil
	}
	for _, c := range orders.Table {
		if _, acts := actions[c.Verb]; acts == (c.Order != nil) {
			t.Errorf("%s: an order for the club: %t, an action: %t", c.Verb, c.Order != nil, acts)
		}
		delete(actions, c.Verb)
	}
	for verb := range actions {
		t.Errorf("%s is in no table", verb)
	}
}
