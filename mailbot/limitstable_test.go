package mailbot

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/config"
)

// limitRow is one limit of a number of things in a time. What is done is
// numbered, for mails that ask for the same again have a limit of their own.
type limitRow struct {
	name   string
	set    func(l *Limits, most int)
	do     func(h *house, i int) Decision
	below  Decision
	above  Decision
	notice string        // in the one mail that tells of it; empty for none
	window time.Duration // when it is over; 0 for one that does not end by itself
}

var questions = []string{"games", "help", "rules", "show", "history", "help say", "help show"}

var limitRows = []limitRow{
	{"mails_in_per_hour", func(l *Limits, most int) { l.MailsIn = most }, func(h *house, i int) Decision {
		return h.write(note{from: "ana@example.org", vouched: true, body: questions[i%len(questions)]})
	}, Answered, Limited, "more than 4 mails in an hour", time.Hour},
	{"mails_in_per_hour, forged", func(l *Limits, most int) { l.MailsIn = most }, func(h *house, i int) Decision {
		return h.write(note{from: "ana@example.org", body: questions[i%len(questions)]})
	}, Answered, Limited, "", time.Hour},
	{"unproven_answers", func(l *Limits, most int) { l.UnprovenAnswers = most }, func(h *house, i int) Decision {
		return h.write(note{from: "ana@example.org", body: questions[i%len(questions)]})
	}, Answered, Limited, "", 24 * time.Hour},
	{"unproven_answers_in_all", func(l *Limits, most int) { l.UnprovenInAll = most }, func(h *house, i int) Decision {
		return h.write(note{from: fmt.Sprintf("eve%d@example.com", i), body: "help"})
	}, NotUnderstood, Limited, "", 24 * time.Hour},
	{"new_players", func(l *Limits, most int) { l.NewPlayers = most }, func(h *house, i int) Decision {
		return h.write(note{from: fmt.Sprintf("eve@eve%d.example", i), vouched: true, body: "help"})
	}, Answered, Limited, "can take no more before 00:00 UTC", 24 * time.Hour},
	{"open_games", func(l *Limits, most int) { l.OpenGames, l.InviteAgain = most+1, true }, func(h *house, i int) Decision { // one goes on
		return h.write(note{from: "ana@example.org", vouched: true, body: fmt.Sprintf("challenge eve%d@example.com", i)})
	}, Challenged, Refused, "You have 5 games and challenges", 0},
	{"invited_by", func(l *Limits, most int) { l.InvitedBy = most }, func(h *house, i int) Decision {
		return h.write(note{from: fmt.Sprintf("eve%d@example.com", i), vouched: true, body: "challenge bo"})
	}, Challenged, Refused, "bo has had enough new challengers for today", 24 * time.Hour},
}

// Each limit: what is just below it, just above it, after a restart, and when its
// time is over.
func TestLimits(t *testing.T) {
	t.Parallel()
	const most = 4
	for _, row := range limitRows {
		t.Run(row.name, func(t *testing.T) {
			h := newHouse(t)
			row.set(&h.bot.cfg.Limits, most)
			h.begin("ana@example.org", "bo@example.net")
			h.now = h.now.Truncate(24 * time.Hour).Add(48 * time.Hour) // nothing is counted yet
			i := 0
			try := func(want Decision) {
				t.Helper()
				if d := row.do(h, i); d != want {
					t.Errorf("number %d: %s, want %s", i+1, d, want)
				}
				i++
			}
			for range most - 1 {
				try(row.below)
			}
			h.restart()
			try(row.below)
			h.fresh = nil
			try(row.above)
			if told := len(h.fresh); told > 1 || (told == 1) != (row.notice != "") {
				t.Errorf("the first one above it is answered with %d mails", told)
			}
			if row.notice != "" && !strings.Contains(strings.Join(strings.Fields(h.fresh[0].Text), " "), row.notice) {
				t.Errorf("that mail does not say %q:\n%s", row.notice, h.fresh[0].Text)
			}
			h.restart()
			if try(row.above); row.window == 0 {
				return
			}
			h.now = h.now.Truncate(row.window).Add(row.window - time.Second)
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
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	h.now = h.now.Truncate(time.Hour).Add(time.Hour)
	h.bot.cfg.Limits.MailsIn = 1
	turn := h.last("ana@example.org")
	h.reply("ana@example.org", "show")
	for i, body := range []string{"C4", "D5", "C4\n\nHello!", "say Hello!", "games", "Hello?", "C4", "C4", "C4"} {
		h.fresh = nil
		if d := h.write(note{from: "ana@example.org", answers: turn, body: body}); d != Limited || h.record(1) != "" {
			t.Errorf("%q is %s, the game is %q", body, d, h.record(1))
		}
		if patient := i < 7; len(h.fresh) != 1 || !patient {
			if patient || len(h.fresh) != 0 {
				t.Errorf("%d mails tell of number %d, %q", len(h.fresh), i, body)
			}
			continue
		}
		if told := h.fresh[0]; !strings.Contains(told.Text, "before 14:00 UTC") || field(told, "X-Unlur-Game") != "1" {
			t.Errorf("Ana reads:\n%s", told.Text)
		}
	}
	h.now = h.now.Add(time.Hour)
	if d := h.reply("ana@example.org", "C4"); d != Played {
		t.Errorf("an hour later the answer to what tells of it is %s", d)
	}
}

// Nobody can use up what mails of somebody else may do: forged mails are counted
// apart, and asked the same questions they tire nobody.
func TestForgedMailsUseNothingUp(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	h.bot.cfg.Limits.MailsIn = 5
	for range 20 {
		h.write(note{from: "ana@example.org", body: "show"})
		h.write(note{from: "ana@example.org", body: "What is this?"})
	}
	for _, body := range []string{"show", "What is this?", "C4"} {
		want := map[string]Decision{"show": Answered, "What is this?": Held, "C4": Played}[body]
		if d := h.reply("ana@example.org", body); d != want {
			t.Errorf("%q is %s, want %s", body, d, want)
		}
	}
}

// Mails that are read again after a backup was restored come all at once, and
// were counted when they came for the first time.
func TestFiledMailsAreNotCounted(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	h.bot.cfg.Limits.MailsIn = 1
	var filed []Incoming
	for i, body := range []string{"show", "games", "C4"} {
		filed = append(filed, Incoming{UIDValidity: 1, UID: uint32(i + 1), Filed: true, Raw: []byte("From: ana@example.org\nTo: " + h.last("ana@example.org").ReplyTo.Addr +
			fmt.Sprintf("\nMessage-ID: <filed%d@client.test>\n\n%s\n", i, body))})
	}
	decisions, err := h.bot.Receive(h.t.Context(), filed...)
	h.check(err)
	if got := fmt.Sprint(decisions); got != "[answered answered played]" {
		t.Error(got)
	}
}

// What stands below the last command that is carried out is left out, and the
// player is told how many there may be.
func TestTooManyCommands(t *testing.T) {
	t.Parallel()
	for _, most := range []int{1, 2} {
		h := newHouse(t)
		h.begin("ana@example.org", "bo@example.net")
		h.bot.cfg.Limits.Commands = most
		h.reply("ana@example.org", strings.Join([]string{"C4", "say Hello", "games"}[:most+1], "\n"))
		if got := h.record(1); got != "C4" {
			t.Errorf("of %d commands, with a limit of %d: %q", most+1, most, got)
		}
		want := map[int]string{1: "no more than one command in", 2: "no more than 2 commands in"}[most]
		if text := strings.Join(strings.Fields(h.last("ana@example.org").Text), " "); !strings.Contains(text, want) {
			t.Errorf("Ana does not read %q:\n%s", want, text)
		}
		h.now = h.now.Add(time.Minute)
		if d := h.reply("bo@example.net", strings.Join([]string{"D5", "say Hello"}[:most], "\n")); d != Played {
			t.Errorf("as many commands as there may be are %s", d)
		}
	}
}

// Whoever has as many games as there may be can't begin another one by accepting
// it either, until one of them is over.
func TestTooManyGames(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	h.begin("carla@example.org", "bo@example.net")
	h.bot.cfg.Limits.OpenGames = 2
	if d := h.write(note{from: "dan@example.org", vouched: true, body: "challenge bo@example.net"}); d != Challenged {
		t.Fatal(d)
	}
	invitation := h.last("bo@example.net")
	if d := h.write(note{from: "bo@example.net", answers: invitation, body: "accept"}); d != Refused {
		t.Errorf("a third game is %s", d)
	}
	h.write(note{from: "bo@example.net", vouched: true, body: "resign #1"})
	if d := h.write(note{from: "bo@example.net", answers: invitation, body: "accept"}); d != Started {
		t.Errorf("with one game over it is %s", d)
	}
}

// The limits of the configuration are those that the bot keeps to.
func TestLimitsOfTheConfiguration(t *testing.T) {
	c := config.DefaultLimits
	c.MailSize, c.MailsIn = 64, 7
	l := NewLimits(c)
	if l.MailSize != 64<<10 || l.MailsIn != 7 || l.Patience != DefaultLimits.Patience || l.Invitations != 3 {
		t.Errorf("%+v", l)
	}
	if got := IMAPConfig(&config.Config{Limits: c}).MaxSize; got != 64<<10 {
		t.Errorf("mails are fetched up to %d bytes", got)
	}
}

// Two people who write a move a minute, one after the other, for eight hours meet
// no limit. What a few minutes cost tells what eight hours do.
func TestQuickPlayMeetsNoLimit(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	people := []string{"ana@example.org", "bo@example.net"}
	h.begin(people[0], people[1])
	before := len(h.mails[people[0]])
	moves := strings.Fields("C4 D5 E6 C5 D6 E5 C6 D4 E4 F6")
	for ply, move := range moves {
		if d := h.reply(people[ply%2], move); d != Played {
			t.Fatalf("%s is %s", move, d)
		}
	}
	hours := func(n int) int { return n * 60 * (len(h.mails[people[0]]) - before) / len(moves) }
	if l := DefaultLimits; hours(8) > l.OutToAddress || 2*hours(8) > l.OutToDomain || 60 > l.MailsIn {
		t.Errorf("%d mails to each of them in eight hours, the limits are %+v", hours(8), l)
	}
}

// An offer of several games is no way around the limit: what is left of it is offered
// as long as there is room, and then its maker is told.
func TestOpenGamesOfOffers(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.bot.cfg.Limits.OpenGames = 3
	h.begin(anaAddress, boAddress)
	h.vouched(anaAddress, "seek count 10")
	for i, want := range []Decision{Started, Started, Challenged} {
		if d := h.vouched(fmt.Sprintf("eve%d@example.com", i), "seek"); d != want {
			t.Errorf("seek %d is %s, want %s", i, d, want)
		}
	}
	if text := strings.Join(strings.Fields(h.last(anaAddress).Text), " "); !strings.Contains(text, "You have 3 games and challenges that go on") {
		t.Errorf("the last mail is\n%s", text)
	}
	h.fresh = nil
}

// A match takes the room of two games from the challenge on, for both.
func TestMatchesAreTwoGames(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.bot.cfg.Limits.OpenGames = 3
	h.begin(anaAddress, boAddress)
	if d := h.vouched(anaAddress, "challenge bo match"); d != Challenged {
		t.Fatal(d)
	}
	if d := h.vouched(anaAddress, "seek"); d != Refused {
		t.Errorf("a fourth game for the challenger: %s", d)
	}
	if d := h.vouched(boAddress, "seek"); d != Challenged {
		t.Fatal(d)
	}
	if d := h.vouched(boAddress, "accept #2"); d != Refused {
		t.Errorf("a fourth game for the challenged one: %s", d)
	}
	h.vouched(boAddress, "withdraw #3")
	if d := h.vouched(boAddress, "accept #2"); d != Started {
		t.Errorf("%s with room for both games", d)
	}
	h.fresh = nil
}
