package mailbot

import (
	"fmt"
	"strings"
	"testing"

	"unlurbot/store"
	"unlurbot/templates"
)

// Who wants no mails does not wait for an opponent either: somebody would take the
// offer and never hear of a move.
func TestOffersOfTheSilent(t *testing.T) {
	const ana = "ana@example.org"
	ways := map[string]func(h *house, m *store.Outgoing){
		"stop": func(h *house, _ *store.Outgoing) { h.vouched(ana, "stop") },
		"a click": func(h *house, m *store.Outgoing) {
			to, _, _ := strings.Cut(strings.TrimPrefix(field(m, "List-Unsubscribe"), "<mailto:"), "?")
			h.receive(fmt.Sprintf("From: %s\nTo: %s\nSubject: unsubscribe\nMessage-ID: <a@client.test>\n\n\n", ana, to))
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
