package main

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/admin"
	"unlurbot/mailbot/testing/livebot"
)

// An operator opens a tournament, takes a player out of it, and calls it off; the players read why.
func TestTournamentByOperator(t *testing.T) {
	b := livebot.New(t, livebot.Sandbox(t))
	b.Says("the bot isn't running", "tournament", "open")
	bot := b.Start()
	ana, bo := b.Servers.Person(t, "ana"), b.Servers.Person(t, "bo")
	ana.Writes("help")
	ana.Gets("help")
	for says, args := range map[string][]string{
		"the size is a number from 4 to 13": {"--size=14"}, "the group is a number from 4 to 7": {"--group=9"}, "the pace": {"--pace=1s"},
		"need a clock": {"--pace=none"}, "is no day such as": {"--starts=soon"}, "can begin between": {"--starts=2020-01-01"},
	} {
		b.Says(says, append([]string{"tournament", "open"}, args...)...)
	}
	starts := time.Now().AddDate(0, 1, 0).Format(time.DateOnly)
	b.Says("Tournament 1 is open: size 8, groups of about 5, 3d. It begins on "+starts, "tournament", "open", "--title=Spring", "--size=8", "--pace=3d", "--starts="+starts)
	for _, p := range []*livebot.Person{ana, bo} {
		p.Writes("tournament join 1")
		p.Gets("noted")
	}
	b.Says("Spring  joining  8", "tournament", "list")
	b.Says("there is no tournament 7", "tournament", "close", "7", "No.")
	b.Says("no such player", "tournament", "remove", "1", "cy", "Two accounts.")
	b.Says("is out of tournament 1", "tournament", "remove", "1", "bo", "Two accounts.")
	if told := bo.Gets("noted"); !strings.Contains(told.Text, `"Two accounts."`) {
		t.Errorf("Bo reads:\n%s", told.Text)
	}
	b.Says("is not in tournament 1", "tournament", "remove", "1", "bo", "Two accounts.")
	var done admin.TournamentDone
	check(t, json.Unmarshal([]byte(b.Says("", "tournament", "close", "--json", "1", "I'm away in spring.")), &done))
	if done.Act.Number != 3 || done.Tournament.Title != "Spring" || len(done.Tournament.Entrants) != 1 {
		t.Errorf("%+v", done)
	}
	if told := ana.Gets("noted"); !strings.Contains(told.Text, "I'm away in spring.") {
		t.Errorf("Ana reads:\n%s", told.Text)
	}
	b.Says("only one that can still be joined", "tournament", "close", "1", "Once more.")
	b.Finish(bot)
	b.Says("Spring  called-off", "tournament", "list")
	b.Says("ok\n", "verify")
}
