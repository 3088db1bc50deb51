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

	"unlurbot/parser/command"
	"unlurbot/parser/mime"
	"unlurbot/parser/plain"
	"unlurbot/parser/reply"
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
	sameHop := cmp.Comparer(func(a, b sender.Hop) bool { return reflect.DeepEqual(a, b) })
	room := make([]byte, len(raw))
	kept := readMail(raw, room, ours)
	copy(room, bytes.Repeat([]byte("#"), len(room))) // another mail is read there
	if diff := cmp.Diff(m, kept, sameHop); diff != "" {
		t.Errorf("the mail is one with where it was read:\n%s", diff)
	}
	if m.Class == "" || m.Reason == "" {
		t.Errorf("no class or no reason: %q %q", m.Class, m.Reason)
	}
	if (m.Class == sender.Person) && m.From.Addr == "" {
		t.Error("a person without an address")
	}
	if len(m.Text) > mime.MaxText || len(m.Reply) > len(m.Text) || strings.Count(m.Reply, "\n") >= reply.MaxLines {
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
	if again := reply.Trim(m.Reply).Reply; again != m.Reply {
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
	orders := m.Orders()
	if len(orders.Commands) > command.MaxCommands || utf8.RuneCountInString(orders.Note) > command.MaxNote {
		t.Errorf("too much: %d commands, a note of %d bytes", len(orders.Commands), len(orders.Note))
	}
	for _, c := range orders.Commands {
		if _, ok := command.Parse(c.String()); !ok {
			t.Errorf("%q is no command", c)
		}
	}
	if code, sure := m.Language(); sure && !slices.Contains(command.Languages(), code) {
		t.Errorf("it is in %q", code)
	}

	lf := bytes.ReplaceAll(raw, []byte("\r"), nil)
	crlf := bytes.ReplaceAll(lf, []byte("\n"), []byte("\r\n"))
	if len(crlf) <= plain.MaxMail {
		if diff := cmp.Diff(ReadMail(lf, ours), ReadMail(crlf, ours), sameHop); diff != "" {
			t.Errorf("CRLF line ends make a difference (-LF +CRLF):\n%s", diff)
		}
	}
}
