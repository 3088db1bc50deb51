package mailbot

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/author"
	"unlurbot/mailbot/letters"
	"unlurbot/store"
)

// newTightHouse is a house with low limits for mails that prove nothing.
func newTightHouse(t *testing.T) *house {
	t.Helper()
	h := newHouse(t)
	h.bot.cfg.Limits.MailsIn, h.bot.cfg.Limits.UnprovenAnswers, h.bot.cfg.Limits.UnprovenInAll = 12, 5, 10
	return h
}

// besieged is such a house in which Ana and Bo play, and somebody has used these up.
func besieged(t *testing.T) *house {
	t.Helper()
	h := newTightHouse(t)
	h.begin(anaAddress, boAddress)
	h.useUp()
	return h
}

// useUp uses up all that mails may bring about which prove nothing.
func (h *house) useUp() {
	h.t.Helper()
	for i := range 12 {
		h.write(note{from: anaAddress, body: fmt.Sprintf("say %d", i)})
		h.write(note{from: anaAtWork, body: fmt.Sprintf("say %d", i)})
		h.write(note{from: fmt.Sprintf("eve%d@example.com", i), body: "help"})
	}
	for _, from := range []string{anaAddress, "eve@example.com"} {
		if d := h.write(note{from: from, body: "help"}); d.WasAnswered() {
			h.t.Fatalf("a forged mail from %s is %s", from, d)
		}
	}
	h.fresh = nil
}

const anaAtWork = "ana@work.example.com"

// told expects that the last mail has brought these mails about.
func (h *house) told(what string, want ...string) {
	h.t.Helper()
	var got []string
	for _, m := range h.fresh {
		got = append(got, m.EnvelopeTo+" "+field(m, "X-Unlur-Event"))
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		h.t.Errorf("%s: %q, want %q", what, got, want)
	}
	h.fresh = nil
}

// Whoever answers a mail of ours from another address is answered, though others have used
// up what mails that prove nothing may bring about: once for each mail of ours.
func TestAnswerFromElsewhereIsAnswered(t *testing.T) {
	t.Parallel()
	h := besieged(t)
	turn := h.last(anaAddress)
	for i, want := range [][]string{{anaAddress + " confirm"}, nil, nil} {
		if d := h.write(note{from: anaAtWork, answers: turn, body: "C4"}); (d == Held) != (i == 0) {
			t.Errorf("answer %d is %s", i+1, d)
		}
		h.told(fmt.Sprintf("answer %d", i+1), want...)
	}
	if d := h.reply(anaAddress, "yes"); d != Played {
		t.Fatalf("the answer to the question is %s", d)
	}
	h.reply(boAddress, "D5")
	h.fresh = nil
	// The next mail, which nobody has answered yet, and words that ask for nothing.
	turn = h.last(anaAddress)
	for i, want := range [][]string{{anaAddress + " refused"}, nil, nil} {
		if d := h.write(note{from: anaAtWork, answers: turn, body: "Thanks!"}); d != OtherAddress {
			t.Errorf("thanks, %d: %s", i+1, d)
		}
		h.told(fmt.Sprintf("thanks, %d", i+1), want...)
	}
	if h.record(1) != "C4 D5" {
		t.Errorf("the game is %q", h.record(1))
	}
}

// Whoever has tokens of Ana's, and nothing else, has her told once for each of them, and
// nobody else: without them he has used up all.
func TestOneAnswerForAToken(t *testing.T) {
	t.Parallel()
	h := newTightHouse(t)
	h.begin(anaAddress, boAddress)
	var stolen []*store.Outgoing
	for i, move := range strings.Fields("C4 D5 E6 C5 D6 E5") {
		who := []string{anaAddress, boAddress}[i%2]
		if who == anaAddress {
			stolen = append(stolen, h.last(anaAddress))
		}
		h.reply(who, move)
	}
	h.useUp()
	for round := range 5 {
		for i, m := range stolen {
			for _, from := range []string{"mal@example.com", fmt.Sprintf("mal%d@example.com", round), "vic@example.net"} {
				h.write(note{from: from, answers: m, body: fmt.Sprintf("say %d %d", round, i)})
				h.write(note{from: from, answers: m, body: "Hello"})
			}
		}
	}
	if len(h.fresh) != len(stolen)+1 { // and the warning of the day
		t.Errorf("%d mails for %d tokens", len(h.fresh), len(stolen))
	}
	for _, m := range h.fresh {
		if m.EnvelopeTo != anaAddress {
			t.Errorf("a mail to %s", m.EnvelopeTo)
		}
	}
	h.fresh = nil
}

// A program at Ana's other address answers all that she gets, and her answers are sent
// there: its mails are all of other tokens, and it is answered a few times all the same.
func TestProgramElsewhereInALoop(t *testing.T) {
	t.Parallel()
	for _, words := range []string{"C4", "Thank you for your mail.", "resign"} {
		h := besieged(t)
		for range 20 {
			h.write(note{from: anaAtWork, answers: h.last(anaAddress), body: words})
		}
		if n := len(h.fresh); n > DefaultLimits.Patience {
			t.Errorf("%q: %d mails", words, n)
		}
		h.fresh = nil
	}
}

// Somebody with a copy of Ana's answer uses up what mails with its token may: hers, below
// another old mail, is read all the same.
func TestSpentTokenIsAnsweredOnce(t *testing.T) {
	t.Parallel()
	h := besieged(t)
	first := h.last(anaAddress)
	h.reply(anaAddress, "C4")
	h.reply(boAddress, "D5")
	second := h.last(anaAddress)
	h.reply(anaAddress, "E6")
	h.now = h.now.Truncate(time.Hour).Add(time.Hour)
	for i := range 15 {
		h.write(note{from: anaAddress, answers: first, body: fmt.Sprintf("say %d", i)})
	}
	h.fresh = nil
	if d := h.write(note{from: anaAddress, answers: first, body: "show"}); d != Limited {
		t.Errorf("one more with the stolen token is %s", d)
	}
	h.told("one more with the stolen token")
	for _, want := range []Decision{Answered, Limited} {
		if d := h.write(note{from: anaAddress, answers: second, body: "show"}); d != want {
			t.Errorf("her own is %s, want %s", d, want)
		}
	}
	h.told("her own", anaAddress+" show")
}

// Eve was invited, which is the one mail in a week to somebody who has never written. Her
// mails are passed on, and she accepts from where she reads them.
func TestInvitationAnsweredFromElsewhere(t *testing.T) {
	t.Parallel()
	h := besieged(t)
	h.vouched(anaAddress, "challenge eve@elsewhere.example")
	invitation := h.last("eve@elsewhere.example")
	h.fresh = nil
	if d := h.write(note{from: "eve@home.example", answers: invitation, body: "accept"}); d != Held {
		t.Errorf("from where she reads it, accept is %s", d)
	}
	h.told("accept", "eve@elsewhere.example confirm")
	if d := h.reply("eve@elsewhere.example", "yes"); d != Started {
		t.Errorf("yes is %s", d)
	}
	h.fresh = nil
}

// A stranger who answers help is answered, though nothing is asked for, a filter
// calls it spam, or there is no room for new players: as often as a program is.
func TestAnswerToHelpIsAnswered(t *testing.T) {
	t.Parallel()
	const eve = "eve@elsewhere.example"
	for name, row := range map[string]struct {
		body, extra, event string
		want               Decision
	}{
		"thanks":  {"Thank you, I see.", "", "help", NotUnderstood},
		"spam":    {"Thank you, I see.", "X-Spam-Flag: YES\n", "help", NotUnderstood},
		"no room": {"help", "", "refused", Limited},
	} {
		t.Run(name, func(t *testing.T) {
			h := newTightHouse(t)
			h.write(note{from: eve, body: "help"})
			h.useUp()
			h.bot.cfg.Limits.NewPlayers = 0
			help := h.last(eve)
			for i := range DefaultLimits.Patience + 2 {
				d := h.write(note{from: eve, answers: help, body: row.body, extra: row.extra})
				if i < DefaultLimits.Patience {
					if d != row.want {
						t.Errorf("mail %d is %s, want %s", i+1, d, row.want)
					}
					h.told(fmt.Sprintf("mail %d", i+1), eve+" "+row.event)
				} else {
					h.told(fmt.Sprintf("mail %d", i+1))
				}
			}
			// With the same token in another name nothing is gained.
			if d := h.write(note{from: "vic@example.net", answers: help, body: row.body}); d.WasAnswered() {
				t.Errorf("in another name it is %s", d)
			}
			h.told("in another name")
		})
	}
}

// Somebody who is asked whether an address is Ana's too, and answers neither yes nor no,
// is asked again.
func TestQuestionAnsweredByAQuestion(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin(anaAddress, boAddress)
	h.reply(anaAddress, "address add "+anaAtWork)
	h.fresh = nil
	for i := range DefaultLimits.Patience + 2 {
		d := h.reply(anaAtWork, "Who are you?")
		if i < DefaultLimits.Patience {
			if d != NotUnderstood {
				t.Errorf("mail %d is %s", i+1, d)
			}
			h.told(fmt.Sprintf("mail %d", i+1), anaAtWork+" address")
		} else {
			h.told(fmt.Sprintf("mail %d", i+1))
		}
	}
	if d := h.reply(anaAtWork, "yes"); d != Noted {
		t.Errorf("yes is %s", d)
	}
	h.fresh = nil
}

// Whoever answers "Did you ask for that?" when it is forgotten, and is nobody yet, is told
// so, once for each question; a "no" wants no answer. So the second try leads to a game.
func TestLateAnswerOfAStranger(t *testing.T) {
	t.Parallel()
	h := newTightHouse(t)
	h.vouched(boAddress, "name Bo")
	h.fresh = nil
	const carla = "carla@example.com"
	h.write(note{from: carla, body: "challenge " + boAddress})
	h.told("the challenge", carla+" confirm")
	question := h.last(carla)
	h.write(note{from: "dora@example.com", body: "challenge " + boAddress})
	h.now = h.now.Add(author.RequestRest + time.Hour)
	h.useUp()
	if d := h.write(note{from: carla, answers: question, body: "no"}); d != Answered {
		t.Errorf("no is %s", d)
	}
	h.told("no")
	for i, want := range [][]string{{carla + " help"}, nil} {
		h.write(note{from: carla, answers: question, body: "yes"})
		h.told(fmt.Sprintf("yes, %d times", i+1), want...)
	}
	if text := h.last(carla).Text; !strings.Contains(text, "forgotten after three") {
		t.Errorf("the answer is\n%s", text)
	}
	if d := h.reply(carla, "challenge "+boAddress); d != Challenged {
		t.Errorf("the second try is %s", d)
	}
	h.fresh = nil
	if d := h.reply("dora@example.com", "no\nchallenge "+boAddress); d != Held {
		t.Errorf("a no, and the same again, is %s", d)
	}
	h.told("the question once more", "dora@example.com confirm")
	h.fresh = nil
}

// What is owed leaves the next day if there is no room today.
func TestOwedAnswerWaitsForTomorrow(t *testing.T) {
	t.Parallel()
	h := besieged(t)
	h.bot.cfg.Limits.OutToDomain = 1
	h.write(note{from: anaAtWork, answers: h.last(anaAddress), body: "C4"})
	h.told("today")
	h.now = letters.Tomorrow(h.now)
	h.post()
	h.told("tomorrow", anaAddress+" confirm")
}
