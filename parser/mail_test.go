package parser

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the .want files of testdata/mail")

// ours are the options with which all samples are read.
var ours = Options{Own: []string{"unlur@example.net"}}

// TestMail reads each sample, as it lies there and with other line ends, and
// compares what was understood with the file beside it. A new case is a new
// pair of files. testdata/private is the place for real mails, which git
// ignores: they are read too, if there are any, and need no .want file.
func TestMail(t *testing.T) {
	samples, err := filepath.Glob("testdata/mail/*.eml")
	if err != nil || len(samples) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	if wants, _ := filepath.Glob("testdata/mail/*.want"); len(wants) != len(samples) {
		t.Errorf("%d samples, but %d .want files", len(samples), len(wants))
	}
	for _, path := range samples {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".eml"), func(t *testing.T) {
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := describe(ReadMail(raw, ours))
			for _, end := range []string{"\r\n", "\r", "\r\r\n"} {
				other := bytes.ReplaceAll(raw, []byte("\n"), []byte(end))
				if diff := cmp.Diff(got, describe(ReadMail(other, ours))); diff != "" {
					t.Errorf("line ends %q make a difference (-LF +other):\n%s", end, diff)
				}
			}
			golden(t, strings.TrimSuffix(path, ".eml")+".want", got)
		})
	}
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestPrivateMail reads what somebody has put into testdata/private: nothing
// is compared, but the laws of FuzzReadMail must hold.
func TestPrivateMail(t *testing.T) {
	samples, err := filepath.Glob("testdata/private/*.eml")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range samples {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		checkMailLaws(t, raw)
	}
}

// describe writes what was understood of a mail for a human reader.
func describe(m *Mail) string {
	var b strings.Builder
	fmt.Fprintf(&b, "class: %s (%s)\n", m.Class, m.Reason)
	fmt.Fprintf(&b, "from: %s <%s>\n", m.From.Name, m.From.Addr)
	fmt.Fprintf(&b, "recipients: %s\n", strings.Join(m.Recipients, " "))
	fmt.Fprintf(&b, "subject: %s\n", m.Subject)
	if f := m.Failure; f != nil {
		fmt.Fprintf(&b, "failure: <%s> status=%q permanent=%v original=%q token=%q\n", f.Recipient, f.Status, f.Permanent, f.OriginalID, f.Token)
	}
	if c := m.Complaint; c != nil {
		fmt.Fprintf(&b, "complaint: <%s> original=%q token=%q\n", c.Recipient, c.OriginalID, c.Token)
	}
	if m.Spam {
		b.WriteString("spam\n")
	}
	block(&b, "reply", m.Reply)
	orders := m.Orders()
	for _, c := range orders.Commands {
		fmt.Fprintf(&b, "command: %s  %q line %d\n", c.Verb, c.Args, c.Line)
	}
	block(&b, "note", orders.Note)
	for _, d := range m.Problems {
		fmt.Fprintf(&b, "problem: %s %q line 0\n", d.Code, d.Text)
	}
	for _, p := range orders.Problems {
		fmt.Fprintf(&b, "problem: %s %q line %d", p.Code, p.Text, p.Line)
		if p.Suggest != "" {
			fmt.Fprintf(&b, " -> %s", p.Suggest)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func block(b *strings.Builder, title, text string) {
	if text == "" {
		return
	}
	fmt.Fprintf(b, "%s:\n", title)
	for line := range strings.SplitSeq(text, "\n") {
		b.WriteString(strings.TrimRight("  | "+line, " ") + "\n")
	}
}
