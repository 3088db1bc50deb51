package mailbot

import (
	"slices"
	"strings"
	"testing"

	"unlurbot/parser"
)

// What help shows as an example is read as that command, and every command
// stands once in one line of the help.
func TestExamplesAreRead(t *testing.T) {
	once := map[string]bool{}
	for _, c := range commands {
		if once[c.verb] {
			t.Errorf("%s is there twice", c.verb)
		}
		once[c.verb] = true
		if !slices.Contains(groups, c.group) || len(c.examples) == 0 {
			t.Errorf("%s: group %q, %d examples", c.verb, c.group, len(c.examples))
		}
		if (c.order == nil) == (c.run == nil) {
			t.Errorf("%s: either the club carries it out, or run does", c.verb)
		}
		for _, example := range c.examples {
			orders := parser.ReadOrders(example, "")
			if len(orders.Commands) != 1 || tableName(orders.Commands[0]) != c.verb || len(orders.Problems) > 0 || orders.Note != "" {
				t.Errorf("%s: the example %q is read as %+v", c.verb, example, orders)
			}
		}
	}
}

// A word that the parser reads and no command carries out is not understood, and
// no answer to a question.
func TestWordWithoutCommand(t *testing.T) {
	all := commands
	t.Cleanup(func() { commands = all })
	commands = slices.DeleteFunc(slices.Clone(all), func(c command) bool { return c.verb == "games" })
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	if d := h.reply("ana@example.org", "games"); d != NotUnderstood {
		t.Errorf("it is %s", d)
	}
	if answer := h.last("ana@example.org").Text; !strings.Contains(answer, `I don't understand "games".`) {
		t.Errorf("the answer is\n%s", answer)
	}
}
