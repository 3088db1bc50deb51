package mailbot_test

import (
	"fmt"
	"strings"
	"testing"

	"unlurbot/game"
	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
)

// Somebody is vouched for only in a mail that was written to the bot.
func TestVouchedForWhatIsWrittenToUs(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, to, extra string
		want            decision.Decision
	}{
		{"to the bot", bottest.Address, "", decision.Played},
		{"in other letters", "Unlur <UNLUR@Example.ORG>", "", decision.Played},
		{"to an address with a detail", "unlur+games@example.org", "", decision.Played},
		{"by a copy", "bo@example.net", "Cc: unlur@example.org\n", decision.Played},
		{"to somebody else", "bo@example.net", "", decision.Held},
		{"to somebody else, and brought to us", "bo@example.net", "Delivered-To: unlur@example.org\nX-Original-To: unlur@example.org\n", decision.Held},
		{"to nobody", "undisclosed-recipients:;", "Bcc: unlur@example.org\n", decision.Held},
		{"to a name that looks like ours", `"unlur@example.org" <bo@example.net>`, "", decision.Held},
		{"to a longer name", "xunlur@example.org", "", decision.Held},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := bottest.New(t)
			b.Begin(b.Person("ana@example.org"), b.Person("bo@example.net"))
			if d := b.Write(bottest.Note{From: "ana@example.org", To: row.to, Extra: row.extra, Body: "C4", Vouched: true}).Decision; d != row.want {
				t.Errorf("%s, want %s", d, row.want)
			}

		})
	}
}

// What is said of the author is about Ana only if no other program can have read
// anybody else in From.
func TestVouchedForWhoWrote(t *testing.T) {
	t.Parallel()
	for author, want := range bottest.SomeOf(map[string]decision.Decision{
		"ana@example.org":                                    decision.Played,
		"Ana <ana@example.org>":                              decision.Played,
		"\"'ana@example.org'\" <ana@example.org>":            decision.Played,
		"ana@example.org (Ana)":                              decision.Played,
		"\"mal@example.org\" <ana@example.org>":              decision.Held,
		"=?utf-8?q?mal=40example.org=3E?= <ana@example.org>": decision.Held,
		"us: ana@example.org;":                               decision.Held,
		`"ana"@example.org`:                                  decision.Held,
		"ana@example.org (<mal@example.org>)":                decision.Held,
		"mal@example.org <ana@example.org>":                  decision.Unreadable,
		"'ana@example.org":                                   decision.Refused, // a stranger, who has no game
	}) {
		t.Run(author, func(t *testing.T) {
			b := bottest.New(t)
			b.Begin(b.Person("ana@example.org"), b.Person("bo@example.net"))
			d := b.Receive(bottest.Verdict("example.org") +
				"From: " + author + "\nTo: unlur@example.org\nMessage-ID: <1@client.test>\n\nC4\n").Decision
			if d != want {
				t.Errorf("%s, want %s", d, want)
			}

		})
	}
}

// What Ana has once written to the bot, and somebody has got a copy of, does
// nothing when it is brought again, with what signatures allow to be changed.
func TestVouchedForOnce(t *testing.T) {
	t.Parallel()
	copied := bottest.Verdict("example.org") +
		"From: ana@example.org\nTo: unlur@example.org\nCc: bo@example.net\nSubject: our game\nMessage-ID: <1@client.test>\n\nresign\n"
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	b.Receive(copied).Is(decision.Played)
	b.Begin(ana, bo)
	for _, brought := range []string{
		copied,
		strings.Replace(copied, "resign", "resign ", 1),
		strings.Replace(copied, "resign\n", "resign\t\n\n\n", 1),
		strings.Replace(copied, "From: ana@", "From: Ana@", 1),
		strings.Replace(copied, "Subject: our game", "Subject:  our  game", 1),
		strings.Replace(copied, "\n\nresign", "\nContent-Type: text/html\n\nresign", 1),
	} {
		if d := b.Receive(brought).Decision; d != decision.Duplicate && d != decision.Held {
			t.Errorf("%s: %s", d, brought)
		}
	}
	if g := b.Game(2); g.Course.Phase == game.Over {
		t.Error("Ana has lost the second game")
	}

}

// So does what proved itself by a token, when it is brought without that.
func TestTokenMailIsNotVouchedFor(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	b.Begin(ana, b.Person("bo@example.net"))
	id := fmt.Sprintf("<%d@client.test>", b.UID)
	b.Write(bottest.Note{From: "ana@example.org", Answers: ana.Last(), Body: "C4", Vouched: true}).Is(decision.Played)
	b.Receive(bottest.Verdict("example.org") +
		"From: ana@example.org\nTo: unlur@example.org\nMessage-ID: " + id + "\n\nresign #1\n").Is(decision.Held)

}

// A mail that the bot failed on is still vouched for when it is moved back.
func TestVouchedForAfterAFault(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	b.Begin(b.Person("ana@example.org"), b.Person("bo@example.net"))
	b.Mailbot.BeforeHandling(func(mailbot.Incoming) { panic("a fault") })
	move := bottest.Verdict("example.org") +
		"From: ana@example.org\nTo: unlur@example.org\nMessage-ID: <1@client.test>\n\nC4\n"
	b.Receive(move).Is(decision.Incident)
	b.Mailbot.BeforeHandling(nil)
	b.Receive(move).Is(decision.Played)

}
