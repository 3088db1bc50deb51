package mailbot

import (
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"unlurbot/store"
)

var update = flag.Bool("update", false, "rewrite what the mails of the conversations should be")

// TestConversations plays testdata/conversations/*.txt. Each is a story in
// sections:
//
//	ADDRESS writes: SUBJECT         a new mail with the section for its text
//	ADDRESS writes, vouched: ...    the same, and our mail server is sure of the sender
//	ADDRESS replies                 an answer to the last mail of that person
//	ADDRESS replies to -2           to the one before; -3 ...
//	ADDRESS replies by subject      the same, by a program that keeps nothing but that
//	ADDRESS unsubscribes            a click on List-Unsubscribe in the last mail
//	ADDRESS unsubscribes to -2      in the one before; -3 ...
//	ADDRESS unsubscribes OTHER      in the last mail that somebody else got
//	ADDRESS bounces                 the last mail to that person comes back
//	ADDRESS bounces to -2           the one before; -3 ...
//	ADDRESS is delayed              the last mail has not arrived yet
//	ADDRESS lives in ZONE           what that person's mails have in Date, UTC before
//	raw                             a mail, byte for byte, but {ADDRESS} is the token
//	                                of the last mail to that person
//	clock 24h                       time goes by, and what is due happens
//	date 2028-02-28T12:00:00Z       it is another day, and nothing has happened since
//	outage 168h                     time goes by in which the bot reads no mails
//	waited 24h                      the next mail has lain in the mailbox for so long
//	undo grace 10m                  from now on mails about moves leave later
//	bare address                    the bot's address takes no +detail from now on
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
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			converse(t, file)
		})
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
		case h.arranged(words):
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

var tokenPlace = regexp.MustCompile(`{[^ }]+@[^ }]+}`)

// arranged plays a section in which nobody writes, if it is one.
func (h *house) arranged(words []string) bool {
	h.t.Helper()
	if len(words) == 4 && words[1] == "lives" {
		h.live(words[0], words[3])
		return true
	}
	switch words[0] {
	case "bare":
		h.bot.cfg.BareAddress = true
	case "clock":
		h.pass(h.duration(words[1]))
	case "date":
		var err error
		h.now, err = time.Parse(time.RFC3339, words[1])
		h.check(err)
	case "outage":
		h.outage(h.duration(words[1]))
	case "waited":
		h.waited = h.duration(words[1])
	case "undo":
		h.bot.cfg.UndoGrace = h.duration(words[2])
	default:
		return false
	}
	return true
}

func (h *house) duration(text string) time.Duration {
	h.t.Helper()
	d, err := time.ParseDuration(text)
	h.check(err)
	return d
}

// perform plays a section in which somebody writes.
func (h *house) perform(name string, words []string, body string) Decision {
	h.t.Helper()
	if name == "raw" {
		return h.receive(tokenPlace.ReplaceAllStringFunc(body, func(place string) string {
			detail, _ := h.bot.cfg.own().Detail(h.last(strings.Trim(place, "{}")).ReplyTo.Addr)
			return detail
		}))
	}
	head, subject, _ := strings.Cut(name, ":")
	switch verb := strings.Join(strings.Fields(head)[1:], " "); {
	case verb == "writes", verb == "writes, vouched":
		return h.write(note{from: words[0], subject: strings.TrimSpace(subject), body: body, vouched: strings.HasSuffix(verb, "vouched")})
	case strings.HasPrefix(verb, "unsubscribes"):
		switch in := strings.TrimSpace(strings.TrimPrefix(verb, "unsubscribes")); {
		case in == "":
			return h.click(words[0], h.last(words[0]))
		case strings.Contains(in, "@"):
			return h.click(words[0], h.last(in))
		}
		return h.click(words[0], h.back(words[0], verb))
	case verb == "bounces":
		return h.receive(returned(h.last(words[0]), "failed", "5.1.1"))
	case verb == "is delayed":
		return h.receive(returned(h.last(words[0]), "delayed", "4.4.1"))
	case strings.HasPrefix(verb, "bounces to "):
		return h.receive(returned(h.back(words[0], verb), "failed", "5.1.1"))
	case verb == "replies by subject":
		return h.write(note{from: words[0], subject: "AW: " + h.last(words[0]).Subject, body: body})
	case verb == "replies":
		return h.reply(words[0], body)
	case strings.HasPrefix(verb, "replies to "):
		return h.write(note{from: words[0], answers: h.back(words[0], verb), body: body})
	}
	h.t.Fatalf("%s: no such section", name)
	return ""
}

// click is what a mail program sends that unsubscribes somebody of a mail.
func (h *house) click(from string, m *store.Outgoing) Decision {
	h.t.Helper()
	link, err := url.Parse(strings.Trim(field(m, "List-Unsubscribe"), "<>"))
	h.check(err)
	return h.write(note{from: from, to: link.Opaque, subject: link.Query().Get("subject")})
}

// back gives the mail that the last word of a verb counts back to, from the
// last one that somebody got, which is -1.
func (h *house) back(address, verb string) *store.Outgoing {
	h.t.Helper()
	count, err := strconv.Atoi(verb[strings.LastIndexByte(verb, ' ')+1:])
	got := h.mails[address]
	if err != nil || count >= 0 || -count > len(got) {
		h.t.Fatalf("%s %s: there is no such mail", address, verb)
	}
	return got[len(got)+count]
}

// returned is what a mail server writes about a mail that it could not deliver
// (RFC 3464), or not yet.
func returned(m *store.Outgoing, action, status string) string {
	return fmt.Sprintf(`Return-Path: <>
From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
To: %[1]s
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"
Message-ID: <%[2]s.%[5]s>

--b1
Content-Type: text/plain

The mail system

<%[4]s>: something is wrong

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; %[4]s
Action: %[2]s
Status: %[3]s

--b1
Content-Type: text/rfc822-headers

Return-Path: <%[1]s>
Message-ID: <%[5]s>
Subject: %[6]s

--b1--
`, m.EnvelopeFrom, action, status, m.EnvelopeTo, m.MessageID, m.Subject)
}
