package mailbot_test

import (
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/parser"
	"unlurbot/store"
)

// finished brings two players to the end of a game.
func finished(t *testing.T) *bottest.Bot {
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	b.Begin(ana, b.Person("bo@example.net"))
	ana.Replies("resign").Is(decision.Played)
	b.Fresh = nil
	return b
}

// Words about a game that is over reach the opponent only from somebody who
// certainly is the player, and who has not written something else.
func TestTalkAfterTheGame(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		note    func(b *bottest.Bot) bottest.Note
		heard   bool
		because decision.Decision
	}{
		"an answer": {func(b *bottest.Bot) bottest.Note {
			return bottest.Note{Answers: b.Person("bo@example.net").Last(), Body: "Good game!"}
		}, true, decision.Said},
		"a sentence about it": {func(b *bottest.Bot) bottest.Note {
			return bottest.Note{Answers: b.Person("bo@example.net").Last(), Body: "I think C4 was too bold."}
		}, true, decision.Said},
		"a slip": {func(b *bottest.Bot) bottest.Note {
			return bottest.Note{Answers: b.Person("bo@example.net").Last(), Body: "histroy"}
		}, false, decision.NotUnderstood},
		"a question": {func(b *bottest.Bot) bottest.Note {
			return bottest.Note{Answers: b.Person("bo@example.net").Last(), Body: "rematch?"}
		}, false, decision.NotUnderstood},
		"nothing": {func(b *bottest.Bot) bottest.Note { return bottest.Note{Answers: b.Person("bo@example.net").Last()} }, false, decision.NotUnderstood},
		"a quote": {func(b *bottest.Bot) bottest.Note {
			return bottest.Note{Answers: b.Person("bo@example.net").Last(), Body: "> Good game!"}
		}, false, decision.NotUnderstood},
		"a new mail": {func(b *bottest.Bot) bottest.Note { return bottest.Note{Vouched: true, Body: "Good game!"} }, false, decision.NotUnderstood},
		"an old mail": {func(b *bottest.Bot) bottest.Note {
			return bottest.Note{Answers: b.Person("bo@example.net").Mails()[0], Body: "Good game!"}
		}, true, decision.Said},
		"another's address": {func(b *bottest.Bot) bottest.Note {
			return bottest.Note{From: "eve@example.com", Answers: b.Person("bo@example.net").Last(), Body: "Good game!"}
		}, false, decision.OtherAddress},
		"a program": {func(b *bottest.Bot) bottest.Note {
			return bottest.Note{Answers: b.Person("bo@example.net").Last(), Extra: "Auto-Submitted: auto-replied\n", Body: "I am on holiday."}
		}, false, decision.IgnoredAuto},
		"a reader of somebody": {func(b *bottest.Bot) bottest.Note {
			return bottest.Note{From: "ana@example.org", Answers: b.Person("bo@example.net").Last(), Body: "Good game!"}
		}, false, decision.NotUnderstood},
	} {
		t.Run(name, func(t *testing.T) {
			b := finished(t)
			ana := b.Person("ana@example.org")
			n := c.note(b)
			if n.From == "" {
				n.From = "bo@example.net"
			}
			before := len(ana.Mails())
			if d := b.Write(n).Decision; d != c.because {
				t.Errorf("it is %s, want %s", d, c.because)
			}
			heard := false
			for _, m := range ana.Mails()[before:] {
				heard = heard || bottest.Field(m, "X-Unlur-Event") == "message" && strings.Contains(m.Text, "  | ")
			}
			if heard != c.heard {
				t.Errorf("Ana has heard of it: %v", heard)
			}

		})
	}
}

// With the token the time of such words ends, and so does their length.
func TestTalkHasLimits(t *testing.T) {
	t.Parallel()
	b := finished(t)
	bo := b.Person("bo@example.net")
	over := bo.Last()
	bo.Answers(over, strings.Repeat("Well played! ", 300))
	said := b.Person("ana@example.org").Last()
	if words := strings.Count(said.Text, "Well"); words < 100 || words > parser.MaxNote/len("Well played! ")+1 {
		t.Errorf("%d times well played", words)
	}
	if answer := bo.Last().Text; !strings.Contains(answer, "only kept the beginning") {
		t.Errorf("Bo reads\n%s", answer)
	}
	b.Now = b.Now.Add(30*24*time.Hour + time.Hour)
	if d := bo.Answers(over, "Are you still there?").Decision; d != decision.NotUnderstood {
		t.Errorf("a month later: %s", d)
	}

}

// Two programs that answer everything, and do not say so, stop talking to each
// other.
func TestProgramsTireOfTalk(t *testing.T) {
	t.Parallel()
	b := finished(t)
	b.Brief = true
	answered := map[*store.Outgoing]bool{}
	for round := range 50 {
		quiet := true
		for _, who := range []string{"ana@example.org", "bo@example.net"} {
			if last := b.Person(who).Last(); !answered[last] {
				answered[last], quiet = true, false
				b.Person(who).Answers(last, "I have read your mail of "+b.Now.Format(time.RFC3339))
			}
		}
		if quiet {
			if round > 3*mailbot.DefaultLimits.Patience {
				t.Errorf("they talked for %d rounds", round)
			}
			b.Fresh = nil
			return
		}
	}
	t.Error("they talk for ever")
}
