package mailbot_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/door"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/testing/quoting"
	"unlurbot/store"
	"unlurbot/templates"
)

// A mirror is a program that answers every mail that comes to an address, at
// once, and says nowhere that it is one.
type mirror struct {
	h       *bottest.Bot
	address string
	words   string        // what it writes each time; %d is another number each time
	style   quoting.Style // how it brings the mail back that it answers
	vouched bool          // the mail server is sure of its address
	keeps   bool          // it answers to the address that it should, with the ids
	read    int           // mails that it has answered
}

// answer answers the mails that have come since the last time, and says whether
// there were any.
func (m *mirror) answer() bool {
	b := m.h
	come := b.Person(m.address).Mails()[m.read:]
	for _, mail := range come {
		m.read++
		words := strings.ReplaceAll(m.words, "%d", fmt.Sprint(b.UID))
		raw := string(m.style.Answer(quoting.Mail{Subject: mail.Subject, Text: mail.Text, HTML: mail.HTML.String()}, words))
		_, body, _ := strings.Cut(raw, "Subject: ")
		head := fmt.Sprintf("From: %s\nMessage-ID: <%d@mirror.test>\n", m.address, b.UID)
		if m.vouched {
			_, domain, _ := strings.Cut(m.address, "@")
			head += "Authentication-Results: mx.example.org; dmarc=pass header.from=" + domain + "\n"
		}
		to := bottest.Address
		if m.keeps {
			to = mail.ReplyTo.Addr
			head += fmt.Sprintf("In-Reply-To: <%s>\n", mail.MessageID)
		}
		b.Receive(head + "To: " + to + "\nSubject: " + body)
	}
	return len(come) > 0
}

// untilSilent lets mirrors answer until nothing comes any more, for a day.
func untilSilent(t *testing.T, mirrors ...*mirror) {
	t.Helper()
	const never = 100
	for round := 0; ; round++ {
		busy := false
		for _, m := range mirrors {
			busy = m.answer() || busy
		}
		if !busy {
			return
		}
		if round == never {
			t.Fatal("it goes on for ever")
		}
	}
}

// mirrorWords are what a program may write above what it brings back.
var mirrorWords = []string{
	"", "Thank you for your mail.", "Ticket %d was opened.", "help", "show", "show\n\nTicket %d", "games", "yes", "no", "say hello", "C4", "black",
	"accept", "decline", "withdraw", "resign", "if any E5", "if any E5\nforget ifs", "name Robot", "unsubscribe", "challenge bo@example.net", "challenge eve@example.com\nwithdraw", "help\nshow\nhistory\nC4",
}

// mirrorStyles are a few of the ways to bring a mail back, for what does not hang
// on it, and all the names of ways.
func mirrorStyles(all bool) (styles []quoting.Style) {
	seen := map[string]bool{}
	for _, s := range quoting.Styles {
		few := s.Name == "marked" || s.Name == "copied" || s.Name == "HTML"
		if !seen[s.Name] && (all || few) {
			styles = append(styles, s)
		}
		seen[s.Name] = true
	}
	return styles
}

// newHallOfMirrors is a bot for many mirrors, one after the other, in memory
// where there is such a place. It does not hold all their mails to the law about
// our own words, which is slow: there is nothing new in them.
func newHallOfMirrors(t *testing.T) *bottest.Bot {
	t.Helper()
	if found, err := os.Stat("/dev/shm"); err == nil && found.IsDir() {
		t.Setenv("TMPDIR", "/dev/shm")
	}
	b := bottest.New(t)
	t.Cleanup(func() { b.Mails = map[string][]*store.Outgoing{} })
	return b
}

// mostToMirror is how many mails leave because of a mirror, to itself and to
// anybody else.
const mostToMirror = 3

// isAnswer says whether a mail is an answer to its reader.
func isAnswer(m *store.Outgoing) bool { return bottest.Field(m, "Auto-Submitted") == "auto-replied" }

// judgeMirrors holds what has left since a moment to the law.
func judgeMirrors(b *bottest.Bot, t *testing.T, most int) {
	t.Helper()
	to := map[string]int{}
	for _, m := range b.Fresh {
		to[fmt.Sprint(m.EnvelopeTo, " as an answer: ", isAnswer(m))]++
	}
	for who, n := range to {
		if n > most {
			t.Errorf("%d mails have left to %s", n, who)
			for _, m := range b.Fresh {
				t.Log(bottest.Line(m))
			}
		}
	}
}

// A mirror at the address of a player gets three answers in a day, and its
// opponent hears of it three times, whatever it writes and however it quotes, be
// it certainly the player's or perhaps.
func TestMirrorOfAPlayer(t *testing.T) {
	b, i := newHallOfMirrors(t), 0
	reflected := func(kind mirror, words string, style quoting.Style) {
		t.Run(fmt.Sprintf("token %v, vouched %v, %q, %s", kind.keeps, kind.vouched, words, style.Name), func(t *testing.T) {
			b.Now = b.Now.Add(48 * time.Hour)
			i++
			kind.h, kind.address, kind.words, kind.style = b, fmt.Sprintf("ana%d@example.org", i), words, style
			b.Begin(b.Person(kind.address), b.Person(fmt.Sprintf("bo%d@example.net", i)))
			kind.read = len(b.Person(kind.address).Mails()) - 1
			untilSilent(t, &kind)
			judgeMirrors(b, t, mostToMirror)
		})
	}
	for _, words := range bottest.Some(mirrorWords) {
		for _, style := range bottest.Some(mirrorStyles(words == "" || words == mirrorWords[1])) {
			reflected(mirror{keeps: true}, words, style)
		}
		reflected(mirror{vouched: true}, words, quoting.Styles[0])
		reflected(mirror{}, words, quoting.Styles[0])
	}
}

// The last answer to a mirror says that it is the last, and how to go on, if
// there is a person after all.
func TestMirrorIsTold(t *testing.T) {
	t.Parallel()
	for _, words := range []string{"Thank you for your mail.", "show", "help", "history", "C4"} {
		b := bottest.New(t)
		ana := b.Person("ana@example.org")
		b.Begin(ana, b.Person("bo@example.net"))
		m := &mirror{h: b, address: "ana@example.org", words: words, style: quoting.Styles[0], keeps: true}
		m.read = len(b.Person(m.address).Mails()) - 1
		untilSilent(t, m)
		for i, answer := range b.Fresh {
			told := strings.Contains(strings.Join(strings.Fields(answer.Text), " "), "I won't answer that again today")
			if answer.EnvelopeTo == m.address && told != (i == len(b.Fresh)-1) {
				t.Errorf("%q: answer %d of %d says that it is the last: %v", words, i+1, len(b.Fresh), told)
			}
		}
		if d := ana.Replies("games").Decision; d != decision.Answered {
			t.Errorf("after %q, another command is %s", words, d)
		}
		b.Now = b.Now.Add(door.RowLasts)
		if d := ana.Replies(words).Decision; d == decision.IgnoredLoop {
			t.Errorf("the next day %q is %s", words, d)
		}
	}
}

// A mirror at an address that is nobody's gets no more, whatever the mail was to
// which the bot answered first.
func TestMirrorOfAStranger(t *testing.T) {
	b, i := newHallOfMirrors(t), 0
	for _, kind := range []mirror{{keeps: true}, {vouched: true}, {vouched: true, keeps: true}, {}} {
		for _, words := range []string{"", "Thank you for your mail.", "help", "yes", "show", "challenge eve@example.com"} {
			for _, first := range []string{"help", "challenge eve@example.com", "What is this?"} {
				t.Run(fmt.Sprintf("token %v, vouched %v, %q to %q", kind.keeps, kind.vouched, words, first), func(t *testing.T) {
					b.Now = b.Now.Add(48 * time.Hour)
					i++
					m := kind
					m.h, m.address, m.words, m.style = b, fmt.Sprintf("robot%d@example.com", i), words, quoting.Styles[0]
					b.Write(bottest.Note{From: m.address, Body: first, Vouched: kind.vouched})
					b.Fresh = nil
					untilSilent(t, &m)
					judgeMirrors(b, t, mostToMirror)
				})
			}
		}
	}
}

// Two mirrors that play each other come to rest too. Each of them gets what it
// has brought about itself, and as much from the other.
func TestTwoMirrors(t *testing.T) {
	b := newHallOfMirrors(t)
	for i, first := range bottest.Some(mirrorWords) {
		for j, second := range []string{first, mirrorWords[(i+1)%len(mirrorWords)], mirrorWords[(i+7)%len(mirrorWords)]} {
			t.Run(fmt.Sprintf("%q and %q", first, second), func(t *testing.T) {
				b.Now = b.Now.Add(48 * time.Hour)
				ana := &mirror{h: b, address: fmt.Sprintf("ana%d-%d@example.org", i, j), words: first, style: quoting.Styles[0], keeps: true}
				bo := &mirror{h: b, address: fmt.Sprintf("bo%d-%d@example.net", i, j), words: second, style: quoting.Styles[0], keeps: true}
				b.Begin(b.Person(ana.address), b.Person(bo.address))
				ana.read, bo.read = len(b.Person(ana.address).Mails())-1, len(b.Person(bo.address).Mails())-1
				untilSilent(t, ana, bo)
				judgeMirrors(b, t, mostToMirror)
			})
		}
	}
}

// Two programs of which one asks for a move back and the other refuses change the game
// each time, and each time the other one is told; yet it ends.
func TestMirrorsThatTakeBack(t *testing.T) {
	t.Parallel()
	for _, second := range []string{"deny", "undo", "undo\ndeny"} {
		b := bottest.New(t)
		ana := &mirror{h: b, address: "ana@example.org", words: "undo", style: quoting.Styles[0], keeps: true}
		bo := &mirror{h: b, address: "bo@example.net", words: second, style: quoting.Styles[0], keeps: true}
		b.Begin(b.Person(ana.address), b.Person(bo.address))
		b.Person(ana.address).Replies("C4")
		b.Person(bo.address).Replies("D5")
		ana.read, bo.read = len(b.Person(ana.address).Mails())-1, len(b.Person(bo.address).Mails())-1
		untilSilent(t, ana, bo)
		b.Fresh = nil
	}
}

// A mirror that answers somebody who writes again and again is silent for a day:
// what the other one does wakes it, and it does not begin anew.
func TestMirrorStaysSilent(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	bo := b.Person("bo@example.net")
	b.Begin(bo, b.Person("ana@example.org"))
	m := &mirror{h: b, address: "ana@example.org", words: "show", style: quoting.Styles[0], keeps: true}
	m.read = len(b.Person(m.address).Mails())
	for i := range 20 {
		bo.Replies(fmt.Sprintf("say Are you there, %d?", i))
		untilSilent(t, m)
		b.Now = b.Now.Add(30 * time.Minute)
	}
	answers := 0
	for _, mail := range b.Person(m.address).Mails() {
		if isAnswer(mail) && bottest.Field(mail, "X-Unlur-Event") == string(templates.Show) {
			answers++
		}
	}
	if answers != mostToMirror {
		t.Errorf("%d answers in ten hours", answers)
	}
}

// Somebody who plays the same move in game after game, or accepts one invitation
// after the other, is no program, and hears of the one that is not possible.
func TestTheSameInManyGames(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	b.Configure(func(c *mailbot.Config) { c.Limits.InvitedBy = club.Plenty })
	var turns []*store.Outgoing
	for i := range 5 {
		b.Begin(ana, b.Person(fmt.Sprintf("bo%d@example.net", i)))
		turns = append(turns, ana.Last())
	}
	ana.Answers(turns[4], "D5")
	for i, want := range []decision.Decision{decision.Played, decision.Played, decision.Played, decision.Played, decision.Stale} {
		if d := ana.Answers(turns[i], "C4").Decision; d != want {
			t.Errorf("in game %d: %s, want %s", i+1, d, want)
		}
	}
	for i := range 5 {
		who := fmt.Sprintf("carla%d@example.org", i)
		b.Person(who).Writes("challenge ana@example.org").Is(decision.Challenged)
		if d := ana.Replies("accept").Decision; d != decision.Started {
			t.Errorf("invitation %d: %s", i+1, d)
		}
	}
}
