package operator

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/admin"
	"unlurbot/mailbot/health"
	"unlurbot/parser"
	"unlurbot/store/acts"
	"unlurbot/templates"
)

var (
	noon    = time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)
	hourAgo = time.Date(2026, time.November, 20, 11, 0, 0, 0, time.UTC)
)

// read reads a mail with a subject and a body.
func read(subject, body string) (Order, bool) {
	raw := "From: club@example.org\nTo: unlur@example.org\nSubject: " + subject + "\nMessage-ID: <1@client.test>\nDate: Fri, 20 Nov 2026 11:00:00 +0000\n\n" + body + "\n"
	return Read(parser.ReadMail([]byte(raw), parser.Options{}), noon)
}

// An order stands on the first line, or in the subject of a mail that says nothing else.
func TestRead(t *testing.T) {
	for body, want := range map[string]string{
		"operator status":                                   "status",
		"Operator STATUS\nGreetings, Gina":                  "status",
		"\n\n  operator   status  \n\n-- \nGina":            "status",
		"operator status please":                            "?",
		"operator":                                          "?",
		"operator restart":                                  "?",
		"operator resume":                                   "resume",
		"operator resume now":                               "?",
		"operator why <1@client.test>":                      "why <1@client.test>",
		"operator why":                                      "why",
		"operator pause":                                    "pause",
		"operator pause We move.":                           "pause We move.",
		"operator pause We move.\n\nGina":                   "pause We move.",
		"operator pause We move to another\nmachine today.": "pause We move to another machine today.",
		"operator pause We\u200b move\u202e.":               "pause We move.",
		"> operator status":                                 "",
		"Hello,\n\noperator status":                         "",
		"operators status":                                  "",
		"status":                                            "",
		"the operator resume":                               "",
	} {
		o, is := read("a word", body)
		got := ""
		switch {
		case is && o.row == nil:
			got = "?"
		case is:
			got = strings.TrimSpace(o.row.verb + " " + o.words)
		}
		if got != want {
			t.Errorf("%q is %q, want %q", body, got, want)
		}
	}
	if o, is := read("operator resume", ""); !is || o.row.act != acts.Resume || !o.written.Equal(hourAgo) {
		t.Errorf("the subject is no order: %+v", o)
	}
	if _, is := read("Re: operator resume", ""); is {
		t.Error("the subject of an answer is an order")
	}
}

// What can't be found out is told as well.
func TestLook(t *testing.T) {
	well := &health.Status{Now: noon, Started: noon, Address: "unlur@example.org"}
	well.Judge()
	ill := &health.Status{Now: noon, Started: noon, Relay: health.Server{Since: hourAgo, Says: "connection refused"}, Paused: &health.Pause{Since: hourAgo, Words: "We move."}}
	ill.Judge()
	own := admin.Verdict{Own: &admin.Mail{Number: 7, State: admin.Held, To: "bo@example.net"}}
	came := admin.Verdict{Decision: "played", From: "ana@example.org", Lines: []admin.Line{{Fate: "command (C4)", Text: "C4"}, {Fate: "not read", Text: "\u202eD5"}}}
	for name, c := range map[string]struct {
		body  string
		from  Sources
		want  []string
		lacks string
	}{
		"well":         {"operator status", Sources{Status: func() (*health.Status, error) { return well, nil }}, []string{"The bot is well.", "outbox"}, "Paused"},
		"ill":          {"operator status", Sources{Status: func() (*health.Status, error) { return ill, nil }}, []string{"Paused since 20 November, 11:00 (UTC).", "Something is wrong: relay.", "connection refused"}, "well"},
		"no store":     {"operator status", Sources{Status: func() (*health.Status, error) { return nil, errors.New("the disk fails") }}, []string{"The disk fails."}, ""},
		"nothing":      {"operator status", Sources{}, []string{"can't tell that"}, ""},
		"no mailbox":   {"operator why a@b", Sources{}, []string{"can't tell that"}, ""},
		"its own mail": {"operator why a@b", found("a@b", own), []string{"it has not left: held", "bo@example.net"}, ""},
		"a mail":       {"operator why <a@b>", found("<a@b>", came), []string{"dealt with that mail: played.", "ana@example.org", "command (C4) | C4\nnot read | D5"}, ""},
		"a link":       {"operator why a@b<mailto:a@b>", found("a@b", admin.Verdict{}), []string{"has not dealt with"}, ""},
		"two mails":    {"operator why a@b", found("a@b", came, admin.Verdict{}), []string{"2 mails", "none is known"}, ""},
	} {
		o, _ := read("", c.body)
		says, err := (&Unseen{o}).Look(t.Context(), c.from)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		said := text(says)
		for _, w := range c.want {
			if !strings.Contains(said, w) {
				t.Errorf("%s: there is no %q in\n%s", name, w, said)
			}
		}
		if c.lacks != "" && strings.Contains(said, c.lacks) {
			t.Errorf("%s: it says %q:\n%s", name, c.lacks, said)
		}
	}
}

// When the bot stops meanwhile there is no answer, and the mail is dealt with later.
func TestLookEnds(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	o, _ := read("", "operator why a@b")
	says, err := (&Unseen{o}).Look(ctx, Sources{Why: func(ctx context.Context, _ string) ([]admin.Verdict, error) {
		end()
		return nil, ctx.Err()
	}})
	if says != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", says, err)
	}
}

// found gives what finds mails by an id.
func found(id string, verdicts ...admin.Verdict) Sources {
	return Sources{Why: func(_ context.Context, asked string) ([]admin.Verdict, error) {
		if asked != id {
			return nil, fmt.Errorf("there is no %s", asked)
		}
		return verdicts, nil
	}}
}

func text(o *templates.Output) string {
	said := o.Title + " " + o.Words + "\n" + o.Quote
	for _, f := range o.Fields {
		said += "\n" + f[0] + ": " + f[1]
	}
	return said
}
