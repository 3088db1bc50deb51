package mailbot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/reports"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/token"
	"unlurbot/store"
	"unlurbot/templates"
)

// Who wants no mails does not wait for an opponent either: somebody would take the
// offer and never hear of a move.
func TestOffersOfTheSilent(t *testing.T) {
	t.Parallel()
	const ana = "ana@example.org"
	ways := map[string]func(b *bottest.Bot, m *store.Outgoing){
		"stop": func(b *bottest.Bot, _ *store.Outgoing) { b.Person(ana).Writes("stop") },
		"a click": func(b *bottest.Bot, m *store.Outgoing) {
			b.Person(ana).Clicks(m)
		},
		"a complaint": func(b *bottest.Bot, m *store.Outgoing) {
			b.Receive("From: fbl@example.com\nTo: " + m.EnvelopeFrom + "\nMIME-Version: 1.0\nMessage-ID: <a@example.com>\n" +
				"Content-Type: multipart/report; report-type=feedback-report; boundary=x\n\n--x\nContent-Type: message/feedback-report\n\n" +
				"Feedback-Type: abuse\n\n--x\nContent-Type: message/rfc822\n\nSubject: Unlur\n\nspam\n--x--\n")
		},
	}
	for name, silence := range ways {
		t.Run(name, func(t *testing.T) {
			b := bottest.New(t)
			bo, anaExample := b.Person("bo@example.net"), b.Person("ana@example.org")
			bo.Writes("games")
			anaExample.Writes("seek\nchallenge bo")
			silence(b, anaExample.Last())
			for n := range store.GameNumber(2) {
				if g := b.Game(n + 1); g.State != store.Withdrawn {
					t.Errorf("what was offered as #%d is %s", g.Number, g.State)
				}
			}
			if text := bo.Last().Text; !strings.Contains(text, "ana withdrew the invitation.") {
				t.Errorf("who was challenged does not hear of it:\n%s", text)
			}
			text := anaExample.Last().Text
			for _, told := range []string{"Your open offer #1 has been withdrawn.", "Your challenge #2 has been withdrawn."} {
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
	b := bottest.New(t)
	bo, ana := b.Person(boAddress), b.Person(anaAddress)
	bo.Writes("games")
	ana.Writes("stop\nseek\nchallenge bo").Is(decision.Challenged)
	for n := range store.GameNumber(2) {
		if g := b.Game(n + 1); g.State != store.Withdrawn {
			t.Errorf("what was offered as #%d is %s", g.Number, g.State)
		}
	}
	if kind := bottest.Field(bo.Last(), "X-Unlur-Event"); kind != string(templates.Games) {
		t.Errorf("bo gets %s", kind)
	}
	last := ana.Last()
	if bottest.Field(last, "X-Unlur-Event") != string(templates.Unsubscribed) || !strings.Contains(last.Text, "#1") || !strings.Contains(last.Text, "#2") {
		t.Errorf("the last mail:\n%s", last.Text)
	}
}

// Whoever wanted no mails and writes is told that they come again, once, in the
// language of all else.
func TestMailsComeAgain(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	ana.Writes("seek\nset language ca")
	ana.Writes("aturar")
	for _, tc := range []struct {
		text string
		told bool
	}{
		{"aturar", false}, {"partides", true}, {"partides", false}, {"aturar", false}, {"mai més", true},
		{"aturar", false}, {"partides\naturar", false}, {"?", true},
	} {
		ana.Writes(tc.text)
		if text := ana.Last().Text; strings.Contains(text, "tornaràs a rebre tots") != tc.told {
			t.Errorf("%q, told %t:\n%s", tc.text, tc.told, text)
		}
	}
}

// stopAddress is where the click on List-Unsubscribe of a mail goes.
func stopAddress(m *store.Outgoing) string {
	to, _, _ := strings.Cut(strings.TrimPrefix(bottest.Field(m, "List-Unsubscribe"), "<mailto:"), "?")
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
			b := bottest.New(t)
			ana := b.Person(anaAddress)
			ana.Writes("games")
			d := b.Receive(header + "To: " + stopAddress(ana.Last()) + "\nSubject: unsubscribe\nMessage-ID: <a@client.test>\n\nList-Unsubscribe=One-Click\n").Decision
			if kind := bottest.Field(ana.Last(), "X-Unlur-Event"); d != decision.Unsubscribed || kind != string(templates.Unsubscribed) {
				t.Errorf("%s, and ana gets %s", d, kind)
			}
		})
	}
}

// What counts is when the click came, and not when it was read.
func TestClickReadLate(t *testing.T) {
	t.Parallel()
	for days, want := range map[int]decision.Decision{reports.StopLinkDays: decision.Unsubscribed, reports.StopLinkDays + 1: decision.Refused} {
		b := bottest.New(t)
		ana := b.Person(anaAddress)
		ana.Writes("games")
		b.Pass(time.Duration(days) * 24 * time.Hour)
		b.Waited = 0
		came := b.Now
		b.Now = b.Now.Add(30 * 24 * time.Hour)
		b.Waited = b.Now.Sub(came)
		if d := b.Person("eve@example.com").Clicks(ana.Last()).Decision; d != want {
			t.Errorf("%d days after the mail: %s", days, d)
		}
	}
}

// A link of a mail that was sent before links had a day works all the same.
func TestLinkWithoutADay(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	b.Person(anaAddress).Writes("games")
	link := bottest.Own.With(token.Seal(presentKey(b), token.Token{Purpose: token.ForUnsubscribe, Number: 1}))
	b.Write(bottest.Note{From: "eve@example.com", To: link, Subject: "unsubscribe"}).Is(decision.Unsubscribed)
}

// The link of help for a stranger ends the mails of the player who came of it, and so
// does that of an invitation.
func TestLinkFromBeforePlaying(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person(anaAddress)
	ana.Writes("hello")
	ana.Writes("challenge " + boAddress)
	b.Person(boAddress).Replies("accept")
	for _, address := range []string{anaAddress, boAddress} {
		first := b.Person(address).Mails()[0]
		if d := b.Person("eve@example.com").Clicks(first).Decision; d != decision.Unsubscribed || bottest.Field(b.Person(address).Last(), "X-Unlur-Event") != string(templates.Unsubscribed) {
			t.Errorf("%s clicks in %s: %s", address, bottest.Field(first, "X-Unlur-Event"), d)
		}
	}
}

// Who reads how else to stop can do just that, player or not.
func TestStopAfterAnOldLink(t *testing.T) {
	t.Parallel()
	for _, address := range []string{anaAddress, "cem@example.com"} {
		b := bottest.New(t)
		if b.Person(anaAddress).Writes("games"); address != anaAddress {
			b.Person(address).Writes("hello")
		}
		b.Pass((reports.StopLinkDays + 1) * 24 * time.Hour)
		b.Person(address).Clicks(b.Person(address).Last())
		if d := b.Person(address).Replies("STOP").Decision; d != decision.Unsubscribed {
			t.Errorf("%s: %s", address, d)
		}
	}
}

// A program that clicks on and on is told once.
func TestOldLinkInALoop(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person(anaAddress)
	ana.Writes("games")
	old := ana.Last()
	b.Pass((reports.StopLinkDays + 1) * 24 * time.Hour)
	for n := range 20 {
		b.Receive(fmt.Sprintf("From: ana@example.org\nTo: %s\nSubject: unsubscribe\nMessage-ID: <%d@client.test>\nAuto-Submitted: auto-generated\n\n\n", stopAddress(old), n))
	}
	if n := len(ana.Mails()); n != 2 {
		t.Errorf("%d mails", n)
	}
}
