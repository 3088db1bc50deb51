package mailbot

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite what the mails of the conversations should be")

// TestConversations plays testdata/conversations/*.txt. Each is a story in
// sections:
//
//	ADDRESS writes: SUBJECT         a new mail with the section for its text
//	ADDRESS writes, vouched: ...    the same, and our mail server is sure of the sender
//	ADDRESS replies                 an answer to the last mail of that person
//	ADDRESS replies to -2           to the one before; -3 ...
//	ADDRESS unsubscribes            a click on List-Unsubscribe in the last mail
//	raw                             a mail, byte for byte
//	clock 24h                       time goes by
//	mails                           all that was sent since the last look, whole
//	lines                           the same, a line for each mail
//	decisions                       what was decided on the mails since the last look
//
// With -update, the sections mails, lines and decisions are rewritten.
func TestConversations(t *testing.T) {
	files, err := filepath.Glob("testdata/conversations/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no conversations: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { converse(t, file) })
	}
}

func converse(t *testing.T, file string) {
	script, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	h := newHouse(t)
	var decisions []string
	for i := range script.Files {
		section := &script.Files[i]
		body := strings.TrimSuffix(string(section.Data), "\n")
		words := strings.Fields(section.Name)
		var got string
		switch {
		case words[0] == "mails":
			for i, m := range h.fresh {
				if i > 0 {
					got += strings.Repeat("=", 72) + "\n"
				}
				got += h.whole(m)
			}
			h.fresh = nil
		case words[0] == "lines":
			for _, m := range h.fresh {
				got += line(m) + "\n"
			}
			h.fresh = nil
		case words[0] == "decisions":
			got = strings.Join(decisions, "\n") + "\n"
			decisions = nil
		case words[0] == "clock":
			d, err := time.ParseDuration(words[1])
			h.check(err)
			h.now = h.now.Add(d)
			continue
		default:
			decisions = append(decisions, string(h.perform(section.Name, words, body)))
			continue
		}
		if *update {
			section.Data = []byte(got)
		} else if diff := cmp.Diff(string(section.Data), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", section.Name, diff)
		}
	}
	if len(h.fresh) > 0 {
		t.Errorf("the story ends with %d mails that nobody looked at", len(h.fresh))
	}
	if *update {
		h.check(os.WriteFile(file, txtar.Format(script), 0o644))
	}
}

// perform plays a section in which somebody writes.
func (h *house) perform(name string, words []string, body string) Decision {
	h.t.Helper()
	if name == "raw" {
		return h.receive(body)
	}
	head, subject, _ := strings.Cut(name, ":")
	switch verb := strings.Join(strings.Fields(head)[1:], " "); {
	case verb == "writes", verb == "writes, vouched":
		return h.write(note{from: words[0], subject: strings.TrimSpace(subject), body: body, vouched: strings.HasSuffix(verb, "vouched")})
	case verb == "unsubscribes":
		target := strings.TrimPrefix(field(h.last(words[0]), "List-Unsubscribe"), "<mailto:")
		to, _, _ := strings.Cut(target, "?")
		return h.write(note{from: words[0], to: to, subject: "unsubscribe"})
	case verb == "replies":
		return h.reply(words[0], body)
	case strings.HasPrefix(verb, "replies to "):
		back, err := strconv.Atoi(strings.TrimPrefix(verb, "replies to "))
		got := h.mails[words[0]]
		if err != nil || back >= 0 || -back > len(got) {
			h.t.Fatalf("%s: there is no such mail", name)
		}
		return h.write(note{from: words[0], answers: got[len(got)+back], body: body})
	}
	h.t.Fatalf("%s: no such section", name)
	return ""
}
