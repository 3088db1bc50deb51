package mailbot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/token"
)

// Each row of the table in package author. Ana and Bo play; it is Ana's turn.
func TestWhoMayAct(t *testing.T) {
	t.Parallel()
	for _, row := range bottest.Some([]struct {
		name     string
		note     func(b *bottest.Bot) bottest.Note
		want     decision.Decision
		informed string // who is written to
	}{
		{"token and its player", func(b *bottest.Bot) bottest.Note {
			return bottest.Note{From: "ana@example.org", Answers: b.Person("ana@example.org").Last(), Body: "C4"}
		}, decision.Played, "bo@example.net ana@example.org"},
		{"token and its player in other letters", func(b *bottest.Bot) bottest.Note {
			m := *b.Person("ana@example.org").Last()
			m.ReplyTo.Addr = strings.ToUpper(m.ReplyTo.Addr)
			return bottest.Note{From: "ANA@Example.ORG", Answers: &m, Body: "C4"}
		}, decision.Played, "bo@example.net ana@example.org"},
		{"token, and the server says the From is false", func(b *bottest.Bot) bottest.Note {
			return bottest.Note{From: "ana@example.org", Answers: b.Person("ana@example.org").Last(), Body: "C4", Extra: "Authentication-Results: mx.example.org; dmarc=fail header.from=example.org\n" + bottest.Border}
		}, decision.Played, "bo@example.net ana@example.org"},
		{"token of the opponent, quoted by an innocent copy", func(b *bottest.Bot) bottest.Note {
			return bottest.Note{From: "bo@example.net", Answers: b.Person("ana@example.org").Last(), Body: "C4"}
		}, decision.Held, "bo@example.net"},
		{"the same, and the server vouches for the opponent", func(b *bottest.Bot) bottest.Note {
			return bottest.Note{From: "bo@example.net", Answers: b.Person("ana@example.org").Last(), Body: "C4", Vouched: true}
		}, decision.Refused, "bo@example.net"},
		{"token and a stranger", func(b *bottest.Bot) bottest.Note {
			return bottest.Note{From: "mal@example.com", Answers: b.Person("ana@example.org").Last(), Body: "C4"}
		}, decision.Held, "ana@example.org"},
		{"token and a stranger whom the server vouches for", func(b *bottest.Bot) bottest.Note {
			return bottest.Note{From: "mal@example.com", Answers: b.Person("ana@example.org").Last(), Body: "C4", Vouched: true}
		}, decision.Held, "ana@example.org"},
		{"no token, vouched for", func(*bottest.Bot) bottest.Note {
			return bottest.Note{From: "ana@example.org", Body: "C4", Vouched: true}
		}, decision.Played, "bo@example.net ana@example.org"},
		{"no token, not vouched for", func(*bottest.Bot) bottest.Note {
			return bottest.Note{From: "ana@example.org", Body: "C4"}
		}, decision.Held, "ana@example.org"},
		{"no token, vouched for by somebody else", func(*bottest.Bot) bottest.Note {
			return bottest.Note{From: "ana@example.org", Body: "C4", Extra: "Authentication-Results: evil.example.com; dmarc=pass header.from=example.org\n" + bottest.Border}
		}, decision.Held, "ana@example.org"},
		{"no token, vouched for the wrong domain", func(*bottest.Bot) bottest.Note {
			return bottest.Note{From: "ana@example.org", Body: "C4", Extra: "Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\n" + bottest.Border}
		}, decision.Held, "ana@example.org"},
		{"a token that nobody made", func(*bottest.Bot) bottest.Note {
			return bottest.Note{From: "ana@example.org", To: "unlur+" + strings.Repeat("a", token.Length) + "@example.org", Body: "C4"}
		}, decision.Held, "ana@example.org"},
		{"two authors", func(b *bottest.Bot) bottest.Note {
			return bottest.Note{From: "ana@example.org, bo@example.net", Answers: b.Person("ana@example.org").Last(), Body: "C4"}
		}, decision.Unreadable, ""},
		{"a group that names two authors", func(b *bottest.Bot) bottest.Note {
			return bottest.Note{From: "us: ana@example.org, bo@example.net;", Answers: b.Person("ana@example.org").Last(), Body: "C4"}
		}, decision.Unreadable, ""},
		{"a group that names one author (RFC 6854)", func(b *bottest.Bot) bottest.Note {
			return bottest.Note{From: "us: ana@example.org;", Answers: b.Person("ana@example.org").Last(), Body: "C4"}
		}, decision.Played, "bo@example.net ana@example.org"},
		{"the token of a question, from another player's address", func(b *bottest.Bot) bottest.Note {
			b.Person("ana@example.org").WritesUnproven("C4")
			return bottest.Note{From: "bo@example.net", Answers: b.Person("ana@example.org").Last(), Body: "yes"}
		}, decision.NotUnderstood, "ana@example.org bo@example.net"},
		{"the token of a question, from an address that is nobody's", func(b *bottest.Bot) bottest.Note {
			b.Person("ana@example.org").WritesUnproven("C4")
			return bottest.Note{From: "mal@example.com", Answers: b.Person("ana@example.org").Last(), Body: "yes", Vouched: true}
		}, decision.OtherAddress, "ana@example.org ana@example.org"},
		{"the token of a question, from the one who was asked", func(b *bottest.Bot) bottest.Note {
			b.Person("ana@example.org").WritesUnproven("C4")
			return bottest.Note{From: "ana@example.org", Answers: b.Person("ana@example.org").Last(), Body: "yes"}
		}, decision.Played, "ana@example.org bo@example.net ana@example.org"},
		{"the token of a question to a stranger, from a player", func(b *bottest.Bot) bottest.Note {
			b.Person("mal@example.com").WritesUnproven("challenge bo@example.net\nC4")
			return bottest.Note{From: "ana@example.org", Answers: b.Person("mal@example.com").Last(), Body: "C4"}
		}, decision.Held, "mal@example.com ana@example.org"},
		{"the token for unsubscribing", func(b *bottest.Bot) bottest.Note {
			to, _, _ := strings.Cut(strings.TrimPrefix(bottest.Field(b.Person("ana@example.org").Last(), "List-Unsubscribe"), "<mailto:"), "?")
			return bottest.Note{From: "ana@example.org", To: to, Body: "C4", Vouched: true}
		}, decision.Unsubscribed, "ana@example.org"},
		{"the token for bounces", func(b *bottest.Bot) bottest.Note {
			return bottest.Note{From: "ana@example.org", To: b.Person("ana@example.org").Last().EnvelopeFrom, Body: "C4", Vouched: true}
		}, decision.IgnoredBounce, ""},
		{"reading needs no proof, and answers go to the player only", func(*bottest.Bot) bottest.Note {
			return bottest.Note{From: "ana@example.org", Body: "show"}
		}, decision.Answered, "ana@example.org"},
		{"somebody else's game by its number", func(*bottest.Bot) bottest.Note {
			return bottest.Note{From: "mal@example.com", Body: "C4 #1", Vouched: true}
		}, decision.Refused, "mal@example.com"},
		{"somebody else's game, to look at", func(*bottest.Bot) bottest.Note {
			return bottest.Note{From: "mal@example.com", Body: "show #1", Vouched: true}
		}, decision.Answered, "mal@example.com"},
	}) {
		t.Run(row.name, func(t *testing.T) {
			b := bottest.New(t)
			b.Begin(b.Person("ana@example.org"), b.Person("bo@example.net"))
			if d := b.Write(row.note(b)).Decision; d != row.want {
				t.Errorf("%s, want %s", d, row.want)
			}
			var informed []string
			for _, m := range b.Fresh {
				informed = append(informed, m.EnvelopeTo)
			}
			if got := strings.Join(informed, " "); got != row.informed {
				t.Errorf("mails went to %q, want %q", got, row.informed)
			}
			played := map[bool]string{true: "C4", false: ""}[row.want == decision.Played]
			if got := b.Record(1); got != played {
				t.Errorf("the game is %q, want %q", got, played)
			}
		})
	}
}

// A token found in In-Reply-To or References does as well as one in the
// address, for servers and clients that lose that.
func TestTokenInTheThread(t *testing.T) {
	t.Parallel()
	for name, extra := range map[string]string{
		"In-Reply-To": "In-Reply-To: <%>\n",
		"References":  "References: <old@client.test> <%>\n",
	} {
		t.Run(name, func(t *testing.T) {
			b := bottest.New(t)
			ana := b.Person("ana@example.org")
			b.Begin(ana, b.Person("bo@example.net"))
			id := ana.Last().MessageID
			b.Write(bottest.Note{From: "ana@example.org", Subject: "Re: x", Extra: strings.Replace(extra, "%", id, 1), Body: "C4"}).Is(decision.Played)
		})
	}
}

// The opponent learns a name, and never an address.
func TestAddressesStaySecret(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	bo := b.Person("bo@example.net")
	b.Person("ana.secret+games@example.org").Writes("challenge bo@example.net second")
	bo.Replies("accept")
	bo.Replies("C4\n\nHi!")
	bo.Replies("resign")
	for _, m := range bo.Mails() {
		whole := b.Whole(m) + m.HTML.String()
		if strings.Contains(whole, "games@example.org") || strings.Contains(whole, "client.test") && strings.Contains(whole, "secret+") {
			t.Errorf("Bo can read Ana's address in:\n%s", whole)
		}
	}
}

// A Message-ID that somebody else used first does not keep a mail out.
func TestNobodyBlocksAnothersMail(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	anaExample := b.Person("ana@example.org")
	b.Begin(anaExample, b.Person("bo@example.net"))
	mal := strings.ReplaceAll("From: mal@example.com\nTo: unlur@example.org\nMessage-ID: <next@client.test>\n\nhelp\n", "\n", "\r\n")
	b.Receive(mal)
	ana := "From: ana@example.org\nTo: " + anaExample.Last().ReplyTo.Addr + "\nMessage-ID: <next@client.test>\n\nC4\n"
	b.Receive(ana).Is(decision.Played)
	b.Receive(ana).Is(decision.Duplicate)
	b.Fresh = nil
	if got := b.Record(1); got != "C4" {
		t.Error(got)
	}
}

// Whoever forges Ana's name again and again fills her mailbox with a few
// questions a day, and hers are answered all the while.
func TestQuestionsAreFew(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	b.Begin(ana, b.Person("bo@example.net"))
	most := b.Config.Limits.UnprovenAnswers
	for i := range most {
		if d := ana.WritesUnproven(fmt.Sprintf("say %d", i)).Decision; d != decision.Held {
			t.Errorf("forgery %d: %s", i, d)
		}
	}
	if d := ana.WritesUnproven("resign").Decision; d != decision.Limited {
		t.Errorf("the last forgery: %s", d)
	}
	if len(b.Fresh) != most {
		t.Errorf("%d mails, want %d", len(b.Fresh), most)
	}
	b.Fresh = nil
	if d := ana.Replies("C4").Decision; d != decision.Played {
		t.Errorf("Ana's own move: %s", d)
	}
	b.Now = b.Now.Add(25 * time.Hour)
	if d := ana.WritesUnproven("resign").Decision; d != decision.Held {
		t.Errorf("a day later: %s", d)
	}
}

// Words below a command go to the opponent when it is confirmed. Who confirms must
// know that there are some.
func TestQuestionTellsOfWords(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]bool{"C4": false, "C4\n\nYou are a fool.": true} {
		b := bottest.New(t)
		ana := b.Person("ana@example.org")
		b.Begin(ana, b.Person("bo@example.net"))
		ana.WritesUnproven(body)
		if asked := flat(ana.Last()); strings.Contains(asked, "say …") != want || strings.Contains(asked, "fool") {
			t.Errorf("%q is asked about so:\n%s", body, asked)
		}
		b.Fresh = nil
	}
}
