package mailbot

import (
	"fmt"
	"strings"
	"testing"

	"unlurbot/game"
)

// Somebody is vouched for only in a mail that was written to the bot.
func TestVouchedForWhatIsWrittenToUs(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, to, extra string
		want            Decision
	}{
		{"to the bot", botAddress, "", Played},
		{"in other letters", "Unlur <UNLUR@Example.ORG>", "", Played},
		{"to an address with a detail", "unlur+games@example.org", "", Played},
		{"by a copy", "bo@example.net", "Cc: unlur@example.org\n", Played},
		{"to somebody else", "bo@example.net", "", Held},
		{"to somebody else, and brought to us", "bo@example.net", "Delivered-To: unlur@example.org\nX-Original-To: unlur@example.org\n", Held},
		{"to nobody", "undisclosed-recipients:;", "Bcc: unlur@example.org\n", Held},
		{"to a name that looks like ours", `"unlur@example.org" <bo@example.net>`, "", Held},
		{"to a longer name", "xunlur@example.org", "", Held},
	} {
		t.Run(row.name, func(t *testing.T) {
			h := newHouse(t)
			h.begin("ana@example.org", "bo@example.net")
			if d := h.write(note{from: "ana@example.org", to: row.to, extra: row.extra, body: "C4", vouched: true}); d != row.want {
				t.Errorf("%s, want %s", d, row.want)
			}
			h.fresh = nil
		})
	}
}

// What is said of the author is about Ana only if no other program can have read
// anybody else in From.
func TestVouchedForWhoWrote(t *testing.T) {
	t.Parallel()
	for author, want := range map[string]Decision{
		"ana@example.org":                                    Played,
		"Ana <ana@example.org>":                              Played,
		"\"'ana@example.org'\" <ana@example.org>":            Played,
		"ana@example.org (Ana)":                              Played,
		"\"mal@example.org\" <ana@example.org>":              Held,
		"=?utf-8?q?mal=40example.org=3E?= <ana@example.org>": Held,
		"us: ana@example.org;":                               Held,
		`"ana"@example.org`:                                  Held,
		"ana@example.org (<mal@example.org>)":                Held,
		"mal@example.org <ana@example.org>":                  Unreadable,
		"'ana@example.org":                                   Refused, // a stranger, who has no game
	} {
		t.Run(author, func(t *testing.T) {
			h := newHouse(t)
			h.begin("ana@example.org", "bo@example.net")
			d := h.receive("Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n" + border +
				"From: " + author + "\nTo: unlur@example.org\nMessage-ID: <1@client.test>\n\nC4\n")
			if d != want {
				t.Errorf("%s, want %s", d, want)
			}
			h.fresh = nil
		})
	}
}

// What Ana has once written to the bot, and somebody has got a copy of, does
// nothing when it is brought again, with what signatures allow to be changed.
func TestVouchedForOnce(t *testing.T) {
	t.Parallel()
	const copied = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n" + border +
		"From: ana@example.org\nTo: unlur@example.org\nCc: bo@example.net\nSubject: our game\nMessage-ID: <1@client.test>\n\nresign\n"
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	if d := h.receive(copied); d != Played {
		t.Fatal(d)
	}
	h.begin("ana@example.org", "bo@example.net")
	for _, brought := range []string{
		copied,
		strings.Replace(copied, "resign", "resign ", 1),
		strings.Replace(copied, "resign\n", "resign\t\n\n\n", 1),
		strings.Replace(copied, "From: ana@", "From: Ana@", 1),
		strings.Replace(copied, "Subject: our game", "Subject:  our  game", 1),
		strings.Replace(copied, "\n\nresign", "\nContent-Type: text/html\n\nresign", 1),
	} {
		if d := h.receive(brought); d != Duplicate && d != Held {
			t.Errorf("%s: %s", d, brought)
		}
	}
	if g := h.game(2); g.Course.Phase == game.Over {
		t.Error("Ana has lost the second game")
	}
	h.fresh = nil
}

// So does what proved itself by a token, when it is brought without that.
func TestTokenMailIsNotVouchedFor(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	id := fmt.Sprintf("<%d@client.test>", h.uid)
	if d := h.write(note{from: "ana@example.org", answers: h.last("ana@example.org"), body: "C4", vouched: true}); d != Played {
		t.Fatal(d)
	}
	if d := h.receive("Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n" + border +
		"From: ana@example.org\nTo: unlur@example.org\nMessage-ID: " + id + "\n\nresign #1\n"); d != Held {
		t.Error(d)
	}
	h.fresh = nil
}

// A mail that the bot failed on is still vouched for when it is moved back.
func TestVouchedForAfterAFault(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	h.bot.ways[0] = func(*errand) (Decision, error) { panic("a fault") }
	const move = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n" + border +
		"From: ana@example.org\nTo: unlur@example.org\nMessage-ID: <1@client.test>\n\nC4\n"
	if d := h.receive(move); d != Incident {
		t.Fatal(d)
	}
	h.bot.ways = [2]way{handle, apologize}
	if d := h.receive(move); d != Played {
		t.Error(d)
	}
	h.fresh = nil
}
