package mailbot

import (
	"mime"
	"strings"
	"testing"

	"unlurbot/mailbot/token"
	"unlurbot/store"
)

// bare begins a game between Ana and Bo with a bot whose address takes no
// +detail; Ana is on turn.
func bare(t *testing.T) *house {
	h := newHouse(t)
	h.bot.cfg.BareAddress = true
	h.begin("ana@example.org", "bo@example.net")
	return h
}

// An answer is known by its subject alone, whatever programs do to that.
func TestAnswerKnownByItsSubject(t *testing.T) {
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
			h := bare(t)
			if d := h.write(note{from: "ana@example.org", subject: mangle(h.last("ana@example.org").Subject), body: "C4"}); d != Played {
				t.Error(d)
			}
			h.fresh = nil
		})
	}
}

// A token in a subject is seen by whoever gets a copy. It is worth no more to
// them than any other: From must be its player's, and it is spent with its ply.
func TestSubjectSeenByOthers(t *testing.T) {
	h := bare(t)
	subject := "Re: " + h.last("ana@example.org").Subject
	for _, from := range []string{"bo@example.net", "mal@example.com"} {
		if d := h.write(note{from: from, subject: subject, body: "C4"}); d != Held || h.record(1) != "" {
			t.Errorf("%s: %s, the game is %q", from, d, h.record(1))
		}
	}
	if d := h.write(note{from: "ana@example.org", subject: subject, body: "C4"}); d != Played {
		t.Error(d)
	}
	if d := h.write(note{from: "ana@example.org", subject: subject, body: "D5"}); d != Stale || h.record(1) != "C4" {
		t.Errorf("the second time: %s, the game is %q", d, h.record(1))
	}
	h.fresh = nil
}

// Where a mail brings back several tokens, that of the mail counts which it most
// surely answers; see author.ReadToken.
func TestNearestToken(t *testing.T) {
	t.Parallel()
	const lost = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	for _, row := range []struct {
		name, address, answered, subject, thread string // which mail each speaks of
		want                                     Decision
	}{
		{"all agree", "new", "new", "new", "new", Played},
		{"the address is newer", "new", "old", "old", "old", Played},
		{"the address is older", "old", "new", "new", "new", Stale},
		{"a program that keeps the subject of the conversation", "", "new", "old", "old", Played},
		{"an old mail below a new subject", "", "old", "new", "new", Stale},
		{"the thread is lost but for its beginning", "", "", "new", "old", Played},
		{"the subject is older than the thread", "", "", "old", "new", Stale},
		{"only the thread", "", "", "", "new", Played},
		{"a token of another key in the address", "lost", "new", "", "", Played},
		{"a token of another key in the id", "", "lost", "new", "", Played},
		{"a token of another key in the subject", "", "", "lost", "new", Played},
		{"nothing", "", "", "", "", Held},
	} {
		t.Run(row.name, func(t *testing.T) {
			h := newHouse(t)
			h.begin("ana@example.org", "bo@example.net")
			old := token.InID(h.last("ana@example.org").MessageID)
			h.reply("ana@example.org", "C4")
			h.reply("bo@example.net", "D5")
			tokens := map[string]string{"": "", "old": old, "new": token.InID(h.last("ana@example.org").MessageID), "lost": lost}
			n := note{from: "ana@example.org", body: "E6"}
			if s := tokens[row.address]; s != "" {
				n.to = "unlur+" + s + "@example.org"
			}
			if s := tokens[row.answered]; s != "" {
				n.extra += "In-Reply-To: <" + s + ".1@example.org>\n"
			}
			if s := tokens[row.subject]; s != "" {
				n.subject = "Re: Unlur #1: ana - bo [" + s + "]"
			}
			if s := tokens[row.thread]; s != "" {
				n.extra += "References: <x@client.test> <" + s + ".1@example.org>\n"
			}
			if d := h.write(n); d != row.want {
				t.Errorf("%s, want %s", d, row.want)
			}
			h.fresh = nil
		})
	}
}

// The operator can change the key in the middle of games: mails from before are
// answered as they were sent.
func TestPlusAddressingIsSwitched(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	h.bot.cfg.BareAddress = true
	plus := h.last("ana@example.org").ReplyTo.Addr
	if d := h.write(note{from: "ana@example.org", to: plus, body: "C4"}); d != Played || plus == botAddress {
		t.Errorf("to %s: %s", plus, d)
	}
	h.bot.cfg.BareAddress = false
	if d := h.write(note{from: "bo@example.net", subject: h.last("bo@example.net").Subject, body: "D5"}); d != Played {
		t.Error(d)
	}
	h.fresh = nil
}

// The token for bounces of a bare address stands in ids, which the opponent can
// read in an answer that came with a copy. It is of no use by then.
func TestBounceForgedFromACopy(t *testing.T) {
	h := bare(t)
	h.reply("ana@example.org", "C4") // with Cc: bo, whose program shows References
	for _, m := range h.mails["ana@example.org"][:2] {
		if d := h.receive(returned(m, "failed", "5.1.1")); d != IgnoredBounce {
			t.Errorf("%s: %s", m.Subject, d)
		}
	}
	h.check(h.store.View(func(tx *store.Tx) error {
		ana, err := tx.PlayerByAddress("ana@example.org")
		if err == nil && !ana.Unreachable.IsZero() {
			t.Error("Ana gets no more mails")
		}
		return err
	}))
	h.fresh = nil
}
