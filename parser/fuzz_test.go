package parser

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"unlurbot/parser/mime"
	"unlurbot/parser/plain"
	"unlurbot/parser/sender"
)

// FuzzReadMail holds the laws of checkMailLaws against any bytes.
func FuzzReadMail(f *testing.F) {
	samples, err := filepath.Glob("testdata/mail/*.eml")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range samples {
		raw, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) { checkMailLaws(t, raw) })
}

// checkMailLaws checks what holds for every mail, however broken.
func checkMailLaws(t *testing.T, raw []byte) {
	t.Helper()
	before := bytes.Clone(raw)
	m := ReadMail(raw, ours)
	if !bytes.Equal(raw, before) {
		t.Fatal("the bytes of the mail were changed")
	}
	if m.Class == "" || m.Reason == "" {
		t.Errorf("no class or no reason: %q %q", m.Class, m.Reason)
	}
	if (m.Class == sender.Person) && m.From.Addr == "" {
		t.Error("a person without an address")
	}
	if len(m.Text) > mime.MaxText || len(m.Reply) > len(m.Text) || strings.Count(m.Reply, "\n") >= MaxLines {
		t.Errorf("too much text: %d bytes, reply %d", len(m.Text), len(m.Reply))
	}
	for name, s := range map[string]string{"text": m.Text, "subject": m.Subject, "name": m.From.Name} {
		if !utf8.ValidString(s) || strings.ContainsAny(s, "\r\x00") {
			t.Errorf("%s is not clean: %q", name, s)
		}
	}
	if strings.ContainsAny(m.Subject+m.From.Name+m.From.Addr, "\n") {
		t.Error("a line end in a header value")
	}
	if again := trimText(m.Reply).reply; again != m.Reply {
		t.Errorf("trimming again changes the reply:\n%q\n%q", m.Reply, again)
	}
	for line := range strings.SplitSeq(m.Reply, "\n") {
		if plain.IsQuoted(line) {
			t.Errorf("a quoted line in the reply: %q", line)
		}
	}
	if token, _ := mime.CutToken("[" + m.SubjectToken + "]"); token != m.SubjectToken {
		t.Errorf("%q is no token", m.SubjectToken)
	}
	for i, p := range m.Problems {
		if !isMailCode(p.Code) || utf8.RuneCountInString(p.Text) > 100 || strings.Contains(p.Text, "\n") {
			t.Errorf("not a problem to show: %+v", p)
		}
		if slices.ContainsFunc(m.Problems[:i], func(q mime.Damage) bool { return q.Code == p.Code }) {
			t.Errorf("%s is told twice", p.Code)
		}
	}
	checkOrders(t, m.Orders())
	if code, sure := m.Language(); sure && !slices.Contains(Languages(), code) {
		t.Errorf("it is in %q", code)
	}

	lf := bytes.ReplaceAll(raw, []byte("\r"), nil)
	crlf := bytes.ReplaceAll(lf, []byte("\n"), []byte("\r\n"))
	if len(crlf) <= plain.MaxMail {
		if diff := cmp.Diff(ReadMail(lf, ours), ReadMail(crlf, ours), cmp.Comparer(func(a, b sender.Hop) bool { return reflect.DeepEqual(a, b) })); diff != "" {
			t.Errorf("CRLF line ends make a difference (-LF +CRLF):\n%s", diff)
		}
	}
}

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
			if !isCommand(suggest) {
				t.Errorf("the suggestion %q is no command", suggest)
			}
			if len(p.Suggests) > 0 && isGrave(suggest) {
				t.Errorf("%q may be something else than %q", p.Text, suggest)
			}
			if (p.Code == CodeNear || p.Code == CodeMaybeMove) && len(moves) > 0 && isMoveLine(suggest) {
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
		again, ok := parseLine(line)
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
