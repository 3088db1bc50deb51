package mailbot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/author"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/shares"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// newTightBot is a bot with low limits for mails that prove nothing.
func newTightBot(t *testing.T) *bottest.Bot {
	t.Helper()
	b := bottest.New(t)
	b.Configure(func(c *mailbot.Config) {
		c.Limits.MailsIn, c.Limits.UnprovenAnswers, c.Limits.UnprovenInAll = 12, 5, 10
	})
	return b
}

// newUsedUpBot gives such a bot, at which Ana and Bo play, and somebody has used these up.
func newUsedUpBot(t *testing.T) *bottest.Bot {
	t.Helper()
	b := newTightBot(t)
	b.Begin(b.Person(anaAddress), b.Person(boAddress))
	useUp(b)
	return b
}

// useUp uses up all that mails may bring about which prove nothing.
func useUp(b *bottest.Bot) {
	b.T.Helper()
	for i := range 12 {
		b.Person(anaAddress).WritesUnproven(fmt.Sprintf("say %d", i))
		b.Person(anaAtWork).WritesUnproven(fmt.Sprintf("say %d", i))
		b.Person(fmt.Sprintf("eve%d@example.com", i)).WritesUnproven("help")
	}
	for _, from := range []string{anaAddress, "eve@example.com"} {
		if d := b.Person(from).WritesUnproven("help").Decision; d.WasAnswered() {
			b.T.Fatalf("a forged mail from %s is %s", from, d)
		}
	}
	b.Fresh = nil
}

const anaAtWork = "ana@work.example.com"

// told expects that the last mail has brought these mails about.
func expectTold(b *bottest.Bot, what string, want ...string) {
	b.T.Helper()
	var got []string
	for _, m := range b.Fresh {
		got = append(got, m.EnvelopeTo+" "+bottest.Field(m, "X-Unlur-Event"))
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		b.T.Errorf("%s: %q, want %q", what, got, want)
	}
	b.Fresh = nil
}

// Whoever answers a mail of ours from another address is answered, though others have used
// up what mails that prove nothing may bring about: once for each mail of ours.
func TestAnswerFromElsewhereIsAnswered(t *testing.T) {
	t.Parallel()
	b := newUsedUpBot(t)
	ana, anaWork := b.Person(anaAddress), b.Person(anaAtWork)
	turn := ana.Last()
	for i, want := range [][]string{{anaAddress + " confirm"}, nil, nil} {
		if d := anaWork.Answers(turn, "C4").Decision; (d == decision.Held) != (i == 0) {
			t.Errorf("answer %d is %s", i+1, d)
		}
		expectTold(b, fmt.Sprintf("answer %d", i+1), want...)
	}
	if d := ana.Replies("yes").Decision; d != decision.Played {
		t.Fatalf("the answer to the question is %s", d)
	}
	b.Person(boAddress).Replies("D5")
	b.Fresh = nil
	// The next mail, which nobody has answered yet, and words that ask for nothing.
	turn = ana.Last()
	for i, want := range [][]string{{anaAddress + " refused"}, nil, nil} {
		if d := anaWork.Answers(turn, "Thanks!").Decision; d != decision.OtherAddress {
			t.Errorf("thanks, %d: %s", i+1, d)
		}
		expectTold(b, fmt.Sprintf("thanks, %d", i+1), want...)
	}
	if b.Record(1) != "C4 D5" {
		t.Errorf("the game is %q", b.Record(1))
	}
}

// Whoever has tokens of Ana's, and nothing else, has her told once for each of them, and
// nobody else: without them he has used up all.
func TestOneAnswerForAToken(t *testing.T) {
	t.Parallel()
	b := newTightBot(t)
	ana := b.Person(anaAddress)
	b.Begin(ana, b.Person(boAddress))
	var stolen []*store.Outgoing
	for i, move := range strings.Fields("C4 D5 E6 C5 D6 E5") {
		who := []string{anaAddress, boAddress}[i%2]
		if who == anaAddress {
			stolen = append(stolen, ana.Last())
		}
		b.Person(who).Replies(move)
	}
	useUp(b)
	for round := range 5 {
		for i, m := range stolen {
			for _, from := range []string{"mal@example.com", fmt.Sprintf("mal%d@example.com", round), "vic@example.net"} {
				b.Person(from).Answers(m, fmt.Sprintf("say %d %d", round, i))
				b.Person(from).Answers(m, "Hello")
			}
		}
	}
	if len(b.Fresh) != len(stolen)+1 { // and the warning of the day
		t.Errorf("%d mails for %d tokens", len(b.Fresh), len(stolen))
	}
	for _, m := range b.Fresh {
		if m.EnvelopeTo != anaAddress {
			t.Errorf("a mail to %s", m.EnvelopeTo)
		}
	}

}

// A program at Ana's other address answers all that she gets, and her answers are sent
// there: its mails are all of other tokens, and it is answered a few times all the same.
func TestProgramElsewhereInALoop(t *testing.T) {
	t.Parallel()
	for _, words := range bottest.Some([]string{"C4", "Thank you for your mail.", "resign"}) {
		b := newUsedUpBot(t)
		for range 20 {
			b.Person(anaAtWork).Answers(b.Person(anaAddress).Last(), words)
		}
		if n := len(b.Fresh); n > mailbot.DefaultLimits.Patience {
			t.Errorf("%q: %d mails", words, n)
		}
		b.Fresh = nil
	}
}

// Somebody with a copy of Ana's answer uses up what mails with its token may: hers, below
// another old mail, is read all the same.
func TestSpentTokenIsAnsweredOnce(t *testing.T) {
	t.Parallel()
	b := newUsedUpBot(t)
	ana := b.Person(anaAddress)
	first := ana.Last()
	ana.Replies("C4")
	b.Person(boAddress).Replies("D5")
	second := ana.Last()
	ana.Replies("E6")
	b.Now = b.Now.Truncate(time.Hour).Add(time.Hour)
	for i := range 15 {
		ana.Answers(first, fmt.Sprintf("say %d", i))
	}
	b.Fresh = nil
	if d := ana.Answers(first, "show").Decision; d != decision.Limited {
		t.Errorf("one more with the stolen token is %s", d)
	}
	expectTold(b, "one more with the stolen token")
	for _, want := range []decision.Decision{decision.Answered, decision.Limited} {
		if d := ana.Answers(second, "show").Decision; d != want {
			t.Errorf("her own is %s, want %s", d, want)
		}
	}
	expectTold(b, "her own", anaAddress+" show")
}

// Eve was invited, which is the one mail in a week to somebody who has never written. Her
// mails are passed on, and she accepts from where she reads them.
func TestInvitationAnsweredFromElsewhere(t *testing.T) {
	t.Parallel()
	b := newUsedUpBot(t)
	eve := b.Person("eve@elsewhere.example")
	b.Person(anaAddress).Writes("challenge eve@elsewhere.example")
	invitation := eve.Last()
	b.Fresh = nil
	if d := b.Person("eve@home.example").Answers(invitation, "accept").Decision; d != decision.Held {
		t.Errorf("from where she reads it, accept is %s", d)
	}
	expectTold(b, "accept", "eve@elsewhere.example confirm")
	if d := eve.Replies("yes").Decision; d != decision.Started {
		t.Errorf("yes is %s", d)
	}

}

// A stranger who answers help is answered, though nothing is asked for, a filter
// calls it spam, or there is no room for new players: as often as a program is.
func TestAnswerToHelpIsAnswered(t *testing.T) {
	t.Parallel()
	const eve = "eve@elsewhere.example"
	for name, row := range bottest.SomeOf(map[string]struct {
		body, extra, event string
		want               decision.Decision
	}{
		"thanks":  {"Thank you, I see.", "", "help", decision.NotUnderstood},
		"spam":    {"Thank you, I see.", "X-Spam-Flag: YES\n", "help", decision.NotUnderstood},
		"no room": {"help", "", "refused", decision.Limited},
	}) {
		t.Run(name, func(t *testing.T) {
			b := newTightBot(t)
			eveElsewhere := b.Person("eve@elsewhere.example")
			eveElsewhere.WritesUnproven("help")
			useUp(b)
			b.Configure(func(c *mailbot.Config) { c.Limits.NewPlayers = 0 })
			help := eveElsewhere.Last()
			for i := range mailbot.DefaultLimits.Patience + 2 {
				d := b.Write(bottest.Note{From: eve, Answers: help, Body: row.body, Extra: row.extra}).Decision
				if i < mailbot.DefaultLimits.Patience {
					if d != row.want {
						t.Errorf("mail %d is %s, want %s", i+1, d, row.want)
					}
					expectTold(b, fmt.Sprintf("mail %d", i+1), eve+" "+row.event)
				} else {
					expectTold(b, fmt.Sprintf("mail %d", i+1))
				}
			}
			// With the same token in another name nothing is gained.
			if d := b.Person("vic@example.net").Answers(help, row.body).Decision; d.WasAnswered() {
				t.Errorf("in another name it is %s", d)
			}
			expectTold(b, "in another name")
		})
	}
}

// Somebody who is asked whether an address is Ana's too, and answers neither yes nor no,
// is asked again.
func TestQuestionAnsweredByAQuestion(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, anaWork := b.Person(anaAddress), b.Person(anaAtWork)
	b.Begin(ana, b.Person(boAddress))
	ana.Replies("address add " + anaAtWork)
	b.Fresh = nil
	for i := range mailbot.DefaultLimits.Patience + 2 {
		d := anaWork.Replies("Who are you?").Decision
		if i < mailbot.DefaultLimits.Patience {
			if d != decision.NotUnderstood {
				t.Errorf("mail %d is %s", i+1, d)
			}
			expectTold(b, fmt.Sprintf("mail %d", i+1), anaAtWork+" address")
		} else {
			expectTold(b, fmt.Sprintf("mail %d", i+1))
		}
	}
	if d := anaWork.Replies("yes").Decision; d != decision.Noted {
		t.Errorf("yes is %s", d)
	}

}

// Whoever answers "Did you ask for that?" when it is forgotten, and is nobody yet, is told
// so, once for each question; a "no" wants no answer. So the second try leads to a game.
func TestLateAnswerOfAStranger(t *testing.T) {
	t.Parallel()
	b := newTightBot(t)
	carla, dora := b.Person("carla@example.com"), b.Person("dora@example.com")
	b.Person(boAddress).Writes("name Bo")
	b.Fresh = nil
	carla.WritesUnproven("challenge " + boAddress)
	expectTold(b, "the challenge", carla.Address+" confirm")
	question := carla.Last()
	dora.WritesUnproven("challenge " + boAddress)
	b.Now = b.Now.Add(author.RequestRest + time.Hour)
	useUp(b)
	if d := carla.Answers(question, "no").Decision; d != decision.Answered {
		t.Errorf("no is %s", d)
	}
	expectTold(b, "no")
	for i, want := range [][]string{{carla.Address + " help"}, nil} {
		carla.Answers(question, "yes")
		expectTold(b, fmt.Sprintf("yes, %d times", i+1), want...)
	}
	if text := strings.Join(strings.Fields(carla.Last().Text), " "); !strings.Contains(text, "its three days are up") {
		t.Errorf("the answer is\n%s", text)
	}
	if d := carla.Replies("challenge " + boAddress).Decision; d != decision.Challenged {
		t.Errorf("the second try is %s", d)
	}
	b.Fresh = nil
	if d := dora.Replies("no\nchallenge " + boAddress).Decision; d != decision.Held {
		t.Errorf("a no, and the same again, is %s", d)
	}
	expectTold(b, "the question once more", "dora@example.com confirm")

}

// What is owed leaves the next day if there is no room today.
func TestOwedAnswerWaitsForTomorrow(t *testing.T) {
	t.Parallel()
	b := newUsedUpBot(t)
	b.Configure(func(c *mailbot.Config) { c.Limits.OutToDomain = 1 })
	b.Person(anaAtWork).Answers(b.Person(anaAddress).Last(), "C4")
	expectTold(b, "today")
	b.Now = shares.Tomorrow(b.Now)
	b.Quiet()
	expectTold(b, "tomorrow", anaAddress+" confirm")
}
