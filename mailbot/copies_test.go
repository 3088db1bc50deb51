package mailbot_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/mailbot"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// A copyist writes one mail in all the ways in which it can come: by Ana, with what
// proves her, and by others, who know all that stands in it but that.
type copyist struct {
	*bottest.Bot
	good, worn, others, elsewhere string // addresses of the bot: with a token that is good for Ana's move, with a spent one, with Bo's, with one of Ana's for another game
}

// newCopyist lets Ana and Bo play two games, of which the first one has come to Ana's
// second move.
func newCopyist(t *testing.T) *copyist {
	t.Helper()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	c := &copyist{Bot: b, worn: ana.Last().ReplyTo.Addr}
	ana.Replies("D5")
	bo.Replies("E6")
	c.good, c.others = ana.Last().ReplyTo.Addr, bo.Last().ReplyTo.Addr
	b.Begin(ana, bo)
	c.elsewhere = ana.Last().ReplyTo.Addr
	b.Fresh = nil
	return c
}

// certain are the ways in which Ana writes, the most certain one first, and doubtful
// those of others, of which each is less certain than all of hers.
var (
	certain  = []string{"vouched", "vouched, with her token", "with her token"}
	doubtful = []string{
		"with a spent token", "bare", "with Bo's token", "as spam", "as an automatic mail", "as a list does", "in bulk", "as one of ours", "as a bounce",
	}
)

// comes lets a mail come in one of these ways.
func (c *copyist) comes(way, subject, body string) decision.Decision {
	c.T.Helper()
	to, extra := bottest.Address, ""
	switch way {
	case "with a spent token":
		to = c.worn
	case "with Bo's token":
		to = c.others
	case "for the other game":
		to = c.elsewhere
	case "with her token", "vouched, with her token":
		to = c.good
	case "as spam":
		extra = "X-Spam-Flag: YES\n"
	case "as an automatic mail":
		extra = "Auto-Submitted: auto-replied\n"
	case "as a list does":
		extra = "List-Id: <x.test>\n"
	case "in bulk":
		extra = "Precedence: bulk\n"
	case "as one of ours":
		extra = "X-Loop: " + bottest.Address + "\n"
	case "as a bounce":
		extra = "Return-Path: <>\n"
	}
	if strings.HasPrefix(way, "vouched") {
		extra = bottest.Verdict("example.org") + extra
	}
	return c.Receive(fmt.Sprintf("%sFrom: ana@example.org\nTo: %s\nSubject: %s\nMessage-ID: <the-move@client.test>\n\n%s\n", extra, to, subject, body)).Decision
}

// Whatever copy of Ana's mail comes first, if it is less certain hers is dealt with,
// and once; and what comes behind hers changes nothing.
func TestForgedCopyIsNotTheMail(t *testing.T) {
	for _, hers := range certain {
		for _, forged := range bottest.Some(doubtful) {
			t.Run(forged+" before "+hers, func(t *testing.T) {
				t.Parallel()
				c := newCopyist(t)
				c.Brief = true
				if d := c.comes(forged, "our game", "#1 C4"); d == decision.Played || d == decision.Duplicate {
					t.Errorf("the forgery: %s", d)
				}
				if d := c.comes(hers, "our game", "#1 C4"); d != decision.Played || c.Record(1) != "D5 E6 C4" {
					t.Errorf("Ana's mail: %s, and the game is %s", d, c.Record(1))
				}
				c.Fresh = nil
				for _, way := range []string{forged, hers, "bare", "as an automatic mail"} {
					if d := c.comes(way, "our game", "#1 C4"); d != decision.Duplicate {
						t.Errorf("once more, %s: %s", way, d)
					}
				}
				if len(c.Fresh) > 0 || c.Record(1) != "D5 E6 C4" {
					t.Errorf("%d mails, and the game is %s", len(c.Fresh), c.Record(1))
				}
			})
		}
	}
}

// Each mail of a row of copies is more certain than the ones before: all are dealt
// with, and each answer is a mail of its own.
func TestCopiesMoreAndMoreCertain(t *testing.T) {
	c := newCopyist(t)
	for _, way := range []string{"as a list does", "bare", "with a spent token", "with her token"} {
		want := decision.Answered
		if way == "as a list does" {
			want = decision.IgnoredList
		}
		if d := c.comes(way, "", "games"); d != want {
			t.Errorf("%s: %s, want %s", way, d, want)
		}
	}
	ids := map[string]bool{}
	for _, m := range c.Fresh {
		ids[m.MessageID] = true
	}
	if len(c.Fresh) != 3 || len(ids) != 3 {
		t.Errorf("%d mails have %d ids", len(c.Fresh), len(ids))
	}

}

// A mail that is as certain as one before it and answers another one is no copy.
func TestCopyForAnotherGame(t *testing.T) {
	c := newCopyist(t)
	for range 2 {
		want := []decision.Decision{decision.Played, decision.Played}
		if c.Record(2) != "" {
			want = []decision.Decision{decision.Duplicate, decision.Duplicate}
		}
		for i, way := range []string{"for the other game", "with her token"} {
			if d := c.comes(way, "our game", "C4"); d != want[i] {
				t.Errorf("%s: %s, want %s", way, d, want[i])
			}
		}
	}
	if c.Record(1) != "D5 E6 C4" || c.Record(2) != "C4" {
		t.Errorf("the games are %s and %s", c.Record(1), c.Record(2))
	}

}

// The question that a forged copy led to is settled by the mail itself, whose answer
// says so: a "yes" to it plays nothing.
func TestQuestionOfACopyIsSettled(t *testing.T) {
	c := newCopyist(t)
	if d := c.comes("bare", "our game", "#1 C4"); d != decision.Held {
		t.Fatal(d)
	}
	question := c.Person("ana@example.org").Last()
	if d := c.comes("with her token", "our game", "#1 C4"); d != decision.Played {
		t.Fatal(d)
	}
	if got := c.Person("ana@example.org").Last(); !strings.Contains(flat(got), "You can ignore my question about the other copy.") {
		t.Errorf("Ana reads\n%s", got.Text)
	}
	c.Person("bo@example.net").Replies("F6")
	c.Fresh = nil
	if d := c.Person("ana@example.org").Answers(question, "yes").Decision; d != decision.Answered || c.Record(1) != "D5 E6 C4 F6" {
		t.Errorf("the answer to the question: %s, and the game is %s", d, c.Record(1))
	}
	if len(c.Fresh) != 1 || !strings.Contains(flat(c.Fresh[0]), "you've answered it already") {
		t.Errorf("%d mails", len(c.Fresh))
	}

}

// What a copy asked for and Ana has confirmed is done: her own mail, if it comes late,
// does not do it once more. What she has turned down is not.
func TestCopyThatWasConfirmed(t *testing.T) {
	for answer, want := range map[string]decision.Decision{"yes": decision.Duplicate, "no": decision.Said} {
		c := newCopyist(t)
		if d := c.comes("bare", "our game", "say hello #1"); d != decision.Held {
			t.Fatal(d)
		}
		c.Person("ana@example.org").Replies(answer)
		c.Fresh = nil
		if d := c.comes("with her token", "our game", "say hello #1"); d != want || (len(c.Fresh) > 0) != (want == decision.Said) {
			t.Errorf("after %s: %s, %d mails", answer, d, len(c.Fresh))
		}
		if d := c.comes("with her token", "our game", "say hello #1"); d != decision.Duplicate {
			t.Errorf("again after %s: %s", answer, d)
		}
		c.Fresh = nil
	}
}

// A copy that has a little more to prove it, and not enough, is asked about instead.
func TestQuestionOfACopyIsReplaced(t *testing.T) {
	c := newCopyist(t)
	for _, way := range []string{"bare", "with a spent token"} {
		if d := c.comes(way, "our game", "#2 resign"); d != decision.Held {
			t.Fatalf("%s: %s", way, d)
		}
	}
	asked := c.Person("ana@example.org").Mails()
	if strings.Contains(c.Person("ana@example.org").Last().Text, "the other copy") {
		t.Error("the second question says that none is open")
	}
	c.Fresh = nil
	if d := c.Person("ana@example.org").Answers(asked[len(asked)-2], "yes").Decision; d != decision.Answered {
		t.Errorf("yes to the first question: %s", d)
	}
	if d := c.Person("ana@example.org").Answers(asked[len(asked)-1], "yes").Decision; d != decision.Played {
		t.Errorf("yes to the second one: %s", d)
	}

}

// The same with somebody who has never written: the question whether she wants to
// play is no longer open when her own mail comes, for which the server vouches.
func TestCopyOfANewcomersMail(t *testing.T) {
	t.Parallel()
	const mail = "From: vic@example.com\nTo: " + bottest.Address + "\nSubject: hello\nMessage-ID: <1@client.test>\n\nchallenge bo@example.net first\n"
	for forgery, want := range map[string]decision.Decision{mail: decision.Held, "X-Spam-Flag: YES\n" + mail: decision.IgnoredSpam, "List-Id: <x.test>\n" + mail: decision.IgnoredList} {
		b := bottest.New(t)
		vic := b.Person("vic@example.com")
		if d := b.Receive(forgery).Decision; d != want {
			t.Errorf("the forgery: %s, want %s", d, want)
		}
		asked := vic.Mails()
		if d := b.Receive(bottest.Verdict("example.com") + mail).Decision; d != decision.Challenged {
			t.Errorf("Vic's own mail: %s", d)
		}
		b.Fresh = nil
		if len(asked) > 0 {
			if d := vic.Answers(asked[0], "yes").Decision; d != decision.Answered || len(b.Fresh) != 1 {
				t.Errorf("yes to the question: %s, %d mails", d, len(b.Fresh))
			}
		}
		b.Fresh = nil
	}
}

// Whoever was not answered, because of a limit or of what a filter has said, may send
// the same mail again.
func TestCopyOfWhatWasNotAnswered(t *testing.T) {
	c := newCopyist(t)
	c.Configure(func(c *mailbot.Config) { c.Limits.MailsIn = 1 })
	if d := c.comes("with her token", "", "#1 C4"); d != decision.Limited {
		t.Fatal(d)
	}
	if d := c.comes("with her token", "", "#1 C4"); d != decision.Limited {
		t.Errorf("at once: %s", d)
	}
	c.Now = c.Now.Add(time.Hour)
	if d := c.comes("with her token", "", "#1 C4"); d != decision.Played {
		t.Errorf("an hour later: %s", d)
	}
	if d := c.comes("with her token", "", "#1 C4"); d != decision.Duplicate {
		t.Errorf("and again: %s", d)
	}
	c.Fresh = nil

	c.Configure(func(c *mailbot.Config) { c.Limits.MailsIn = club.Plenty })
	const mail = "From: vic@example.com\nTo: " + bottest.Address + "\nSubject: hello\nMessage-ID: <1@client.test>\n\nhelp\n"
	for _, step := range []struct {
		mail string
		want decision.Decision
	}{{"X-Spam-Flag: YES\n" + mail, decision.IgnoredSpam}, {mail, decision.NotUnderstood}, {mail, decision.Duplicate}} {
		if d := c.Receive(step.mail).Decision; d != step.want {
			t.Errorf("%s: %s, want %s", step.mail, d, step.want)
		}
	}

}

// Read again after a backup was restored, from any moment on, forged copies and the
// mails themselves end as they did, and the answers are the same mails.
func TestRestoredCopies(t *testing.T) {
	ways := []string{"as an automatic mail", "bare", "with Bo's token", "with a spent token", "for the other game", "with her token", "bare", "with her token", "vouched"}
	for kept := range len(ways) + 1 {
		c := newCopyist(t)
		c.Brief = true
		backup := ""
		for i, way := range append(ways, "") {
			if i == kept {
				backup, c.Fresh = c.Backup(), nil
			}
			if way != "" {
				c.comes(way, "our game", "C4")
			}
		}
		lost, records := whatWas(c.Fresh), [2]string{c.Record(1), c.Record(2)}
		c.Now, c.Fresh = c.Now.Add(time.Hour), nil
		c.GoBackTo(backup)
		for _, again := range filedSince(c.Bot, 0) { // some of them are older than the backup
			_, err := c.Mailbot.Receive(t.Context(), again)
			c.Check(err)
			c.Quiet()
		}
		if diff := cmp.Diff(lost, whatWas(c.Fresh)); diff != "" {
			t.Errorf("from mail %d on the answers are others:\n%s", kept, diff)
		}
		if now := [2]string{c.Record(1), c.Record(2)}; now != records {
			t.Errorf("from mail %d on the games are %q, and were %q", kept, now, records)
		}
		c.Fresh = nil
	}
}

// whatWas tells mails by their ids.
func whatWas(mails []*store.Outgoing) (lines []string) {
	all := map[string]string{}
	for _, m := range mails {
		all[m.MessageID] = bottest.Line(m) + "\n" + m.Text
	}
	for _, id := range slices.Sorted(maps.Keys(all)) {
		lines = append(lines, id+" "+all[id])
	}
	return lines
}

// A stranger for whom our server vouches is read, however many forged mails came first.
func TestForgedMailsOfANewcomer(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	vic := b.Person("vic@example.com")
	for range b.Config.Limits.MailsIn + 1 {
		vic.WritesUnproven("help")
	}
	b.Fresh = nil
	vic.Writes("challenge bo@example.net").Is(decision.Challenged)

}
