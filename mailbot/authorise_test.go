package mailbot

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/token"
)

// Each row of the table in package author. Ana and Bo play; it is Ana's turn.
func TestWhoMayAct(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name     string
		note     func(h *house) note
		want     Decision
		informed string // who is written to
	}{
		{"token and its player", func(h *house) note {
			return note{from: "ana@example.org", answers: h.last("ana@example.org"), body: "C4"}
		}, Played, "bo@example.net ana@example.org"},
		{"token and its player in other letters", func(h *house) note {
			m := *h.last("ana@example.org")
			m.ReplyTo.Addr = strings.ToUpper(m.ReplyTo.Addr)
			return note{from: "ANA@Example.ORG", answers: &m, body: "C4"}
		}, Played, "bo@example.net ana@example.org"},
		{"token, and the server says the From is false", func(h *house) note {
			return note{from: "ana@example.org", answers: h.last("ana@example.org"), body: "C4", extra: "Authentication-Results: mx.example.org; dmarc=fail header.from=example.org\n" + border}
		}, Played, "bo@example.net ana@example.org"},
		{"token of the opponent, quoted by an innocent copy", func(h *house) note {
			return note{from: "bo@example.net", answers: h.last("ana@example.org"), body: "C4"}
		}, Held, "bo@example.net"},
		{"the same, and the server vouches for the opponent", func(h *house) note {
			return note{from: "bo@example.net", answers: h.last("ana@example.org"), body: "C4", vouched: true}
		}, Refused, "bo@example.net"},
		{"token and a stranger", func(h *house) note {
			return note{from: "mal@example.com", answers: h.last("ana@example.org"), body: "C4"}
		}, Held, "ana@example.org"},
		{"token and a stranger whom the server vouches for", func(h *house) note {
			return note{from: "mal@example.com", answers: h.last("ana@example.org"), body: "C4", vouched: true}
		}, Held, "ana@example.org"},
		{"no token, vouched for", func(*house) note {
			return note{from: "ana@example.org", body: "C4", vouched: true}
		}, Played, "bo@example.net ana@example.org"},
		{"no token, not vouched for", func(*house) note {
			return note{from: "ana@example.org", body: "C4"}
		}, Held, "ana@example.org"},
		{"no token, vouched for by somebody else", func(*house) note {
			return note{from: "ana@example.org", body: "C4", extra: "Authentication-Results: evil.example.com; dmarc=pass header.from=example.org\n" + border}
		}, Held, "ana@example.org"},
		{"no token, vouched for the wrong domain", func(*house) note {
			return note{from: "ana@example.org", body: "C4", extra: "Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\n" + border}
		}, Held, "ana@example.org"},
		{"a token that nobody made", func(*house) note {
			return note{from: "ana@example.org", to: "unlur+" + strings.Repeat("a", token.Length) + "@example.org", body: "C4"}
		}, Held, "ana@example.org"},
		{"two authors", func(h *house) note {
			return note{from: "ana@example.org, bo@example.net", answers: h.last("ana@example.org"), body: "C4"}
		}, Unreadable, ""},
		{"a group that names two authors", func(h *house) note {
			return note{from: "us: ana@example.org, bo@example.net;", answers: h.last("ana@example.org"), body: "C4"}
		}, Unreadable, ""},
		{"a group that names one author (RFC 6854)", func(h *house) note {
			return note{from: "us: ana@example.org;", answers: h.last("ana@example.org"), body: "C4"}
		}, Played, "bo@example.net ana@example.org"},
		{"the token of a question, from another player's address", func(h *house) note {
			h.write(note{from: "ana@example.org", body: "C4"})
			return note{from: "bo@example.net", answers: h.last("ana@example.org"), body: "yes"}
		}, NotUnderstood, "ana@example.org bo@example.net"},
		{"the token of a question, from an address that is nobody's", func(h *house) note {
			h.write(note{from: "ana@example.org", body: "C4"})
			return note{from: "mal@example.com", answers: h.last("ana@example.org"), body: "yes", vouched: true}
		}, OtherAddress, "ana@example.org ana@example.org"},
		{"the token of a question, from the one who was asked", func(h *house) note {
			h.write(note{from: "ana@example.org", body: "C4"})
			return note{from: "ana@example.org", answers: h.last("ana@example.org"), body: "yes"}
		}, Played, "ana@example.org bo@example.net ana@example.org"},
		{"the token of a question to a stranger, from a player", func(h *house) note {
			h.write(note{from: "mal@example.com", body: "challenge bo@example.net\nC4"})
			return note{from: "ana@example.org", answers: h.last("mal@example.com"), body: "C4"}
		}, Held, "mal@example.com ana@example.org"},
		{"the token for unsubscribing", func(h *house) note {
			to, _, _ := strings.Cut(strings.TrimPrefix(field(h.last("ana@example.org"), "List-Unsubscribe"), "<mailto:"), "?")
			return note{from: "ana@example.org", to: to, body: "C4", vouched: true}
		}, Unsubscribed, "ana@example.org"},
		{"the token for bounces", func(h *house) note {
			return note{from: "ana@example.org", to: h.last("ana@example.org").EnvelopeFrom, body: "C4", vouched: true}
		}, IgnoredBounce, ""},
		{"reading needs no proof, and answers go to the player only", func(*house) note {
			return note{from: "ana@example.org", body: "show"}
		}, Answered, "ana@example.org"},
		{"somebody else's game by its number", func(*house) note {
			return note{from: "mal@example.com", body: "C4 #1\nshow #1", vouched: true}
		}, Refused, "mal@example.com"},
	} {
		t.Run(row.name, func(t *testing.T) {
			h := newHouse(t)
			h.begin("ana@example.org", "bo@example.net")
			if d := h.write(row.note(h)); d != row.want {
				t.Errorf("%s, want %s", d, row.want)
			}
			var informed []string
			for _, m := range h.fresh {
				informed = append(informed, m.EnvelopeTo)
			}
			if got := strings.Join(informed, " "); got != row.informed {
				t.Errorf("mails went to %q, want %q", got, row.informed)
			}
			played := map[bool]string{true: "C4", false: ""}[row.want == Played]
			if got := h.record(1); got != played {
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
			h := newHouse(t)
			h.begin("ana@example.org", "bo@example.net")
			id := h.last("ana@example.org").MessageID
			if d := h.write(note{from: "ana@example.org", subject: "Re: x", extra: strings.Replace(extra, "%", id, 1), body: "C4"}); d != Played {
				t.Error(d)
			}
		})
	}
}

// The opponent learns a name, and never an address.
func TestAddressesStaySecret(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.write(note{from: "ana.secret+games@example.org", vouched: true, body: "challenge bo@example.net second"})
	h.reply("bo@example.net", "accept")
	h.reply("bo@example.net", "C4\n\nHi!")
	h.reply("bo@example.net", "resign")
	for _, m := range h.mails["bo@example.net"] {
		whole := h.whole(m) + m.HTML.String()
		if strings.Contains(whole, "games@example.org") || strings.Contains(whole, "client.test") && strings.Contains(whole, "secret+") {
			t.Errorf("Bo can read Ana's address in:\n%s", whole)
		}
	}
}

// A Message-ID that somebody else used first does not keep a mail out.
func TestNobodyBlocksAnothersMail(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	mal := strings.ReplaceAll("From: mal@example.com\nTo: unlur@example.org\nMessage-ID: <next@client.test>\n\nhelp\n", "\n", "\r\n")
	h.receive(mal)
	ana := "From: ana@example.org\nTo: " + h.last("ana@example.org").ReplyTo.Addr + "\nMessage-ID: <next@client.test>\n\nC4\n"
	if d := h.receive(ana); d != Played {
		t.Error(d)
	}
	if d := h.receive(ana); d != Duplicate {
		t.Error(d)
	}
	h.fresh = nil
	if got := h.record(1); got != "C4" {
		t.Error(got)
	}
}

// Whoever forges Ana's name again and again fills her mailbox with a few
// questions a day, and hers are answered all the while.
func TestQuestionsAreFew(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	most := h.bot.cfg.Limits.UnprovenAnswers
	for i := range most {
		if d := h.write(note{from: "ana@example.org", body: fmt.Sprintf("say %d", i)}); d != Held {
			t.Errorf("forgery %d: %s", i, d)
		}
	}
	if d := h.write(note{from: "ana@example.org", body: "resign"}); d != Limited {
		t.Errorf("the last forgery: %s", d)
	}
	if len(h.fresh) != most {
		t.Errorf("%d mails, want %d", len(h.fresh), most)
	}
	h.fresh = nil
	if d := h.reply("ana@example.org", "C4"); d != Played {
		t.Errorf("Ana's own move: %s", d)
	}
	h.now = h.now.Add(25 * time.Hour)
	if d := h.write(note{from: "ana@example.org", body: "resign"}); d != Held {
		t.Errorf("a day later: %s", d)
	}
}

// Words below a command go to the opponent when it is confirmed. Who confirms must
// know that there are some.
func TestQuestionTellsOfWords(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]bool{"C4": false, "C4\n\nYou are a fool.": true} {
		h := newHouse(t)
		h.begin("ana@example.org", "bo@example.net")
		h.write(note{from: "ana@example.org", body: body})
		if asked := h.last("ana@example.org").Text; strings.Contains(asked, "say …") != want || strings.Contains(asked, "fool") {
			t.Errorf("%q is asked about so:\n%s", body, asked)
		}
		h.fresh = nil
	}
}
