package letters

import (
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
	"unlurbot/templates"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

const ana, bo = store.PlayerID(1), store.PlayerID(2)

// running is a game without clocks in which it is Ana's turn.
func running() *store.Game {
	g := &store.Game{Number: 7, Players: [2]store.PlayerID{ana, bo}, State: store.Playing, Started: noon}
	g.Course.ToMove = game.First
	return g
}

// What a Desk without a store can send is nothing.
func TestWhoGetsNothing(t *testing.T) {
	for whom, l := range map[string]Letter{
		"a free seat":                     {To: unit.Anybody, Kind: templates.Turn, Answer: true},
		"a player who wants no mails":     {To: &store.Player{ID: ana, Silent: true}, Kind: templates.Turn},
		"somebody who was erased":         {To: &store.Player{ID: ana, Forgotten: noon}, Kind: templates.Moved},
		"somebody erased who has asked":   {To: &store.Player{ID: ana, Forgotten: noon}, Kind: templates.Help, Answer: true},
		"a silent reader of a mail a day": {To: &store.Player{ID: ana, Silent: true, Daily: true}, Kind: templates.Turn, Game: running()},
	} {
		d := NewDesk(Config{}, nil, Occasion{})
		if err := d.Send(l); err != nil || len(d.sent) > 0 {
			t.Errorf("%s: %v, %v", whom, d.sent, err)
		}
	}
}

// For the mail of the day waits what is news of a game, and nothing that somebody waits for.
func TestWhatWaits(t *testing.T) {
	daily, other := &store.Player{ID: ana, Daily: true}, &store.Player{ID: ana}
	for _, row := range []struct {
		why  string
		l    Letter
		want bool
	}{
		{"a turn", Letter{To: daily, Kind: templates.Turn, Game: running()}, true},
		{"words", Letter{To: daily, Kind: templates.Message, Game: running()}, true},
		{"the end", Letter{To: daily, Kind: templates.Over, Game: running()}, true},
		{"a reader who wants each mail", Letter{To: other, Kind: templates.Turn, Game: running()}, false},
		{"an answer", Letter{To: daily, Kind: templates.Moved, Game: running(), Answer: true}, false},
		{"an invitation", Letter{To: daily, Kind: templates.Invite, Game: running()}, false},
		{"a reminder", Letter{To: daily, Kind: templates.Reminder, Game: running()}, false},
		{"no game", Letter{To: daily, Kind: templates.Message}, false},
	} {
		l := &draft{Desk: NewDesk(Config{}, nil, Occasion{}), Letter: row.l}
		if waits, err := l.waits(); waits != row.want || err != nil {
			t.Errorf("%s: waits %t, %v", row.why, waits, err)
		}
	}
}

// The mail of the day leaves at eight where its reader lives, also when the clocks change.
func TestNextMorning(t *testing.T) {
	for _, row := range []struct{ zone, now, want string }{
		{"", "2026-03-01T07:59:00Z", "2026-03-01T08:00:00Z"},
		{"", "2026-03-01T08:00:00Z", "2026-03-02T08:00:00Z"},
		{"Europe/Madrid", "2026-03-28T12:00:00Z", "2026-03-29T06:00:00Z"},
		{"America/New_York", "2026-03-01T12:30:00Z", "2026-03-01T13:00:00Z"},
	} {
		now, err := time.Parse(time.RFC3339, row.now)
		if err != nil {
			t.Fatal(err)
		}
		if got := nextMorning(now, &store.Player{Zone: row.zone}).Format(time.RFC3339); got != row.want {
			t.Errorf("%s in %q: %s, want %s", row.now, row.zone, got, row.want)
		}
	}
}

// What shows how a game stands takes the place of an older mail, and later loses its own
// unless it asks something or tells the end.
func TestWhatReplacesWhat(t *testing.T) {
	reader, away := &store.Player{ID: ana}, &store.Player{ID: ana, Unreachable: noon}
	challenge := running()
	challenge.Started = time.Time{}
	for _, row := range []struct {
		why          string
		l            Letter
		takes, loses bool
	}{
		{"a turn", Letter{To: reader, Kind: templates.Turn, Game: running()}, true, true},
		{"words", Letter{To: reader, Kind: templates.Message, Game: running()}, true, true},
		{"the end", Letter{To: reader, Kind: templates.Over, Game: running()}, true, false},
		{"a question", Letter{To: reader, Kind: templates.Show, Game: running(), Back: Back{Asks: token.AskResign}}, true, false},
		{"a request", Letter{To: reader, Kind: templates.Show, Game: running(), Back: Back{Request: &store.Request{}}}, true, false},
		{"a reminder", Letter{To: reader, Kind: templates.Reminder, Game: running()}, false, false},
		{"a game that has not begun", Letter{To: reader, Kind: templates.Show, Game: challenge}, false, false},
		{"a stranger", Letter{To: &store.Player{}, Kind: templates.Turn, Game: running()}, false, false},
		{"a reader who can't be reached", Letter{To: away, Kind: templates.Turn, Game: running()}, false, false},
		{"no game", Letter{To: reader, Kind: templates.Message}, false, false},
	} {
		l := &draft{Desk: NewDesk(Config{}, nil, Occasion{}), Letter: row.l}
		if takes, loses := l.canReplace(), l.isOutdated(&templates.Game{}); takes != row.takes || loses != row.loses {
			t.Errorf("%s: takes a place %t, loses its own %t", row.why, takes, loses)
		}
	}
}
