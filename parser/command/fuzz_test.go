package command

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"unlurbot/parser/plain"
)

// FuzzReadOrders holds the laws of the grammar against any text.
func FuzzReadOrders(f *testing.F) {
	for _, c := range lineCases {
		f.Add(c.line, "")
		for _, code := range Languages() {
			f.Add(Say(c.line, code), "")
		}
		f.Add("Hi Bo,\n\n"+c.line+"\n\nThanks!\n", "challenge Bo size 8")
	}
	f.Fuzz(func(t *testing.T, reply, subject string) {
		orders := ReadOrders(reply, subject)
		checkOrders(t, orders)
		checkOrders(t, Message{Reply: reply, Below: subject}.Orders())
		crlf := strings.ReplaceAll(strings.ReplaceAll(reply, "\r", ""), "\n", "\r\n")
		lf := strings.ReplaceAll(reply, "\r", "")
		if diff := cmp.Diff(ReadOrders(lf, subject), ReadOrders(crlf, subject)); diff != "" {
			t.Errorf("CRLF line ends make a difference:\n%s", diff)
		}
		quoted := "> " + strings.ReplaceAll(plain.Clean(reply), "\n", "\n> ")
		if got := ReadOrders(quoted, ""); len(got.Commands) > 0 || got.Note != "" {
			t.Errorf("quoted text gives %+v", got)
		}
	})
}

// checkOrders checks what holds for the orders of every mail.
func checkOrders(t *testing.T, o Orders) {
	t.Helper()
	if len(o.Commands) > MaxCommands || utf8.RuneCountInString(o.Note) > MaxNote {
		t.Errorf("too much: %d commands, a note of %d bytes", len(o.Commands), len(o.Note))
	}
	moves := map[string]string{}
	for _, c := range o.Commands {
		if c.Args == nil {
			t.Errorf("%v: no list of arguments", c)
		}
		checkReadsBack(t, c)
		if move := c.move(); move != "" {
			if other, twice := moves[c.game()]; twice {
				t.Errorf("two moves in one game: %s and %s", other, move)
			}
			moves[c.game()] = move
		}
	}
	for _, p := range o.Problems {
		if len(p.Suggests) == 1 || len(p.Suggests) > mostSuggests || p.Suggest != "" && len(p.Suggests) > 0 {
			t.Errorf("%q is not one suggestion, nor several, but %q and %q", p.Text, p.Suggest, p.Suggests)
		}
		for _, suggest := range p.suggestions() {
			if !IsCommand(suggest) {
				t.Errorf("the suggestion %q is no command", suggest)
			}
			if len(p.Suggests) > 0 && IsGrave(suggest) {
				t.Errorf("%q may be something else than %q", p.Text, suggest)
			}
			if c, _ := Parse(suggest); (p.Code == CodeNear || p.Code == CodeMaybeMove) && len(moves) > 0 && c.isMove() {
				t.Errorf("%q may be a move, and yet %v are", p.Text, moves)
			}
		}
	}
}

// checkReadsBack writes a command in its plain form in each language and reads it
// again.
func checkReadsBack(t *testing.T, c Command) {
	t.Helper()
	for _, code := range Languages() {
		line := c.In(code)
		again, ok := Parse(line)
		if !ok {
			t.Errorf("%q was written as %q, which is no command", c, line)
			return
		}
		again.Line = c.Line
		if diff := cmp.Diff(c, again); diff != "" {
			t.Errorf("written as %q and read again (-was +is):\n%s", line, diff)
		}
	}
}
