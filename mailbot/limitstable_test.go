package mailbot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
)

// limitRow is one limit of a number of things in a time. What is done is
// numbered, for mails that ask for the same again have a limit of their own.
type limitRow struct {
	name   string
	set    func(l *mailbot.Limits, most int)
	do     func(b *bottest.Bot, i int) decision.Decision
	below  decision.Decision
	above  decision.Decision
	notice string        // in the one mail that tells of it; empty for none
	window time.Duration // when it is over; 0 for one that does not end by itself
}

var questions = []string{"games", "help", "rules", "show", "history", "help say", "help show"}

var limitRows = []limitRow{
	{"mails_in_per_hour", func(l *mailbot.Limits, most int) { l.MailsIn = most }, func(b *bottest.Bot, i int) decision.Decision {
		return b.Person("ana@example.org").Writes(questions[i%len(questions)]).Decision
	}, decision.Answered, decision.Limited, "more than 4 emails in an hour", time.Hour},
	{"mails_in_per_hour, forged", func(l *mailbot.Limits, most int) { l.MailsIn = most }, func(b *bottest.Bot, i int) decision.Decision {
		return b.Person("ana@example.org").WritesUnproven(questions[i%len(questions)]).Decision
	}, decision.Answered, decision.Limited, "", time.Hour},
	{"unproven_answers", func(l *mailbot.Limits, most int) { l.UnprovenAnswers = most }, func(b *bottest.Bot, i int) decision.Decision {
		return b.Person("ana@example.org").WritesUnproven(questions[i%len(questions)]).Decision
	}, decision.Answered, decision.Limited, "", 24 * time.Hour},
	{"unproven_answers_in_all", func(l *mailbot.Limits, most int) { l.UnprovenInAll = most }, func(b *bottest.Bot, i int) decision.Decision {
		return b.Person(fmt.Sprintf("eve%d@example.com", i)).WritesUnproven("help").Decision
	}, decision.NotUnderstood, decision.Limited, "", 24 * time.Hour},
	{"new_players", func(l *mailbot.Limits, most int) { l.NewPlayers = most }, func(b *bottest.Bot, i int) decision.Decision {
		return b.Person(fmt.Sprintf("eve@eve%d.example", i)).Writes("help").Decision
	}, decision.Answered, decision.Limited, "can't take any more before 00:00 (UTC)", 24 * time.Hour},
	{"open_games", func(l *mailbot.Limits, most int) { l.OpenGames, l.InviteAgain = most+1, true }, func(b *bottest.Bot, i int) decision.Decision { // one goes on
		return b.Person("ana@example.org").Writes(fmt.Sprintf("challenge eve%d@example.com", i)).Decision
	}, decision.Challenged, decision.Refused, "You already have 5 games and challenges", 0},
	{"invited_by", func(l *mailbot.Limits, most int) { l.InvitedBy = most }, func(b *bottest.Bot, i int) decision.Decision {
		return b.Person(fmt.Sprintf("eve%d@example.com", i)).Writes("challenge bo").Decision
	}, decision.Challenged, decision.Refused, "bo has had enough new challengers for today", 24 * time.Hour},
}

// Each limit: what is just below it, just above it, after a restart, and when its
// time is over.
func TestLimits(t *testing.T) {
	t.Parallel()
	const most = 4
	for _, row := range bottest.Some(limitRows) {
		t.Run(row.name, func(t *testing.T) {
			b := bottest.New(t)
			b.Configure(func(c *mailbot.Config) { row.set(&c.Limits, most) })
			b.Begin(b.Person("ana@example.org"), b.Person("bo@example.net"))
			b.Now = b.Now.Truncate(24 * time.Hour).Add(48 * time.Hour) // nothing is counted yet
			i := 0
			try := func(want decision.Decision) {
				t.Helper()
				if d := row.do(b, i); d != want {
					t.Errorf("number %d: %s, want %s", i+1, d, want)
				}
				i++
			}
			for range most - 1 {
				try(row.below)
			}
			b.Restart()
			try(row.below)
			b.Fresh = nil
			try(row.above)
			if told := len(b.Fresh); told > 1 || (told == 1) != (row.notice != "") {
				t.Errorf("the first one above it is answered with %d mails", told)
			}
			if row.notice != "" && !strings.Contains(strings.Join(strings.Fields(b.Fresh[0].Text), " "), row.notice) {
				t.Errorf("that mail does not say %q:\n%s", row.notice, b.Fresh[0].Text)
			}
			b.Restart()
			if try(row.above); row.window == 0 {
				return
			}
			b.Now = b.Now.Truncate(row.window).Add(row.window - time.Second)
			try(row.above)
			try(row.below) // the mail before took a minute
		})
	}
}

// Nothing of a mail above the limit is carried out. Whoever answers a mail of ours is told
// so each time, and when to send it again, and only a program is not that writes the same
// again and again.
func TestAMoveThatIsNotRead(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	b.Begin(ana, b.Person("bo@example.net"))
	b.Now = b.Now.Truncate(time.Hour).Add(time.Hour)
	b.Configure(func(c *mailbot.Config) { c.Limits.MailsIn = 1 })
	turn := ana.Last()
	ana.Replies("show")
	for i, body := range []string{"C4", "D5", "C4\n\nHello!", "say Hello!", "games", "Hello?", "C4", "C4", "C4"} {
		b.Fresh = nil
		if d := ana.Answers(turn, body).Decision; d != decision.Limited || b.Record(1) != "" {
			t.Errorf("%q is %s, the game is %q", body, d, b.Record(1))
		}
		if patient := i < 7; len(b.Fresh) != 1 || !patient {
			if patient || len(b.Fresh) != 0 {
				t.Errorf("%d mails tell of number %d, %q", len(b.Fresh), i, body)
			}
			continue
		}
		if told := b.Fresh[0]; !strings.Contains(told.Text, "before 14:00 (UTC)") || bottest.Field(told, "X-Unlur-Game") != "1" {
			t.Errorf("Ana reads:\n%s", told.Text)
		}
	}
	b.Now = b.Now.Add(time.Hour)
	if d := ana.Replies("C4").Decision; d != decision.Played {
		t.Errorf("an hour later the answer to what tells of it is %s", d)
	}
}

// Nobody can use up what mails of somebody else may do: forged mails are counted
// apart, and asked the same questions they tire nobody.
func TestForgedMailsUseNothingUp(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	b.Begin(ana, b.Person("bo@example.net"))
	b.Configure(func(c *mailbot.Config) { c.Limits.MailsIn = 5 })
	for range 20 {
		ana.WritesUnproven("show")
		ana.WritesUnproven("What is this?")
	}
	for _, body := range []string{"show", "What is this?", "C4"} {
		want := map[string]decision.Decision{"show": decision.Answered, "What is this?": decision.Held, "C4": decision.Played}[body]
		if d := ana.Replies(body).Decision; d != want {
			t.Errorf("%q is %s, want %s", body, d, want)
		}
	}
}

// Mails that are read again after a backup was restored come all at once, and
// were counted when they came for the first time.
func TestFiledMailsAreNotCounted(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	b.Begin(ana, b.Person("bo@example.net"))
	b.Configure(func(c *mailbot.Config) { c.Limits.MailsIn = 1 })
	var filed []mailbot.Incoming
	for i, body := range []string{"show", "games", "C4"} {
		filed = append(filed, mailbot.Incoming{UIDValidity: 1, UID: uint32(i + 1), Filed: true, Raw: []byte("From: ana@example.org\nTo: " + ana.Last().ReplyTo.Addr +
			fmt.Sprintf("\nMessage-ID: <filed%d@client.test>\n\n%s\n", i, body))})
	}
	decisions, err := b.Mailbot.Receive(b.T.Context(), filed...)
	b.Check(err)
	if got := fmt.Sprint(decisions); got != "[answered answered played]" {
		t.Error(got)
	}
}

// What stands below the last command that is carried out is left out, and the
// player is told how many there may be.
func TestTooManyCommands(t *testing.T) {
	t.Parallel()
	for _, most := range []int{1, 2} {
		b := bottest.New(t)
		ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
		b.Begin(ana, bo)
		b.Configure(func(c *mailbot.Config) { c.Limits.Commands = most })
		ana.Replies(strings.Join([]string{"C4", "say Hello", "games"}[:most+1], "\n"))
		if got := b.Record(1); got != "C4" {
			t.Errorf("of %d commands, with a limit of %d: %q", most+1, most, got)
		}
		want := map[int]string{1: "only carry out one command per", 2: "only carry out 2 commands per"}[most]
		if text := strings.Join(strings.Fields(ana.Last().Text), " "); !strings.Contains(text, want) {
			t.Errorf("Ana does not read %q:\n%s", want, text)
		}
		b.Now = b.Now.Add(time.Minute)
		if d := bo.Replies(strings.Join([]string{"D5", "say Hello"}[:most], "\n")).Decision; d != decision.Played {
			t.Errorf("as many commands as there may be are %s", d)
		}
	}
}

// Whoever has as many games as there may be can't begin another one by accepting
// it either, until one of them is over.
func TestTooManyGames(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	bo := b.Person("bo@example.net")
	b.Begin(b.Person("ana@example.org"), bo)
	b.Begin(b.Person("carla@example.org"), bo)
	b.Configure(func(c *mailbot.Config) { c.Limits.OpenGames = 2 })
	b.Person("dan@example.org").Writes("challenge bo@example.net").Is(decision.Challenged)
	invitation := bo.Last()
	if d := bo.Answers(invitation, "accept").Decision; d != decision.Refused {
		t.Errorf("a third game is %s", d)
	}
	bo.Writes("resign #1")
	if d := bo.Answers(invitation, "accept").Decision; d != decision.Started {
		t.Errorf("with one game over it is %s", d)
	}
}

// The limits of the configuration are those that the bot keeps to.
func TestLimitsOfTheConfiguration(t *testing.T) {
	c := config.DefaultLimits
	c.MailSize, c.MailsIn = 64, 7
	l := mailbot.NewLimits(c)
	if l.MailSize != 64<<10 || l.MailsIn != 7 || l.Patience != mailbot.DefaultLimits.Patience || l.Invitations != 3 {
		t.Errorf("%+v", l)
	}
	if got := mailbot.IMAPConfig(&config.Config{Limits: c}, mailbot.Credentials{}).MaxSize; got != 64<<10 {
		t.Errorf("mails are fetched up to %d bytes", got)
	}
}

// Two people who write a move a minute, one after the other, for eight hours meet
// no limit. What a few minutes cost tells what eight hours do.
func TestQuickPlayMeetsNoLimit(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	people := []string{"ana@example.org", "bo@example.net"}
	b.Begin(b.Person(people[0]), b.Person(people[1]))
	before := len(b.Person(people[0]).Mails())
	moves := strings.Fields("C4 D5 E6 C5 D6 E5 C6 D4 E4 F6")
	for ply, move := range moves {
		if d := b.Person(people[ply%2]).Replies(move).Decision; d != decision.Played {
			t.Fatalf("%s is %s", move, d)
		}
	}
	hours := func(n int) int { return n * 60 * (len(b.Person(people[0]).Mails()) - before) / len(moves) }
	if l := mailbot.DefaultLimits; hours(8) > l.OutToAddress || 2*hours(8) > l.OutToDomain || 60 > l.MailsIn {
		t.Errorf("%d mails to each of them in eight hours, the limits are %+v", hours(8), l)
	}
}

// An offer of several games is no way around the limit: what is left of it is offered
// as long as there is room, and then its maker is told.
func TestOpenGamesOfOffers(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person(anaAddress)
	b.Configure(func(c *mailbot.Config) { c.Limits.OpenGames = 3 })
	b.Begin(ana, b.Person(boAddress))
	ana.Writes("seek count 10")
	for i, want := range []decision.Decision{decision.Started, decision.Started, decision.Challenged} {
		if d := b.Person(fmt.Sprintf("eve%d@example.com", i)).Writes("seek").Decision; d != want {
			t.Errorf("seek %d is %s, want %s", i, d, want)
		}
	}
	if text := strings.Join(strings.Fields(ana.Last().Text), " "); !strings.Contains(text, "You already have 3 games and challenges") {
		t.Errorf("the last mail is\n%s", text)
	}

}

// A match takes the room of two games from the challenge on, for both.
func TestMatchesAreTwoGames(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person(anaAddress), b.Person(boAddress)
	b.Configure(func(c *mailbot.Config) { c.Limits.OpenGames = 3 })
	b.Begin(ana, bo)
	ana.Writes("challenge bo match").Is(decision.Challenged)
	if d := ana.Writes("seek").Decision; d != decision.Refused {
		t.Errorf("a fourth game for the challenger: %s", d)
	}
	bo.Writes("seek").Is(decision.Challenged)
	if d := bo.Writes("accept #2").Decision; d != decision.Refused {
		t.Errorf("a fourth game for the challenged one: %s", d)
	}
	bo.Writes("withdraw #3")
	if d := bo.Writes("accept #2").Decision; d != decision.Started {
		t.Errorf("%s with room for both games", d)
	}

}
