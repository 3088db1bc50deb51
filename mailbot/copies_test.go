package mailbot

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/store"
)

// A copyist writes one mail in all the ways in which it can come: by Ana, with what
// proves her, and by others, who know all that stands in it but that.
type copyist struct {
	*house
	good, worn, others, elsewhere string // addresses of the bot: with a token that is good for Ana's move, with a spent one, with Bo's, with one of Ana's for another game
}

// newCopyist lets Ana and Bo play two games, of which the first one has come to Ana's
// second move.
func newCopyist(t *testing.T) *copyist {
	t.Helper()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	c := &copyist{house: h, worn: h.last("ana@example.org").ReplyTo.Addr}
	h.reply("ana@example.org", "D5")
	h.reply("bo@example.net", "E6")
	c.good, c.others = h.last("ana@example.org").ReplyTo.Addr, h.last("bo@example.net").ReplyTo.Addr
	h.begin("ana@example.org", "bo@example.net")
	c.elsewhere = h.last("ana@example.org").ReplyTo.Addr
	h.fresh = nil
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
func (c *copyist) comes(way, subject, body string) Decision {
	c.t.Helper()
	to, extra := botAddress, ""
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
		extra = "X-Loop: " + botAddress + "\n"
	case "as a bounce":
		extra = "Return-Path: <>\n"
	}
	if strings.HasPrefix(way, "vouched") {
		extra = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n" + border + extra
	}
	return c.receive(fmt.Sprintf("%sFrom: ana@example.org\nTo: %s\nSubject: %s\nMessage-ID: <the-move@client.test>\n\n%s\n", extra, to, subject, body))
}

// Whatever copy of Ana's mail comes first, if it is less certain hers is dealt with,
// and once; and what comes behind hers changes nothing.
func TestForgedCopyIsNotTheMail(t *testing.T) {
	for _, hers := range certain {
		for _, forged := range some(doubtful) {
			t.Run(forged+" before "+hers, func(t *testing.T) {
				t.Parallel()
				c := newCopyist(t)
				c.brief = true
				if d := c.comes(forged, "our game", "#1 C4"); d == Played || d == Duplicate {
					t.Errorf("the forgery: %s", d)
				}
				if d := c.comes(hers, "our game", "#1 C4"); d != Played || c.record(1) != "D5 E6 C4" {
					t.Errorf("Ana's mail: %s, and the game is %s", d, c.record(1))
				}
				c.fresh = nil
				for _, way := range []string{forged, hers, "bare", "as an automatic mail"} {
					if d := c.comes(way, "our game", "#1 C4"); d != Duplicate {
						t.Errorf("once more, %s: %s", way, d)
					}
				}
				if len(c.fresh) > 0 || c.record(1) != "D5 E6 C4" {
					t.Errorf("%d mails, and the game is %s", len(c.fresh), c.record(1))
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
		want := Answered
		if way == "as a list does" {
			want = IgnoredList
		}
		if d := c.comes(way, "", "games"); d != want {
			t.Errorf("%s: %s, want %s", way, d, want)
		}
	}
	ids := map[string]bool{}
	for _, m := range c.fresh {
		ids[m.MessageID] = true
	}
	if len(c.fresh) != 3 || len(ids) != 3 {
		t.Errorf("%d mails have %d ids", len(c.fresh), len(ids))
	}
	c.fresh = nil
}

// A mail that is as certain as one before it and answers another one is no copy.
func TestCopyForAnotherGame(t *testing.T) {
	c := newCopyist(t)
	for range 2 {
		want := []Decision{Played, Played}
		if c.record(2) != "" {
			want = []Decision{Duplicate, Duplicate}
		}
		for i, way := range []string{"for the other game", "with her token"} {
			if d := c.comes(way, "our game", "C4"); d != want[i] {
				t.Errorf("%s: %s, want %s", way, d, want[i])
			}
		}
	}
	if c.record(1) != "D5 E6 C4" || c.record(2) != "C4" {
		t.Errorf("the games are %s and %s", c.record(1), c.record(2))
	}
	c.fresh = nil
}

// The question that a forged copy led to is settled by the mail itself, whose answer
// says so: a "yes" to it plays nothing.
func TestQuestionOfACopyIsSettled(t *testing.T) {
	c := newCopyist(t)
	if d := c.comes("bare", "our game", "#1 C4"); d != Held {
		t.Fatal(d)
	}
	question := c.last("ana@example.org")
	if d := c.comes("with her token", "our game", "#1 C4"); d != Played {
		t.Fatal(d)
	}
	if got := c.last("ana@example.org"); !strings.Contains(flat(got), "You can ignore my question about a copy of this mail.") {
		t.Errorf("Ana reads\n%s", got.Text)
	}
	c.reply("bo@example.net", "F6")
	c.fresh = nil
	if d := c.write(note{from: "ana@example.org", answers: question, body: "yes"}); d != Answered || c.record(1) != "D5 E6 C4 F6" {
		t.Errorf("the answer to the question: %s, and the game is %s", d, c.record(1))
	}
	if len(c.fresh) != 1 || !strings.Contains(flat(c.fresh[0]), "What I asked you to confirm has been answered before") {
		t.Errorf("%d mails", len(c.fresh))
	}
	c.fresh = nil
}

// What a copy asked for and Ana has confirmed is done: her own mail, if it comes late,
// does not do it once more. What she has turned down is not.
func TestCopyThatWasConfirmed(t *testing.T) {
	for answer, want := range map[string]Decision{"yes": Duplicate, "no": Said} {
		c := newCopyist(t)
		if d := c.comes("bare", "our game", "say hello #1"); d != Held {
			t.Fatal(d)
		}
		c.reply("ana@example.org", answer)
		c.fresh = nil
		if d := c.comes("with her token", "our game", "say hello #1"); d != want || (len(c.fresh) > 0) != (want == Said) {
			t.Errorf("after %s: %s, %d mails", answer, d, len(c.fresh))
		}
		if d := c.comes("with her token", "our game", "say hello #1"); d != Duplicate {
			t.Errorf("again after %s: %s", answer, d)
		}
		c.fresh = nil
	}
}

// A copy that has a little more to prove it, and not enough, is asked about instead.
func TestQuestionOfACopyIsReplaced(t *testing.T) {
	c := newCopyist(t)
	for _, way := range []string{"bare", "with a spent token"} {
		if d := c.comes(way, "our game", "#2 resign"); d != Held {
			t.Fatalf("%s: %s", way, d)
		}
	}
	asked := c.mails["ana@example.org"]
	if strings.Contains(c.last("ana@example.org").Text, "a copy of this mail") {
		t.Error("the second question says that none is open")
	}
	c.fresh = nil
	if d := c.write(note{from: "ana@example.org", answers: asked[len(asked)-2], body: "yes"}); d != Answered {
		t.Errorf("yes to the first question: %s", d)
	}
	if d := c.write(note{from: "ana@example.org", answers: asked[len(asked)-1], body: "yes"}); d != Played {
		t.Errorf("yes to the second one: %s", d)
	}
	c.fresh = nil
}

// The same with somebody who has never written: the question whether she wants to
// play is no longer open when her own mail comes, for which the server vouches.
func TestCopyOfANewcomersMail(t *testing.T) {
	const mail = "From: vic@example.com\nTo: " + botAddress + "\nSubject: hello\nMessage-ID: <1@client.test>\n\nchallenge bo@example.net first\n"
	for forgery, want := range map[string]Decision{mail: Held, "X-Spam-Flag: YES\n" + mail: IgnoredSpam, "List-Id: <x.test>\n" + mail: IgnoredList} {
		h := newHouse(t)
		if d := h.receive(forgery); d != want {
			t.Errorf("the forgery: %s, want %s", d, want)
		}
		asked := h.mails["vic@example.com"]
		if d := h.receive("Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\n" + border + mail); d != Challenged {
			t.Errorf("Vic's own mail: %s", d)
		}
		h.fresh = nil
		if len(asked) > 0 {
			if d := h.write(note{from: "vic@example.com", answers: asked[0], body: "yes"}); d != Answered || len(h.fresh) != 1 {
				t.Errorf("yes to the question: %s, %d mails", d, len(h.fresh))
			}
		}
		h.fresh = nil
	}
}

// Whoever was not answered, because of a limit or of what a filter has said, may send
// the same mail again.
func TestCopyOfWhatWasNotAnswered(t *testing.T) {
	c := newCopyist(t)
	c.bot.cfg.Limits.MailsIn = 1
	if d := c.comes("with her token", "", "#1 C4"); d != Limited {
		t.Fatal(d)
	}
	if d := c.comes("with her token", "", "#1 C4"); d != Limited {
		t.Errorf("at once: %s", d)
	}
	c.now = c.now.Add(time.Hour)
	if d := c.comes("with her token", "", "#1 C4"); d != Played {
		t.Errorf("an hour later: %s", d)
	}
	if d := c.comes("with her token", "", "#1 C4"); d != Duplicate {
		t.Errorf("and again: %s", d)
	}
	c.fresh = nil

	c.bot.cfg.Limits.MailsIn = plenty
	const mail = "From: vic@example.com\nTo: " + botAddress + "\nSubject: hello\nMessage-ID: <1@client.test>\n\nhelp\n"
	for _, step := range []struct {
		mail string
		want Decision
	}{{"X-Spam-Flag: YES\n" + mail, IgnoredSpam}, {mail, NotUnderstood}, {mail, Duplicate}} {
		if d := c.receive(step.mail); d != step.want {
			t.Errorf("%s: %s, want %s", step.mail, d, step.want)
		}
	}
	c.fresh = nil
}

// Read again after a backup was restored, from any moment on, forged copies and the
// mails themselves end as they did, and the answers are the same mails.
func TestRestoredCopies(t *testing.T) {
	ways := []string{"as an automatic mail", "bare", "with Bo's token", "with a spent token", "for the other game", "with her token", "bare", "with her token", "vouched"}
	for kept := range len(ways) + 1 {
		c := newCopyist(t)
		c.brief = true
		backup := ""
		for i, way := range append(ways, "") {
			if i == kept {
				backup, c.fresh = c.backup(), nil
			}
			if way != "" {
				c.comes(way, "our game", "C4")
			}
		}
		lost, records := whatWas(c.fresh), [2]string{c.record(1), c.record(2)}
		c.now, c.fresh = c.now.Add(time.Hour), nil
		c.goBackTo(backup)
		for _, again := range c.filedSince(0) { // some of them are older than the backup
			_, err := c.bot.Receive(t.Context(), again)
			c.check(err)
			c.post()
		}
		if diff := cmp.Diff(lost, whatWas(c.fresh)); diff != "" {
			t.Errorf("from mail %d on the answers are others:\n%s", kept, diff)
		}
		if now := [2]string{c.record(1), c.record(2)}; now != records {
			t.Errorf("from mail %d on the games are %q, and were %q", kept, now, records)
		}
		c.fresh = nil
	}
}

// whatWas tells mails by their ids.
func whatWas(mails []*store.Outgoing) (lines []string) {
	all := map[string]string{}
	for _, m := range mails {
		all[m.MessageID] = line(m) + "\n" + m.Text
	}
	for _, id := range slices.Sorted(maps.Keys(all)) {
		lines = append(lines, id+" "+all[id])
	}
	return lines
}

// A stranger for whom our server vouches is read, however many forged mails came first.
func TestForgedMailsOfANewcomer(t *testing.T) {
	h := newHouse(t)
	for range h.bot.cfg.Limits.MailsIn + 1 {
		h.write(note{from: "vic@example.com", body: "help"})
	}
	h.fresh = nil
	if d := h.write(note{from: "vic@example.com", vouched: true, body: "challenge bo@example.net"}); d != Challenged {
		t.Error(d)
	}
	h.fresh = nil
}
