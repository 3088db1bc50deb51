package mailbot_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/health"
	"unlurbot/mailbot/monthly"
	"unlurbot/mailbot/puzzles"
	"unlurbot/mailbot/testing/bottest"
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
//	operator ACT WHOM WHAT: REASON  what the operator does, see bottest.Bot.Operator
//	fair play: WORDS                those of the operator
//	net on                          there is a safety net from now on; or off, as before
//	cups on                         there are cups from now on; or off, as before
//	ladder on                       the same of the ladder
//	robots on                       and of robots
//	puzzles on                      and of puzzles
//	bare address                    the bot's address takes no +detail from now on
//	told ADDRESS                    this is who hears of what the bot can't mend
//	month                           what has happened is counted, and the operator hears of a month that is over
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
	b := bottest.New(t)
	var decisions []string
	months := map[*mailbot.Bot]*monthly.Monthly{}
	for i := range script.Files {
		section := &script.Files[i]
		body := strings.TrimSuffix(string(section.Data), "\n")
		words := strings.Fields(section.Name)
		var got string
		switch {
		case words[0] == "mails":
			for i, m := range b.Fresh {
				if i > 0 {
					got += strings.Repeat("=", 72) + "\n"
				}
				got += b.Whole(m)
			}
			got = storeSize.ReplaceAllString(got, "$1{size}")
			b.Fresh = nil
		case words[0] == "lines":
			for _, m := range b.Fresh {
				got += bottest.Line(m) + "\n"
			}
			b.Fresh = nil
		case words[0] == "decisions":
			got = strings.Join(decisions, "\n") + "\n"
			decisions = nil
		case words[0] == "operator":
			decisions = append(decisions, b.Operator(strings.TrimPrefix(section.Name, "operator ")))
			continue
		case arranged(b, words):
			continue
		case words[0] == "month":
			if months[b.Mailbot] == nil {
				months[b.Mailbot] = b.Mailbot.Monthly(&config.Config{Monthly: true, Operator: b.Config.Operator, Keep: config.Keep{Done: time.Hour}}, mailbot.Credentials{}, func() *health.Backup {
					return &health.Backup{Server: health.Server{Worked: b.Now.Add(-5 * time.Hour)}}
				})
			}
			b.Look()
			b.Check(months[b.Mailbot].Look(t.Context()))
			b.Quiet()
			continue
		default:
			decisions = append(decisions, string(performSection(b, section.Name, words, body)))
			continue
		}
		if *update {
			section.Data = []byte(got)
		} else if diff := cmp.Diff(string(section.Data), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", section.Name, diff)
		}
	}
	if len(b.Fresh) > 0 {
		t.Errorf("the story ends with %d mails that nobody looked at", len(b.Fresh))
	}
	if *update {
		b.Check(os.WriteFile(file, txtar.Format(script), 0o644))
	}
}

// storeSize is in the mail of the month, and follows from much that a conversation is not about.
var storeSize = regexp.MustCompile(`(Store: +)\d+ [KM]B(, \d+ [KM]B more than a month earlier)?`)

var tokenPlace = regexp.MustCompile(`{[^ }]+@[^ }]+}`)

// arranged plays a section in which nobody writes, if it is one.
func arranged(b *bottest.Bot, words []string) bool {
	b.T.Helper()
	if len(words) == 4 && words[1] == "lives" {
		b.Person(words[0]).LivesIn(words[3])
		return true
	}
	switch words[0] {
	case "told":
		b.Configure(func(c *mailbot.Config) { c.Operator = words[1] })
	case "bare":
		b.Configure(func(c *mailbot.Config) { c.BareAddress = true })
	case "clock":
		b.Pass(duration(b, words[1]))
	case "date":
		var err error
		b.Now, err = time.Parse(time.RFC3339, words[1])
		b.Check(err)
	case "outage":
		b.Outage(duration(b, words[1]))
	case "waited":
		b.Waited = duration(b, words[1])
	case "undo":
		b.Configure(func(c *mailbot.Config) { c.UndoGrace = duration(b, words[2]) })
	case "fair":
		b.Configure(func(c *mailbot.Config) { c.FairPlay = strings.Join(words[2:], " ") })
	case "net":
		b.Configure(func(c *mailbot.Config) { c.Net = words[1] == "on" })
	case "cups":
		b.Configure(func(c *mailbot.Config) { c.Cups = words[1] == "on" })
	case "robots":
		b.Configure(func(c *mailbot.Config) { c.Robots = words[1] == "on" })
	case "puzzles":
		b.Configure(func(c *mailbot.Config) { c.Puzzles = map[string]int{"on": puzzles.Games}[words[1]] })
	case "ladder":
		b.Configure(func(c *mailbot.Config) { c.Ladder = words[1] == "on" })
	default:
		return false
	}
	return true
}

func duration(b *bottest.Bot, text string) time.Duration {
	b.T.Helper()
	d, err := time.ParseDuration(text)
	b.Check(err)
	return d
}

// perform plays a section in which somebody writes.
func performSection(b *bottest.Bot, name string, words []string, body string) decision.Decision {
	b.T.Helper()
	if name == "raw" {
		return b.Receive(tokenPlace.ReplaceAllStringFunc(body, func(place string) string {
			detail, _ := bottest.Own.Detail(b.Person(strings.Trim(place, "{}")).Last().ReplyTo.Addr)
			return detail
		})).Decision
	}
	head, subject, _ := strings.Cut(name, ":")
	switch verb := strings.Join(strings.Fields(head)[1:], " "); {
	case verb == "writes", verb == "writes, vouched":
		return b.Write(bottest.Note{From: words[0], Subject: strings.TrimSpace(subject), Body: body, Vouched: strings.HasSuffix(verb, "vouched")}).Decision
	case strings.HasPrefix(verb, "unsubscribes"):
		switch in := strings.TrimSpace(strings.TrimPrefix(verb, "unsubscribes")); {
		case in == "":
			return b.Person(words[0]).Clicks(b.Person(words[0]).Last()).Decision
		case strings.Contains(in, "@"):
			return b.Person(words[0]).Clicks(b.Person(in).Last()).Decision
		}
		return b.Person(words[0]).Clicks(mailBefore(b, words[0], verb)).Decision
	case verb == "bounces":
		return b.Receive(bottest.Returned(b.Person(words[0]).Last(), "failed", "5.1.1")).Decision
	case verb == "is delayed":
		return b.Receive(bottest.Returned(b.Person(words[0]).Last(), "delayed", "4.4.1")).Decision
	case strings.HasPrefix(verb, "bounces to "):
		return b.Receive(bottest.Returned(mailBefore(b, words[0], verb), "failed", "5.1.1")).Decision
	case verb == "replies by subject":
		return b.Write(bottest.Note{From: words[0], Subject: "AW: " + b.Person(words[0]).Last().Subject, Body: body}).Decision
	case verb == "replies":
		return b.Person(words[0]).Replies(body).Decision
	case strings.HasPrefix(verb, "replies to "):
		return b.Person(words[0]).Answers(mailBefore(b, words[0], verb), body).Decision
	}
	b.T.Fatalf("%s: no such section", name)
	return ""
}

// back gives the mail that the last word of a verb counts back to, from the
// last one that somebody got, which is -1.
func mailBefore(b *bottest.Bot, address, verb string) *store.Outgoing {
	b.T.Helper()
	count, err := strconv.Atoi(verb[strings.LastIndexByte(verb, ' ')+1:])
	got := b.Person(address).Mails()
	if err != nil || count >= 0 || -count > len(got) {
		b.T.Fatalf("%s %s: there is no such mail", address, verb)
	}
	return got[len(got)+count]
}
