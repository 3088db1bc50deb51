package mailbot

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/token"
	"unlurbot/store"
	"unlurbot/templates"
)

// Who wants no mails does not wait for an opponent either: somebody would take the
// offer and never hear of a move.
func TestOffersOfTheSilent(t *testing.T) {
	t.Parallel()
	const ana = "ana@example.org"
	ways := map[string]func(h *house, m *store.Outgoing){
		"stop": func(h *house, _ *store.Outgoing) { h.vouched(ana, "stop") },
		"a click": func(h *house, m *store.Outgoing) {
			h.click(ana, m)
		},
		"a complaint": func(h *house, m *store.Outgoing) {
			h.receive("From: fbl@example.com\nTo: " + m.EnvelopeFrom + "\nMIME-Version: 1.0\nMessage-ID: <a@example.com>\n" +
				"Content-Type: multipart/report; report-type=feedback-report; boundary=x\n\n--x\nContent-Type: message/feedback-report\n\n" +
				"Feedback-Type: abuse\n\n--x\nContent-Type: message/rfc822\n\nSubject: Unlur\n\nspam\n--x--\n")
		},
	}
	for name, silence := range ways {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.vouched("bo@example.net", "games")
			h.vouched(ana, "seek\nchallenge bo")
			silence(h, h.last(ana))
			for n := range store.GameNumber(2) {
				if g := h.game(n + 1); g.State != store.Withdrawn {
					t.Errorf("what was offered as #%d is %s", g.Number, g.State)
				}
			}
			if text := h.last("bo@example.net").Text; !strings.Contains(text, "ana has withdrawn the challenge.") {
				t.Errorf("who was challenged does not hear of it:\n%s", text)
			}
			text := h.last(ana).Text
			for _, told := range []string{"Your offer #1 to everybody is withdrawn.", "Your challenge #2 is withdrawn."} {
				if name != "a complaint" && !strings.Contains(text, told) {
					t.Errorf("the last mail does not tell of it:\n%s", text)
				}
			}
		})
	}
}

// So it is with what stands below "stop" in the same mail, and nobody is invited.
func TestOffersBelowStop(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.vouched(boAddress, "games")
	if d := h.vouched(anaAddress, "stop\nseek\nchallenge bo"); d != Challenged {
		t.Error(d)
	}
	for n := range store.GameNumber(2) {
		if g := h.game(n + 1); g.State != store.Withdrawn {
			t.Errorf("what was offered as #%d is %s", g.Number, g.State)
		}
	}
	if kind := field(h.last(boAddress), "X-Unlur-Event"); kind != string(templates.Games) {
		t.Errorf("bo gets %s", kind)
	}
	last := h.last(anaAddress)
	if field(last, "X-Unlur-Event") != string(templates.Unsubscribed) || !strings.Contains(last.Text, "#1") || !strings.Contains(last.Text, "#2") {
		t.Errorf("the last mail:\n%s", last.Text)
	}
}

// Whoever wanted no mails and writes is told that they come again, once, in the
// language of all else.
func TestMailsComeAgain(t *testing.T) {
	t.Parallel()
	const ana = "ana@example.org"
	h := newHouse(t)
	h.vouched(ana, "seek\nset language ca")
	h.vouched(ana, "aturar")
	for _, tc := range []struct {
		text string
		told bool
	}{
		{"aturar", false}, {"partides", true}, {"partides", false}, {"aturar", false}, {"mai més", true},
		{"aturar", false}, {"partides\naturar", false}, {"?", true},
	} {
		h.vouched(ana, tc.text)
		if text := h.last(ana).Text; strings.Contains(text, "tornaràs a rebre tots") != tc.told {
			t.Errorf("%q, told %t:\n%s", tc.text, tc.told, text)
		}
	}
}

// stopAddress is where the click on List-Unsubscribe of a mail goes.
func stopAddress(m *store.Outgoing) string {
	to, _, _ := strings.Cut(strings.TrimPrefix(field(m, "List-Unsubscribe"), "<mailto:"), "?")
	return to
}

// Programs send the click as they like, and nobody is asked to confirm it.
func TestClicksOfPrograms(t *testing.T) {
	t.Parallel()
	for name, header := range map[string]string{
		"automatic":      "From: ana@example.org\nAuto-Submitted: auto-generated\n",
		"nobody's":       "Return-Path: <>\nFrom: ana@example.org\n",
		"in bulk":        "From: ana@example.org\nPrecedence: bulk\n",
		"over a list":    "From: ana@example.org\nList-Id: <club.example.org>\n",
		"of a program":   "From: no-reply@example.net\nX-Auto-Response-Suppress: All\n",
		"of no author":   "",
		"of two authors": "From: ana@example.org, bo@example.net\n",
		"of a stranger":  "From: eve@example.com\n",
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.vouched(anaAddress, "games")
			d := h.receive(header + "To: " + stopAddress(h.last(anaAddress)) + "\nSubject: unsubscribe\nMessage-ID: <a@client.test>\n\nList-Unsubscribe=One-Click\n")
			if kind := field(h.last(anaAddress), "X-Unlur-Event"); d != Unsubscribed || kind != string(templates.Unsubscribed) {
				t.Errorf("%s, and ana gets %s", d, kind)
			}
		})
	}
}

// What counts is when the click came, and not when it was read.
func TestClickReadLate(t *testing.T) {
	t.Parallel()
	for days, want := range map[int]Decision{stopLinkDays: Unsubscribed, stopLinkDays + 1: Refused} {
		h := newHouse(t)
		h.vouched(anaAddress, "games")
		h.pass(time.Duration(days) * 24 * time.Hour)
		h.waited = 0
		came := h.now
		h.now = h.now.Add(30 * 24 * time.Hour)
		h.waited = h.now.Sub(came)
		if d := h.click("eve@example.com", h.last(anaAddress)); d != want {
			t.Errorf("%d days after the mail: %s", days, d)
		}
	}
}

// A link of a mail that was sent before links had a day works all the same.
func TestLinkWithoutADay(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.vouched(anaAddress, "games")
	link := h.bot.cfg.own().With(token.Seal(h.presentKey(), token.Token{Purpose: token.ForUnsubscribe, Number: 1}))
	if d := h.write(note{from: "eve@example.com", to: link, subject: "unsubscribe"}); d != Unsubscribed {
		t.Error(d)
	}
}

// The link of help for a stranger ends the mails of the player who came of it, and so
// does that of an invitation.
func TestLinkFromBeforePlaying(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.vouched(anaAddress, "hello")
	h.vouched(anaAddress, "challenge "+boAddress)
	h.reply(boAddress, "accept")
	for _, address := range []string{anaAddress, boAddress} {
		first := h.mails[address][0]
		if d := h.click("eve@example.com", first); d != Unsubscribed || field(h.last(address), "X-Unlur-Event") != string(templates.Unsubscribed) {
			t.Errorf("%s clicks in %s: %s", address, field(first, "X-Unlur-Event"), d)
		}
	}
}

// Who reads how else to stop can do just that, player or not.
func TestStopAfterAnOldLink(t *testing.T) {
	t.Parallel()
	for _, address := range []string{anaAddress, "cem@example.com"} {
		h := newHouse(t)
		if h.vouched(anaAddress, "games"); address != anaAddress {
			h.vouched(address, "hello")
		}
		h.pass((stopLinkDays + 1) * 24 * time.Hour)
		h.click(address, h.last(address))
		if d := h.reply(address, "STOP"); d != Unsubscribed {
			t.Errorf("%s: %s", address, d)
		}
	}
}

// A program that clicks on and on is told once.
func TestOldLinkInALoop(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.vouched(anaAddress, "games")
	old := h.last(anaAddress)
	h.pass((stopLinkDays + 1) * 24 * time.Hour)
	for n := range 20 {
		h.receive(fmt.Sprintf("From: ana@example.org\nTo: %s\nSubject: unsubscribe\nMessage-ID: <%d@client.test>\nAuto-Submitted: auto-generated\n\n\n", stopAddress(old), n))
	}
	if n := len(h.mails[anaAddress]); n != 2 {
		t.Errorf("%d mails", n)
	}
}
