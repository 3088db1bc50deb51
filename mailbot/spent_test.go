package mailbot

import (
	"testing"
	"time"
)

// A spent token has been in an answer, of which somebody may have got a copy.
// With a forged From it moves nothing, here or in any other game, and gives
// nobody another name. Ana and Bo play two games; the token is of the first one.
func TestSpentToken(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		body    string
		vouched bool
		want    Decision
	}{
		{"D4", false, Stale},
		{"resign", false, Stale},
		{"resign #2", false, Held},
		{"C4 #2", false, Held},
		{"resign #2", true, Played},
		{"name Eva", false, Held},
		{"challenge carla@example.com", false, Held},
		{"if D4 E5", false, Stale},
		{"if D4 E5 #2", false, Held},
		{"forget ifs", false, Held},
		{"say Good luck!", false, Said},
		{"say Good luck! #2", false, Held},
		{"undo", false, Stale},
		{"undo #2", false, Held},
		{"allow", false, Stale},
		{"deny", false, Stale},
		{"seek", false, Held},
		{"limit 1", false, Held},
		{"address add eve@example.com", false, Held},
		{"rematch #1", false, Held},
		{"export", false, Held},
		{"export me", false, Held},
		{"accept #2", false, Held},
		{"withdraw #2", false, Held},
		{"preview D4", false, Answered},
		{"show at 1", false, Answered},
		{"standings", false, Answered},
		{"seeks", false, Answered},
		{"note: D4 loses", false, Held},
		{"mute", false, Held},
		{"watch #2", false, Held},
		{"set mails daily", false, Held},
		{"games", false, Answered},
		{"stop", false, Unsubscribed},
		{"unsubscribe", false, Unsubscribed},
	} {
		t.Run(row.body, func(t *testing.T) {
			h := newHouse(t)
			h.begin("ana@example.org", "bo@example.net")
			spent := h.last("ana@example.org")
			if d := h.write(note{from: "ana@example.org", body: "challenge bo@example.net first", vouched: true}); d != Challenged {
				t.Fatal(d)
			}
			h.reply("bo@example.net", "accept")
			h.write(note{from: "ana@example.org", answers: spent, body: "C4"})
			if d := h.write(note{from: "ana@example.org", answers: spent, body: row.body, vouched: row.vouched}); d != row.want {
				t.Errorf("%s, want %s", d, row.want)
			}
			if h.record(1) != "C4" || h.record(2) != "" && !row.vouched {
				t.Errorf("the games are %q and %q", h.record(1), h.record(2))
			}
			if plans := h.game(1).Plans; !plans[0].IsEmpty() || !plans[1].IsEmpty() {
				t.Errorf("planned is %v", plans)
			}
			h.fresh = nil
		})
	}
}

// Tokens that no move spends grow old: that of a game that is over, and that of
// a mail about no game.
func TestTokensGrowOld(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	h.reply("ana@example.org", "resign")
	over := h.last("ana@example.org")
	h.write(note{from: "bo@example.net", body: "help", vouched: true})
	help := h.last("bo@example.net")
	try := func(want Decision) {
		t.Helper()
		if d := h.write(note{from: "ana@example.org", answers: over, body: "name Eva"}); d != want {
			t.Errorf("the end of a game: %s, want %s", d, want)
		}
		if d := h.write(note{from: "bo@example.net", answers: help, body: "name Bob"}); d != want {
			t.Errorf("help: %s, want %s", d, want)
		}
		h.fresh = nil
	}
	try(Named)
	h.now = h.now.Add(29 * 24 * time.Hour)
	try(Named)
	h.now = h.now.Add(32 * 24 * time.Hour)
	try(Held)
}
