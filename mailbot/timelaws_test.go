package mailbot_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"unlurbot/game"
	"unlurbot/mailbot"
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// A timekeeper is a model of the time of one game: it counts hours, one by one, and
// knows nothing of spans and deadlines. All that happens, happens on the hour, but for the
// second that a net leaves on the clock.
type timekeeper struct {
	*bottest.Bot
	players [2]string // First, Second
	pace    game.Pace
	left    [2]time.Duration
	toMove  int
	out     [2]bool // mails come back,
	graced  bool    // and there was more time for that in this turn
	over    bool
	away    [2]time.Time // until when
	net     bool         // there is one,
	noNet   [2]bool      // whoever wants it
	caught  [2]bool      // and it has caught somebody
	begun   int          // moves
	free    [2]bool      // weekends
	moves   []string
}

// hour lets an hour go by; asleep if the bot reads no mails in it.
func (k *timekeeper) hour(asleep bool) {
	counts := !asleep && !k.away[k.toMove].After(k.Now)
	if day := k.Now.Weekday(); k.free[k.toMove] && (day == time.Saturday || day == time.Sunday) {
		counts = false
	}
	left := &k.left[k.toMove]
	if counts && !k.over {
		*left -= time.Hour
	}
	if *left <= 0 && k.out[k.toMove] && !k.graced {
		*left, k.graced = *left+club.Grace, true
	}
	if *left <= 0 && !k.over && k.isCaught() {
		*left, k.caught[k.toMove], k.away[k.toMove] = time.Second, true, k.Now.Add(time.Hour).AddDate(0, 0, club.NetDays)
	}
	k.over = *left <= 0
	if asleep {
		k.Now = k.Now.Add(time.Hour)
		return
	}
	k.Pass(time.Hour)
}

// isCaught says whether a net catches the player to move.
func (k *timekeeper) isCaught() bool {
	return k.net && !k.noNet[k.toMove] && !k.out[k.toMove] && !k.caught[k.toMove] && k.begun > 1
}

// isHeld says whether a player would lose at once by coming back.
func (k *timekeeper) isHeld(player int) bool {
	return player == k.toMove && k.left[player] <= time.Second
}

// says lets a player write. That takes no time here.
func (k *timekeeper) says(t *rapid.T, player int, body string, want decision.Decision) {
	now := k.Now
	if d := k.Person(k.players[player]).Writes(body).Decision; d != want {
		t.Fatalf("%s is %s, want %s", body, d, want)
	}
	k.Now, k.out[player] = now, false
}

// play lets the player to move put a stone on the next cell.
func (k *timekeeper) play(t *rapid.T) {
	k.says(t, k.toMove, k.moves[0]+" #1", decision.Played)
	k.moves = k.moves[1:]
	left := &k.left[k.toMove]
	*left = k.pace.PerMove
	k.toMove, k.graced = 1-k.toMove, false
	k.begun++
}

// does lets something happen.
func (k *timekeeper) does(t *rapid.T, what string) {
	player := rapid.IntRange(0, 1).Draw(t, "player")
	hours := rapid.IntRange(1, 30).Draw(t, "hours")
	switch what {
	case "time":
		for range hours {
			k.hour(false)
		}
	case "outage":
		from := k.Now
		for range hours {
			k.hour(true)
		}
		k.Now = from
		k.Outage(time.Duration(hours) * time.Hour)
		k.Pass(0)
	case "pause":
		from := k.Now
		for range hours {
			k.hour(true)
		}
		k.Now = from
		k.Operator("pause: The server moves.")
		k.Now = from.Add(time.Duration(hours) * time.Hour)
		k.Operator("resume")
		k.Now = from.Add(time.Duration(hours) * time.Hour)
	case "move":
		k.play(t)
	case "away":
		until := k.Now.AddDate(0, 0, 1)
		want := decision.Noted
		if k.isHeld(player) && k.away[player].After(until) {
			want = decision.Refused
		}
		if k.says(t, player, "away 1d", want); want == decision.Noted {
			k.away[player] = until // though it may have been longer, with a net
		}
	case "back":
		want := decision.Refused
		if k.away[player].After(k.Now) && !k.isHeld(player) {
			want = decision.Noted
		}
		if k.says(t, player, "back", want); want == decision.Noted {
			k.away[player] = k.Now
		}
	case "weekends":
		k.free[player] = !k.free[player]
		k.says(t, player, "set weekends "+map[bool]string{true: club.Off, false: club.On}[k.free[player]], decision.Noted)
	case "net":
		k.noNet[player] = !k.noNet[player]
		k.says(t, player, "set net "+map[bool]string{true: club.Off, false: club.On}[k.noNet[player]], decision.Noted)
	case "bounce":
		now := k.Now
		k.Receive(bottest.Returned(k.Person(k.players[player]).Last(), "failed", "5.1.1"))
		k.Now = now
		k.Check(k.Store.View(func(tx *store.Tx) error {
			p, err := tx.PlayerByAddress(k.players[player])
			k.out[player] = err == nil && !p.Unreachable.IsZero()
			return err
		}))
	}
}

// deadline gives the end of the time of the player to move as the bot has it.
func (k *timekeeper) deadline() (at time.Time) {
	k.Check(k.Store.View(func(tx *store.Tx) error {
		u := k.Mailbot.UnitOf(tx)
		g, err := u.Game(1)
		if err != nil || g.State != store.Playing {
			return err
		}
		cal, err := clocks.CalendarToMove(u, g)
		at = g.Clock.Deadline(g.Pace, g.Course.ToMove, cal)
		return err
	}))
	return at
}

// agrees compares the bot with the model.
func (k *timekeeper) agrees(t *rapid.T, what string) {
	g := k.Game(1)
	if over := g.State != store.Playing; over != k.over {
		t.Fatalf("after %s, at %v: the game is %s, and %v are left", what, k.Now, g.State, k.left)
	}
	if k.over {
		return
	}
	var left [2]time.Duration
	k.Check(k.Store.View(func(tx *store.Tx) error {
		u := k.Mailbot.UnitOf(tx)
		cal, err := clocks.CalendarToMove(u, g)
		for i := range left {
			left[i] = g.Clock.LeftAt(g.Pace, game.Seat(i+1), g.Course.ToMove, cal, k.Now)
		}
		return err
	}))
	for i := range left {
		if left[i] != k.left[i] {
			t.Fatalf("after %s, at %v: %v are left, want %v", what, k.Now, left, k.left)
		}
	}
	faults, err := k.Store.Verify(nil)
	if err != nil || len(faults) > 0 {
		t.Fatalf("after %s: %v %q", what, err, faults)
	}
}

// Whatever happens in whatever order: nobody is charged for time that is not theirs, and least
// of all while away; a game ends to the hour when the time is up, and its clock has one wake-up. A
// deadline, once there, comes earlier only by what the player says who is to move.
func TestTimeLaws(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		b := bottest.New(t)
		b.Brief = true
		b.Configure(func(c *mailbot.Config) { c.Limits.Patience, c.Limits.MailsIn = club.Plenty, club.Plenty })
		k := &timekeeper{Bot: b, players: [2]string{anaAddress, boAddress}, pace: game.Pace{PerMove: 36 * time.Hour}, left: [2]time.Duration{36 * time.Hour, 36 * time.Hour}, net: rapid.Bool().Draw(r, "net")}
		k.moves = []string{"C4", "D5", "E6", "F7", "C5", "D6", "E7", "C6", "D7", "C7", "D8", "E8", "E5", "F6"}
		b.Configure(func(c *mailbot.Config) { c.Net = k.net })
		k.says(r, 0, "challenge "+boAddress+" first pace 36h", decision.Challenged)
		k.says(r, 1, "accept #1", decision.Started)
		for range rapid.IntRange(0, 3).Draw(r, "moves") {
			k.play(r)
		}
		for i := range rapid.IntRange(1, 10).Draw(r, "events") {
			all := []string{"time", "time", "time", "move", "away", "back", "weekends", "outage", "pause", "bounce", "net"}
			what := rapid.SampledFrom(all).Draw(r, fmt.Sprint("event", i))
			before, mover, away := k.deadline(), k.toMove, k.away
			k.does(r, what)
			k.agrees(r, what)
			if k.over {
				break
			}
			less := what == "back" || what == "weekends" || what == "away" && k.away[mover].Before(away[mover])
			if after := k.deadline(); after.Before(before) && k.toMove == mover && !less {
				r.Fatalf("%s makes the time end at %v, not %v", what, after, before)
			}
		}

	})
}
