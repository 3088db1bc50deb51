package mailbot_test

import (
	"mime"
	"strings"
	"testing"

	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/token"
	"unlurbot/store"
)

// bare begins a game between Ana and Bo with a bot whose address takes no
// +detail; Ana is on turn.
func bare(t *testing.T) *bottest.Bot {
	b := bottest.New(t)
	b.Configure(func(c *mailbot.Config) { c.BareAddress = true })
	b.Begin(b.Person("ana@example.org"), b.Person("bo@example.net"))
	return b
}

// An answer is known by its subject alone, whatever programs do to that.
func TestAnswerKnownByItsSubject(t *testing.T) {
	t.Parallel()
	for name, mangle := range map[string]func(string) string{
		"as it was":                 func(s string) string { return s },
		"an answer":                 func(s string) string { return "Re: " + s },
		"a German answer":           func(s string) string { return "AW: " + s },
		"a counted answer":          func(s string) string { return "Re[2]: " + s },
		"behind a tag of a gateway": func(s string) string { return "[EXTERNAL] Re: " + s },
		"before a tag of a gateway": func(s string) string { return "Re: " + s + " [SEC=OFFICIAL]" },
		"in capitals":               strings.ToUpper,
		"folded":                    func(s string) string { return strings.ReplaceAll("Re: "+s, " ", "\n ") },
		"folded in the token":       func(s string) string { return "Re: " + s[:len(s)-9] + "\n " + s[len(s)-9:] },
		"encoded":                   func(s string) string { return mime.BEncoding.Encode("utf-8", "Ré: "+s) },
		"without its last letter":   func(s string) string { return strings.TrimSuffix(s, "]") },
	} {
		t.Run(name, func(t *testing.T) {
			b := bare(t)
			b.Write(bottest.Note{From: "ana@example.org", Subject: mangle(b.Person("ana@example.org").Last().Subject), Body: "C4"}).Is(decision.Played)

		})
	}
}

// A token in a subject is seen by whoever gets a copy. It is worth no more to
// them than any other: From must be its player's, and it is spent with its ply.
func TestSubjectSeenByOthers(t *testing.T) {
	t.Parallel()
	b := bare(t)
	subject := "Re: " + b.Person("ana@example.org").Last().Subject
	for _, from := range []string{"bo@example.net", "mal@example.com"} {
		if d := b.Write(bottest.Note{From: from, Subject: subject, Body: "C4"}).Decision; d != decision.Held || b.Record(1) != "" {
			t.Errorf("%s: %s, the game is %q", from, d, b.Record(1))
		}
	}
	b.Write(bottest.Note{From: "ana@example.org", Subject: subject, Body: "C4"}).Is(decision.Played)
	if d := b.Write(bottest.Note{From: "ana@example.org", Subject: subject, Body: "D5"}).Decision; d != decision.Stale || b.Record(1) != "C4" {
		t.Errorf("the second time: %s, the game is %q", d, b.Record(1))
	}

}

// Where a mail brings back several tokens, that of the mail counts which it most
// surely answers; see author.ReadToken.
func TestNearestToken(t *testing.T) {
	t.Parallel()
	const lost = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	for _, row := range bottest.Some([]struct {
		name, address, answered, subject, thread string // which mail each speaks of
		want                                     decision.Decision
	}{
		{"all agree", "new", "new", "new", "new", decision.Played},
		{"the address is newer", "new", "old", "old", "old", decision.Played},
		{"the address is older", "old", "new", "new", "new", decision.Stale},
		{"a program that keeps the subject of the conversation", "", "new", "old", "old", decision.Played},
		{"an old mail below a new subject", "", "old", "new", "new", decision.Stale},
		{"the thread is lost but for its beginning", "", "", "new", "old", decision.Played},
		{"the subject is older than the thread", "", "", "old", "new", decision.Stale},
		{"only the thread", "", "", "", "new", decision.Played},
		{"a token of another key in the address", "lost", "new", "", "", decision.Played},
		{"a token of another key in the id", "", "lost", "new", "", decision.Played},
		{"a token of another key in the subject", "", "", "lost", "new", decision.Played},
		{"nothing", "", "", "", "", decision.Held},
	}) {
		t.Run(row.name, func(t *testing.T) {
			b := bottest.New(t)
			ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
			b.Begin(ana, bo)
			old := token.InID(ana.Last().MessageID)
			ana.Replies("C4")
			bo.Replies("D5")
			tokens := map[string]string{"": "", "old": old, "new": token.InID(ana.Last().MessageID), "lost": lost}
			n := bottest.Note{From: "ana@example.org", Body: "E6"}
			if s := tokens[row.address]; s != "" {
				n.To = "unlur+" + s + "@example.org"
			}
			if s := tokens[row.answered]; s != "" {
				n.Extra += "In-Reply-To: <" + s + ".1@example.org>\n"
			}
			if s := tokens[row.subject]; s != "" {
				n.Subject = "Re: Unlur #1: ana - bo [" + s + "]"
			}
			if s := tokens[row.thread]; s != "" {
				n.Extra += "References: <x@client.test> <" + s + ".1@example.org>\n"
			}
			if d := b.Write(n).Decision; d != row.want {
				t.Errorf("%s, want %s", d, row.want)
			}

		})
	}
}

// The operator can change the key in the middle of games: mails from before are
// answered as they were sent.
func TestPlusAddressingIsSwitched(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	b.Configure(func(c *mailbot.Config) { c.BareAddress = true })
	plus := ana.Last().ReplyTo.Addr
	if d := b.Write(bottest.Note{From: "ana@example.org", To: plus, Body: "C4"}).Decision; d != decision.Played || plus == bottest.Address {
		t.Errorf("to %s: %s", plus, d)
	}
	b.Configure(func(c *mailbot.Config) { c.BareAddress = false })
	b.Write(bottest.Note{From: "bo@example.net", Subject: bo.Last().Subject, Body: "D5"}).Is(decision.Played)

}

// The token for bounces of a bare address stands in ids, which the opponent can
// read in an answer that came with a copy. It is of no use by then.
func TestBounceForgedFromACopy(t *testing.T) {
	t.Parallel()
	b := bare(t)
	ana := b.Person("ana@example.org")
	ana.Replies("C4") // with Cc: bo, whose program shows References
	for _, m := range ana.Mails()[:2] {
		if d := b.Receive(bottest.Returned(m, "failed", "5.1.1")).Decision; d != decision.IgnoredBounce {
			t.Errorf("%s: %s", m.Subject, d)
		}
	}
	b.Check(b.Store.View(func(tx *store.Tx) error {
		ana, err := tx.PlayerByAddress("ana@example.org")
		if err == nil && !ana.Unreachable.IsZero() {
			t.Error("Ana gets no more mails")
		}
		return err
	}))

}
