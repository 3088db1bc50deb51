package mailbot

import (
	"strings"
	"testing"
	"time"

	"unlurbot/parser"
	"unlurbot/store"
)

// finished brings two players to the end of a game.
func finished(t *testing.T) *house {
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	if d := h.reply("ana@example.org", "resign"); d != Played {
		t.Fatal(d)
	}
	h.fresh = nil
	return h
}

// Words about a game that is over reach the opponent only from somebody who
// certainly is the player, and who has not written something else.
func TestTalkAfterTheGame(t *testing.T) {
	for name, c := range map[string]struct {
		note    func(h *house) note
		heard   bool
		because Decision
	}{
		"an answer":           {func(h *house) note { return note{answers: h.last("bo@example.net"), body: "Good game!"} }, true, Said},
		"a sentence about it": {func(h *house) note { return note{answers: h.last("bo@example.net"), body: "I think C4 was too bold."} }, true, Said},
		"a slip":              {func(h *house) note { return note{answers: h.last("bo@example.net"), body: "histroy"} }, false, NotUnderstood},
		"a question":          {func(h *house) note { return note{answers: h.last("bo@example.net"), body: "rematch?"} }, false, NotUnderstood},
		"nothing":             {func(h *house) note { return note{answers: h.last("bo@example.net")} }, false, NotUnderstood},
		"a quote":             {func(h *house) note { return note{answers: h.last("bo@example.net"), body: "> Good game!"} }, false, NotUnderstood},
		"a new mail":          {func(h *house) note { return note{vouched: true, body: "Good game!"} }, false, NotUnderstood},
		"an old mail":         {func(h *house) note { return note{answers: h.mails["bo@example.net"][0], body: "Good game!"} }, true, Said},
		"another's address": {func(h *house) note {
			return note{from: "eve@example.com", answers: h.last("bo@example.net"), body: "Good game!"}
		}, false, OtherAddress},
		"a program": {func(h *house) note {
			return note{answers: h.last("bo@example.net"), extra: "Auto-Submitted: auto-replied\n", body: "I am on holiday."}
		}, false, IgnoredAuto},
		"a reader of somebody": {func(h *house) note {
			return note{from: "ana@example.org", answers: h.last("bo@example.net"), body: "Good game!"}
		}, false, NotUnderstood},
	} {
		t.Run(name, func(t *testing.T) {
			h := finished(t)
			n := c.note(h)
			if n.from == "" {
				n.from = "bo@example.net"
			}
			before := len(h.mails["ana@example.org"])
			if d := h.write(n); d != c.because {
				t.Errorf("it is %s, want %s", d, c.because)
			}
			heard := false
			for _, m := range h.mails["ana@example.org"][before:] {
				heard = heard || field(m, "X-Unlur-Event") == "message" && strings.Contains(m.Text, "  | ")
			}
			if heard != c.heard {
				t.Errorf("Ana has heard of it: %v", heard)
			}
			h.fresh = nil
		})
	}
}

// With the token the time of such words ends, and so does their length.
func TestTalkHasLimits(t *testing.T) {
	h := finished(t)
	over := h.last("bo@example.net")
	h.write(note{from: "bo@example.net", answers: over, body: strings.Repeat("Well played! ", 300)})
	said := h.last("ana@example.org")
	if words := strings.Count(said.Text, "Well"); words < 100 || words > parser.MaxNote/len("Well played! ")+1 {
		t.Errorf("%d times well played", words)
	}
	if answer := h.last("bo@example.net").Text; !strings.Contains(answer, "only the beginning was taken") {
		t.Errorf("Bo reads\n%s", answer)
	}
	h.now = h.now.Add(30*24*time.Hour + time.Hour)
	if d := h.write(note{from: "bo@example.net", answers: over, body: "Are you still there?"}); d != NotUnderstood {
		t.Errorf("a month later: %s", d)
	}
	h.fresh = nil
}

// Two programs that answer everything, and do not say so, stop talking to each
// other.
func TestProgramsTireOfTalk(t *testing.T) {
	h := finished(t)
	h.brief = true
	answered := map[*store.Outgoing]bool{}
	for round := range 50 {
		quiet := true
		for _, who := range []string{"ana@example.org", "bo@example.net"} {
			if last := h.last(who); !answered[last] {
				answered[last], quiet = true, false
				h.write(note{from: who, answers: last, body: "I have read your mail of " + h.now.Format(time.RFC3339)})
			}
		}
		if quiet {
			if round > 3*DefaultLimits.Patience {
				t.Errorf("they talked for %d rounds", round)
			}
			h.fresh = nil
			return
		}
	}
	t.Error("they talk for ever")
}
