package mailbot_test

import (
	"testing"
	"time"

	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
)

// A spent token has been in an answer, of which somebody may have got a copy.
// With a forged From it moves nothing, here or in any other game, and gives
// nobody another name. Ana and Bo play two games; the token is of the first one.
func TestSpentToken(t *testing.T) {
	t.Parallel()
	for _, row := range bottest.Some([]struct {
		body    string
		vouched bool
		want    decision.Decision
	}{
		{"D4", false, decision.Stale},
		{"resign", false, decision.Stale},
		{"resign #2", false, decision.Held},
		{"C4 #2", false, decision.Held},
		{"resign #2", true, decision.Played},
		{"name Eva", false, decision.Held},
		{"challenge carla@example.com", false, decision.Held},
		{"if D4 E5", false, decision.Stale},
		{"if D4 E5 #2", false, decision.Held},
		{"forget ifs", false, decision.Held},
		{"say Good luck!", false, decision.Said},
		{"say Good luck! #2", false, decision.Held},
		{"undo", false, decision.Stale},
		{"undo #2", false, decision.Held},
		{"allow", false, decision.Stale},
		{"deny", false, decision.Stale},
		{"seek", false, decision.Held},
		{"limit 1", false, decision.Held},
		{"address add eve@example.com", false, decision.Held},
		{"rematch #1", false, decision.Held},
		{"export", false, decision.Held},
		{"export me", false, decision.Held},
		{"accept #2", false, decision.Held},
		{"withdraw #2", false, decision.Held},
		{"preview D4", false, decision.Answered},
		{"show at 1", false, decision.Answered},
		{"standings", false, decision.Answered},
		{"seeks", false, decision.Answered},
		{"note: D4 loses", false, decision.Held},
		{"mute", false, decision.Held},
		{"watch #2", false, decision.Held},
		{"set mails daily", false, decision.Held},
		{"games", false, decision.Answered},
		{"stop", false, decision.Unsubscribed},
		{"unsubscribe", false, decision.Unsubscribed},
	}) {
		t.Run(row.body, func(t *testing.T) {
			b := bottest.New(t)
			ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
			b.Begin(ana, bo)
			spent := ana.Last()
			ana.Writes("challenge bo@example.net first").Is(decision.Challenged)
			bo.Replies("accept")
			ana.Answers(spent, "C4")
			if d := b.Write(bottest.Note{From: "ana@example.org", Answers: spent, Body: row.body, Vouched: row.vouched}).Decision; d != row.want {
				t.Errorf("%s, want %s", d, row.want)
			}
			if b.Record(1) != "C4" || b.Record(2) != "" && !row.vouched {
				t.Errorf("the games are %q and %q", b.Record(1), b.Record(2))
			}
			if plans := b.Game(1).Plans; !plans[0].IsEmpty() || !plans[1].IsEmpty() {
				t.Errorf("planned is %v", plans)
			}

		})
	}
}

// Tokens that no move spends grow old: that of a game that is over, and that of
// a mail about no game.
func TestTokensGrowOld(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	ana.Replies("resign")
	over := ana.Last()
	bo.Writes("help")
	help := bo.Last()
	try := func(want decision.Decision) {
		t.Helper()
		if d := ana.Answers(over, "name Eva").Decision; d != want {
			t.Errorf("the end of a game: %s, want %s", d, want)
		}
		if d := bo.Answers(help, "name Bob").Decision; d != want {
			t.Errorf("help: %s, want %s", d, want)
		}
		b.Fresh = nil
	}
	try(decision.Named)
	b.Now = b.Now.Add(29 * 24 * time.Hour)
	try(decision.Named)
	b.Now = b.Now.Add(32 * 24 * time.Hour)
	try(decision.Held)
}
